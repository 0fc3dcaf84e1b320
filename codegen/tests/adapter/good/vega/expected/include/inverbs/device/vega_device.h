/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from vega.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * vega, the adapter's side: decodes what the fast path writes, encodes what it polls. For the
 * emulator and tests; the structs are those of <inverbs/device/device.h>.
 */
#ifndef INVERBS_ADAPTERS_VEGA_DEVICE_H
#define INVERBS_ADAPTERS_VEGA_DEVICE_H

#include <errno.h>
#include <inverbs/adapters/vega_formats.h>
#include <inverbs/device/device.h>

/** Decode what every head says. EINVAL: bits are set that no request sets. */
static inline int vega_dev_head(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_LE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	if ((w0 & 0x7fff0800U) ||
	    (((w0 >> 12) & 3) != 0 && ((w0 >> 12) & 3) != 2 && ((w0 >> 12) & 3) != 1) ||
	    (w4 & 0xff000000U))
		return EINVAL;
	out->send_flags |= ((w0 >> 8) & 1) ? IBV_SEND_SIGNALED : 0;
	out->send_flags |= ((w0 >> 9) & 1) ? IBV_SEND_SOLICITED : 0;
	out->send_flags |= ((w0 >> 10) & 1) ? IBV_SEND_INLINE : 0;
	out->send_flags |= (((w0 >> 12) & 3) == 2) ? IBV_SEND_FENCE : 0;
	out->hw_opcode = (w0 & 0xffU);
	if (out->send_flags & IBV_SEND_INLINE)
		out->inline_len = ((w4 >> 16) & 0xffU);
	else
		out->num_sge = ((w4 >> 16) & 0xffU);
	out->wr_id = w8;
	out->bytes = ((w4 & 0xffffU) << 3);

	return 0;
}

/**
 * Decode what the head of SEND, RDMA_WRITE, RDMA_READ, ATOMIC_CMP_AND_SWP, LOCAL_INV and BIND_MW
 * says besides. EINVAL: bits are set that no request sets.
 */
static inline int vega_dev_head_send(const uint8_t *at, struct inverbs_dev_wr *out INVERBS_UNUSED)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));

	if ((w0 & 0xc000U))
		return EINVAL;

	return 0;
}

/**
 * Decode what the head of ATOMIC_FETCH_AND_ADD on connected queue pairs says besides. EINVAL: bits
 * are set that no request sets.
 */
static inline int vega_dev_head_atomic_fetch_and_add(const uint8_t *at,
						     struct inverbs_dev_wr *out INVERBS_UNUSED)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));

	if ((w0 & 0xc000U) != 0xc000U)
		return EINVAL;

	return 0;
}

/** Decode the where segment of datagram queue pairs. EINVAL: bits are set that no request sets. */
static inline int vega_dev_where(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_LE32(inverbs_get32(at + 4));
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));
	const uint32_t w20 = INVERBS_LE32(inverbs_get32(at + 20));

	if (w20)
		return EINVAL;
	out->remote_qpn = w0;
	out->qkey = w4;
	out->ah_number = w8;
	memcpy(out->av, at + 12, 8);

	return 0;
}

/**
 * Decode the far segment of RDMA_WRITE and RDMA_READ. EINVAL: bits are set that no request sets.
 */
static inline int vega_dev_far(const uint8_t *at, struct inverbs_dev_wr *out)
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

/**
 * Decode the operands segment of RDMA_READ with nothing to move and ATOMIC_FETCH_AND_ADD. EINVAL:
 * bits are set that no request sets.
 */
static inline int vega_dev_operands(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	if (w8)
		return EINVAL;
	out->swap = w0;

	return 0;
}

/**
 * Decode the far segment of ATOMIC_FETCH_AND_ADD and ATOMIC_CMP_AND_SWP. EINVAL: bits are set that
 * no request sets.
 */
