/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/irdma.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/*
 * The adapter's side of irdma: decodes the WQEs that the fast path writes, and encodes the CQEs
 * that it polls. For the emulator and tests; the structs are those of <inverbs/device/device.h>.
 */
#ifndef INVERBS_ADAPTERS_IRDMA_DEVICE_H
#define INVERBS_ADAPTERS_IRDMA_DEVICE_H

#include <errno.h>
#include <inverbs/adapters/irdma_formats.h>
#include <inverbs/device/device.h>

/**
 * Decode the fields that every control segment has. Returns 0, or EINVAL if bits are set that no
 * work request sets.
 */
static inline int irdma_dev_head(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	if (w8 & 0x2c007c0000000000ULL)
		return EINVAL;
	out->send_flags |= ((w8 >> 57) & 1) ? IBV_SEND_INLINE : 0;
	out->send_flags |= ((w8 >> 60) & 1) ? IBV_SEND_FENCE : 0;
	out->send_flags |= ((w8 >> 62) & 1) ? IBV_SEND_SIGNALED : 0;
	out->hw_opcode = (w8 >> 32) & 0x3fULL;
	out->inline_len = (w8 >> 48) & 0xffULL;
	out->behind = (w8 >> 38) & 0xfULL;

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND and LOCAL_INV on connected queue pairs.
 * Returns 0, or EINVAL if bits are set that no work request sets.
 */
static inline int irdma_dev_head_send(const uint8_t *at, struct inverbs_dev_wr *out INVERBS_UNUSED)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	if (w0 || (w8 & 0x8000ffffffffULL))
		return EINVAL;

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND on datagram queue pairs. Returns 0, or
 * EINVAL if bits are set that no work request sets.
 */
static inline int irdma_dev_head_send_datagram(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	if ((w0 & 0xff00000000000000ULL) || (w8 & 0x8000fffe0000ULL))
		return EINVAL;
	out->qkey = w0 & 0xffffffffULL;
	out->remote_qpn = (w0 >> 32) & 0xffffffULL;
	out->ah_number = w8 & 0x1ffffULL;

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND_WITH_IMM on connected queue pairs. Returns
 * 0, or EINVAL if bits are set that no work request sets.
 */
static inline int irdma_dev_head_send_with_imm(const uint8_t *at,
					       struct inverbs_dev_wr *out INVERBS_UNUSED)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	if (w0 || (w8 & 0x8000ffffffffULL) != 0x800000000000ULL)
		return EINVAL;

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND_WITH_IMM on datagram queue pairs. Returns
 * 0, or EINVAL if bits are set that no work request sets.
 */
static inline int irdma_dev_head_send_with_imm_datagram(const uint8_t *at,
							struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	if ((w0 & 0xff00000000000000ULL) || (w8 & 0x8000fffe0000ULL) != 0x800000000000ULL)
		return EINVAL;
	out->qkey = w0 & 0xffffffffULL;
	out->remote_qpn = (w0 >> 32) & 0xffffffULL;
	out->ah_number = w8 & 0x1ffffULL;

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND_WITH_INV on connected queue pairs. Returns
 * 0, or EINVAL if bits are set that no work request sets.
 */
static inline int irdma_dev_head_send_with_inv(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	if (w0 || (w8 & 0x800000000000ULL))
		return EINVAL;
	out->invalidate_rkey = w8 & 0xffffffffULL;

	return 0;
}

/**
 * Decode the other fields of the control segment of RDMA_WRITE, RDMA_READ, ATOMIC_CMP_AND_SWP and
 * ATOMIC_FETCH_AND_ADD on connected queue pairs. Returns 0, or EINVAL if bits are set that no work
 * request sets.
 */
static inline int irdma_dev_head_rdma_write(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	if (w8 & 0x800000000000ULL)
		return EINVAL;
	out->remote_addr = w0;
	out->rkey = w8 & 0xffffffffULL;

	return 0;
}

/**
 * Decode the other fields of the control segment of RDMA_WRITE_WITH_IMM on connected queue pairs.
 * Returns 0, or EINVAL if bits are set that no work request sets.
 */
static inline int irdma_dev_head_rdma_write_with_imm(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	if ((w8 & 0x800000000000ULL) != 0x800000000000ULL)
		return EINVAL;
	out->remote_addr = w0;
	out->rkey = w8 & 0xffffffffULL;

	return 0;
}

/**
 * Decode the other fields of the control segment of BIND_MW on connected queue pairs. Returns 0, or
 * EINVAL if bits are set that no work request sets.
 */
static inline int irdma_dev_head_bind_mw(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	if (w8 & 0x8000ffffffffULL)
		return EINVAL;
	out->bind.length = w0;
	out->bind.access |= ((w8 >> 50) & 1) ? IBV_ACCESS_REMOTE_READ : 0;
	out->bind.access |= ((w8 >> 51) & 1) ? IBV_ACCESS_REMOTE_WRITE : 0;
	out->bind.zero_based = !((w8 >> 53) & 1);
	out->bind.type2 = !((w8 >> 54) & 1);
	out->bind.access |= ((w8 >> 55) & 1) ? IBV_ACCESS_REMOTE_ATOMIC : 0;

	return 0;
}

/**
 * Decode the imm segment of SEND_WITH_IMM and RDMA_WRITE_WITH_IMM. Returns 0, or EINVAL if bits are
 * set that no work request sets.
 */
static inline int irdma_dev_imm(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_LE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	if (w4 || w8)
		return EINVAL;
	out->imm = INVERBS_BE32(w0);

	return 0;
}

/**
 * Decode the local segment of ATOMIC_CMP_AND_SWP and ATOMIC_FETCH_AND_ADD. Returns 0, or EINVAL if
 * bits are set that no work request sets.
 */
static inline int irdma_dev_local(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(at + 12));

	if (w12)
		return EINVAL;
	out->sge[0].addr = w0;
	out->sge[0].lkey = w8;
	out->sge[0].length = 8;
	out->num_sge = 1;

	return 0;
}

/**
 * Decode the operands segment of ATOMIC_CMP_AND_SWP. Returns 0, or EINVAL if bits are set that no
 * work request sets.
 */
static inline int irdma_dev_operands(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));
	const uint64_t w16 = INVERBS_LE64(inverbs_get64(at + 16));
	const uint64_t w24 = INVERBS_LE64(inverbs_get64(at + 24));

	if (w16 || (w24 & 0x7fffffffffffffffULL))
		return EINVAL;
	out->swap = w0;
	out->compare = w8;

	return 0;
}

