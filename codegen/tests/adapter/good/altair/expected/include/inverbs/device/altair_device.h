/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from altair.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * altair, the adapter's side: decodes what the fast path writes, encodes what it polls. For the
 * emulator and tests; the structs are those of <inverbs/device/device.h>.
 */
#ifndef INVERBS_ADAPTERS_ALTAIR_DEVICE_H
#define INVERBS_ADAPTERS_ALTAIR_DEVICE_H

#include <errno.h>
#include <inverbs/adapters/altair_formats.h>
#include <inverbs/device/device.h>

/** Decode what every head says. EINVAL: bits are set that no request sets. */
static inline int altair_dev_head(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));
	const uint8_t w6 = inverbs_get8(at + 6);
	const uint8_t w7 = inverbs_get8(at + 7);

	if ((w0 & 0xfffc0002U) || (((w0 >> 16) & 3) != 0 && ((w0 >> 16) & 3) != 2) ||
	    (w6 & 0xf8U) || w7)
		return EINVAL;
	out->send_flags |= (((w0 >> 16) & 3) == 2) ? IBV_SEND_FENCE : 0;
	out->send_flags |= (w6 & 1) ? IBV_SEND_SIGNALED : 0;
	out->hw_opcode = ((w0 >> 2) & 0x3fU);
	out->bytes = (((w0 >> 8) & 0xffU) << 3);

	return 0;
}

/**
 * Decode what the head of SEND, RDMA_WRITE, RDMA_READ, ATOMIC_CMP_AND_SWP, LOCAL_INV and BIND_MW on
 * connected queue pairs says besides. EINVAL: bits are set that no request sets.
 */
static inline int altair_dev_head_send(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint8_t w6 = inverbs_get8(at + 6);
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(at + 12));

	if ((w6 & 4) || w8 || w12)
		return EINVAL;
	out->send_flags |= ((w6 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;

	return 0;
}

/**
 * Decode what the head of SEND and ATOMIC_CMP_AND_SWP on extended queue pairs says besides. EINVAL:
 * bits are set that no request sets.
 */
static inline int altair_dev_head_send_extended(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint8_t w6 = inverbs_get8(at + 6);
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(at + 12));

	if ((w6 & 4) || w12)
		return EINVAL;
	out->send_flags |= ((w6 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;
	out->remote_srqn = w8;

	return 0;
}

/**
 * Decode what the head of SEND on datagram queue pairs says besides. EINVAL: bits are set that no
 * request sets.
 */
static inline int altair_dev_head_send_datagram(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint8_t w6 = inverbs_get8(at + 6);
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(at + 12));

	if (w8 || w12)
		return EINVAL;
	out->send_flags |= ((w6 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;
	out->send_flags |= ((w6 >> 2) & 1) ? IBV_SEND_IP_CSUM : 0;

	return 0;
}

/**
 * Decode what the head of SEND on raw queue pairs says besides. EINVAL: bits are set that no
 * request sets.
 */
static inline int altair_dev_head_send_raw(const uint8_t *at,
					   struct inverbs_dev_wr *out INVERBS_UNUSED)
{
	const uint8_t w6 = inverbs_get8(at + 6);
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(at + 12));

	if ((w6 & 6) != 2 || w8 || w12)
		return EINVAL;

	return 0;
}

/**
 * Decode what the head of SEND and SEND_WITH_IMM on raw queue pairs of Ethernet ports says besides.
 * EINVAL: bits are set that no request sets.
 */
static inline int altair_dev_head_send_raw_ethernet(const uint8_t *at,
						    struct inverbs_dev_wr *out INVERBS_UNUSED)
{
	const uint8_t w6 = inverbs_get8(at + 6);
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));

	if ((w6 & 6) != 2 || (w8 & 0xffff0000U))
		return EINVAL;

	return 0;
}

/**
 * Decode what the head of SEND_WITH_IMM and RDMA_WRITE_WITH_IMM on connected queue pairs says
 * besides. EINVAL: bits are set that no request sets.
 */