static inline int vega_dev_far_atomic_fetch_and_add(const uint8_t *at, struct inverbs_dev_wr *out)
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
static inline int vega_dev_operands_atomic_cmp_and_swp(const uint8_t *at,
						       struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	out->swap = w0;
	out->compare = w8;

	return 0;
}

/** Decode the window segment of LOCAL_INV. EINVAL: bits are set that no request sets. */
static inline int vega_dev_window(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_LE32(inverbs_get32(at + 4));
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(at + 12));
	const uint64_t w16 = INVERBS_LE64(inverbs_get64(at + 16));
	const uint64_t w24 = INVERBS_LE64(inverbs_get64(at + 24));

	if (w4 || w8 || w12 || w16 || w24)
		return EINVAL;
	out->invalidate_rkey = w0;

	return 0;
}

/** Decode the window segment of BIND_MW. EINVAL: bits are set that no request sets. */
static inline int vega_dev_window_bind_mw(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_LE32(inverbs_get32(at + 4));
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(at + 12));
	const uint64_t w16 = INVERBS_LE64(inverbs_get64(at + 16));
	const uint64_t w24 = INVERBS_LE64(inverbs_get64(at + 24));

	if ((w12 & 0xe0U))
		return EINVAL;
	out->bind.rkey = w0;
	out->bind.old_rkey = w4;
	out->bind.lkey = w8;
	out->bind.access |= (w12 & 1) ? IBV_ACCESS_REMOTE_WRITE : 0;
	out->bind.access |= ((w12 >> 1) & 1) ? IBV_ACCESS_REMOTE_READ : 0;
	out->bind.access |= ((w12 >> 2) & 1) ? IBV_ACCESS_REMOTE_ATOMIC : 0;
	out->bind.access |= ((w12 >> 3) & 1) ? IBV_ACCESS_LOCAL_WRITE : 0;
	out->bind.type2 = ((w12 >> 4) & 1);
	out->bind.addr = w16;
	out->bind.length = w24;

	return 0;
}

/** Decode an SGE. EINVAL: bits are set that no request sets. */
static inline int vega_dev_sge(const uint8_t *at, struct ibv_sge *sge)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(at + 12));

	if ((w8 & 0x80000000U))
		return EINVAL;
	sge->addr = w0;
	sge->length = (w8 & 0x7fffffffU);
	sge->lkey = w12;

	return 0;
}

static const struct inverbs_dev_segment vega_dev_list_where[] = {
	{VEGA_WHERE_SIZE, vega_dev_where},
};

static const struct inverbs_dev_segment vega_dev_list_far[] = {
	{VEGA_FAR_SIZE, vega_dev_far},
};

static const struct inverbs_dev_segment vega_dev_list_operands[] = {
	{VEGA_OPERANDS_SIZE, vega_dev_operands},
};

static const struct inverbs_dev_segment vega_dev_list_far_atomic_fetch_and_add_operands[] = {
	{VEGA_FAR_SIZE, vega_dev_far_atomic_fetch_and_add},
	{VEGA_OPERANDS_SIZE, vega_dev_operands},
};

static const struct inverbs_dev_segment
	vega_dev_list_far_atomic_fetch_and_add_operands_atomic_cmp_and_swp[] = {
		{VEGA_FAR_SIZE, vega_dev_far_atomic_fetch_and_add},
		{VEGA_OPERANDS_SIZE, vega_dev_operands_atomic_cmp_and_swp},
};

static const struct inverbs_dev_segment vega_dev_list_window[] = {
	{VEGA_WINDOW_SIZE, vega_dev_window},
};

static const struct inverbs_dev_segment vega_dev_list_window_bind_mw[] = {
	{VEGA_WINDOW_SIZE, vega_dev_window_bind_mw},
};

