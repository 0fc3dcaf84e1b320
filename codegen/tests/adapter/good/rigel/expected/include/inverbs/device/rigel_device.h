/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from rigel.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * rigel, the adapter's side: decodes what the fast path writes, encodes what it polls. For the
 * emulator and tests; the structs are those of <inverbs/device/device.h>.
 */
#ifndef INVERBS_ADAPTERS_RIGEL_DEVICE_H
#define INVERBS_ADAPTERS_RIGEL_DEVICE_H

#include <errno.h>
#include <inverbs/adapters/rigel_formats.h>
#include <inverbs/device/device.h>

/** Decode what every head says. EINVAL: bits are set that no request sets. */
static inline int rigel_dev_head(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_LE32(inverbs_get32(at + 4));
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(at + 12));

	if ((w0 & 0xfff8ff00U) != 0x8000U || w8 || (w12 & 0x7ffffc00U))
		return EINVAL;
	out->hw_opcode = (w0 & 0xffU);
	out->index = w4;
	out->bytes = ((w12 & 0x3ffU) << 2);

	return 0;
}

/**
 * Decode what the head of SEND and RDMA_WRITE says besides. EINVAL: bits are set that no request
 * sets.
 */
static inline int rigel_dev_top_send(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));

	out->send_flags |= ((w0 >> 16) & 1) ? IBV_SEND_SIGNALED : 0;
	out->send_flags |= ((w0 >> 17) & 1) ? IBV_SEND_SOLICITED : 0;
	out->send_flags |= ((w0 >> 18) & 1) ? IBV_SEND_FENCE : 0;

	return 0;
}

/** Decode what the head of RDMA_READ says besides. EINVAL: bits are set that no request sets. */
static inline int rigel_dev_top_rdma_read(const uint8_t *at,
					  struct inverbs_dev_wr *out INVERBS_UNUSED)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));

	if ((w0 & 0x70000U))
		return EINVAL;

	return 0;
}

/** Decode the outgoing segment of SEND. EINVAL: bits are set that no request sets. */
static inline int rigel_dev_outgoing(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_LE32(inverbs_get32(at + 4));

	out->inline_len = w0;
	out->num_sge = w4;
	if (w4 == 0)
		out->send_flags |= IBV_SEND_INLINE;

	return 0;
}

/** Decode the away segment of RDMA_WRITE. EINVAL: bits are set that no request sets. */
static inline int rigel_dev_away(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(at + 12));
	const uint32_t w16 = INVERBS_LE32(inverbs_get32(at + 16));
	const uint32_t w20 = INVERBS_LE32(inverbs_get32(at + 20));

	if (w20)
		return EINVAL;
	out->remote_addr = w0;
	out->rkey = w8;
	out->inline_len = w12;
	out->num_sge = w16;
	if (w16 == 0)
		out->send_flags |= IBV_SEND_INLINE;

	return 0;
}

/** Decode the back segment of RDMA_READ. EINVAL: bits are set that no request sets. */
static inline int rigel_dev_back(const uint8_t *at, struct inverbs_dev_wr *out)
{
	struct ibv_sge *const sge = &out->sge[0];
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(at + 12));
	const uint64_t w16 = INVERBS_LE64(inverbs_get64(at + 16));
	const uint32_t w24 = INVERBS_LE32(inverbs_get32(at + 24));
	const uint32_t w28 = INVERBS_LE32(inverbs_get32(at + 28));

	if (w28)
		return EINVAL;
	out->remote_addr = w0;
	out->rkey = w8;
	sge->length = w12;
	sge->addr = w16;
	sge->lkey = w24;

	return 0;
}

/**
 * Decode the nothing segment of RDMA_READ with nothing to move. EINVAL: bits are set that no
 * request sets.
 */
