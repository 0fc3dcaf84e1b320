/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from acme.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * acme from the adapter's side: reads what the fast path writes, writes what it polls. For the
 * emulator and the dump tools; records are those of <inverbs/device.h>.
 */
#ifndef INVERBS_ADAPTERS_ACME_DEVICE_H
#define INVERBS_ADAPTERS_ACME_DEVICE_H

#include <errno.h>
#include <inverbs/adapters/acme_formats.h>
#include <inverbs/device.h>

/** True when the slot at `index` of a send ring holds an entry for the adapter. */
INVERBS_INLINE bool acme_dev_send_ready(const void *slot, uint32_t index, uint32_t entries)
{
	const uint32_t word = INVERBS_LE32(inverbs_observe32((const uint8_t *)slot + 0));

	return ((word >> 0) & 1) == ((index & entries) != 0);
}

/** Bytes of a send entry, from its opening segment. */
INVERBS_INLINE uint32_t acme_dev_send_bytes(const void *slot)
{
	return acme_head_get(slot).units;
}

/** Read payload segments from `at` to the end of the entry; inline runs end at 32-byte boundaries.
 */
INVERBS_INLINE int acme_dev_payload(const uint8_t *wqe, uint32_t at, uint32_t bytes,
				    struct inverbs_dev_wr *out)
{
	while (at + 4 <= bytes) {
		const struct acme_run header = acme_run_get(wqe + at);

		if (header.mark) {
			uint32_t room = 32 - (at & 31) - 4;

			if (header.bytes > room || at + 4 + header.bytes > bytes ||
			    out->inline_len + header.bytes > INVERBS_DEV_MAX_INLINE)
				return EINVAL;
			if (header.bytes)
				out->send_flags |= IBV_SEND_INLINE;
			memcpy(out->inline_data + out->inline_len, wqe + at + 4, header.bytes);
			out->inline_len += header.bytes;
			if (header.bytes == room)
				at += 4 + room;
			else if (header.bytes)
				return 0;
			else
				at += 16; /* an empty piece of a gather list */
			continue;
		}
		if (out->inline_len)
			return 0; /* padding behind inline data */
		if (at + 16 > bytes || out->num_sge == INVERBS_DEV_MAX_SGE)
			return EINVAL;
		{
			const struct acme_piece seg = acme_piece_get(wqe + at);

			out->sge[out->num_sge].addr = seg.at;
			out->sge[out->num_sge].length = seg.size;
			out->sge[out->num_sge].lkey = seg.key;
			out->num_sge++;
			at += 16;
		}
	}
	return 0;
}

/** The opening segment: opcode and everything that ops set there. EINVAL: not an opcode of this
 * adapter. */
INVERBS_INLINE int acme_dev_control(int qp_type, const uint8_t *wqe, struct inverbs_dev_wr *out)
{
	const struct acme_head seg = acme_head_get(wqe);

	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	out->hw_opcode = seg.code;
	out->bytes = seg.units;
	if (seg.fence)
		out->send_flags |= IBV_SEND_FENCE;
	if (seg.signaled)
		out->send_flags |= IBV_SEND_SIGNALED;
	if (seg.solicited)
		out->send_flags |= IBV_SEND_SOLICITED;
	if (seg.csum)
		out->send_flags |= IBV_SEND_IP_CSUM;
	switch (seg.code) {
	case ACME_TASK_SEND:
		out->opcode = IBV_WR_SEND;
		break;
	case ACME_TASK_SEND_IMM:
		out->opcode = IBV_WR_SEND_WITH_IMM;
		out->imm = seg.imm;
		break;
	case ACME_TASK_SEND_INV:
		out->opcode = IBV_WR_SEND_WITH_INV;
		out->invalidate_rkey = seg.inval_rkey;
		break;
	case ACME_TASK_WRITE:
		out->opcode = IBV_WR_RDMA_WRITE;
		break;
	case ACME_TASK_WRITE_IMM:
		out->opcode = IBV_WR_RDMA_WRITE_WITH_IMM;
		out->imm = seg.imm;
		break;
	case ACME_TASK_READ:
		out->opcode = IBV_WR_RDMA_READ;
		break;
	case ACME_TASK_CAS:
		out->opcode = IBV_WR_ATOMIC_CMP_AND_SWP;
		break;
	case ACME_TASK_INVAL:
		out->opcode = IBV_WR_LOCAL_INV;
		break;
	case ACME_TASK_BIND:
		out->opcode = IBV_WR_BIND_MW;
		break;
	case ACME_TASK_AWRITE:
		out->opcode = IBV_WR_ATOMIC_WRITE;
		break;
	default:
		return EINVAL;
	}
	if (qp_type == IBV_QPT_XRC_SEND)
		out->remote_srqn = seg.srqn;
	return acme_head_reserved_clear(wqe) ? 0 : EINVAL;
}