/** The forms of WQEs, in the order of the spec. vega.send.ops */
static const struct inverbs_dev_form vega_dev_forms[] = {
	/* RC */
	{IBV_WR_SEND, VEGA_OP_SEND, 0x1U, vega_dev_head_send, NULL, 0, 0, 0, true, false, NULL, 0,
	 0},
	/* UD */
	{IBV_WR_SEND, VEGA_OP_SEND, 0x2U, vega_dev_head_send, vega_dev_list_where, 1, 0, 0, true,
	 false, NULL, 0, 0},
	/* RC */
	{IBV_WR_RDMA_WRITE, VEGA_OP_WRITE, 0x1U, vega_dev_head_send, vega_dev_list_far, 1, 0, 0,
	 true, false, NULL, 0, 0},
	/* RC */
	{IBV_WR_RDMA_READ, VEGA_OP_READ, 0x1U, vega_dev_head_send, vega_dev_list_far, 1, 0, 0, true,
	 false, NULL, 0, 0},
	/* RC */
	{IBV_WR_RDMA_READ, VEGA_OP_READ, 0x1U, vega_dev_head_send, vega_dev_list_operands, 1, 0, 0,
	 false, false, NULL, 0, 0},
	/* RC */
	{IBV_WR_ATOMIC_FETCH_AND_ADD, VEGA_OP_ADD, 0x1U, vega_dev_head_atomic_fetch_and_add,
	 vega_dev_list_far_atomic_fetch_and_add_operands, 2, 8, 0, true, false, NULL, 0, 0},
	/* RC */
	{IBV_WR_ATOMIC_CMP_AND_SWP, VEGA_OP_SWAP, 0x1U, vega_dev_head_send,
	 vega_dev_list_far_atomic_fetch_and_add_operands_atomic_cmp_and_swp, 2, 8, 0, true, false,
	 NULL, 0, 0},
	/* RC */
	{IBV_WR_LOCAL_INV, VEGA_OP_INVALIDATE, 0x1U, vega_dev_head_send, vega_dev_list_window, 1, 0,
	 0, false, false, NULL, 0, 0},
	/* RC */
	{IBV_WR_BIND_MW, VEGA_OP_INVALIDATE, 0x1U, vega_dev_head_send, vega_dev_list_window_bind_mw,
	 1, 0, 0, false, false, NULL, 0, 0},
};

/** The bit of a queue pair type in the forms; 0: unknown type. */
static inline uint32_t vega_dev_type(int qp_type)
{
	switch (qp_type) {
	case IBV_QPT_RC:
		return 0x1U;
	case IBV_QPT_UD:
		return 0x2U;
	default:
		return 0;
	}
}

/** True when the adapter owns the WQE in unit `index` of a send ring. vega.send.head */
static inline bool vega_dev_send_ready(const void *unit, uint32_t index, uint32_t entries)
{
	const uint32_t word = inverbs_observe32((const uint8_t *)unit);

	return ((word & INVERBS_LE32(0x80000000U)) != 0) == ((index & entries) == 0);
}

/** Bytes of a WQE, from its control segment. */
static inline uint32_t vega_dev_send_bytes(const struct inverbs_dev_copy *wqe)
{
	return vega_head_get(wqe).words;
}

/** Copy inline payload at `at`, which moves to its end. */
static inline int vega_dev_take_inline(const uint8_t *wqe, uint32_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t from = *at;

	if (out->inline_len > INVERBS_DEV_MAX_INLINE || from > out->bytes ||
	    out->bytes - from < out->inline_len)
		return EINVAL;
	out->send_flags |= IBV_SEND_INLINE;
	memcpy(out->inline_data, wqe + from, out->inline_len);
	*at = (from + out->inline_len + VEGA_WQE_UNIT - 1) & ~(VEGA_WQE_UNIT - 1);
	return 0;
}