static inline int rigel_dev_nothing(const uint8_t *at, struct inverbs_dev_wr *out INVERBS_UNUSED)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_LE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));
	const uint64_t w16 = INVERBS_LE64(inverbs_get64(at + 16));
	const uint64_t w24 = INVERBS_LE64(inverbs_get64(at + 24));

	if (w0 != 7 || w4 || w8 || w16 || w24)
		return EINVAL;

	return 0;
}

/** Decode an SGE. EINVAL: bits are set that no request sets. */
static inline int rigel_dev_sge(const uint8_t *at, struct ibv_sge *sge)
{
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(at + 12));

	sge->addr = w0;
	sge->length = w8;
	sge->lkey = w12;

	return 0;
}

static const struct inverbs_dev_segment rigel_dev_list_outgoing[] = {
	{RIGEL_OUTGOING_SIZE, rigel_dev_outgoing},
};

static const struct inverbs_dev_segment rigel_dev_list_away[] = {
	{RIGEL_AWAY_SIZE, rigel_dev_away},
};

static const struct inverbs_dev_segment rigel_dev_list_back[] = {
	{RIGEL_BACK_SIZE, rigel_dev_back},
};

static const struct inverbs_dev_segment rigel_dev_list_nothing[] = {
	{RIGEL_NOTHING_SIZE, rigel_dev_nothing},
};

/** The forms of WQEs, in the order of the spec. rigel.send.ops */
static const struct inverbs_dev_form rigel_dev_forms[] = {
	/* RC */
	{IBV_WR_SEND, RIGEL_JOB_PUT, 0x1U, rigel_dev_top_send, rigel_dev_list_outgoing, 1, 0, 0,
	 true, false, NULL, 0, 0},
	/* RC */
	{IBV_WR_RDMA_WRITE, RIGEL_JOB_WRITE, 0x1U, rigel_dev_top_send, rigel_dev_list_away, 1, 0, 0,
	 true, false, NULL, 0, 0},
	/* RC */
	{IBV_WR_RDMA_READ, RIGEL_JOB_READ, 0x1U, rigel_dev_top_rdma_read, rigel_dev_list_back, 1, 0,
	 1, false, false, NULL, 0, 0},
	/* RC */
	{IBV_WR_RDMA_READ, RIGEL_JOB_READ, 0x1U, rigel_dev_top_rdma_read, rigel_dev_list_nothing, 1,
	 0, 0, false, false, NULL, 0, 0},
};

/** The bit of a queue pair type in the forms; 0: unknown type. */
static inline uint32_t rigel_dev_type(int qp_type)
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
 * repetition. rigel.send.head
 */
static inline bool rigel_dev_send_ready(const void *unit, uint32_t index, uint32_t entries)
{
	const uint64_t last = inverbs_observe64((const uint8_t *)unit + 120);
	const uint32_t word = inverbs_observe32((const uint8_t *)unit + 12);

	if (rigel_again_get(&last).phase != ((index & entries) == 0))
		return false;
	inverbs_found_elsewhere();
	return ((word & INVERBS_LE32(0x80000000U)) != 0) == ((index & entries) == 0);
}

/** Bytes of a WQE, from its control segment. */
static inline uint32_t rigel_dev_send_bytes(const struct inverbs_dev_copy *wqe)
{
	return rigel_top_get(wqe).units;
}

/** Copy inline payload at `at`, which moves to its end. */
static inline int rigel_dev_take_inline(const uint8_t *wqe, uint32_t *at,
					struct inverbs_dev_wr *out)
{
	const uint32_t from = *at;

	if (out->inline_len > INVERBS_DEV_MAX_INLINE || from > out->bytes ||
	    out->bytes - from < out->inline_len)
		return EINVAL;
	out->send_flags |= IBV_SEND_INLINE;
	memcpy(out->inline_data, wqe + from, out->inline_len);
	*at = (from + out->inline_len + RIGEL_WQE_UNIT - 1) & ~(RIGEL_WQE_UNIT - 1);
	return 0;
}

