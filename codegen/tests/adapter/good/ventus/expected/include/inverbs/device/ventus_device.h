/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ventus.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * ventus, the adapter's side: decodes what the fast path writes, encodes what it polls. For the
 * emulator and tests; the structs are those of <inverbs/device/device.h>.
 */
#ifndef INVERBS_ADAPTERS_VENTUS_DEVICE_H
#define INVERBS_ADAPTERS_VENTUS_DEVICE_H

#include <errno.h>
#include <inverbs/adapters/ventus_formats.h>
#include <inverbs/device/device.h>

/** Decode what every head says. EINVAL: bits are set that no request sets. */
static inline int ventus_dev_head(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));
	const uint32_t w16 = INVERBS_BE32(inverbs_get32(at + 16));
	const uint32_t w20 = INVERBS_BE32(inverbs_get32(at + 20));
	const uint32_t w24 = INVERBS_BE32(inverbs_get32(at + 24));
	const uint32_t w28 = INVERBS_BE32(inverbs_get32(at + 28));

	if ((w12 & 0xff000000U) || (w16 & 0xfffffff0U) || (w24 & 0xfffc0000U) ||
	    (w28 & 0x7ffffffeU))
		return EINVAL;
	out->send_flags |= ((w24 >> 16) & 1) ? IBV_SEND_INLINE : 0;
	out->send_flags |= (w28 & 1) ? IBV_SEND_SIGNALED : 0;
	out->inline_len = w20;
	out->hw_opcode = (w24 & 0xffU);
	out->behind = ((w24 >> 8) & 0xffU);

	return 0;
}

/**
 * Decode what the head of SEND on connected queue pairs says besides. EINVAL: bits are set that no
 * request sets.
 */
static inline int ventus_dev_head_send(const uint8_t *at, struct inverbs_dev_wr *out INVERBS_UNUSED)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));
	const uint32_t w16 = INVERBS_BE32(inverbs_get32(at + 16));
	const uint32_t w24 = INVERBS_BE32(inverbs_get32(at + 24));

	if (w0 || w8 || (w12 & 0xffffffU) || (w16 & 7) || (w24 & 0x20000U))
		return EINVAL;

	return 0;
}

/**
 * Decode what the head of SEND on datagram queue pairs says besides. EINVAL: bits are set that no
 * request sets.
 */
static inline int ventus_dev_head_send_datagram(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));
	const uint32_t w16 = INVERBS_BE32(inverbs_get32(at + 16));
	const uint32_t w24 = INVERBS_BE32(inverbs_get32(at + 24));

	if (w0 || (w16 & 7) || (w24 & 0x20000U))
		return EINVAL;
	out->qkey = w8;
	out->remote_qpn = (w12 & 0xffffffU);

	return 0;
}

/**
 * Decode what the head of SEND_WITH_IMM on connected queue pairs says besides. EINVAL: bits are set
 * that no request sets.
 */
static inline int ventus_dev_head_send_with_imm(const uint8_t *at,
						struct inverbs_dev_wr *out INVERBS_UNUSED)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));
	const uint32_t w16 = INVERBS_BE32(inverbs_get32(at + 16));
	const uint32_t w24 = INVERBS_BE32(inverbs_get32(at + 24));

	if (w0 || w8 || (w12 & 0xffffffU) || (w16 & 7) || (w24 & 0x20000U) != 0x20000U)
		return EINVAL;

	return 0;
}

/**
 * Decode what the head of SEND_WITH_IMM on datagram queue pairs says besides. EINVAL: bits are set
 * that no request sets.
 */
static inline int ventus_dev_head_send_with_imm_datagram(const uint8_t *at,
							 struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));
	const uint32_t w16 = INVERBS_BE32(inverbs_get32(at + 16));
	const uint32_t w24 = INVERBS_BE32(inverbs_get32(at + 24));

	if (w0 || (w16 & 7) || (w24 & 0x20000U) != 0x20000U)
		return EINVAL;
	out->qkey = w8;
	out->remote_qpn = (w12 & 0xffffffU);

	return 0;
}