/**
 * Decode the operands segment of ATOMIC_FETCH_AND_ADD. Returns 0, or EINVAL if bits are set that no
 * work request sets.
 */
static inline int irdma_dev_operands_atomic_fetch_and_add(const uint8_t *at,
							  struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));
	const uint64_t w16 = INVERBS_LE64(inverbs_get64(at + 16));
	const uint64_t w24 = INVERBS_LE64(inverbs_get64(at + 24));

	if (w8 || w16 || (w24 & 0x7fffffffffffffffULL))
		return EINVAL;
	out->swap = w0;

	return 0;
}

/**
 * Decode the stag segment of LOCAL_INV. Returns 0, or EINVAL if bits are set that no work request
 * sets.
 */
static inline int irdma_dev_stag(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(at + 12));

	if (w0 || w12)
		return EINVAL;
	out->invalidate_rkey = w8;

	return 0;
}

/**
 * Decode the window segment of BIND_MW. Returns 0, or EINVAL if bits are set that no work request
 * sets.
 */
static inline int irdma_dev_window(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(at + 12));

	out->bind.start = w0;
	out->bind.rkey = w8;
	out->bind.region_rkey = w12;

	return 0;
}

/** Decode an SGE. Returns 0, or EINVAL if bits are set that no work request sets. */
static inline int irdma_dev_sge(const uint8_t *at, struct ibv_sge *sge)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	sge->addr = w0;
	sge->lkey = w8 & 0xffffffffULL;
	sge->length = (w8 >> 32) & 0x7fffffffULL;

	return 0;
}

/** Decode the filler of a unit. Returns 0, or EINVAL if bits are set that no work request sets. */
static inline int irdma_dev_fill(const uint8_t *at, struct ibv_sge *sge INVERBS_UNUSED)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	if (w0 || (w8 & 0x7fffffffffffffffULL))
		return EINVAL;

	return 0;
}

/**
 * Decode the mark at the end of a unit of payload. Returns 0, or EINVAL if bits are set that no
 * work request sets.
 */
static inline int irdma_dev_mark(const uint8_t *at, struct inverbs_dev_wr *out INVERBS_UNUSED)
{
	const uint8_t w0 = inverbs_get8(at);

	if (w0 & 0x7fU)
		return EINVAL;

	return 0;
}