/** Decode the payload of a WQE at `at`, which moves to its end. vega.send.payload */
static inline int vega_dev_payload(const struct inverbs_dev_form *form, const uint8_t *wqe,
				   uint32_t *at, uint32_t count, struct inverbs_dev_wr *out)
{
	if ((out->send_flags & IBV_SEND_INLINE) || form->in_entry)
		return vega_dev_take_inline(wqe, at, out);
	out->inline_len = 0;
	while (out->num_sge < count) {
		struct ibv_sge *const sge = &out->sge[out->num_sge];

		if (out->num_sge == INVERBS_DEV_MAX_SGE || out->bytes - *at < VEGA_PIECE_SIZE ||
		    vega_dev_sge(wqe + *at, sge))
			return EINVAL;
		if (form->sge_length && sge->length != form->sge_length)
			return EINVAL;
		out->num_sge++;
		*at += VEGA_PIECE_SIZE;
	}
	return 0;
}

/** Decode a WQE as one of this form. */
static inline int vega_dev_read_form(const struct inverbs_dev_form *form, const uint8_t *wqe,
				     uint32_t len, struct inverbs_dev_wr *out)
{
	uint32_t at = VEGA_HEAD_SIZE, sges, in_wqe;

	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	if (vega_dev_head(wqe, out) || out->hw_opcode != form->code || form->head(wqe, out))
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
	if (form->payload && vega_dev_payload(form, wqe, &at, sges, out))
		return EINVAL;
	return at == out->bytes ? 0 : EINVAL;
}

/**
 * Decode the send WQE of a queue pair of this type in `len` bytes of ordinary memory; nothing
 * beyond is read. Returns 0, or EINVAL when the fast path cannot have written it. A WQE that
 * several verbs opcodes give is taken for the first one in the spec.
 */
static inline int vega_dev_decode_send(int qp_type, const struct inverbs_dev_copy *wqe,
				       uint32_t len, struct inverbs_dev_wr *out)
{
	const struct inverbs_dev_form *const end =
		vega_dev_forms + sizeof(vega_dev_forms) / sizeof(vega_dev_forms[0]);
	const uint32_t type = vega_dev_type(qp_type);

	if (len < VEGA_HEAD_SIZE)
		return EINVAL;
	for (const struct inverbs_dev_form *form = vega_dev_forms; form < end; form++) {
		if ((form->types & type) &&
		    vega_dev_read_form(form, (const uint8_t *)wqe, len, out) == 0)
			return 0;
	}
	return EINVAL;
}

/**
 * Decode one SGE of a receive at `unit` and add it. EINVAL: bits are set that no request sets.
 * vega.recv
 */
static inline int vega_dev_recv_sge(const uint8_t *unit, struct inverbs_dev_recv *out)
{
	struct ibv_sge *const sge = &out->sge[out->num_sge];
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(unit));
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(unit + 8));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(unit + 12));

	if ((w8 & 0x80000000U))
		return EINVAL;
	sge->addr = w0;
	sge->length = (w8 & 0x7fffffffU);
	sge->lkey = w12;

	out->num_sge++;
	return 0;
}

/**
 * Decode a receive slot of `len` bytes; it does not say how many SGEs there are. Returns 0, or
 * EINVAL when the fast path cannot have written it.
 */
static inline int vega_dev_decode_recv(const struct inverbs_dev_copy *slot, uint32_t len,
				       struct inverbs_dev_recv *out)
{
	const uint8_t *const unit = (const uint8_t *)slot;

	memset(out, 0, offsetof(struct inverbs_dev_recv, sge));
	for (uint32_t at = 0; len - at >= VEGA_PIECE_SIZE; at += VEGA_PIECE_SIZE) {
		if (out->num_sge == INVERBS_DEV_MAX_SGE || vega_dev_recv_sge(unit + at, out))
			return EINVAL;
	}
	return 0;
}

/**
 * Decode one SGE of a receive at `unit` and add it. EINVAL: bits are set that no request sets.
 * vega.recv
 */
static inline int vega_dev_srq_recv_sge(const uint8_t *unit, struct inverbs_dev_recv *out)
{
	struct ibv_sge *const sge = &out->sge[out->num_sge];
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(unit));
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(unit + 8));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(unit + 12));

	if ((w8 & 0x80000000U))
		return EINVAL;
	sge->addr = w0;
	sge->length = (w8 & 0x7fffffffU);
	sge->lkey = w12;

	if (sge->length == 0)
		return EINVAL;
	out->num_sge++;
	return 0;
}

