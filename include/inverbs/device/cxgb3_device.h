/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/cxgb3.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/*
 * The adapter's side of cxgb3: decodes the WQEs that the fast path writes, and encodes the CQEs
 * that it polls. For the emulator and tests; the structs are those of <inverbs/device/device.h>.
 */
#ifndef INVERBS_ADAPTERS_CXGB3_DEVICE_H
#define INVERBS_ADAPTERS_CXGB3_DEVICE_H

#include <errno.h>
#include <inverbs/adapters/cxgb3_formats.h>
#include <inverbs/device/device.h>

/**
 * Decode the fields that every control segment has. Returns 0, or EINVAL if bits are set that no
 * work request sets.
 */
static inline int cxgb3_dev_head(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));

	if ((w0 & 0xfff2ffU) != 0xc00000U || (w4 & 0x7fffff00U) || w12)
		return EINVAL;
	out->hw_opcode = w0 >> 24;
	out->index = inverbs_get32(at + 8);
	out->bytes = (w4 & 0xffU) << 3;

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND and RDMA_WRITE. Returns 0, or EINVAL if
 * bits are set that no work request sets.
 */
static inline int cxgb3_dev_head_send(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));

	out->send_flags |= ((w0 >> 11) & 1) ? IBV_SEND_FENCE : 0;
	out->send_flags |= ((w0 >> 10) & 1) ? IBV_SEND_SOLICITED : 0;
	out->send_flags |= ((w0 >> 8) & 1) ? IBV_SEND_SIGNALED : 0;

	return 0;
}

/**
 * Decode the other fields of the control segment of RDMA_READ. Returns 0, or EINVAL if bits are set
 * that no work request sets.
 */
static inline int cxgb3_dev_head_rdma_read(const uint8_t *at,
					   struct inverbs_dev_wr *out INVERBS_UNUSED)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));

	if (w0 & 0xd00U)
		return EINVAL;

	return 0;
}

/**
 * Decode the send_wr segment of SEND. Returns 0, or EINVAL if bits are set that no work request
 * sets.
 */
static inline int cxgb3_dev_send_wr(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));

	if ((w0 & 0xffffffU) || (w0 >> 24 != 3 && w0 >> 24 != 5) || w4)
		return EINVAL;
	out->send_flags |= w0 >> 24 == 5 ? IBV_SEND_SOLICITED : 0;
	out->inline_len = w8;
	out->num_sge = w12;
	if (w12 == 0)
		out->send_flags |= IBV_SEND_INLINE;

	return 0;
}

/**
 * Decode the write segment of RDMA_WRITE. Returns 0, or EINVAL if bits are set that no work request
 * sets.
 */
static inline int cxgb3_dev_write(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));
	const uint32_t w16 = INVERBS_BE32(inverbs_get32(at + 16));
	const uint32_t w20 = INVERBS_BE32(inverbs_get32(at + 20));

	if (w0)
		return EINVAL;
	out->rkey = w4;
	out->remote_addr = w8;
	out->inline_len = w16;
	out->num_sge = w20;
	if (w20 == 0)
		out->send_flags |= IBV_SEND_INLINE;

	return 0;
}

/**
 * Decode the read segment of RDMA_READ. Returns 0, or EINVAL if bits are set that no work request
 * sets.
 */
static inline int cxgb3_dev_read(const uint8_t *at, struct inverbs_dev_wr *out)
{
	struct ibv_sge *const sge = &out->sge[0];
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));
	const uint32_t w16 = INVERBS_BE32(inverbs_get32(at + 16));
	const uint32_t w20 = INVERBS_BE32(inverbs_get32(at + 20));
	const uint64_t w24 = INVERBS_BE64(inverbs_get64(at + 24));

	if (w0 != 0x1000000U)
		return EINVAL;
	out->rkey = w4;
	out->remote_addr = w8;
	sge->lkey = w16;
	sge->length = w20;
	sge->addr = w24;

	return 0;
}