static inline int altair_dev_head_send_with_imm(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint8_t w6 = inverbs_get8(at + 6);
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));

	if ((w6 & 4) || w8)
		return EINVAL;
	out->send_flags |= ((w6 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;
	out->imm = inverbs_get32(at + 12);

	return 0;
}

/**
 * Decode what the head of SEND_WITH_IMM and RDMA_WRITE_WITH_IMM on extended queue pairs says
 * besides. EINVAL: bits are set that no request sets.
 */
static inline int altair_dev_head_send_with_imm_extended(const uint8_t *at,
							 struct inverbs_dev_wr *out)
{
	const uint8_t w6 = inverbs_get8(at + 6);
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));

	if ((w6 & 4))
		return EINVAL;
	out->send_flags |= ((w6 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;
	out->remote_srqn = w8;
	out->imm = inverbs_get32(at + 12);

	return 0;
}

/**
 * Decode what the head of SEND_WITH_IMM on datagram queue pairs says besides. EINVAL: bits are set
 * that no request sets.
 */
static inline int altair_dev_head_send_with_imm_datagram(const uint8_t *at,
							 struct inverbs_dev_wr *out)
{
	const uint8_t w6 = inverbs_get8(at + 6);
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));

	if (w8)
		return EINVAL;
	out->send_flags |= ((w6 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;
	out->send_flags |= ((w6 >> 2) & 1) ? IBV_SEND_IP_CSUM : 0;
	out->imm = inverbs_get32(at + 12);

	return 0;
}

/**
 * Decode what the head of SEND_WITH_IMM on raw queue pairs says besides. EINVAL: bits are set that
 * no request sets.
 */
static inline int altair_dev_head_send_with_imm_raw(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint8_t w6 = inverbs_get8(at + 6);
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));

	if ((w6 & 6) != 2 || w8)
		return EINVAL;
	out->imm = inverbs_get32(at + 12);

	return 0;
}

/**
 * Decode what the head of SEND_WITH_INV on connected queue pairs says besides. EINVAL: bits are set
 * that no request sets.
 */
static inline int altair_dev_head_send_with_inv(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint8_t w6 = inverbs_get8(at + 6);
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(at + 12));

	if ((w6 & 4) || w8)
		return EINVAL;
	out->send_flags |= ((w6 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;
	out->invalidate_rkey = w12;

	return 0;
}

/** Decode the where segment of datagram queue pairs. EINVAL: bits are set that no request sets. */
static inline int altair_dev_where(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w16 = INVERBS_LE32(inverbs_get32(at + 16));
	const uint32_t w20 = INVERBS_LE32(inverbs_get32(at + 20));
	const uint16_t w24 = INVERBS_LE16(inverbs_get16(at + 24));

	out->remote_qpn = w16;
	out->qkey = w20;
	out->vlan = w24;
	memcpy(out->av, at, 16);
	memcpy(out->mac, at + 26, 6);

	return 0;
}

/**
 * Decode the remote segment of RDMA_WRITE, RDMA_WRITE_WITH_IMM and RDMA_READ. EINVAL: bits are set
 * that no request sets.
 */
static inline int altair_dev_remote(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(at + 12));

	if (w12)
		return EINVAL;
	out->remote_addr = w0;
	out->rkey = w8;

	return 0;
}

/** Decode the remote segment of ATOMIC_CMP_AND_SWP. EINVAL: bits are set that no request sets. */
static inline int altair_dev_remote_atomic_cmp_and_swp(const uint8_t *at,
						       struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(at + 12));

	if (w12)
		return EINVAL;
	out->remote_addr = w0;
	out->rkey = w8;

	return 0;
}

/** Decode the operands segment of ATOMIC_CMP_AND_SWP. EINVAL: bits are set that no request sets. */
static inline int altair_dev_operands(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	out->swap = w0;
	out->compare = w8;

	return 0;
}