/**
 * Decode a receive slot of `len` bytes; it does not say how many SGEs there are. Returns 0, or
 * EINVAL when the fast path cannot have written it.
 */
static inline int vega_dev_decode_srq_recv(const struct inverbs_dev_copy *slot, uint32_t len,
					   struct inverbs_dev_recv *out)
{
	const uint8_t *const unit = (const uint8_t *)slot;

	memset(out, 0, offsetof(struct inverbs_dev_recv, sge));
	if (len < VEGA_SHARED_HEAD_SIZE)
		return EINVAL;
	out->next = vega_shared_head_get(slot).next;
	for (uint32_t at = VEGA_SHARED_HEAD_SIZE; len - at >= VEGA_PIECE_SIZE;
	     at += VEGA_PIECE_SIZE) {
		if (out->num_sge == INVERBS_DEV_MAX_SGE || vega_dev_srq_recv_sge(unit + at, out))
			return EINVAL;
	}
	return 0;
}

/** The adapter's value of a completion status. vega.complete.status */
static inline uint32_t vega_dev_status(enum ibv_wc_status status)
{
	switch (status) {
	case IBV_WC_SUCCESS:
		return 0;
	case IBV_WC_WR_FLUSH_ERR:
		return VEGA_STATUS_FLUSHED;
	case IBV_WC_LOC_LEN_ERR:
		return VEGA_STATUS_SHORT;
	default:
		return 0xff;
	}
}

/** The adapter's value of a kind of receive; -1: it has none. vega.complete.recv */
static inline int vega_dev_recv_code(enum inverbs_dev_recv_kind kind)
{
	switch (kind) {
	case INVERBS_DEV_RECV_SEND:
		return VEGA_OP_SEND;
	case INVERBS_DEV_RECV_SEND_INV:
		return VEGA_OP_TAKEN;
	case INVERBS_DEV_RECV_WRITE_IMM:
		return VEGA_OP_WRITE;
	default:
		return -1;
	}
}

/** Store payload in a CQE, which is built for `at`. False: it is too long. vega.complete.inside */
static inline bool vega_dev_put_inside(uint8_t *image, uint8_t *at INVERBS_UNUSED,
				       uint32_t cqe_bytes INVERBS_UNUSED,
				       const struct inverbs_dev_cqe *in)
{
	uint8_t *const field = image;
	uint32_t value;

	if (in->byte_len <= 6) {
		value = VEGA_PLACE_HERE;
		memcpy(image + 20, in->payload, in->byte_len);
	} else if (in->byte_len <= 32 && cqe_bytes >= 64) {
		value = VEGA_PLACE_FRONT;
		memcpy(at - 32, in->payload, in->byte_len);
	} else {
		return false;
	}
	inverbs_put32(field, INVERBS_LE32((INVERBS_LE32(inverbs_get32(field)) & ~0x3000000U) |
					  (value << 24 & 0x3000000U)));
	return true;
}

/**
 * Encode a CQE in a slot of `cqe_bytes`, without the bit that passes ownership. Returns 0, or
 * EINVAL for a kind of message that the adapter does not report.
 */