/**
 * Read a send entry of `len` bytes that lies in ordinary memory. Returns 0, or EINVAL when it is
 * not one that the fast path of this adapter could have written.
 */
INVERBS_INLINE int acme_dev_decode_send(int qp_type, const void *entry, uint32_t len,
					struct inverbs_dev_wr *out)
{
	const uint8_t *const wqe = (const uint8_t *)entry;
	uint32_t at = 16;
	enum ibv_wr_opcode body;

	if (len < 16 || acme_dev_control(qp_type, wqe, out) || out->bytes > len || out->bytes < 16)
		return EINVAL;
	body = out->opcode;
	if (qp_type == IBV_QPT_UD) {
		struct acme_where seg;

		if (at + 32 > out->bytes)
			return EINVAL;
		seg = acme_where_get(wqe + at);
		memcpy(out->av, seg.av, sizeof(seg.av));
		out->remote_qpn = seg.qpn;
		out->qkey = seg.qkey;
		out->vlan = seg.vlan;
		memcpy(out->mac, seg.mac, sizeof(seg.mac));
		at += 32;
		body = IBV_WR_SEND;
	}
	if (qp_type == IBV_QPT_RAW_PACKET) {
		body = IBV_WR_SEND;
	}
	/* bind */
	if ((1U << body) & (1U << IBV_WR_BIND_MW)) {
		struct acme_bind seg;

		if (at + 32 > out->bytes || !acme_bind_reserved_clear(wqe + at))
			return EINVAL;
		seg = acme_bind_get(wqe + at);
		out->bind.access |= seg.remote_atomic ? IBV_ACCESS_REMOTE_ATOMIC : 0;
		out->bind.access |= seg.remote_write ? IBV_ACCESS_REMOTE_WRITE : 0;
		out->bind.access |= seg.remote_read ? IBV_ACCESS_REMOTE_READ : 0;
		out->bind.type2 = seg.type2;
		out->bind.zero_based = seg.zero_based;
		out->bind.rkey = seg.rkey;
		out->bind.addr = seg.addr;
		out->bind.length = seg.length;
		out->bind.lkey = seg.lkey;
		at += 32;
	}
	/* inval */
	if ((1U << body) & (1U << IBV_WR_LOCAL_INV)) {
		struct acme_inval seg;

		if (at + 8 > out->bytes || !acme_inval_reserved_clear(wqe + at))
			return EINVAL;
		seg = acme_inval_get(wqe + at);
		out->invalidate_rkey = seg.rkey;
		at += 8;
	}
	/* remote */
	if ((1U << body) &
	    (1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_RDMA_WRITE_WITH_IMM | 1U << IBV_WR_RDMA_READ |
	     1U << IBV_WR_ATOMIC_CMP_AND_SWP | 1U << IBV_WR_ATOMIC_WRITE)) {
		struct acme_remote seg;

		if (at + 16 > out->bytes || !acme_remote_reserved_clear(wqe + at))
			return EINVAL;
		seg = acme_remote_get(wqe + at);
		out->remote_addr = seg.addr;
		out->rkey = seg.rkey;
		at += 16;
	}
	/* operands */
	if ((1U << body) & (1U << IBV_WR_ATOMIC_CMP_AND_SWP)) {
		struct acme_operands seg;

		if (at + 16 > out->bytes)
			return EINVAL;
		seg = acme_operands_get(wqe + at);
		out->swap = seg.swap;
		out->compare = seg.compare;
		at += 16;
	}
	return acme_dev_payload(wqe, at, out->bytes, out);
}

/** Read the pieces of a receive slot from `at` to its end or to the end mark. */
INVERBS_INLINE void acme_dev_scatter(const uint8_t *slot, uint32_t at, uint32_t stride,
				     struct inverbs_dev_recv *out)
{
	out->num_sge = 0;
	for (; at + 16 <= stride && out->num_sge < INVERBS_DEV_MAX_SGE; at += 16) {
		const struct acme_piece seg = acme_piece_get(slot + at);

		if (seg.key == 0xffffffffU && seg.size == 0)
			break;
		out->sge[out->num_sge].addr = seg.at;
		out->sge[out->num_sge].length = seg.size;
		out->sge[out->num_sge].lkey = seg.key;
		out->num_sge++;
	}
}

/** Read a receive slot. Always 0. */
INVERBS_INLINE int acme_dev_decode_recv(const void *slot, uint32_t stride,
					struct inverbs_dev_recv *out)
{
	out->next = 0;
	acme_dev_scatter((const uint8_t *)slot, 0, stride, out);
	return 0;
}

/** Read a shared receive slot and its link. Always 0. */
INVERBS_INLINE int acme_dev_decode_srq_recv(const void *slot, uint32_t stride,
					    struct inverbs_dev_recv *out)
{
	out->next = acme_link_get(slot).next;
	acme_dev_scatter((const uint8_t *)slot, 16, stride, out);
	return 0;
}