/**
 * Decode what the head of RDMA_WRITE, RDMA_READ and ATOMIC_FETCH_AND_ADD on connected queue pairs
 * says besides. EINVAL: bits are set that no request sets.
 */
static inline int ventus_dev_head_rdma_write(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));
	const uint32_t w16 = INVERBS_BE32(inverbs_get32(at + 16));
	const uint32_t w24 = INVERBS_BE32(inverbs_get32(at + 24));

	if ((w12 & 0xffffffU) || (w16 & 7) || (w24 & 0x20000U))
		return EINVAL;
	out->remote_addr = w0;
	out->rkey = w8;

	return 0;
}

/**
 * Decode what the head of BIND_MW on connected queue pairs says besides. EINVAL: bits are set that
 * no request sets.
 */
static inline int ventus_dev_head_bind_mw(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));
	const uint32_t w16 = INVERBS_BE32(inverbs_get32(at + 16));
	const uint32_t w24 = INVERBS_BE32(inverbs_get32(at + 24));

	if (w0 || w8 || (w12 & 0xffffffU) || (w24 & 0x20000U))
		return EINVAL;
	out->bind.access |= (w16 & 1) ? IBV_ACCESS_REMOTE_WRITE : 0;
	out->bind.zero_based = (((w16 >> 1) & 1) == 0);
	out->bind.access |= ((w16 >> 2) & 1) ? IBV_ACCESS_REMOTE_ATOMIC : 0;

	return 0;
}

/** Decode the imm segment of SEND_WITH_IMM. EINVAL: bits are set that no request sets. */
static inline int ventus_dev_imm(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));
	const uint64_t w16 = INVERBS_BE64(inverbs_get64(at + 16));
	const uint64_t w24 = INVERBS_BE64(inverbs_get64(at + 24));

	if (w4 || w8 || w16 || w24)
		return EINVAL;
	out->imm = INVERBS_BE32(w0);

	return 0;
}

/** Decode the local segment of ATOMIC_FETCH_AND_ADD. EINVAL: bits are set that no request sets. */
static inline int ventus_dev_local(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));
	const uint64_t w16 = INVERBS_BE64(inverbs_get64(at + 16));
	const uint64_t w24 = INVERBS_BE64(inverbs_get64(at + 24));

	if (w12 || w16 || w24)
		return EINVAL;
	out->sge[0].addr = w0;
	out->sge[0].lkey = w8;
	out->sge[0].length = 8;
	out->num_sge = 1;

	return 0;
}

/**
 * Decode the operand segment of ATOMIC_FETCH_AND_ADD. EINVAL: bits are set that no request sets.
 */
static inline int ventus_dev_operand(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));
	const uint64_t w16 = INVERBS_BE64(inverbs_get64(at + 16));
	const uint64_t w24 = INVERBS_BE64(inverbs_get64(at + 24));
	const uint64_t w32 = INVERBS_BE64(inverbs_get64(at + 32));
	const uint64_t w40 = INVERBS_BE64(inverbs_get64(at + 40));
	const uint64_t w48 = INVERBS_BE64(inverbs_get64(at + 48));
	const uint32_t w56 = INVERBS_BE32(inverbs_get32(at + 56));
	const uint32_t w60 = INVERBS_BE32(inverbs_get32(at + 60));

	if (w8 || w16 || w24 || w32 || w40 || w48 || w56 || (w60 & 0x7fffffffU))
		return EINVAL;
	out->swap = w0;

	return 0;
}

/** Decode the window segment of BIND_MW. EINVAL: bits are set that no request sets. */
static inline int ventus_dev_window(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));
	const uint32_t w16 = INVERBS_BE32(inverbs_get32(at + 16));
	const uint32_t w20 = INVERBS_BE32(inverbs_get32(at + 20));
	const uint64_t w24 = INVERBS_BE64(inverbs_get64(at + 24));

	if (w24)
		return EINVAL;
	out->bind.start = w0;
	out->bind.length = w8;
	out->bind.rkey = w16;
	out->bind.region_rkey = w20;

	return 0;
}