/**
 * Decode the read_nothing segment of RDMA_READ without payload. Returns 0, or EINVAL if bits are
 * set that no work request sets.
 */
static inline int cxgb3_dev_read_nothing(const uint8_t *at,
					 struct inverbs_dev_wr *out INVERBS_UNUSED)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));
	const uint32_t w16 = INVERBS_BE32(inverbs_get32(at + 16));
	const uint32_t w20 = INVERBS_BE32(inverbs_get32(at + 20));
	const uint64_t w24 = INVERBS_BE64(inverbs_get64(at + 24));

	if (w0 != 0x1000000U || w4 != 0x2000000U || w8 != 0x200000000000000ULL ||
	    w16 != 0x2000000U || w20 || w24 != 0x200000000000000ULL)
		return EINVAL;

	return 0;
}

/** Decode an SGE. Returns 0, or EINVAL if bits are set that no work request sets. */
static inline int cxgb3_dev_sge(const uint8_t *at, struct ibv_sge *sge)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));

	sge->lkey = w0;
	sge->length = w4;
	sge->addr = w8;

	return 0;
}

static const struct inverbs_dev_segment cxgb3_dev_list_send_wr[] = {
	{CXGB3_SEND_WR_SIZE, cxgb3_dev_send_wr},
};

static const struct inverbs_dev_segment cxgb3_dev_list_write[] = {
	{CXGB3_WRITE_SIZE, cxgb3_dev_write},
};

static const struct inverbs_dev_segment cxgb3_dev_list_read[] = {
	{CXGB3_READ_SIZE, cxgb3_dev_read},
};

static const struct inverbs_dev_segment cxgb3_dev_list_read_nothing[] = {
	{CXGB3_READ_NOTHING_SIZE, cxgb3_dev_read_nothing},
};

/** The forms of WQEs, in the order of the spec. cxgb3.send.ops */
static const struct inverbs_dev_form cxgb3_dev_forms[] = {
	/* RC */
	{IBV_WR_SEND, CXGB3_WR_SEND, 0x1U, cxgb3_dev_head_send, cxgb3_dev_list_send_wr, 1, 0, 0,
	 true, false, NULL, 0, 0},
	/* RC */
	{IBV_WR_RDMA_WRITE, CXGB3_WR_RDMA_WRITE, 0x1U, cxgb3_dev_head_send, cxgb3_dev_list_write, 1,
	 0, 0, true, false, NULL, 0, 0},
	/* RC */
	{IBV_WR_RDMA_READ, CXGB3_WR_RDMA_READ, 0x1U, cxgb3_dev_head_rdma_read, cxgb3_dev_list_read,
	 1, 0, 1, false, false, NULL, 0, 0},
	/* RC */
	{IBV_WR_RDMA_READ, CXGB3_WR_RDMA_READ, 0x1U, cxgb3_dev_head_rdma_read,
	 cxgb3_dev_list_read_nothing, 1, 0, 0, false, false, NULL, 0, 0},
};

/** The bit of a queue pair type in the forms; 0: unknown type. */
static inline uint32_t cxgb3_dev_type(int qp_type)
{
	switch (qp_type) {
	case IBV_QPT_RC:
		return 0x1U;
	default:
		return 0;
	}
}

/**
 * True when the adapter owns the WQE in unit `index` of a send ring, by control segment and
 * repetition. cxgb3.send.head
 */
static inline bool cxgb3_dev_send_ready(const void *unit, uint32_t index, uint32_t entries)
{
	const uint64_t last = inverbs_observe64((const uint8_t *)unit + 120);
	const uint32_t word = inverbs_observe32((const uint8_t *)unit + 4);

	if (cxgb3_trailer_get(&last).generation != ((index & entries) == 0))
		return false;
	inverbs_found_elsewhere();
	return ((word & INVERBS_BE32(0x80000000U)) != 0) == ((index & entries) == 0);
}