static const struct inverbs_dev_segment irdma_dev_list_imm[] = {
	{IRDMA_IMM_SIZE, irdma_dev_imm},
};

static const struct inverbs_dev_segment irdma_dev_list_local_operands[] = {
	{IRDMA_LOCAL_SIZE, irdma_dev_local},
	{IRDMA_OPERANDS_SIZE, irdma_dev_operands},
};

static const struct inverbs_dev_segment irdma_dev_list_local_operands_atomic_fetch_and_add[] = {
	{IRDMA_LOCAL_SIZE, irdma_dev_local},
	{IRDMA_OPERANDS_SIZE, irdma_dev_operands_atomic_fetch_and_add},
};

static const struct inverbs_dev_segment irdma_dev_list_stag[] = {
	{IRDMA_STAG_SIZE, irdma_dev_stag},
};

static const struct inverbs_dev_segment irdma_dev_list_window[] = {
	{IRDMA_WINDOW_SIZE, irdma_dev_window},
};

/** The forms of WQEs, in the order of the spec. irdma.send.ops */
static const struct inverbs_dev_form irdma_dev_forms[] = {
	/* RC */
	{IBV_WR_SEND, IRDMA_OP_SEND, 0x1U, irdma_dev_head_send, NULL, 0, 0, 0, true, false, NULL, 0,
	 0},
	{IBV_WR_SEND, IRDMA_OP_SEND_SOL, 0x1U, irdma_dev_head_send, NULL, 0, 0, 0, true, false,
	 NULL, IBV_SEND_SOLICITED, 0},
	/* UD */
	{IBV_WR_SEND, IRDMA_OP_SEND, 0x2U, irdma_dev_head_send_datagram, NULL, 0, 0, 0, true, false,
	 NULL, 0, 0},
	{IBV_WR_SEND, IRDMA_OP_SEND_SOL, 0x2U, irdma_dev_head_send_datagram, NULL, 0, 0, 0, true,
	 false, NULL, IBV_SEND_SOLICITED, 0},
	/* RC */
	{IBV_WR_SEND_WITH_IMM, IRDMA_OP_SEND, 0x1U, irdma_dev_head_send_with_imm,
	 irdma_dev_list_imm, 1, 0, 0, true, false, NULL, 0, 0},
	{IBV_WR_SEND_WITH_IMM, IRDMA_OP_SEND_SOL, 0x1U, irdma_dev_head_send_with_imm,
	 irdma_dev_list_imm, 1, 0, 0, true, false, NULL, IBV_SEND_SOLICITED, 0},
	/* UD */
	{IBV_WR_SEND_WITH_IMM, IRDMA_OP_SEND, 0x2U, irdma_dev_head_send_with_imm_datagram,
	 irdma_dev_list_imm, 1, 0, 0, true, false, NULL, 0, 0},
	{IBV_WR_SEND_WITH_IMM, IRDMA_OP_SEND_SOL, 0x2U, irdma_dev_head_send_with_imm_datagram,
	 irdma_dev_list_imm, 1, 0, 0, true, false, NULL, IBV_SEND_SOLICITED, 0},
	/* RC */
	{IBV_WR_SEND_WITH_INV, IRDMA_OP_SEND_INV, 0x1U, irdma_dev_head_send_with_inv, NULL, 0, 0, 0,
	 true, false, NULL, 0, 0},
	{IBV_WR_SEND_WITH_INV, IRDMA_OP_SEND_INV_SOL, 0x1U, irdma_dev_head_send_with_inv, NULL, 0,
	 0, 0, true, false, NULL, IBV_SEND_SOLICITED, 0},
	/* RC */
	{IBV_WR_RDMA_WRITE, IRDMA_OP_RDMA_WRITE, 0x1U, irdma_dev_head_rdma_write, NULL, 0, 0, 0,
	 true, false, NULL, 0, 0},
	{IBV_WR_RDMA_WRITE, IRDMA_OP_WRITE_SOL, 0x1U, irdma_dev_head_rdma_write, NULL, 0, 0, 0,
	 true, false, NULL, IBV_SEND_SOLICITED, 0},
	/* RC */
	{IBV_WR_RDMA_WRITE_WITH_IMM, IRDMA_OP_RDMA_WRITE, 0x1U, irdma_dev_head_rdma_write_with_imm,
	 irdma_dev_list_imm, 1, 0, 0, true, false, NULL, 0, 0},
	{IBV_WR_RDMA_WRITE_WITH_IMM, IRDMA_OP_WRITE_SOL, 0x1U, irdma_dev_head_rdma_write_with_imm,
	 irdma_dev_list_imm, 1, 0, 0, true, false, NULL, IBV_SEND_SOLICITED, 0},
	/* RC */
	{IBV_WR_RDMA_READ, IRDMA_OP_RDMA_READ, 0x1U, irdma_dev_head_rdma_write, NULL, 0, 0, 0, true,
	 false, NULL, 0, 0},
	/* RC */
	{IBV_WR_ATOMIC_CMP_AND_SWP, IRDMA_OP_COMP_SWAP, 0x1U, irdma_dev_head_rdma_write,
	 irdma_dev_list_local_operands, 2, 0, 0, false, false, NULL, 0, 0},
	/* RC */
	{IBV_WR_ATOMIC_FETCH_AND_ADD, IRDMA_OP_FETCH_ADD, 0x1U, irdma_dev_head_rdma_write,
	 irdma_dev_list_local_operands_atomic_fetch_and_add, 2, 0, 0, false, false, NULL, 0, 0},
	/* RC */
	{IBV_WR_LOCAL_INV, IRDMA_OP_LOCAL_INV, 0x1U, irdma_dev_head_send, irdma_dev_list_stag, 1, 0,
	 0, false, false, NULL, 0, 0},
	/* RC */
	{IBV_WR_BIND_MW, IRDMA_OP_BIND_MW, 0x1U, irdma_dev_head_bind_mw, irdma_dev_list_window, 1,
	 0, 0, false, false, NULL, 0, 0},
};