/** Syndrome of a completion status. */
INVERBS_INLINE uint8_t acme_dev_syndrome(enum ibv_wc_status status)
{
	switch (status) {
	case IBV_WC_LOC_LEN_ERR:
		return ACME_CAUSE_LENGTH;
	case IBV_WC_WR_FLUSH_ERR:
		return ACME_CAUSE_FLUSHED;
	default:
		return 0xff;
	}
}

/** Fill a completion entry of `cqe_bytes`, all but its owner bit. */
INVERBS_INLINE void acme_dev_encode_cqe(void *cqe, uint32_t cqe_bytes,
					const struct inverbs_dev_cqe *in)
{
	static const uint8_t recv_code[] = {
		ACME_ARRIVED_SEND,      /* INVERBS_DEV_RECV_SEND */
		ACME_ARRIVED_SEND_IMM,  /* INVERBS_DEV_RECV_SEND_IMM */
		ACME_ARRIVED_SEND_INV,  /* INVERBS_DEV_RECV_SEND_INV */
		ACME_ARRIVED_WRITE_IMM, /* INVERBS_DEV_RECV_WRITE_IMM */
	};
	uint8_t *const at = (uint8_t *)cqe + cqe_bytes - 32;
	uint8_t image[32];

	if (in->status != IBV_WC_SUCCESS) {
		struct acme_failed e;

		memset(&e, 0, sizeof(e));
		e.qpn = in->qpn;
		if (in->is_xrc)
			e.srqn = in->srqn;
		e.wqe_index = (uint16_t)in->wqe_index;
		e.vendor = (uint8_t)in->vendor_err;
		e.syndrome = acme_dev_syndrome(in->status);
		e.is_send = in->is_send;
		e.what = ACME_OTHER_FAILED;
		acme_failed_put(image, &e);
	} else {
		struct acme_done e;

		memset(&e, 0, sizeof(e));
		e.qpn = in->qpn;
		if (in->recv == INVERBS_DEV_RECV_SEND_INV)
			e.inval_rkey = in->imm;
		else
			e.imm = in->imm;
		e.global = in->grh;
		e.low_lid = in->path_bits;
		if (!in->timestamp && !in->ethernet)
			e.sl = in->sl;
		if (!in->timestamp && in->ethernet)
			e.prio = in->sl;
		if (!in->timestamp)
			e.lid = in->slid;
		if (in->timestamp) {
			e.time_low[0] = (uint8_t)(in->timestamp >> 8);
			e.time_low[1] = (uint8_t)(in->timestamp >> 0);
			e.time_high = (uint32_t)(in->timestamp >> 16);
		}
		if (in->is_xrc)
			e.srqn = in->srqn;
		else
			e.sender = in->src_qp;
		e.bytes = in->byte_len;
		e.wqe_index = (uint16_t)in->wqe_index;
		e.is_send = in->is_send;
		e.what = in->is_send ? (uint8_t)in->hw_opcode : recv_code[in->recv];
		acme_done_put(image, &e);
	}
	memcpy(at, image, 31);
	/* the last byte follows with the owner bit; until then it keeps the old owner */
	at[31] = (uint8_t)((at[31] & 0x80U) | image[31]);
}

/** Hand entry `index` to the program: one store of the last byte. */
INVERBS_INLINE void acme_dev_publish_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
					 uint32_t entries)
{
	uint8_t *const last = (uint8_t *)cqe + cqe_bytes - 32 + 31;
	const uint8_t owner = (uint8_t)((index & entries) != 0) << 7;

	__atomic_store_n(last, (uint8_t)((*last & ~0x80U) | owner), __ATOMIC_RELEASE);
}

/** Make the slot of `index` look like the adapter's own until it is published. */
INVERBS_INLINE void acme_dev_init_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
				      uint32_t entries)
{
	uint8_t *const last = (uint8_t *)cqe + cqe_bytes - 32 + 31;
	const uint8_t owner = (uint8_t)((index & entries) == 0) << 7;

	__atomic_store_n(last, (uint8_t)((*last & ~0x80U) | owner), __ATOMIC_RELEASE);
}

/** The entry that tells a program that the next one lies in the new buffer. */
INVERBS_INLINE void acme_dev_encode_resize(void *cqe, uint32_t cqe_bytes)
{
	uint8_t *const at = (uint8_t *)cqe + cqe_bytes - 32;

	memset(at, 0, 31);
	at[31] = (uint8_t)((at[31] & 0x80U) | ACME_OTHER_RESIZED);
}

/** What the program asked for when it armed a completion queue; record: both words. */
INVERBS_INLINE void acme_dev_decode_arm(const uint32_t *record, struct inverbs_dev_arm *out)
{
	const uint32_t word = inverbs_observe32(record + 1);
	const struct acme_arm_word request = acme_arm_word_get(&word);

	out->sequence = request.serial;
	out->armed = request.any || request.solicited;
	out->solicited = !request.any;
	out->ci = request.index;
}

#endif