/** Decode the inval segment of LOCAL_INV. EINVAL: bits are set that no request sets. */
static inline int altair_dev_inval(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_LE32(inverbs_get32(at + 4));

	if (w4)
		return EINVAL;
	out->invalidate_rkey = w0;

	return 0;
}

/** Decode the bind segment of BIND_MW. EINVAL: bits are set that no request sets. */
static inline int altair_dev_bind(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_LE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));
	const uint64_t w16 = INVERBS_LE64(inverbs_get64(at + 16));
	const uint32_t w24 = INVERBS_LE32(inverbs_get32(at + 24));
	const uint32_t w28 = INVERBS_LE32(inverbs_get32(at + 28));

	if ((w0 & 0xffffffe0U) || w28)
		return EINVAL;
	out->bind.access |= ((w0 >> 2) & 1) ? IBV_ACCESS_REMOTE_ATOMIC : 0;
	out->bind.access |= ((w0 >> 1) & 1) ? IBV_ACCESS_REMOTE_WRITE : 0;
	out->bind.access |= (w0 & 1) ? IBV_ACCESS_REMOTE_READ : 0;
	out->bind.type2 = ((w0 >> 3) & 1);
	out->bind.zero_based = ((w0 >> 4) & 1);
	out->bind.rkey = w4;
	out->bind.addr = w8;
	out->bind.length = w16;
	out->bind.lkey = w24;

	return 0;
}

/** Decode an SGE. EINVAL: bits are set that no request sets. */
static inline int altair_dev_sge(const uint8_t *at, struct ibv_sge *sge)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_LE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	sge->length = w0;
	if (sge->length == 0x80000000U)
		sge->length = 0;
	sge->lkey = w4;
	sge->addr = w8;

	return 0;
}

/** Decode what stands before inline payload. EINVAL: bits are set that no request sets. */
static inline int altair_dev_inline(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));

	if ((w0 & 0x80000000U) != 0x80000000U)
		return EINVAL;
	out->inline_len = (w0 & 0x7fffffffU);

	return 0;
}

static const struct inverbs_dev_segment altair_dev_list_where[] = {
	{ALTAIR_WHERE_SIZE, altair_dev_where},
};

static const struct inverbs_dev_segment altair_dev_list_remote[] = {
	{ALTAIR_REMOTE_SIZE, altair_dev_remote},
};

static const struct inverbs_dev_segment altair_dev_list_remote_atomic_cmp_and_swp_operands[] = {
	{ALTAIR_REMOTE_SIZE, altair_dev_remote_atomic_cmp_and_swp},
	{ALTAIR_OPERANDS_SIZE, altair_dev_operands},
};

static const struct inverbs_dev_segment altair_dev_list_inval[] = {
	{ALTAIR_INVAL_SIZE, altair_dev_inval},
};

static const struct inverbs_dev_segment altair_dev_list_bind[] = {
	{ALTAIR_BIND_SIZE, altair_dev_bind},
};

