/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/mlx4.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * mlx4 from the adapter's side: reads what the fast path writes, writes what it polls. For the
 * emulator and the dump tools; records are those of <inverbs/device.h>.
 */
#ifndef INVERBS_ADAPTERS_MLX4_DEVICE_H
#define INVERBS_ADAPTERS_MLX4_DEVICE_H

#include <errno.h>
#include <inverbs/adapters/mlx4_formats.h>
#include <inverbs/device.h>

/** True when the slot at `index` of a send ring holds an entry for the adapter. */
INVERBS_INLINE bool mlx4_dev_send_ready(const void *slot, uint32_t index, uint32_t entries)
{
	const uint32_t word = INVERBS_BE32(inverbs_observe32((const uint8_t *)slot + 0));

	return ((word >> 31) & 1) == ((index & entries) != 0);
}

/** Bytes of a send entry, from its opening segment. */
INVERBS_INLINE uint32_t mlx4_dev_send_bytes(const void *slot)
{
	return mlx4_ctrl_get(slot).units;
}

/** Read payload segments from `at` to the end of the entry; inline runs end at 64-byte boundaries.
 */
INVERBS_INLINE int mlx4_dev_payload(const uint8_t *wqe, uint32_t at, uint32_t bytes,
				    struct inverbs_dev_wr *out)
{
	while (at + 4 <= bytes) {
		const struct mlx4_inline_hdr header = mlx4_inline_hdr_get(wqe + at);

		if (header.is_inline) {
			uint32_t room = 64 - (at & 63) - 4;

			if (header.length > room || at + 4 + header.length > bytes ||
			    out->inline_len + header.length > INVERBS_DEV_MAX_INLINE)
				return EINVAL;
			if (header.length)
				out->send_flags |= IBV_SEND_INLINE;
			memcpy(out->inline_data + out->inline_len, wqe + at + 4, header.length);
			out->inline_len += header.length;
			if (header.length == room)
				at += 4 + room;
			else if (header.length)
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
			const struct mlx4_data seg = mlx4_data_get(wqe + at);

			out->sge[out->num_sge].addr = seg.addr;
			out->sge[out->num_sge].length = seg.length;
			out->sge[out->num_sge].lkey = seg.lkey;
			out->num_sge++;
			at += 16;
		}
	}
	return 0;
}

/** The opening segment: opcode and everything that ops set there. EINVAL: not an opcode of this
 * adapter. */
INVERBS_INLINE int mlx4_dev_control(int qp_type, const uint8_t *wqe, struct inverbs_dev_wr *out)
{
	const struct mlx4_ctrl seg = mlx4_ctrl_get(wqe);

	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	out->hw_opcode = seg.opcode;
	out->bytes = seg.units;
	if (seg.fence)
		out->send_flags |= IBV_SEND_FENCE;
	if (seg.tcp_csum)
		out->send_flags |= IBV_SEND_IP_CSUM;
	if (seg.ip_csum)
		out->send_flags |= IBV_SEND_IP_CSUM;
	if (seg.cqe)
		out->send_flags |= IBV_SEND_SIGNALED;
	if (seg.solicited)
		out->send_flags |= IBV_SEND_SOLICITED;
	switch (seg.opcode) {
	case MLX4_OP_SEND:
		out->opcode = IBV_WR_SEND;
		break;
	case MLX4_OP_SEND_IMM:
		out->opcode = IBV_WR_SEND_WITH_IMM;
		out->imm = seg.imm;
		break;
	case MLX4_OP_SEND_INVAL:
		out->opcode = IBV_WR_SEND_WITH_INV;
		out->invalidate_rkey = seg.inval_rkey;
		break;
	case MLX4_OP_RDMA_WRITE:
		out->opcode = IBV_WR_RDMA_WRITE;
		break;
	case MLX4_OP_RDMA_WRITE_IMM:
		out->opcode = IBV_WR_RDMA_WRITE_WITH_IMM;
		out->imm = seg.imm;
		break;
	case MLX4_OP_RDMA_READ:
		out->opcode = IBV_WR_RDMA_READ;
		break;
	case MLX4_OP_ATOMIC_CS:
		out->opcode = IBV_WR_ATOMIC_CMP_AND_SWP;
		break;
	case MLX4_OP_ATOMIC_FA:
		out->opcode = IBV_WR_ATOMIC_FETCH_AND_ADD;
		break;
	case MLX4_OP_LOCAL_INVAL:
		out->opcode = IBV_WR_LOCAL_INV;
		break;
	case MLX4_OP_BIND_MW:
		out->opcode = IBV_WR_BIND_MW;
		break;
	default:
		return EINVAL;
	}
	if (qp_type == IBV_QPT_XRC_SEND)
		out->remote_srqn = seg.srqn;
	return mlx4_ctrl_reserved_clear(wqe) ? 0 : EINVAL;
}