/** The bit of a queue pair type in the forms; 0: unknown type. */
static inline uint32_t irdma_dev_type(int qp_type)
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

/** True when the adapter owns the WQE in unit `index` of a send ring. irdma.send.head */
static inline bool irdma_dev_send_ready(const void *unit, uint32_t index, uint32_t entries)
{
	const uint64_t word = inverbs_observe64((const uint8_t *)unit + 8);

	return ((word & INVERBS_LE64(0x8000000000000000ULL)) != 0) == ((index & entries) == 0);
}

/** The byte at which the next segment begins: after the control segment, if that comes next. */
static inline uint32_t irdma_dev_past_head(uint32_t at)
{
	return at == 16 ? 32 : at;
}

/** Copy inline payload between marks. */
static inline int irdma_dev_take_inline(const uint8_t *wqe, uint32_t len,
					struct inverbs_dev_wr *out)
{
	uint32_t at = 8, end = 16, done = 0;

	out->bytes = 32;
	if (out->inline_len > INVERBS_DEV_MAX_INLINE)
		return EINVAL;
	while (done < out->inline_len) {
		const uint32_t run = out->inline_len - done < end - at ? out->inline_len - done
								       : end - at;

		memcpy(out->inline_data + done, wqe + at, run);
		done += run;
		if (done == out->inline_len)
			break;
		at = out->bytes;
		out->bytes += 32;
		end = out->bytes - 1;
		if (out->bytes > len || irdma_dev_mark(wqe + end, out))
			return EINVAL;
	}
	return 0;
}

/**
 * Read SGEs up to the end that the control segment gives; the last one may be filler, whether it is
 * counted or not. `at`: byte at which the first one begins.
 */
static inline int irdma_dev_take_sges(const uint8_t *wqe, uint32_t len, uint32_t at,
				      struct inverbs_dev_wr *out)
{
	const uint32_t behind = (out->behind * 16 + 31) & ~31U;
	uint32_t last = at;

	out->bytes = 32 + behind;
	if (out->bytes > len)
		return EINVAL;
	for (; at < out->bytes; at = irdma_dev_past_head(at + 16)) {
		if (out->num_sge == INVERBS_DEV_MAX_SGE ||
		    irdma_dev_sge(wqe + at, &out->sge[out->num_sge]))
			return EINVAL;
		out->num_sge++;
		last = at;
	}
	if (out->num_sge && irdma_dev_fill(wqe + last, &out->sge[out->num_sge - 1]) == 0)
		out->num_sge--;
	else if (behind != out->behind * 16)
		return EINVAL; /* the last unit is not full */
	return 0;
}