/** The forms of WQEs, in the order of the spec. altair.send.ops */
static const struct inverbs_dev_form altair_dev_forms[] = {
	/* RC, UC */
	{IBV_WR_SEND, ALTAIR_TASK_SEND, 0x3U, altair_dev_head_send, NULL, 0, 0, 0, true, false,
	 NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_SEND, ALTAIR_TASK_SEND, 0x4U, altair_dev_head_send_extended, NULL, 0, 0, 0, true,
	 false, NULL, 0, 0},
	/* UD */
	{IBV_WR_SEND, ALTAIR_TASK_SEND, 0x8U, altair_dev_head_send_datagram, altair_dev_list_where,
	 1, 0, 0, true, false, NULL, 0, 0},
	/* RAW_PACKET */
	{IBV_WR_SEND, ALTAIR_TASK_SEND, 0x10U, altair_dev_head_send_raw, NULL, 0, 0, 0, true, false,
	 NULL, 0, 0},
	/* RAW_PACKET */
	{IBV_WR_SEND, ALTAIR_TASK_SEND, 0x10U, altair_dev_head_send_raw_ethernet, NULL, 0, 0, 0,
	 true, false, NULL, 0, 0},
	/* RC, UC */
	{IBV_WR_SEND_WITH_IMM, ALTAIR_TASK_SEND_IMM, 0x3U, altair_dev_head_send_with_imm, NULL, 0,
	 0, 0, true, false, NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_SEND_WITH_IMM, ALTAIR_TASK_SEND_IMM, 0x4U, altair_dev_head_send_with_imm_extended,
	 NULL, 0, 0, 0, true, false, NULL, 0, 0},
	/* UD */
	{IBV_WR_SEND_WITH_IMM, ALTAIR_TASK_SEND_IMM, 0x8U, altair_dev_head_send_with_imm_datagram,
	 altair_dev_list_where, 1, 0, 0, true, false, NULL, 0, 0},
	/* RAW_PACKET */
	{IBV_WR_SEND_WITH_IMM, ALTAIR_TASK_SEND_IMM, 0x10U, altair_dev_head_send_with_imm_raw, NULL,
	 0, 0, 0, true, false, NULL, 0, 0},
	/* RAW_PACKET */
	{IBV_WR_SEND_WITH_IMM, ALTAIR_TASK_SEND_IMM, 0x10U, altair_dev_head_send_raw_ethernet, NULL,
	 0, 0, 0, true, false, NULL, 0, 0},
	/* RC */
	{IBV_WR_SEND_WITH_INV, ALTAIR_TASK_SEND_INV, 0x1U, altair_dev_head_send_with_inv, NULL, 0,
	 0, 0, true, false, NULL, 0, 0},
	/* RC, UC */
	{IBV_WR_RDMA_WRITE, ALTAIR_TASK_WRITE, 0x3U, altair_dev_head_send, altair_dev_list_remote,
	 1, 0, 0, true, false, NULL, 0, 0},
	/* RC, UC */
	{IBV_WR_RDMA_WRITE_WITH_IMM, ALTAIR_TASK_WRITE_IMM, 0x3U, altair_dev_head_send_with_imm,
	 altair_dev_list_remote, 1, 0, 0, true, false, NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_RDMA_WRITE_WITH_IMM, ALTAIR_TASK_WRITE_IMM, 0x4U,
	 altair_dev_head_send_with_imm_extended, altair_dev_list_remote, 1, 0, 0, true, false, NULL,
	 0, 0},
	/* RC */
	{IBV_WR_RDMA_READ, ALTAIR_TASK_READ, 0x1U, altair_dev_head_send, altair_dev_list_remote, 1,
	 0, 0, true, false, NULL, 0, 0},
	/* RC */
	{IBV_WR_ATOMIC_CMP_AND_SWP, ALTAIR_TASK_CAS, 0x1U, altair_dev_head_send,
	 altair_dev_list_remote_atomic_cmp_and_swp_operands, 2, 0, 0, true, false, NULL, 0, 0},
	/* XRC_SEND */
	{IBV_WR_ATOMIC_CMP_AND_SWP, ALTAIR_TASK_CAS, 0x4U, altair_dev_head_send_extended,
	 altair_dev_list_remote_atomic_cmp_and_swp_operands, 2, 0, 0, true, false, NULL, 0, 0},
	/* RC, UC */
	{IBV_WR_LOCAL_INV, ALTAIR_TASK_INVAL, 0x3U, altair_dev_head_send, altair_dev_list_inval, 1,
	 0, 0, false, false, NULL, 0, 0},
	/* RC, UC */
	{IBV_WR_BIND_MW, ALTAIR_TASK_BIND, 0x3U, altair_dev_head_send, altair_dev_list_bind, 1, 0,
	 0, false, false, NULL, 0, 0},
};

/** The bit of a queue pair type in the forms; 0: unknown type. */
static inline uint32_t altair_dev_type(int qp_type)
{
	switch (qp_type) {
	case IBV_QPT_RC:
		return 0x1U;
	case IBV_QPT_UC:
		return 0x2U;
	case IBV_QPT_XRC_SEND:
		return 0x4U;
	case IBV_QPT_UD:
		return 0x8U;
	case IBV_QPT_RAW_PACKET:
		return 0x10U;
	default:
		return 0;
	}
}