/** Bytes of a WQE, from its control segment. */
static inline uint32_t cxgb3_dev_send_bytes(const struct inverbs_dev_copy *wqe)
{
	return cxgb3_head_get(wqe).flits;
}

/** Copy the inline payload at `at`, and move `at` past it. */
static inline int cxgb3_dev_take_inline(const uint8_t *wqe, uint32_t *at,
					struct inverbs_dev_wr *out)
{
	const uint32_t from = *at;

	if (out->inline_len > INVERBS_DEV_MAX_INLINE || from > out->bytes ||
	    out->bytes - from < out->inline_len)
		return EINVAL;
	out->send_flags |= IBV_SEND_INLINE;
	memcpy(out->inline_data, wqe + from, out->inline_len);
	*at = (from + out->inline_len + CXGB3_WQE_UNIT - 1) & ~(CXGB3_WQE_UNIT - 1);
	return 0;
}

/** Decode the payload of a WQE at `at`, and move `at` past it. cxgb3.send.payload */
static inline int cxgb3_dev_payload(const struct inverbs_dev_form *form, const uint8_t *wqe,
				    uint32_t *at, uint32_t count, struct inverbs_dev_wr *out)
{
	uint64_t total = 0;
	uint32_t in_wqe;

	if ((out->send_flags & IBV_SEND_INLINE) || form->inlined)
		return cxgb3_dev_take_inline(wqe, at, out);
	in_wqe = out->inline_len;
	out->inline_len = 0;
	while (out->num_sge < count) {
		struct ibv_sge *const sge = &out->sge[out->num_sge];

		if (out->num_sge == INVERBS_DEV_MAX_SGE || out->bytes - *at < CXGB3_SGE_SIZE ||
		    cxgb3_dev_sge(wqe + *at, sge))
			return EINVAL;
		if (form->sge_length && sge->length != form->sge_length)
			return EINVAL;
		out->num_sge++;
		*at += CXGB3_SGE_SIZE;
		total += sge->length;
	}
	return total == in_wqe ? 0 : EINVAL;
}

/** Decode a WQE that has this form. Returns 0 or EINVAL. */
static inline int cxgb3_dev_read_form(const struct inverbs_dev_form *form, const uint8_t *wqe,
				      uint32_t len, struct inverbs_dev_wr *out)
{
	uint32_t at = CXGB3_HEAD_SIZE, sges, in_wqe;

	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	if (cxgb3_dev_head(wqe, out) || out->hw_opcode != form->code || form->head(wqe, out))
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
	if (form->payload && cxgb3_dev_payload(form, wqe, &at, sges, out))
		return EINVAL;
	return at == out->bytes ? 0 : EINVAL;
}

/**
 * Decode the send WQE of a queue pair of this type in `len` bytes of ordinary memory; nothing
 * beyond is read. Returns 0, or EINVAL if the fast path cannot have written it. If several verbs
 * opcodes produce the same WQE, the first of them in the spec is reported.
 */
static inline int cxgb3_dev_decode_send(int qp_type, const struct inverbs_dev_copy *wqe,
					uint32_t len, struct inverbs_dev_wr *out)
{
	const struct inverbs_dev_form *const end =
		cxgb3_dev_forms + sizeof(cxgb3_dev_forms) / sizeof(cxgb3_dev_forms[0]);
	const uint32_t type = cxgb3_dev_type(qp_type);

	if (len > 104) /* the rest is not part of the WQE */
		len = 104;
	if (len < CXGB3_HEAD_SIZE)
		return EINVAL;
	for (const struct inverbs_dev_form *form = cxgb3_dev_forms; form < end; form++) {
		if ((form->types & type) &&
		    cxgb3_dev_read_form(form, (const uint8_t *)wqe, len, out) == 0)
			return 0;
	}
	return EINVAL;
}

/** True when the WQE is a receive. */
static inline bool cxgb3_dev_is_recv(const struct inverbs_dev_copy *slot)
{
	return cxgb3_head_get(slot).opcode == CXGB3_WR_RECEIVE;
}