/** Decode an SGE. EINVAL: bits are set that no request sets. */
static inline int ventus_dev_sge(const uint8_t *at, struct ibv_sge *sge)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));
	const uint64_t w16 = INVERBS_BE64(inverbs_get64(at + 16));
	const uint32_t w24 = INVERBS_BE32(inverbs_get32(at + 24));
	const uint32_t w28 = INVERBS_BE32(inverbs_get32(at + 28));

	if ((w8 & 0xc0000000U) || w16 || w24 || (w28 & 0x7fffffffU))
		return EINVAL;
	sge->addr = w0;
	sge->length = (w8 & 0x3fffffffU);
	sge->lkey = w12;

	return 0;
}

/** Decode what fills a unit. EINVAL: bits are set that no request sets. */
static inline int ventus_dev_fill(const uint8_t *at, struct ibv_sge *sge INVERBS_UNUSED)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));
	const uint64_t w16 = INVERBS_BE64(inverbs_get64(at + 16));
	const uint32_t w24 = INVERBS_BE32(inverbs_get32(at + 24));
	const uint32_t w28 = INVERBS_BE32(inverbs_get32(at + 28));

	if (w0 || w8 || w12 || w16 || w24 || (w28 & 0x7fffffffU))
		return EINVAL;

	return 0;
}

static const struct inverbs_dev_segment ventus_dev_list_imm[] = {
	{VENTUS_IMM_SIZE, ventus_dev_imm},
};

static const struct inverbs_dev_segment ventus_dev_list_local_operand[] = {
	{VENTUS_LOCAL_SIZE, ventus_dev_local},
	{VENTUS_OPERAND_SIZE, ventus_dev_operand},
};

static const struct inverbs_dev_segment ventus_dev_list_window[] = {
	{VENTUS_WINDOW_SIZE, ventus_dev_window},
};

/** The forms of WQEs, in the order of the spec. ventus.send.ops */
static const struct inverbs_dev_form ventus_dev_forms[] = {
	/* RC */
	{IBV_WR_SEND, VENTUS_OP_SEND, 0x1U, ventus_dev_head_send, NULL, 0, 0, 0, true, false, NULL,
	 0, 0},
	{IBV_WR_SEND, VENTUS_OP_SEND_NOW, 0x1U, ventus_dev_head_send, NULL, 0, 0, 0, true, false,
	 NULL, IBV_SEND_SOLICITED, 0},
	/* UD */
	{IBV_WR_SEND, VENTUS_OP_SEND, 0x2U, ventus_dev_head_send_datagram, NULL, 0, 0, 0, true,
	 false, NULL, 0, 0},
	{IBV_WR_SEND, VENTUS_OP_SEND_NOW, 0x2U, ventus_dev_head_send_datagram, NULL, 0, 0, 0, true,
	 false, NULL, IBV_SEND_SOLICITED, 0},
	/* RC */
	{IBV_WR_SEND_WITH_IMM, VENTUS_OP_SEND, 0x1U, ventus_dev_head_send_with_imm,
	 ventus_dev_list_imm, 1, 0, 0, true, false, NULL, 0, 0},
	{IBV_WR_SEND_WITH_IMM, VENTUS_OP_SEND_NOW, 0x1U, ventus_dev_head_send_with_imm,
	 ventus_dev_list_imm, 1, 0, 0, true, false, NULL, IBV_SEND_SOLICITED, 0},
	/* UD */
	{IBV_WR_SEND_WITH_IMM, VENTUS_OP_SEND, 0x2U, ventus_dev_head_send_with_imm_datagram,
	 ventus_dev_list_imm, 1, 0, 0, true, false, NULL, 0, 0},
	{IBV_WR_SEND_WITH_IMM, VENTUS_OP_SEND_NOW, 0x2U, ventus_dev_head_send_with_imm_datagram,
	 ventus_dev_list_imm, 1, 0, 0, true, false, NULL, IBV_SEND_SOLICITED, 0},
	/* RC */
	{IBV_WR_RDMA_WRITE, VENTUS_OP_WRITE, 0x1U, ventus_dev_head_rdma_write, NULL, 0, 0, 0, true,
	 false, NULL, 0, 0},
	/* RC */
	{IBV_WR_RDMA_READ, VENTUS_OP_READ, 0x1U, ventus_dev_head_rdma_write, NULL, 0, 0, 0, true,
	 false, NULL, 0, 0},
	/* RC */
	{IBV_WR_ATOMIC_FETCH_AND_ADD, VENTUS_OP_ADD, 0x1U, ventus_dev_head_rdma_write,
	 ventus_dev_list_local_operand, 2, 0, 0, false, false, NULL, 0, 0},
	/* RC */
	{IBV_WR_BIND_MW, VENTUS_OP_BIND, 0x1U, ventus_dev_head_bind_mw, ventus_dev_list_window, 1,
	 0, 0, false, false, NULL, 0, 0},
};