/** True when the adapter owns the WQE in unit `index` of a send ring. altair.send.head */
static inline bool altair_dev_send_ready(const void *unit, uint32_t index, uint32_t entries)
{
	const uint32_t word = inverbs_observe32((const uint8_t *)unit);

	return ((word & INVERBS_LE32(1)) != 0) == ((index & entries) != 0);
}

/** Bytes of a WQE, from its control segment. */
static inline uint32_t altair_dev_send_bytes(const struct inverbs_dev_copy *wqe)
{
	return altair_head_get(wqe).units;
}

/**
 * Copy inline payload at `at` in runs, each up to a multiple of 64 bytes; `at` moves to its end.
 */
static inline int altair_dev_take_inline(const uint8_t *wqe, uint32_t *at,
					 struct inverbs_dev_wr *out)
{
	uint32_t total = 0, room;

	do {
		const uint32_t from = *at + ALTAIR_RUN_SIZE;

		room = ALTAIR_INLINE_CHUNK - (from & (ALTAIR_INLINE_CHUNK - 1));
		if (from > out->bytes || altair_dev_inline(wqe + *at, out) ||
		    out->inline_len == 0 || out->inline_len > room ||
		    out->inline_len > out->bytes - from ||
		    out->inline_len > INVERBS_DEV_MAX_INLINE - total)
			return EINVAL;
		memcpy(out->inline_data + total, wqe + from, out->inline_len);
		total += out->inline_len;
		*at = from + out->inline_len;
	} while (out->inline_len == room && *at < out->bytes);
	out->send_flags |= IBV_SEND_INLINE;
	out->inline_len = total;
	*at = (*at + ALTAIR_WQE_UNIT - 1) & ~(ALTAIR_WQE_UNIT - 1);
	return 0;
}

/** Decode the payload of a WQE at `at`, which moves to its end. altair.send.payload */
static inline int altair_dev_payload(const struct inverbs_dev_form *form, const uint8_t *wqe,
				     uint32_t *at, uint32_t count INVERBS_UNUSED,
				     struct inverbs_dev_wr *out)
{
	const uint32_t start = *at;

	/*
	 * a very long SGE has the mark, too: then the WQE has no room for as many bytes, or there
	 * are none
	 */
	if (out->bytes - *at >= ALTAIR_RUN_SIZE && altair_dev_inline(wqe + *at, out) == 0) {
		if (out->inline_len && altair_dev_take_inline(wqe, at, out) == 0)
			return 0;
		*at = start;
		out->inline_len = 0;
	}
	while (*at < out->bytes) {
		struct ibv_sge *const sge = &out->sge[out->num_sge];

		if (out->num_sge == INVERBS_DEV_MAX_SGE || out->bytes - *at < ALTAIR_PIECE_SIZE ||
		    altair_dev_sge(wqe + *at, sge))
			return EINVAL;
		if (form->sge_length && sge->length != form->sge_length)
			return EINVAL;
		out->num_sge++;
		*at += ALTAIR_PIECE_SIZE;
	}
	return 0;
}

/** Decode a WQE as one of this form. */
static inline int altair_dev_read_form(const struct inverbs_dev_form *form, const uint8_t *wqe,
				       uint32_t len, struct inverbs_dev_wr *out)
{
	uint32_t at = ALTAIR_HEAD_SIZE, sges, in_wqe;

	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	if (altair_dev_head(wqe, out) || out->hw_opcode != form->code || form->head(wqe, out))
		return EINVAL;
	if (out->bytes > len || out->bytes < at)
		return EINVAL;
	for (uint32_t i = 0; i < form->count; at += form->segments[i++].size) {
		if (out->bytes - at < form->segments[i].size ||
		    form->segments[i].read(wqe + at, out))
			return EINVAL;
	}
	sges = out->num_sge;
	in_wqe = out->inline_len;
	out->opcode = form->opcode;
	out->send_flags |= form->flags;
	out->num_sge = form->sges;
	out->inline_len = form->payload ? in_wqe : 0;
	if (form->payload && altair_dev_payload(form, wqe, &at, sges, out))
		return EINVAL;
	return at == out->bytes ? 0 : EINVAL;
}