/**
 * Read a send entry of `len` bytes that lies in ordinary memory. Returns 0, or EINVAL when it is
 * not one that the fast path of this adapter could have written.
 */
INVERBS_INLINE int mlx4_dev_decode_send(int qp_type, const void *entry, uint32_t len,
					struct inverbs_dev_wr *out)
{
	const uint8_t *const wqe = (const uint8_t *)entry;
	uint32_t at = 16;
	enum ibv_wr_opcode body;

	if (len < 16 || mlx4_dev_control(qp_type, wqe, out) || out->bytes > len || out->bytes < 16)
		return EINVAL;
	body = out->opcode;
	if (qp_type == IBV_QPT_UD) {
		struct mlx4_datagram seg;

		if (at + 48 > out->bytes)
			return EINVAL;
		seg = mlx4_datagram_get(wqe + at);
		memcpy(out->av, seg.av, sizeof(seg.av));
		out->remote_qpn = seg.qpn;
		out->qkey = seg.qkey;
		out->vlan = seg.vlan;
		memcpy(out->mac, seg.mac, sizeof(seg.mac));
		at += 48;
		body = IBV_WR_SEND;
	}
	if (qp_type == IBV_QPT_RAW_PACKET) {
		body = IBV_WR_SEND;
	}
	/* bind */
	if ((1U << body) & (1U << IBV_WR_BIND_MW)) {
		struct mlx4_bind seg;

		if (at + 32 > out->bytes || !mlx4_bind_reserved_clear(wqe + at))
			return EINVAL;
		seg = mlx4_bind_get(wqe + at);
		out->bind.access |= seg.remote_atomic ? IBV_ACCESS_REMOTE_ATOMIC : 0;
		out->bind.access |= seg.remote_write ? IBV_ACCESS_REMOTE_WRITE : 0;
		out->bind.access |= seg.remote_read ? IBV_ACCESS_REMOTE_READ : 0;
		out->bind.type2 = seg.type2;
		out->bind.zero_based = seg.zero_based;
		out->bind.rkey = seg.new_rkey;
		out->bind.lkey = seg.lkey;
		out->bind.addr = seg.addr;
		out->bind.length = seg.length;
		at += 32;
	}
	/* local_inval */
	if ((1U << body) & (1U << IBV_WR_LOCAL_INV)) {
		struct mlx4_local_inval seg;

		if (at + 32 > out->bytes || !mlx4_local_inval_reserved_clear(wqe + at))
			return EINVAL;
		seg = mlx4_local_inval_get(wqe + at);
		out->invalidate_rkey = seg.rkey;
		at += 32;
	}
	/* remote */
	if ((1U << body) &
	    (1U << IBV_WR_RDMA_WRITE | 1U << IBV_WR_RDMA_WRITE_WITH_IMM | 1U << IBV_WR_RDMA_READ |
	     1U << IBV_WR_ATOMIC_CMP_AND_SWP | 1U << IBV_WR_ATOMIC_FETCH_AND_ADD)) {
		struct mlx4_remote seg;

		if (at + 16 > out->bytes || !mlx4_remote_reserved_clear(wqe + at))
			return EINVAL;
		seg = mlx4_remote_get(wqe + at);
		out->remote_addr = seg.addr;
		out->rkey = seg.rkey;
		at += 16;
	}
	/* atomic */
	if ((1U << body) & (1U << IBV_WR_ATOMIC_CMP_AND_SWP | 1U << IBV_WR_ATOMIC_FETCH_AND_ADD)) {
		struct mlx4_atomic seg;

		if (at + 16 > out->bytes)
			return EINVAL;
		seg = mlx4_atomic_get(wqe + at);
		out->swap = seg.swap_add;
		out->compare = seg.compare;
		at += 16;
	}
	return mlx4_dev_payload(wqe, at, out->bytes, out);
}