/** Decode a WQE that has this form. Returns 0 or EINVAL. */
static inline int irdma_dev_read_form(const struct inverbs_dev_form *form, const uint8_t *wqe,
				      uint32_t len, struct inverbs_dev_wr *out)
{
	uint8_t front[16];
	uint32_t at = 0;

	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	if (irdma_dev_head(wqe + 16, out) || out->hw_opcode != form->code ||
	    form->head(wqe + 16, out))
		return EINVAL;
	memcpy(front, wqe, sizeof(front));
	if (out->send_flags & IBV_SEND_INLINE) /* inline payload */
		memset(front + 8, 0, sizeof(front) - 8);
	for (uint32_t i = 0; i < form->count; i++) {
		if (at + form->segments[i].size > len ||
		    form->segments[i].read(at < 16 ? front + at : wqe + at, out))
			return EINVAL;
		at = irdma_dev_past_head(at + form->segments[i].size);
	}
	out->opcode = form->opcode;
	out->send_flags |= form->flags;
	if (form->payload && (out->send_flags & IBV_SEND_INLINE))
		return irdma_dev_take_inline(wqe, len, out);
	out->inline_len = 0;
	if (form->payload)
		return irdma_dev_take_sges(wqe, len, at, out);
	out->bytes = (at + 31) & ~31U;
	return out->bytes > len || out->bytes != 32 + ((out->behind * 16 + 31) & ~31U) ? EINVAL : 0;
}

/**
 * Decode the send WQE of a queue pair of this type in `len` bytes of ordinary memory; nothing
 * beyond is read. Returns 0, or EINVAL if the fast path cannot have written it. If several verbs
 * opcodes produce the same WQE, the first of them in the spec is reported.
 */
static inline int irdma_dev_decode_send(int qp_type, const struct inverbs_dev_copy *wqe,
					uint32_t len, struct inverbs_dev_wr *out)
{
	const struct inverbs_dev_form *const end =
		irdma_dev_forms + sizeof(irdma_dev_forms) / sizeof(irdma_dev_forms[0]);
	const uint32_t type = irdma_dev_type(qp_type);

	if (len < 32)
		return EINVAL;
	for (const struct inverbs_dev_form *form = irdma_dev_forms; form < end; form++) {
		if ((form->types & type) &&
		    irdma_dev_read_form(form, (const uint8_t *)wqe, len, out) == 0)
			return 0;
	}
	return EINVAL;
}

/** Decode a receive's head. Returns 0, or EINVAL if bits are set that no work request sets. */
static inline int irdma_dev_recv_head(const uint8_t *at, struct inverbs_dev_recv *out)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	if (w0 || (w8 & 0x7ffffc3fffffffffULL))
		return EINVAL;
	out->behind = (w8 >> 38) & 0xfULL;

	return 0;
}

/** Decode the filler of a unit. Returns 0, or EINVAL if bits are set that no work request sets. */
static inline int irdma_dev_recv_fill(const uint8_t *at, struct ibv_sge *sge INVERBS_UNUSED)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	if (w0 || (w8 & 0x7fffffffffffffffULL))
		return EINVAL;

	return 0;
}

/** Decode one SGE of a receive. */
static inline int irdma_dev_recv_sge(const uint8_t *unit, struct ibv_sge *sge)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(unit));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(unit + 8));

	sge->addr = w0;
	sge->lkey = w8 & 0xffffffffULL;
	sge->length = (w8 >> 32) & 0x7fffffffULL;

	return 0;
}

/**
 * Decode a slot of `len` bytes of a receive queue. Returns 0, or EINVAL if the fast path cannot
 * have written it.
 */
static inline int irdma_dev_decode_recv(const struct inverbs_dev_copy *slot, uint32_t len,
					struct inverbs_dev_recv *out)
{
	const uint8_t *const wqe = (const uint8_t *)slot;
	uint32_t at = 0, last = 0, bytes;

	memset(out, 0, offsetof(struct inverbs_dev_recv, sge));
	if (len < 32 || irdma_dev_recv_head(wqe + 16, out))
		return EINVAL;
	bytes = 32 + ((out->behind * 16 + 31) & ~31U);
	if (bytes > len)
		return EINVAL;
	for (; at < bytes; at = at + 16 == 16 ? 32 : at + 16) {
		if (out->num_sge == INVERBS_DEV_MAX_SGE ||
		    irdma_dev_recv_sge(wqe + at, &out->sge[out->num_sge]))
			return EINVAL;
		out->num_sge++;
		last = at;
	}
	if (irdma_dev_recv_fill(wqe + last, &out->sge[out->num_sge - 1]) == 0)
		out->num_sge--;
	return 0;
}