/** Decode the payload of a WQE at `at`, which moves to its end. rigel.send.payload */
static inline int rigel_dev_payload(const struct inverbs_dev_form *form, const uint8_t *wqe,
				    uint32_t *at, uint32_t count, struct inverbs_dev_wr *out)
{
	uint64_t total = 0;
	uint32_t in_wqe;

	if ((out->send_flags & IBV_SEND_INLINE) || form->in_entry)
		return rigel_dev_take_inline(wqe, at, out);
	in_wqe = out->inline_len;
	out->inline_len = 0;
	while (out->num_sge < count) {
		struct ibv_sge *const sge = &out->sge[out->num_sge];

		if (out->num_sge == INVERBS_DEV_MAX_SGE || out->bytes - *at < RIGEL_PIECE_SIZE ||
		    rigel_dev_sge(wqe + *at, sge))
			return EINVAL;
		if (form->sge_length && sge->length != form->sge_length)
			return EINVAL;
		out->num_sge++;
		*at += RIGEL_PIECE_SIZE;
		total += sge->length;
	}
	return total == in_wqe ? 0 : EINVAL;
}

/** Decode a WQE as one of this form. */
static inline int rigel_dev_read_form(const struct inverbs_dev_form *form, const uint8_t *wqe,
				      uint32_t len, struct inverbs_dev_wr *out)
{
	uint32_t at = RIGEL_TOP_SIZE, sges, in_wqe;

	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	if (rigel_dev_head(wqe, out) || out->hw_opcode != form->code || form->head(wqe, out))
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
	if (form->payload && rigel_dev_payload(form, wqe, &at, sges, out))
		return EINVAL;
	return at == out->bytes ? 0 : EINVAL;
}

/**
 * Decode the send WQE of a queue pair of this type in `len` bytes of ordinary memory; nothing
 * beyond is read. Returns 0, or EINVAL when the fast path cannot have written it. A WQE that
 * several verbs opcodes give is taken for the first one in the spec.
 */
static inline int rigel_dev_decode_send(int qp_type, const struct inverbs_dev_copy *wqe,
					uint32_t len, struct inverbs_dev_wr *out)
{
	const struct inverbs_dev_form *const end =
		rigel_dev_forms + sizeof(rigel_dev_forms) / sizeof(rigel_dev_forms[0]);
	const uint32_t type = rigel_dev_type(qp_type);

	if (len > 112) /* the rest does not belong to the WQE */
		len = 112;
	if (len < RIGEL_TOP_SIZE)
		return EINVAL;
	for (const struct inverbs_dev_form *form = rigel_dev_forms; form < end; form++) {
		if ((form->types & type) &&
		    rigel_dev_read_form(form, (const uint8_t *)wqe, len, out) == 0)
			return 0;
	}
	return EINVAL;
}

/** True when the WQE is a receive. */
static inline bool rigel_dev_is_recv(const struct inverbs_dev_copy *slot)
{
	return rigel_top_get(slot).job == RIGEL_JOB_TAKE;
}

/** What the CQE of a send names it by. */
static inline uint32_t rigel_dev_serial(const struct inverbs_dev_copy *slot)
{
	return rigel_top_get(slot).serial;
}

/** Decode a incoming segment of a receive. EINVAL: bits are set that no request sets. */
static inline int rigel_dev_recv_incoming(const uint8_t *at,
					  struct inverbs_dev_recv *out INVERBS_UNUSED)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_LE32(inverbs_get32(at + 4));

	if (w4)
		return EINVAL;
	out->num_sge = w0;

	return 0;
}

/** Decode the receive in a slot of `len` bytes. EINVAL: not written by the fast path. rigel.recv */
static inline int rigel_dev_decode_recv(const struct inverbs_dev_copy *slot, uint32_t len,
					struct inverbs_dev_recv *out)
{
	const uint8_t *at = (const uint8_t *)slot + RIGEL_TOP_SIZE;