/** The value by which the CQE of a send identifies it. */
static inline uint32_t cxgb3_dev_serial(const struct inverbs_dev_copy *slot)
{
	return cxgb3_head_get(slot).serial;
}

/**
 * Decode a receive segment of a receive. Returns 0, or EINVAL if bits are set that no work request
 * sets.
 */
static inline int cxgb3_dev_recv_receive(const uint8_t *at,
					 struct inverbs_dev_recv *out INVERBS_UNUSED)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));

	if (w0)
		return EINVAL;
	out->num_sge = w4;

	return 0;
}

/**
 * Decode the receive in a slot of `len` bytes. Returns 0, or EINVAL if the fast path cannot have
 * written it. cxgb3.recv
 */
static inline int cxgb3_dev_decode_recv(const struct inverbs_dev_copy *slot, uint32_t len,
					struct inverbs_dev_recv *out)
{
	const uint8_t *at = (const uint8_t *)slot + CXGB3_HEAD_SIZE;

	memset(out, 0, offsetof(struct inverbs_dev_recv, sge));
	if (len < 104)
		return EINVAL;
	if (cxgb3_dev_recv_receive(at, out))
		return EINVAL;
	at += CXGB3_RECEIVE_SIZE;
	if (out->num_sge > 4)
		return EINVAL;
	for (uint32_t i = 0; i < out->num_sge; i++) {
		if (cxgb3_dev_sge(at + (size_t)i * CXGB3_SGE_SIZE, &out->sge[i]))
			return EINVAL;
	}
	return 0;
}

/**
 * For a kernel that posts on behalf of programs: pass ownership of WQE `index`, which is complete
 * in its slot, to the adapter.
 */
static inline void cxgb3_dev_publish(void *slot, uint32_t index, uint32_t entries)
{
	struct cxgb3_head top = cxgb3_head_get(slot);
	struct cxgb3_trailer end;

	memset(&end, 0, sizeof(end));
	end.generation = (index & entries) == 0;
	top.generation = (index & entries) == 0;
	cxgb3_head_put_last(slot, &top);
	cxgb3_trailer_put((uint8_t *)slot + 120, &end);
}

/**
 * For the kernel: mark the queue pair with this first unit as failed. Bits that the program has set
 * are kept. cxgb3.send.state
 */
static inline void cxgb3_dev_fail(void *ring)
{
	uint64_t *const at = (uint64_t *)(void *)((uint8_t *)ring + 104);
	struct cxgb3_ring_state state;
	uint64_t word = 0;

	memset(&state, 0, sizeof(state));
	state.error = 1;
	cxgb3_ring_state_put(&word, &state);
	__atomic_fetch_or(at, word, __ATOMIC_RELEASE);
}

/**
 * For the kernel: tell the program not to ring the doorbell, or that it may again. Bits that the
 * program has set are kept. cxgb3.send.state
 */
static inline void cxgb3_dev_hold(void *ring, bool set)
{
	uint64_t *const at = (uint64_t *)(void *)((uint8_t *)ring + 104);
	struct cxgb3_ring_state state;
	uint64_t word = 0;

	memset(&state, 0, sizeof(state));
	state.no_doorbell = 1;
	cxgb3_ring_state_put(&word, &state);
	if (set)
		__atomic_fetch_or(at, word, __ATOMIC_RELEASE);
	else
		__atomic_fetch_and(at, ~word, __ATOMIC_RELEASE);
}

/** The adapter's value for a completion status. cxgb3.complete.status */
static inline uint32_t cxgb3_dev_status(enum ibv_wc_status status)
{
	switch (status) {
	case IBV_WC_SUCCESS:
		return 0;
	case IBV_WC_LOC_ACCESS_ERR:
		return CXGB3_STATUS_STAG;
	case IBV_WC_LOC_PROT_ERR:
		return CXGB3_STATUS_PDID;
	case IBV_WC_LOC_LEN_ERR:
		return CXGB3_STATUS_BOUND;
	case IBV_WC_MW_BIND_ERR:
		return CXGB3_STATUS_INVALIDATE_SHARED_MR;
	case IBV_WC_WR_FLUSH_ERR:
		return CXGB3_STATUS_SWFLUSH;
	case IBV_WC_FATAL_ERR:
		return CXGB3_STATUS_CRC;
	default:
		return CXGB3_STATUS_WRAP;
	}
}