/** The bit of a queue pair type in the forms; 0: unknown type. */
static inline uint32_t ventus_dev_type(int qp_type)
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

/** True when the adapter owns the WQE in unit `index` of a send ring. ventus.send.head */
static inline bool ventus_dev_send_ready(const void *unit, uint32_t index, uint32_t entries)
{
	const uint32_t word = inverbs_observe32((const uint8_t *)unit + 28);

	return ((word & INVERBS_BE32(0x80000000U)) != 0) == ((index & entries) == 0);
}

/** Where the next segment is: after the control segment, if that comes next. */
static inline uint32_t ventus_dev_past_head(uint32_t at)
{
	return at == 32 ? 64 : at;
}

/** Copy inline payload around the control segment. */
static inline int ventus_dev_take_inline(const uint8_t *wqe, uint32_t len,
					 struct inverbs_dev_wr *out)
{
	uint32_t at = 0, end = 32, done = 0;

	out->bytes = 64;
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
		out->bytes += 64;
		end = out->bytes;
		if (out->bytes > len)
			return EINVAL;
	}
	return 0;
}

/**
 * Read as many SGEs as the control segment gives; zeros before it are no SGE. `at`: where the first
 * one is.
 */
static inline int ventus_dev_take_sges(const uint8_t *wqe, uint32_t len, uint32_t at,
				       struct inverbs_dev_wr *out)
{
	const uint32_t behind = (out->behind * 32 + 63) & ~63U;
	uint32_t last = at;

	out->bytes = 64 + behind;
	if (out->bytes > len)
		return EINVAL;
	for (; at < 64u + out->behind * 32; at = ventus_dev_past_head(at + 32)) {
		if (out->num_sge == INVERBS_DEV_MAX_SGE ||
		    ventus_dev_sge(wqe + at, &out->sge[out->num_sge]))
			return EINVAL;
		out->num_sge++;
		last = at;
	}
	if (out->num_sge && last == 0 &&
	    ventus_dev_fill(wqe + last, &out->sge[out->num_sge - 1]) == 0)
		out->num_sge--;
	return 0;
}

/** Decode a WQE as one of this form. */
static inline int ventus_dev_read_form(const struct inverbs_dev_form *form, const uint8_t *wqe,
				       uint32_t len, struct inverbs_dev_wr *out)
{
	uint8_t front[32];
	uint32_t at = 0;

	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	if (ventus_dev_head(wqe + 32, out) || out->hw_opcode != form->code ||
	    form->head(wqe + 32, out))
		return EINVAL;
	memcpy(front, wqe, sizeof(front));
	if (out->send_flags & IBV_SEND_INLINE) /* inline payload */
		memset(front + 0, 0, sizeof(front) - 0);
	for (uint32_t i = 0; i < form->count; i++) {
		if (at + form->segments[i].size > len ||
		    form->segments[i].read(at < 32 ? front + at : wqe + at, out))
			return EINVAL;
		at = ventus_dev_past_head(at + form->segments[i].size);
	}
	out->opcode = form->opcode;
	out->send_flags |= form->flags;
	if (form->payload && (out->send_flags & IBV_SEND_INLINE))
		return ventus_dev_take_inline(wqe, len, out);
	out->inline_len = 0;
	if (form->payload)
		return ventus_dev_take_sges(wqe, len, at, out);
	out->bytes = (at + 63) & ~63U;
	return out->bytes > len || out->bytes != 64 + ((out->behind * 32 + 63) & ~63U) ? EINVAL : 0;
}