	memset(out, 0, offsetof(struct inverbs_dev_recv, sge));
	if (len < 88)
		return EINVAL;
	if (rigel_dev_recv_incoming(at, out))
		return EINVAL;
	at += RIGEL_INCOMING_SIZE;
	if (out->num_sge > 3)
		return EINVAL;
	for (uint32_t i = 0; i < out->num_sge; i++) {
		if (rigel_dev_sge(at + (size_t)i * RIGEL_PIECE_SIZE, &out->sge[i]))
			return EINVAL;
	}
	return 0;
}

/**
 * The kernel's side, where it posts for programs: pass WQE `index`, complete in its slot, to the
 * adapter.
 */
static inline void rigel_dev_hand_over(void *slot, uint32_t index, uint32_t entries)
{
	struct rigel_top top = rigel_top_get(slot);
	struct rigel_again end;

	memset(&end, 0, sizeof(end));
	end.phase = (index & entries) == 0;
	top.phase = (index & entries) == 0;
	rigel_top_put_last(slot, &top);
	rigel_again_put((uint8_t *)slot + 120, &end);
}

/**
 * The kernel's side: the queue pair whose first unit this is failed. Bits of the program are kept.
 * rigel.send.state
 */
static inline void rigel_dev_fail(void *ring)
{
	uint64_t *const at = (uint64_t *)(void *)((uint8_t *)ring + 112);
	struct rigel_health state;
	uint64_t word = 0;

	memset(&state, 0, sizeof(state));
	state.broken = 1;
	rigel_health_put(&word, &state);
	__atomic_fetch_or(at, word, __ATOMIC_RELEASE);
}

/**
 * The kernel's side: the program is not to ring, or may again. Bits of the program are kept.
 * rigel.send.state
 */
static inline void rigel_dev_hold(void *ring, bool set)
{
	uint64_t *const at = (uint64_t *)(void *)((uint8_t *)ring + 112);
	struct rigel_health state;
	uint64_t word = 0;

	memset(&state, 0, sizeof(state));
	state.quiet = 1;
	rigel_health_put(&word, &state);
	if (set)
		__atomic_fetch_or(at, word, __ATOMIC_RELEASE);
	else
		__atomic_fetch_and(at, ~word, __ATOMIC_RELEASE);
}

/** The adapter's value of a completion status. rigel.complete.status */
static inline uint32_t rigel_dev_status(enum ibv_wc_status status)
{
	switch (status) {
	case IBV_WC_SUCCESS:
		return 0;
	case IBV_WC_LOC_ACCESS_ERR:
		return RIGEL_FATE_KEY;
	case IBV_WC_LOC_LEN_ERR:
		return RIGEL_FATE_LENGTH;
	case IBV_WC_FATAL_ERR:
		return RIGEL_FATE_ORDER;
	case IBV_WC_WR_FLUSH_ERR:
		return RIGEL_FATE_FLUSHED;
	default:
		return 0x5;
	}
}

/** The adapter's value of a kind of receive; -1: it has none. rigel.complete.recv */
static inline int rigel_dev_recv_code(enum inverbs_dev_recv_kind kind)
{
	switch (kind) {
	case INVERBS_DEV_RECV_SEND:
		return RIGEL_EVENT_SENT;
	default:
		return -1;
	}
}

/** The CQE's opcode of a send. rigel.complete.send */
static inline uint32_t rigel_dev_reports(uint32_t hw_opcode)
{
	switch (hw_opcode) {
	case RIGEL_JOB_PUT:
		return RIGEL_EVENT_SENT;
	case RIGEL_JOB_WRITE:
		return RIGEL_EVENT_WRITTEN;
	case RIGEL_JOB_READ:
		return RIGEL_EVENT_READING;
	default:
		return 0;
	}
}

/**
 * Encode a CQE in a slot of `cqe_bytes`, without the bit that passes ownership. Returns 0, or
 * EINVAL for a kind of message that the adapter does not report.
 */