/** The adapter's value for a kind of receive; -1 if it has none. cxgb3.complete.recv */
static inline int cxgb3_dev_recv_code(enum inverbs_dev_recv_kind kind)
{
	switch (kind) {
	case INVERBS_DEV_RECV_SEND:
		return CXGB3_RDMA_SEND;
	default:
		return -1;
	}
}

/** The opcode in the CQE of a send. cxgb3.complete.send */
static inline uint32_t cxgb3_dev_reports(uint32_t hw_opcode)
{
	switch (hw_opcode) {
	case CXGB3_WR_SEND:
		return CXGB3_RDMA_SEND;
	case CXGB3_WR_RDMA_WRITE:
		return CXGB3_RDMA_RDMA_WRITE;
	case CXGB3_WR_RDMA_READ:
		return CXGB3_RDMA_READ_REQ;
	default:
		return 0;
	}
}

/**
 * Encode a CQE in a slot of `cqe_bytes`, except for the bit that passes ownership. Returns 0, or
 * EINVAL for a kind of message that the adapter does not report.
 */
static inline int cxgb3_dev_encode_cqe(void *cqe, uint32_t cqe_bytes,
				       const struct inverbs_dev_cqe *in)
{
	uint8_t *const at = (uint8_t *)cqe + cqe_bytes - 16;
	const int code = cxgb3_dev_recv_code(in->recv);
	uint32_t bit = INVERBS_BE32(0x400U);
	uint8_t image[16] = {0};

	if (!in->is_send && code < 0)
		return EINVAL;
	{
		struct cxgb3_cqe e;

		memset(&e, 0, sizeof(e));
		e.qpid = in->qpn;
		e.status = (uint8_t)in->vendor_err;
		if (in->is_send && !in->is_late) {
			e.is_send = (uint8_t)CXGB3_SIDE_SEND;
			e.operation = (uint8_t)cxgb3_dev_reports(in->hw_opcode);
			e.serial = in->serial;
			e.length = in->byte_len;
		} else {
			e.is_send = (uint8_t)CXGB3_SIDE_RECV;
			e.operation = (uint8_t)(in->is_late ? CXGB3_RDMA_READ_RESP
						: (in->recv == INVERBS_DEV_RECV_SEND &&
						   in->solicited)
							? CXGB3_RDMA_SEND_SE
							: code);
			e.message = in->serial;
			e.length = in->byte_len;
		}
		cxgb3_cqe_put(image, &e);
	}
	/* stays unchanged until ownership passes */
	bit &= inverbs_get32(at);
	inverbs_put32(image, (uint32_t)(inverbs_get32(image) | bit));
	memcpy(at, image, sizeof(image));
	return 0;
}

/** Store the owner bit of CQE `index`: one store, after all others. cxgb3.complete.ready */
static inline void cxgb3_dev_give_cqe(void *cqe, uint32_t cqe_bytes, bool set)
{
	uint32_t *const word = (uint32_t *)(void *)((uint8_t *)cqe + cqe_bytes - 16);
	const uint32_t bit = INVERBS_BE32(0x400U);

	inverbs_handed_elsewhere();
	__atomic_store_n(word, (uint32_t)(set ? *word | bit : *word & ~bit), __ATOMIC_RELEASE);
}

/** Pass CQE `index` to the program. */
static inline void cxgb3_dev_publish_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
					 uint32_t entries)
{
	cxgb3_dev_give_cqe(cqe, cqe_bytes, (index & entries) == 0);
}