/**
 * Decode the send WQE of a queue pair of this type in `len` bytes of ordinary memory; nothing
 * beyond is read. Returns 0, or EINVAL when the fast path cannot have written it. A WQE that
 * several verbs opcodes give is taken for the first one in the spec.
 */
static inline int ventus_dev_decode_send(int qp_type, const struct inverbs_dev_copy *wqe,
					 uint32_t len, struct inverbs_dev_wr *out)
{
	const struct inverbs_dev_form *const end =
		ventus_dev_forms + sizeof(ventus_dev_forms) / sizeof(ventus_dev_forms[0]);
	const uint32_t type = ventus_dev_type(qp_type);

	if (len < 64)
		return EINVAL;
	for (const struct inverbs_dev_form *form = ventus_dev_forms; form < end; form++) {
		if ((form->types & type) &&
		    ventus_dev_read_form(form, (const uint8_t *)wqe, len, out) == 0)
			return 0;
	}
	return EINVAL;
}

/** Decode a receive's head. EINVAL: bits are set that no request sets. */
static inline int ventus_dev_recv_head(const uint8_t *at, struct inverbs_dev_recv *out)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));
	const uint64_t w16 = INVERBS_BE64(inverbs_get64(at + 16));
	const uint32_t w24 = INVERBS_BE32(inverbs_get32(at + 24));
	const uint32_t w28 = INVERBS_BE32(inverbs_get32(at + 28));

	if (w0 || w8 || w16 || (w24 & 0xffffff00U) || (w28 & 0x7fffffffU))
		return EINVAL;
	out->behind = (w24 & 0xffU);

	return 0;
}

/** Decode what fills a unit. EINVAL: bits are set that no request sets. */
static inline int ventus_dev_recv_fill(const uint8_t *at, struct ibv_sge *sge INVERBS_UNUSED)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));
	const uint64_t w16 = INVERBS_BE64(inverbs_get64(at + 16));
	const uint32_t w24 = INVERBS_BE32(inverbs_get32(at + 24));
	const uint32_t w28 = INVERBS_BE32(inverbs_get32(at + 28));

	if (w0 || w8 || w12 || w16 || w24 || (w28 & 0x7fffffffU))
		return EINVAL;

	return 0;
}

/** Decode one SGE of a receive. */
static inline int ventus_dev_recv_sge(const uint8_t *unit, struct ibv_sge *sge)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(unit));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(unit + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(unit + 12));
	const uint64_t w16 = INVERBS_BE64(inverbs_get64(unit + 16));
	const uint32_t w24 = INVERBS_BE32(inverbs_get32(unit + 24));
	const uint32_t w28 = INVERBS_BE32(inverbs_get32(unit + 28));

	if ((w8 & 0xc0000000U) || w16 || w24 || (w28 & 0x7fffffffU))
		return EINVAL;
	sge->addr = w0;
	sge->length = (w8 & 0x3fffffffU);
	sge->lkey = w12;

	return 0;
}

/**
 * Decode a slot of `len` bytes of a receive queue. Returns 0, or EINVAL when the fast path cannot
 * have written it.
 */
static inline int ventus_dev_decode_recv(const struct inverbs_dev_copy *slot, uint32_t len,
					 struct inverbs_dev_recv *out)
{
	const uint8_t *const wqe = (const uint8_t *)slot;
	uint32_t at = 0, last = 0, bytes;

	memset(out, 0, offsetof(struct inverbs_dev_recv, sge));
	if (len < 64 || ventus_dev_recv_head(wqe + 32, out))
		return EINVAL;
	bytes = 64 + ((out->behind * 32 + 63) & ~63U);
	if (bytes > len)
		return EINVAL;
	for (; at < 64u + out->behind * 32; at = at + 32 == 32 ? 64 : at + 32) {
		if (out->num_sge == INVERBS_DEV_MAX_SGE ||
		    ventus_dev_recv_sge(wqe + at, &out->sge[out->num_sge]))
			return EINVAL;
		out->num_sge++;
		last = at;
	}
	if (last == 0 && ventus_dev_recv_fill(wqe + last, &out->sge[out->num_sge - 1]) == 0)
		out->num_sge--;
	return 0;
}