/** Read the pieces of a receive slot from `at` to its end or to the end mark. */
INVERBS_INLINE void mlx4_dev_scatter(const uint8_t *slot, uint32_t at, uint32_t stride,
				     struct inverbs_dev_recv *out)
{
	out->num_sge = 0;
	for (; at + 16 <= stride && out->num_sge < INVERBS_DEV_MAX_SGE; at += 16) {
		const struct mlx4_data seg = mlx4_data_get(slot + at);

		if (seg.lkey == 0x100U && seg.length == 0)
			break;
		out->sge[out->num_sge].addr = seg.addr;
		out->sge[out->num_sge].length = seg.length;
		out->sge[out->num_sge].lkey = seg.lkey;
		out->num_sge++;
	}
}

/** Read a receive slot. Always 0. */
INVERBS_INLINE int mlx4_dev_decode_recv(const void *slot, uint32_t stride,
					struct inverbs_dev_recv *out)
{
	out->next = 0;
	mlx4_dev_scatter((const uint8_t *)slot, 0, stride, out);
	return 0;
}

/** Read a shared receive slot and its link. Always 0. */
INVERBS_INLINE int mlx4_dev_decode_srq_recv(const void *slot, uint32_t stride,
					    struct inverbs_dev_recv *out)
{
	out->next = mlx4_srq_next_get(slot).next;
	mlx4_dev_scatter((const uint8_t *)slot, 16, stride, out);
	return 0;
}

/** Syndrome of a completion status. */
INVERBS_INLINE uint8_t mlx4_dev_syndrome(enum ibv_wc_status status)
{
	switch (status) {
	case IBV_WC_LOC_LEN_ERR:
		return MLX4_SYNDROME_LOCAL_LENGTH;
	case IBV_WC_LOC_QP_OP_ERR:
		return MLX4_SYNDROME_LOCAL_QP_OP;
	case IBV_WC_LOC_PROT_ERR:
		return MLX4_SYNDROME_LOCAL_PROT;
	case IBV_WC_WR_FLUSH_ERR:
		return MLX4_SYNDROME_WR_FLUSH;
	case IBV_WC_MW_BIND_ERR:
		return MLX4_SYNDROME_MW_BIND;
	case IBV_WC_BAD_RESP_ERR:
		return MLX4_SYNDROME_BAD_RESP;
	case IBV_WC_LOC_ACCESS_ERR:
		return MLX4_SYNDROME_LOCAL_ACCESS;
	case IBV_WC_REM_INV_REQ_ERR:
		return MLX4_SYNDROME_REMOTE_INVAL_REQ;
	case IBV_WC_REM_ACCESS_ERR:
		return MLX4_SYNDROME_REMOTE_ACCESS;
	case IBV_WC_REM_OP_ERR:
		return MLX4_SYNDROME_REMOTE_OP;
	case IBV_WC_RETRY_EXC_ERR:
		return MLX4_SYNDROME_TRANSPORT_RETRY;
	case IBV_WC_RNR_RETRY_EXC_ERR:
		return MLX4_SYNDROME_RNR_RETRY;
	case IBV_WC_REM_ABORT_ERR:
		return MLX4_SYNDROME_REMOTE_ABORTED;
	default:
		return 0xff;
	}
}