/** Keep ownership of CQE `index` with the adapter until it is published. */
static inline void cxgb3_dev_init_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
				      uint32_t entries)
{
	cxgb3_dev_give_cqe(cqe, cqe_bytes, (index & entries) != 0);
}

/** The completion status for a status of the adapter. cxgb3.complete.status */
static inline enum ibv_wc_status cxgb3_dev_meaning(uint32_t status)
{
	static const uint8_t meanings[] = {
		IBV_WC_SUCCESS,        /* 0x00 SUCCESS */
		IBV_WC_LOC_ACCESS_ERR, /* 0x01 STAG */
		IBV_WC_LOC_PROT_ERR,   /* 0x02 PDID */
		IBV_WC_LOC_ACCESS_ERR, /* 0x03 QPID */
		IBV_WC_LOC_ACCESS_ERR, /* 0x04 ACCESS */
		IBV_WC_GENERAL_ERR,    /* 0x05 WRAP */
		IBV_WC_LOC_LEN_ERR,    /* 0x06 BOUND */
		IBV_WC_MW_BIND_ERR,    /* 0x07 INVALIDATE_SHARED_MR */
		IBV_WC_MW_BIND_ERR,    /* 0x08 INVALIDATE_MR_WITH_MW_BOUND */
		IBV_WC_GENERAL_ERR,    /* 0x09 ECC */
		IBV_WC_GENERAL_ERR,    /* 0x0a ECC_PSTAG */
		IBV_WC_GENERAL_ERR,    /* 0x0b PBL_ADDR_BOUND */
		IBV_WC_WR_FLUSH_ERR,   /* 0x0c SWFLUSH */
		IBV_WC_GENERAL_ERR,    /* 0x0d */
		IBV_WC_GENERAL_ERR,    /* 0x0e */
		IBV_WC_GENERAL_ERR,    /* 0x0f */
		IBV_WC_FATAL_ERR,      /* 0x10 CRC */
		IBV_WC_FATAL_ERR,      /* 0x11 MARKER */
		IBV_WC_FATAL_ERR,      /* 0x12 PDU_LEN */
		IBV_WC_FATAL_ERR,      /* 0x13 OUT_OF_RQE */
		IBV_WC_FATAL_ERR,      /* 0x14 DDP_VERSION */
		IBV_WC_FATAL_ERR,      /* 0x15 RDMA_VERSION */
		IBV_WC_FATAL_ERR,      /* 0x16 OPCODE */
		IBV_WC_FATAL_ERR,      /* 0x17 DDP_QUEUE_NUM */
		IBV_WC_FATAL_ERR,      /* 0x18 MSN */
		IBV_WC_FATAL_ERR,      /* 0x19 TBIT */
		IBV_WC_FATAL_ERR,      /* 0x1a MO */
		IBV_WC_GENERAL_ERR,    /* 0x1b MSN_GAP */
		IBV_WC_FATAL_ERR,      /* 0x1c MSN_RANGE */
		IBV_WC_FATAL_ERR,      /* 0x1d IRD_OVERFLOW */
		IBV_WC_GENERAL_ERR,    /* 0x1e RQE_ADDR_BOUND */
		IBV_WC_GENERAL_ERR,    /* 0x1f INTERNAL */
	};

	return status < sizeof(meanings) ? (enum ibv_wc_status)meanings[status]
					 : IBV_WC_GENERAL_ERR;
}

/**
 * For the kernel: make the next poll look for queue pairs that failed. `ring` points to CQE 0.
 * cxgb3.complete.order
 */
static inline void cxgb3_dev_attention(void *ring, uint32_t entries)
{
	__atomic_store_n((uint32_t *)(void *)((uint8_t *)ring + (size_t)entries * 16), 1,
			 __ATOMIC_RELEASE);
}

/** Bytes of a completion queue's ring, including the word after it. */
static inline size_t cxgb3_dev_cq_bytes(uint32_t entries)
{
	return (size_t)entries * 16 + sizeof(uint32_t);
}

#endif