/** Decode the head of a receive of a shared queue. EINVAL: bits are set that no request sets. */
static inline int ventus_dev_srq_recv_head(const uint8_t *at, struct inverbs_dev_recv *out)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));
	const uint64_t w16 = INVERBS_BE64(inverbs_get64(at + 16));
	const uint32_t w24 = INVERBS_BE32(inverbs_get32(at + 24));
	const uint32_t w28 = INVERBS_BE32(inverbs_get32(at + 28));

	if (w0 || w16 || (w24 & 0xffffff00U) || (w28 & 0x7fffffffU))
		return EINVAL;
	out->wr_id = w8;
	out->behind = (w24 & 0xffU);

	return 0;
}

/**
 * Decode a slot of `len` bytes of a shared receive queue. Returns 0, or EINVAL when the fast path
 * cannot have written it.
 */
static inline int ventus_dev_decode_srq_recv(const struct inverbs_dev_copy *slot, uint32_t len,
					     struct inverbs_dev_recv *out)
{
	const uint8_t *const wqe = (const uint8_t *)slot;
	uint32_t at = 0, last = 0, bytes;

	memset(out, 0, offsetof(struct inverbs_dev_recv, sge));
	if (len < 64 || ventus_dev_srq_recv_head(wqe + 32, out))
		return EINVAL;
	bytes = 64 + ((out->behind * 32 + 63) & ~63U);
	if (bytes > len)
		return EINVAL;
	for (; at < 64u + out->behind * 32; at = at + 32 == 32 ? 64 : at + 32) {
		if (out->num_sge == INVERBS_DEV_MAX_SGE ||
		    ventus_dev_recv_sge(wqe + at, &out->sge[out->num_sge]))
			return EINVAL;
		out->num_sge++;
		last = at;
	}
	if (last == 0 && ventus_dev_recv_fill(wqe + last, &out->sge[out->num_sge - 1]) == 0)
		out->num_sge--;
	return 0;
}

/** The adapter's value of a completion status. ventus.complete.status */
static inline uint32_t ventus_dev_status(enum ibv_wc_status status)
{
	switch (status) {
	case IBV_WC_WR_FLUSH_ERR:
		return VENTUS_CODE_FLUSHED;
	case IBV_WC_LOC_LEN_ERR:
		return VENTUS_CODE_SHORT;
	default:
		return 0xffff;
	}
}

/** The adapter's value of a kind of receive; -1: it has none. ventus.complete.recv */
static inline int ventus_dev_recv_code(enum inverbs_dev_recv_kind kind)
{
	switch (kind) {
	case INVERBS_DEV_RECV_SEND:
	case INVERBS_DEV_RECV_SEND_IMM:
	case INVERBS_DEV_RECV_SEND_INV:
		return VENTUS_CAME_SENT;
	case INVERBS_DEV_RECV_WRITE_IMM:
		return VENTUS_CAME_WRITTEN;
	default:
		return -1;
	}
}

/**
 * Encode a CQE in a slot of `cqe_bytes`, without the bit that passes ownership. Returns 0, or
 * EINVAL for a kind of message that the adapter does not report.
 */