/** Fill a completion entry of `cqe_bytes`, all but its owner bit. */
INVERBS_INLINE void mlx4_dev_encode_cqe(void *cqe, uint32_t cqe_bytes,
					const struct inverbs_dev_cqe *in)
{
	static const uint8_t recv_code[] = {
		MLX4_RECV_OP_SEND,           /* INVERBS_DEV_RECV_SEND */
		MLX4_RECV_OP_SEND_IMM,       /* INVERBS_DEV_RECV_SEND_IMM */
		MLX4_RECV_OP_SEND_INVAL,     /* INVERBS_DEV_RECV_SEND_INV */
		MLX4_RECV_OP_RDMA_WRITE_IMM, /* INVERBS_DEV_RECV_WRITE_IMM */
	};
	uint8_t *const at = (uint8_t *)cqe + cqe_bytes - 32;
	uint8_t image[32];

	if (in->status != IBV_WC_SUCCESS) {
		struct mlx4_cqe_err e;

		memset(&e, 0, sizeof(e));
		e.qpn = in->qpn;
		if (in->is_xrc)
			e.srqn = in->srqn;
		e.wqe_index = (uint16_t)in->wqe_index;
		e.vendor_err = (uint8_t)in->vendor_err;
		e.syndrome = mlx4_dev_syndrome(in->status);
		e.is_send = in->is_send;
		e.opcode = MLX4_CQE_OP_ERROR;
		mlx4_cqe_err_put(image, &e);
	} else {
		struct mlx4_cqe e;

		memset(&e, 0, sizeof(e));
		e.qpn = in->qpn;
		if (in->recv == INVERBS_DEV_RECV_SEND_INV)
			e.inval_rkey = in->imm;
		else
			e.imm = in->imm;
		e.grh = in->grh;
		e.path_bits = in->path_bits;
		if (!in->timestamp && !in->ethernet)
			e.sl = in->sl;
		if (!in->timestamp && in->ethernet)
			e.ether_sl = in->sl;
		if (!in->timestamp)
			e.slid = in->slid;
		if (in->timestamp) {
			e.time_low[0] = (uint8_t)(in->timestamp >> 8);
			e.time_low[1] = (uint8_t)(in->timestamp >> 0);
			e.time_high = (uint32_t)(in->timestamp >> 16);
		}
		if (in->is_xrc)
			e.srqn = in->srqn;
		else
			e.src_qpn = in->src_qp;
		e.byte_count = in->byte_len;
		e.wqe_index = (uint16_t)in->wqe_index;
		e.is_send = in->is_send;
		e.opcode = in->is_send ? (uint8_t)in->hw_opcode : recv_code[in->recv];
		mlx4_cqe_put(image, &e);
	}
	memcpy(at, image, 31);
	/* the last byte follows with the owner bit; until then it keeps the old owner */
	at[31] = (uint8_t)((at[31] & 0x80U) | image[31]);
}

/** Hand entry `index` to the program: one store of the last byte. */
INVERBS_INLINE void mlx4_dev_publish_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
					 uint32_t entries)
{
	uint8_t *const last = (uint8_t *)cqe + cqe_bytes - 32 + 31;
	const uint8_t owner = (uint8_t)((index & entries) != 0) << 7;

	__atomic_store_n(last, (uint8_t)((*last & ~0x80U) | owner), __ATOMIC_RELEASE);
}

/** Make the slot of `index` look like the adapter's own until it is published. */
INVERBS_INLINE void mlx4_dev_init_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
				      uint32_t entries)
{
	uint8_t *const last = (uint8_t *)cqe + cqe_bytes - 32 + 31;
	const uint8_t owner = (uint8_t)((index & entries) == 0) << 7;

	__atomic_store_n(last, (uint8_t)((*last & ~0x80U) | owner), __ATOMIC_RELEASE);
}

/** The entry that tells a program that the next one lies in the new buffer. */
INVERBS_INLINE void mlx4_dev_encode_resize(void *cqe, uint32_t cqe_bytes)
{
	uint8_t *const at = (uint8_t *)cqe + cqe_bytes - 32;

	memset(at, 0, 31);
	at[31] = (uint8_t)((at[31] & 0x80U) | MLX4_CQE_OP_RESIZE);
}

/** What the program asked for when it armed a completion queue; record: both words. */
INVERBS_INLINE void mlx4_dev_decode_arm(const uint32_t *record, struct inverbs_dev_arm *out)
{
	const uint32_t word = inverbs_observe32(record + 1);
	const struct mlx4_arm_record request = mlx4_arm_record_get(&word);

	out->sequence = request.sequence;
	out->armed = request.next || request.solicited;
	out->solicited = !request.next;
	out->ci = request.index;
}

#endif