/**
 * Decode the send WQE of a queue pair of this type in `len` bytes of ordinary memory; nothing
 * beyond is read. Returns 0, or EINVAL when the fast path cannot have written it. A WQE that
 * several verbs opcodes give is taken for the first one in the spec.
 */
static inline int altair_dev_decode_send(int qp_type, const struct inverbs_dev_copy *wqe,
					 uint32_t len, struct inverbs_dev_wr *out)
{
	const struct inverbs_dev_form *const end =
		altair_dev_forms + sizeof(altair_dev_forms) / sizeof(altair_dev_forms[0]);
	const uint32_t type = altair_dev_type(qp_type);

	if (len < ALTAIR_HEAD_SIZE)
		return EINVAL;
	for (const struct inverbs_dev_form *form = altair_dev_forms; form < end; form++) {
		if ((form->types & type) &&
		    altair_dev_read_form(form, (const uint8_t *)wqe, len, out) == 0)
			return 0;
	}
	return EINVAL;
}

/**
 * Decode one SGE of a receive at `unit` and add it. EINVAL: bits are set that no request sets.
 * altair.recv
 */
static inline int altair_dev_recv_sge(const uint8_t *unit, struct inverbs_dev_recv *out)
{
	struct ibv_sge *const sge = &out->sge[out->num_sge];
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(unit));
	const uint32_t w4 = INVERBS_LE32(inverbs_get32(unit + 4));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(unit + 8));

	sge->length = w0;
	sge->lkey = w4;
	sge->addr = w8;

	out->num_sge++;
	return 0;
}

/** 0 when no SGE follows. */
static inline int altair_dev_recv_end(const uint8_t *unit)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(unit));
	const uint32_t w4 = INVERBS_LE32(inverbs_get32(unit + 4));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(unit + 8));

	if (w0 || w4 != 0xffffffffU || w8)
		return EINVAL;

	return 0;
}

/**
 * Decode a receive slot of `len` bytes, up to the end mark if there is one. Returns 0, or EINVAL
 * when the fast path cannot have written it.
 */
static inline int altair_dev_decode_recv(const struct inverbs_dev_copy *slot, uint32_t len,
					 struct inverbs_dev_recv *out)
{
	const uint8_t *const unit = (const uint8_t *)slot;

	memset(out, 0, offsetof(struct inverbs_dev_recv, sge));
	for (uint32_t at = 0; len - at >= ALTAIR_PIECE_SIZE; at += ALTAIR_PIECE_SIZE) {
		if (altair_dev_recv_end(unit + at) == 0)
			return 0;
		if (out->num_sge == INVERBS_DEV_MAX_SGE || altair_dev_recv_sge(unit + at, out))
			return EINVAL;
	}
	return 0;
}

/**
 * Decode one SGE of a receive at `unit` and add it. EINVAL: bits are set that no request sets.
 * altair.recv
 */
static inline int altair_dev_srq_recv_sge(const uint8_t *unit, struct inverbs_dev_recv *out)
{
	struct ibv_sge *const sge = &out->sge[out->num_sge];
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(unit));
	const uint32_t w4 = INVERBS_LE32(inverbs_get32(unit + 4));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(unit + 8));

	sge->length = w0;
	sge->lkey = w4;
	sge->addr = w8;

	out->num_sge++;
	return 0;
}

/** 0 when no SGE follows. */
static inline int altair_dev_srq_recv_end(const uint8_t *unit)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(unit));
	const uint32_t w4 = INVERBS_LE32(inverbs_get32(unit + 4));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(unit + 8));

	if (w0 || w4 != 0xffffffffU || w8)
		return EINVAL;

	return 0;
}