static inline int ventus_dev_encode_cqe(void *cqe, uint32_t cqe_bytes INVERBS_UNUSED,
					const struct inverbs_dev_cqe *in)
{
	uint8_t *const at = (uint8_t *)cqe;
	const bool failed = in->status != IBV_WC_SUCCESS;
	const int code = ventus_dev_recv_code(in->recv);
	const bool shared = in->is_shared && !in->is_send;
	const bool has_imm = in->recv == INVERBS_DEV_RECV_SEND_IMM ||
			     in->recv == INVERBS_DEV_RECV_WRITE_IMM;
	uint32_t bit = INVERBS_BE32(0x80000000U);
	uint8_t image[32];

	if (!in->is_send && code < 0)
		return EINVAL;
	if (!in->is_send && (has_imm || shared) && cqe_bytes < 64)
		return EINVAL; /* it would take two slots */
	if (!in->is_send && (has_imm || shared)) {
		struct ventus_cqe_more x;

		memset(&x, 0, sizeof(x));
		x.imm = has_imm ? INVERBS_BE32(in->imm) : 0;
		x.has_imm = has_imm;
		x.queue = shared ? in->context : 0;
		x.valid = (uint8_t)(ventus_cqe_more_get(at + 32).valid);
		ventus_cqe_more_put(at + 32, &x);
	}
	{
		struct ventus_cqe e;

		memset(&e, 0, sizeof(e));
		e.qpn = in->qpn;
		if (!shared)
			e.queue = in->context;
		if (shared)
			e.shared = (uint8_t)1;
		if (shared)
			e.wr_id = in->wr_id;
		if (failed)
			e.code = (uint16_t)ventus_dev_status(in->status);
		if (failed)
			e.kind = (uint16_t)VENTUS_CLASS_OWN;
		if (failed)
			e.ended = (uint8_t)VENTUS_ENDED_BADLY;
		if (in->is_send) {
			e.side = (uint8_t)VENTUS_SIDE_SEND;
			e.op = (uint8_t)in->hw_opcode;
			e.index = (uint16_t)in->wqe_index;
		} else {
			e.side = (uint8_t)VENTUS_SIDE_RECV;
			e.came = (uint8_t)code;
			e.index = (uint16_t)in->wqe_index;
			e.bytes = in->byte_len;
			if (in->grh)
				e.sender = in->src_qp;
			e.more = (uint8_t)has_imm;
			if (in->recv == INVERBS_DEV_RECV_SEND_INV)
				e.key = in->imm;
			e.has_key = (uint8_t)(in->recv == INVERBS_DEV_RECV_SEND_INV);
		}
		ventus_cqe_put(image, &e);
	}
	/* unchanged until ownership passes */
	bit &= inverbs_get32(at + 28);
	inverbs_put32(image + 28, (uint32_t)(inverbs_get32(image + 28) | bit));
	memcpy(at, image, sizeof(image));
	return 0;
}

/** Store the owner bit of CQE `index`: one store, after all others. ventus.complete.ready */
static inline void ventus_dev_give_cqe(void *cqe, uint32_t cqe_bytes, bool set)
{
	uint32_t *const word = (uint32_t *)(void *)((uint8_t *)cqe + 28);
	const uint32_t bit = INVERBS_BE32(0x80000000U);

	if (cqe_bytes >= 64) { /* with its extension */
		uint32_t *const more = word + 8;

		__atomic_store_n(more, (uint32_t)(set ? *more | bit : *more & ~bit),
				 __ATOMIC_RELEASE);
	}
	__atomic_store_n(word, (uint32_t)(set ? *word | bit : *word & ~bit), __ATOMIC_RELEASE);
}

/** Pass CQE `index` to the program. */
static inline void ventus_dev_publish_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
					  uint32_t entries)
{
	ventus_dev_give_cqe(cqe, cqe_bytes, (index & entries) == 0);
}

/** Make CQE `index` the adapter's until it is published. */
static inline void ventus_dev_init_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
				       uint32_t entries)
{
	ventus_dev_give_cqe(cqe, cqe_bytes, (index & entries) != 0);
}

/**
 * The arm request of a completion queue. `request`: its doorbell record. EINVAL: malformed.
 * ventus.arm
 */
static inline int ventus_dev_decode_arm(const struct inverbs_dev_copy *request,
					struct inverbs_dev_arm *out)
{
	const uint8_t *const at = (const uint8_t *)request + 12;
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));

	if ((w0 & 0xc000fe00U))
		return EINVAL;
	out->sequence = (w0 & 0xffU);
	out->solicited = (((w0 >> 8) & 1) == 0);

	out->armed = true;
	return 0;
}

#endif