static inline int rigel_dev_encode_cqe(void *cqe, uint32_t cqe_bytes,
				       const struct inverbs_dev_cqe *in)
{
	uint8_t *const at = (uint8_t *)cqe + cqe_bytes - 16;
	const int code = rigel_dev_recv_code(in->recv);
	uint32_t bit = INVERBS_LE32(0x80000000U);
	uint8_t image[16];

	if (!in->is_send && code < 0)
		return EINVAL;
	{
		struct rigel_news e;

		memset(&e, 0, sizeof(e));
		e.queue = in->qpn;
		e.fate = (uint8_t)in->vendor_err;
		if (in->is_send && !in->is_late) {
			e.outgoing = (uint8_t)RIGEL_SIDE_OUT;
			e.event = (uint8_t)rigel_dev_reports(in->hw_opcode);
			e.serial = in->serial;
			e.size = in->byte_len;
		} else {
			e.outgoing = (uint8_t)RIGEL_SIDE_IN;
			e.event = (uint8_t)(in->is_late ? RIGEL_EVENT_ANSWERED
					    : in->recv == INVERBS_DEV_RECV_SEND && in->solicited
						    ? RIGEL_EVENT_ASKED
						    : code);
			e.number = in->serial;
			e.size = in->byte_len;
		}
		rigel_news_put(image, &e);
	}
	/* unchanged until ownership passes */
	bit &= inverbs_get32(at + 12);
	inverbs_put32(image + 12, (uint32_t)(inverbs_get32(image + 12) | bit));
	memcpy(at, image, sizeof(image));
	return 0;
}

/** Store the owner bit of CQE `index`: one store, after all others. rigel.complete.ready */
static inline void rigel_dev_give_cqe(void *cqe, uint32_t cqe_bytes, bool set)
{
	uint32_t *const word = (uint32_t *)(void *)((uint8_t *)cqe + cqe_bytes - 4);
	const uint32_t bit = INVERBS_LE32(0x80000000U);

	inverbs_handed_elsewhere();
	__atomic_store_n(word, (uint32_t)(set ? *word | bit : *word & ~bit), __ATOMIC_RELEASE);
}

/** Pass CQE `index` to the program. */
static inline void rigel_dev_publish_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
					 uint32_t entries)
{
	rigel_dev_give_cqe(cqe, cqe_bytes, (index & entries) == 0);
}

/** Make CQE `index` the adapter's until it is published. */
static inline void rigel_dev_init_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
				      uint32_t entries)
{
	rigel_dev_give_cqe(cqe, cqe_bytes, (index & entries) != 0);
}

/** The completion status of an adapter's status. rigel.complete.status */
static inline enum ibv_wc_status rigel_dev_meaning(uint32_t status)
{
	static const uint8_t meanings[] = {
		IBV_WC_SUCCESS,        /* 0x00 FINE */
		IBV_WC_LOC_ACCESS_ERR, /* 0x01 KEY */
		IBV_WC_LOC_LEN_ERR,    /* 0x02 LENGTH */
		IBV_WC_GENERAL_ERR,    /* 0x03 */
		IBV_WC_GENERAL_ERR,    /* 0x04 */
		IBV_WC_GENERAL_ERR,    /* 0x05 */
		IBV_WC_FATAL_ERR,      /* 0x06 ORDER */
		IBV_WC_WR_FLUSH_ERR,   /* 0x07 FLUSHED */
	};

	return status < sizeof(meanings) ? (enum ibv_wc_status)meanings[status]
					 : IBV_WC_GENERAL_ERR;
}

/**
 * The kernel's side: make the next poll look for queue pairs that failed; `ring` is CQE 0.
 * rigel.complete.order
 */
static inline void rigel_dev_attention(void *ring, uint32_t entries)
{
	__atomic_store_n((uint32_t *)(void *)((uint8_t *)ring + (size_t)entries * 16), 1,
			 __ATOMIC_RELEASE);
}

/** Bytes of a CQ's ring, with the word after it. */
static inline size_t rigel_dev_cq_bytes(uint32_t entries)
{
	return (size_t)entries * 16 + sizeof(uint32_t);
}

#endif