/**
 * Decode a receive slot of `len` bytes, up to the end mark if there is one. Returns 0, or EINVAL
 * when the fast path cannot have written it.
 */
static inline int altair_dev_decode_srq_recv(const struct inverbs_dev_copy *slot, uint32_t len,
					     struct inverbs_dev_recv *out)
{
	const uint8_t *const unit = (const uint8_t *)slot;

	memset(out, 0, offsetof(struct inverbs_dev_recv, sge));
	if (len < ALTAIR_LINK_SIZE)
		return EINVAL;
	out->next = altair_link_get(slot).next;
	for (uint32_t at = ALTAIR_LINK_SIZE; len - at >= ALTAIR_PIECE_SIZE;
	     at += ALTAIR_PIECE_SIZE) {
		if (altair_dev_srq_recv_end(unit + at) == 0)
			return 0;
		if (out->num_sge == INVERBS_DEV_MAX_SGE || altair_dev_srq_recv_sge(unit + at, out))
			return EINVAL;
	}
	return 0;
}

/** The adapter's value of a completion status. altair.complete.status */
static inline uint32_t altair_dev_status(enum ibv_wc_status status)
{
	switch (status) {
	case IBV_WC_LOC_LEN_ERR:
		return ALTAIR_CAUSE_LENGTH;
	case IBV_WC_WR_FLUSH_ERR:
		return ALTAIR_CAUSE_FLUSHED;
	default:
		return 0xff;
	}
}

/** The adapter's value of a kind of receive; -1: it has none. altair.complete.recv */
static inline int altair_dev_recv_code(enum inverbs_dev_recv_kind kind)
{
	switch (kind) {
	case INVERBS_DEV_RECV_SEND:
		return ALTAIR_ARRIVED_SEND;
	case INVERBS_DEV_RECV_SEND_IMM:
		return ALTAIR_ARRIVED_SEND_IMM;
	case INVERBS_DEV_RECV_SEND_INV:
		return ALTAIR_ARRIVED_SEND_INV;
	case INVERBS_DEV_RECV_WRITE_IMM:
		return ALTAIR_ARRIVED_WRITE_IMM;
	default:
		return -1;
	}
}

/**
 * Encode a CQE in a slot of `cqe_bytes`, without the bit that passes ownership. Returns 0, or
 * EINVAL for a kind of message that the adapter does not report.
 */