static inline int vega_dev_encode_cqe(void *cqe, uint32_t cqe_bytes,
				      const struct inverbs_dev_cqe *in)
{
	uint8_t *const at = (uint8_t *)cqe + cqe_bytes - 32;
	const bool failed = in->status != IBV_WC_SUCCESS;
	const int code = vega_dev_recv_code(in->recv);
	const bool has_imm = in->recv == INVERBS_DEV_RECV_SEND_IMM ||
			     in->recv == INVERBS_DEV_RECV_WRITE_IMM;
	uint32_t bit = INVERBS_LE32(0x80000000U);
	uint8_t image[32];

	if (!in->is_send && code < 0)
		return EINVAL;
	{
		struct vega_cqe e;

		memset(&e, 0, sizeof(e));
		e.qpn = in->qpn;
		e.detail = (uint16_t)in->vendor_err;
		if (failed)
			e.status = (uint8_t)vega_dev_status(in->status);
		e.time = in->timestamp;
		if (in->is_send) {
			e.what = (uint8_t)VEGA_WHAT_SENT;
			e.code = (uint8_t)in->hw_opcode;
			e.slot = (uint16_t)in->wqe_index;
			e.bytes = in->byte_len;
		} else {
			e.what = (uint8_t)VEGA_WHAT_RECEIVED;
			e.code = (uint8_t)code;
			e.slot = (uint16_t)in->wqe_index;
			e.bytes = in->byte_len;
			e.sender = in->src_qp;
			e.slid = (uint16_t)in->slid;
			e.sl = (uint8_t)in->sl;
			e.path = (uint8_t)in->path_bits;
			e.grh = (uint8_t)in->grh;
			if (has_imm)
				e.imm = in->imm;
			if (in->recv == INVERBS_DEV_RECV_SEND_INV)
				e.key = in->imm;
		}
		vega_cqe_put(image, &e);
	}
	if (in->payload && !failed && !vega_dev_put_inside(image, at, cqe_bytes, in))
		return EINVAL;
	/* unchanged until ownership passes */
	bit &= inverbs_get32(at);
	inverbs_put32(image, (uint32_t)(inverbs_get32(image) | bit));
	memcpy(at, image, sizeof(image));
	return 0;
}

/** Store the owner bit of CQE `index`: one store, after all others. vega.complete.ready */
static inline void vega_dev_give_cqe(void *cqe, uint32_t cqe_bytes, bool set)
{
	uint32_t *const word = (uint32_t *)(void *)((uint8_t *)cqe + cqe_bytes - 32);
	const uint32_t bit = INVERBS_LE32(0x80000000U);

	__atomic_store_n(word, (uint32_t)(set ? *word | bit : *word & ~bit), __ATOMIC_RELEASE);
}

/** Pass CQE `index` to the program. */
static inline void vega_dev_publish_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
					uint32_t entries)
{
	vega_dev_give_cqe(cqe, cqe_bytes, (index & entries) != 0);
}

/** Make CQE `index` the adapter's until it is published. */
static inline void vega_dev_init_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
				     uint32_t entries)
{
	vega_dev_give_cqe(cqe, cqe_bytes, (index & entries) == 0);
}

/**
 * Encode a CQE that says that the next one is in another ring; without the owner bit.
 * vega.complete.resize
 */
static inline void vega_dev_encode_resize(void *cqe, uint32_t cqe_bytes)
{
	uint8_t *const at = (uint8_t *)cqe + cqe_bytes - 32;
	uint32_t bit = INVERBS_LE32(0x80000000U);
	struct vega_cqe e;
	uint8_t image[32];

	memset(&e, 0, sizeof(e));
	e.what = VEGA_WHAT_LAST;
	vega_cqe_put(image, &e);
	bit &= inverbs_get32(at);
	inverbs_put32(image, (uint32_t)(inverbs_get32(image) | bit));
	memcpy(at, image, sizeof(image));
}

/** The arm request of a completion queue. `request`: what it stored. EINVAL: malformed. vega.arm */
static inline int vega_dev_decode_arm(const struct inverbs_dev_copy *request,
				      struct inverbs_dev_arm *out)
{
	const uint8_t *const at = (const uint8_t *)request;
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));

	if ((w0 & 0xfc00000000000000ULL))
		return EINVAL;
	out->ci = ((w0 >> 32) & 0xffffULL);
	out->sequence = ((w0 >> 48) & 0xffULL);
	out->armed = ((w0 >> 56) & 1);
	out->solicited = ((w0 >> 57) & 1);

	out->armed |= out->solicited;
	return 0;
}

#endif