/**
 * Decode the head of a receive of a shared queue. Returns 0, or EINVAL if bits are set that no work
 * request sets.
 */
static inline int irdma_dev_srq_recv_head(const uint8_t *at, struct inverbs_dev_recv *out)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	if (w8 & 0x7ffffc3fffffffffULL)
		return EINVAL;
	out->wr_id = w0;
	out->behind = (w8 >> 38) & 0xfULL;

	return 0;
}

/**
 * Decode a slot of `len` bytes of a shared receive queue. Returns 0, or EINVAL if the fast path
 * cannot have written it.
 */
static inline int irdma_dev_decode_srq_recv(const struct inverbs_dev_copy *slot, uint32_t len,
					    struct inverbs_dev_recv *out)
{
	const uint8_t *const wqe = (const uint8_t *)slot;
	uint32_t at = 0, last = 0, bytes;

	memset(out, 0, offsetof(struct inverbs_dev_recv, sge));
	if (len < 32 || irdma_dev_srq_recv_head(wqe + 16, out))
		return EINVAL;
	bytes = 32 + ((out->behind * 16 + 31) & ~31U);
	if (bytes > len)
		return EINVAL;
	for (; at < bytes; at = at + 16 == 16 ? 32 : at + 16) {
		if (out->num_sge == INVERBS_DEV_MAX_SGE ||
		    irdma_dev_recv_sge(wqe + at, &out->sge[out->num_sge]))
			return EINVAL;
		out->num_sge++;
		last = at;
	}
	if (irdma_dev_recv_fill(wqe + last, &out->sge[out->num_sge - 1]) == 0)
		out->num_sge--;
	return 0;
}

/** The adapter's value for a completion status. irdma.complete.status */
static inline uint32_t irdma_dev_status(enum ibv_wc_status status)
{
	switch (status) {
	case IBV_WC_WR_FLUSH_ERR:
		return IRDMA_REASON_GENERAL;
	case IBV_WC_LOC_PROT_ERR:
		return IRDMA_REASON_PROTECTION;
	case IBV_WC_REM_ACCESS_ERR:
		return IRDMA_REASON_REMOTE_ACCESS;
	case IBV_WC_LOC_QP_OP_ERR:
		return IRDMA_REASON_LOCAL_QP_OP;
	case IBV_WC_REM_OP_ERR:
		return IRDMA_REASON_REMOTE_OP;
	case IBV_WC_LOC_LEN_ERR:
		return IRDMA_REASON_LOCAL_LENGTH;
	case IBV_WC_RETRY_EXC_ERR:
		return IRDMA_REASON_RETRIES;
	case IBV_WC_MW_BIND_ERR:
		return IRDMA_REASON_WINDOW_BIND;
	case IBV_WC_REM_INV_REQ_ERR:
		return IRDMA_REASON_INVALID_REQUEST;
	case IBV_WC_RNR_RETRY_EXC_ERR:
		return IRDMA_REASON_RNR_RETRIES;
	default:
		return IRDMA_REASON_FATAL;
	}
}

/** The adapter's value for a kind of receive; -1 if it has none. irdma.complete.recv */
static inline int irdma_dev_recv_code(enum inverbs_dev_recv_kind kind)
{
	switch (kind) {
	case INVERBS_DEV_RECV_SEND:
	case INVERBS_DEV_RECV_SEND_IMM:
	case INVERBS_DEV_RECV_SEND_INV:
		return IRDMA_RECEIVED_SEND;
	case INVERBS_DEV_RECV_WRITE_IMM:
		return IRDMA_RECEIVED_WRITE;
	default:
		return -1;
	}
}

/**
 * Encode a CQE in a slot of `cqe_bytes`, except for the bit that passes ownership. Returns 0, or
 * EINVAL for a kind of message that the adapter does not report.
 */