static inline int altair_dev_encode_cqe(void *cqe, uint32_t cqe_bytes,
					const struct inverbs_dev_cqe *in)
{
	uint8_t *const at = (uint8_t *)cqe + cqe_bytes - 32;
	const bool failed = in->status != IBV_WC_SUCCESS;
	const int code = altair_dev_recv_code(in->recv);
	const bool has_imm = in->recv == INVERBS_DEV_RECV_SEND_IMM ||
			     in->recv == INVERBS_DEV_RECV_WRITE_IMM;
	uint8_t bit = 0x80U;
	uint8_t image[32];

	if (!in->is_send && code < 0)
		return EINVAL;
	if (failed) {
		struct altair_failed e;

		memset(&e, 0, sizeof(e));
		e.qpn = in->qpn;
		e.vendor = (uint8_t)in->vendor_err;
		e.syndrome = (uint8_t)altair_dev_status(in->status);
		e.what = (uint8_t)ALTAIR_OTHER_FAILED;
		if (in->is_xrc)
			e.srqn = in->srqn;
		if (in->is_send) {
			e.is_send = (uint8_t)ALTAIR_SIDE_SEND;
			e.wqe_index = (uint16_t)in->wqe_index;
		} else {
			e.is_send = (uint8_t)ALTAIR_SIDE_RECV;
			e.wqe_index = (uint16_t)in->wqe_index;
		}
		altair_failed_put(image, &e);
	}
	if (!failed) {
		struct altair_done e;

		memset(&e, 0, sizeof(e));
		e.qpn = in->qpn;
		if (in->is_xrc)
			e.srqn = in->srqn;
		if (in->timestamp)
			e.time_low[1] = (uint8_t)in->timestamp;
		if (in->timestamp)
			e.time_low[0] = (uint8_t)(in->timestamp >> 8);
		if (in->timestamp)
			e.time_high = in->timestamp >> 16;
		if (in->is_send) {
			e.is_send = (uint8_t)ALTAIR_SIDE_SEND;
			e.task = (uint8_t)in->hw_opcode;
			e.wqe_index = (uint16_t)in->wqe_index;
			e.bytes = in->byte_len;
		} else {
			e.is_send = (uint8_t)ALTAIR_SIDE_RECV;
			e.arrived = (uint8_t)code;
			e.wqe_index = (uint16_t)in->wqe_index;
			e.bytes = in->byte_len;
			if (!in->is_xrc)
				e.sender = in->src_qp;
			if (!in->timestamp)
				e.lid = (uint16_t)in->slid;
			if (!in->ethernet && !in->timestamp)
				e.sl = (uint8_t)in->sl;
			e.low_lid = (uint8_t)in->path_bits;
			if (in->ethernet && !in->timestamp)
				e.prio = (uint8_t)in->sl;
			e.global = (uint8_t)in->grh;
			if (has_imm)
				e.imm = in->imm;
			if (in->recv == INVERBS_DEV_RECV_SEND_INV)
				e.inval_rkey = in->imm;
		}
		altair_done_put(image, &e);
	}
	/* unchanged until ownership passes */
	bit &= inverbs_get8(at + 31);
	inverbs_put8(image + 31, (uint8_t)(inverbs_get8(image + 31) | bit));
	memcpy(at, image, sizeof(image));
	return 0;
}

/** Store the owner bit of CQE `index`: one store, after all others. altair.complete.ready */
static inline void altair_dev_give_cqe(void *cqe, uint32_t cqe_bytes, bool set)
{
	uint8_t *const word = (uint8_t *)(void *)((uint8_t *)cqe + cqe_bytes - 1);
	const uint8_t bit = 0x80U;

	__atomic_store_n(word, (uint8_t)(set ? *word | bit : *word & ~bit), __ATOMIC_RELEASE);
}

/** Pass CQE `index` to the program. */
static inline void altair_dev_publish_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
					  uint32_t entries)
{
	altair_dev_give_cqe(cqe, cqe_bytes, (index & entries) != 0);
}

/** Make CQE `index` the adapter's until it is published. */
static inline void altair_dev_init_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
				       uint32_t entries)
{
	altair_dev_give_cqe(cqe, cqe_bytes, (index & entries) == 0);
}

/**
 * Encode a CQE that says that the next one is in another ring; without the owner bit.
 * altair.complete.resize
 */
static inline void altair_dev_encode_resize(void *cqe, uint32_t cqe_bytes)
{
	uint8_t *const at = (uint8_t *)cqe + cqe_bytes - 32;
	uint8_t bit = 0x80U;
	struct altair_done e;
	uint8_t image[32];

	memset(&e, 0, sizeof(e));
	e.what = ALTAIR_OTHER_RESIZED;
	altair_done_put(image, &e);
	bit &= inverbs_get8(at + 31);
	inverbs_put8(image + 31, (uint8_t)(inverbs_get8(image + 31) | bit));
	memcpy(at, image, sizeof(image));
}

/**
 * The arm request of a completion queue. `request`: its doorbell record. EINVAL: malformed.
 * altair.arm
 */
static inline int altair_dev_decode_arm(const struct inverbs_dev_copy *request,
					struct inverbs_dev_arm *out)
{
	const uint8_t *const at = (const uint8_t *)request + 4;
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));

	out->sequence = (w0 >> 30);
	out->ci = (w0 & 0xfffffffU);
	out->armed = ((w0 >> 29) & 1);
	out->solicited = ((w0 >> 28) & 1);

	out->armed |= out->solicited;
	return 0;
}

#endif