static inline int irdma_dev_encode_cqe(void *cqe, uint32_t cqe_bytes INVERBS_UNUSED,
				       const struct inverbs_dev_cqe *in)
{
	uint8_t *const at = (uint8_t *)cqe;
	const bool failed = in->status != IBV_WC_SUCCESS;
	const int code = irdma_dev_recv_code(in->recv);
	const bool shared = in->is_shared && !in->is_send;
	const bool has_imm = in->recv == INVERBS_DEV_RECV_SEND_IMM ||
			     in->recv == INVERBS_DEV_RECV_WRITE_IMM;
	uint64_t bit = INVERBS_LE64(0x8000000000000000ULL);
	uint8_t image[32] = {0};

	if (!in->is_send && code < 0)
		return EINVAL;
	if (!in->is_send && (has_imm || shared) && cqe_bytes < 64)
		return EINVAL; /* its extension would need a second slot */
	if (!in->is_send && (has_imm || shared)) {
		struct irdma_extension x;

		memset(&x, 0, sizeof(x));
		x.imm = has_imm ? INVERBS_BE32(in->imm) : 0;
		x.has_imm = has_imm;
		x.context = shared ? in->context : 0;
		x.valid = (uint8_t)(irdma_extension_get(at + 32).valid);
		irdma_extension_put(at + 32, &x);
	}
	{
		struct irdma_cqe e;

		memset(&e, 0, sizeof(e));
		e.qpn = in->qpn;
		if (!shared)
			e.context = in->context;
		if (shared)
			e.shared = (uint8_t)1;
		if (shared)
			e.wr_id = in->wr_id;
		if (failed)
			e.minor = (uint16_t)irdma_dev_status(in->status);
		if (failed)
			e.major = (uint16_t)IRDMA_MAJOR_FLUSH;
		if (failed)
			e.ending = (uint8_t)IRDMA_ENDING_FAILED;
		e.timestamp = in->timestamp;
		if (in->is_send) {
			e.ring = (uint8_t)IRDMA_RING_OF_SEND;
			e.opcode = (uint8_t)in->hw_opcode;
			e.index = (uint16_t)in->wqe_index;
		} else {
			e.ring = (uint8_t)IRDMA_RING_OF_RECV;
			e.received = (uint8_t)code;
			e.index = (uint16_t)in->wqe_index;
			e.length = in->byte_len;
			if (in->grh)
				e.src_qpn = in->src_qp;
			e.extended = (uint8_t)has_imm;
			if (in->recv == INVERBS_DEV_RECV_SEND_INV)
				e.inval_key = in->imm;
			e.has_key = (uint8_t)(in->recv == INVERBS_DEV_RECV_SEND_INV);
		}
		irdma_cqe_put(image, &e);
	}
	/* stays unchanged until ownership passes */
	bit &= inverbs_get64(at + 24);
	inverbs_put64(image + 24, (uint64_t)(inverbs_get64(image + 24) | bit));
	memcpy(at, image, sizeof(image));
	return 0;
}

/** Store the owner bit of CQE `index`: one store, after all others. irdma.complete.ready */
static inline void irdma_dev_give_cqe(void *cqe, uint32_t cqe_bytes, bool set)
{
	uint64_t *const word = (uint64_t *)(void *)((uint8_t *)cqe + 24);
	const uint64_t bit = INVERBS_LE64(0x8000000000000000ULL);

	if (cqe_bytes >= 64) { /* with its extension */
		uint64_t *const more = word + 4;

		__atomic_store_n(more, (uint64_t)(set ? *more | bit : *more & ~bit),
				 __ATOMIC_RELEASE);
	}
	__atomic_store_n(word, (uint64_t)(set ? *word | bit : *word & ~bit), __ATOMIC_RELEASE);
}

/** Pass CQE `index` to the program. */
static inline void irdma_dev_publish_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
					 uint32_t entries)
{
	irdma_dev_give_cqe(cqe, cqe_bytes, (index & entries) == 0);
}

/** Keep ownership of CQE `index` with the adapter until it is published. */
static inline void irdma_dev_init_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
				      uint32_t entries)
{
	irdma_dev_give_cqe(cqe, cqe_bytes, (index & entries) != 0);
}

/**
 * Decode the arm request of a completion queue. `request`: the doorbell record. Returns 0, or
 * EINVAL if it is malformed. irdma.arm
 */
static inline int irdma_dev_decode_arm(const struct inverbs_dev_copy *request,
				       struct inverbs_dev_arm *out)
{
	const uint8_t *const at = (const uint8_t *)request + 32;
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));

	if ((w0 & 0xfffffffffffc8000ULL) != 0x8000ULL)
		return EINVAL;
	out->sequence = (w0 >> 16) & 3;
	out->solicited = ((w0 >> 14) & 1) == 0;

	out->armed = true;
	return 0;
}

#endif
