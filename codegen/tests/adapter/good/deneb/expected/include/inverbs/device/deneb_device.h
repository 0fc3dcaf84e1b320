/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from deneb.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * deneb, the adapter's side: decodes what the fast path writes, encodes what it polls. For the
 * emulator and tests; the structs are those of <inverbs/device/device.h>.
 */
#ifndef INVERBS_ADAPTERS_DENEB_DEVICE_H
#define INVERBS_ADAPTERS_DENEB_DEVICE_H

#include <errno.h>
#include <inverbs/adapters/deneb_formats.h>
#include <inverbs/adapters/deneb_queue.h>
#include <inverbs/device/device.h>

/** Decode what every head says. EINVAL: bits are set that no request sets. */
static inline int deneb_dev_head(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));
	const uint32_t w20 = INVERBS_BE32(inverbs_get32(at + 20));

	if ((w0 & 0xfffff0U) || w20)
		return EINVAL;
	out->send_flags |= ((w0 >> 3) & 1) ? IBV_SEND_INLINE : 0;
	out->send_flags |= ((w0 >> 2) & 1) ? IBV_SEND_SIGNALED : 0;
	out->send_flags |= ((w0 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;
	out->send_flags |= (w0 & 1) ? IBV_SEND_FENCE : 0;
	out->hw_opcode = (w0 >> 24);
	out->wr_id = w8;

	return 0;
}

/**
 * Decode what the head of SEND, ATOMIC_CMP_AND_SWP, ATOMIC_WRITE and BIND_MW says besides. EINVAL:
 * bits are set that no request sets.
 */
static inline int deneb_dev_top_send(const uint8_t *at, struct inverbs_dev_wr *out INVERBS_UNUSED)
{
	const uint32_t w16 = INVERBS_BE32(inverbs_get32(at + 16));

	if (w16)
		return EINVAL;

	return 0;
}

/**
 * Decode what the head of SEND_WITH_IMM says besides. EINVAL: bits are set that no request sets.
 */
static inline int deneb_dev_top_send_with_imm(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w16 = INVERBS_BE32(inverbs_get32(at + 16));

	if (w16)
		return EINVAL;
	out->imm = inverbs_get32(at + 4);

	return 0;
}

/**
 * Decode what the head of SEND_WITH_INV and LOCAL_INV on connected queue pairs says besides.
 * EINVAL: bits are set that no request sets.
 */
static inline int deneb_dev_top_send_with_inv(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint32_t w16 = INVERBS_BE32(inverbs_get32(at + 16));

	if (w16)
		return EINVAL;
	out->invalidate_rkey = w4;

	return 0;
}

/**
 * Decode what the head of RDMA_WRITE on connected queue pairs says besides. EINVAL: bits are set
 * that no request sets.
 */
static inline int deneb_dev_top_rdma_write(const uint8_t *at,
					   struct inverbs_dev_wr *out INVERBS_UNUSED)
{
	const uint32_t w16 = INVERBS_BE32(inverbs_get32(at + 16));

	if (w16 != 7)
		return EINVAL;

	return 0;
}

/** Decode what every tail says. EINVAL: bits are set that no request sets. */
static inline int deneb_dev_tail(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_NATIVE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_NATIVE32(inverbs_get32(at + 4));

	out->inline_len = w0;
	out->num_sge = w4;

	return 0;
}

/**
 * Decode what the tail of SEND, SEND_WITH_IMM, SEND_WITH_INV, RDMA_WRITE, ATOMIC_CMP_AND_SWP,
 * ATOMIC_WRITE, BIND_MW and LOCAL_INV says besides. EINVAL: bits are set that no request sets.
 */
static inline int deneb_dev_load_send(const uint8_t *at INVERBS_UNUSED,
				      struct inverbs_dev_wr *out INVERBS_UNUSED)
{

	return 0;
}

/** Decode the to segment of datagram queue pairs. EINVAL: bits are set that no request sets. */
static inline int deneb_dev_to(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));

	if (w12)
		return EINVAL;
	out->remote_qpn = w0;
	out->qkey = w4;
	out->ah_number = w8;

	return 0;
}

/**
 * Decode the away segment of RDMA_WRITE and ATOMIC_WRITE. EINVAL: bits are set that no request
 * sets.
 */
static inline int deneb_dev_away(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_BE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_BE32(inverbs_get32(at + 12));

	if (w12)
		return EINVAL;
	out->remote_addr = w0;
	out->rkey = w8;

	return 0;
}

/** Decode the change segment of ATOMIC_CMP_AND_SWP. EINVAL: bits are set that no request sets. */
static inline int deneb_dev_change(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));
	const uint64_t w16 = INVERBS_BE64(inverbs_get64(at + 16));
	const uint32_t w24 = INVERBS_BE32(inverbs_get32(at + 24));
	const uint32_t w28 = INVERBS_BE32(inverbs_get32(at + 28));

	if (w28)
		return EINVAL;
	out->remote_addr = w0;
	out->compare = w8;
	out->swap = w16;
	out->rkey = w24;

	return 0;
}

/** Decode the opening segment of BIND_MW. EINVAL: bits are set that no request sets. */
static inline int deneb_dev_opening(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_BE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));
	const uint32_t w16 = INVERBS_BE32(inverbs_get32(at + 16));
	const uint32_t w20 = INVERBS_BE32(inverbs_get32(at + 20));
	const uint32_t w24 = INVERBS_BE32(inverbs_get32(at + 24));
	const uint32_t w28 = INVERBS_BE32(inverbs_get32(at + 28));

	out->bind.addr = w0;
	out->bind.length = w8;
	out->bind.lkey = w16;
	out->bind.old_rkey = w20;
	out->bind.rkey = w24;
	out->bind.access = w28;
	out->bind.zero_based = (out->bind.access & IBV_ACCESS_ZERO_BASED) != 0;

	return 0;
}

/** Decode an SGE. EINVAL: bits are set that no request sets. */
static inline int deneb_dev_sge(const uint8_t *at, struct ibv_sge *sge)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));

	sge->lkey = w0;
	sge->length = w4;
	sge->addr = w8;

	return 0;
}

static const struct inverbs_dev_segment deneb_dev_list_to[] = {
	{DENEB_TO_SIZE, deneb_dev_to},
};

static const struct inverbs_dev_segment deneb_dev_list_away[] = {
	{DENEB_AWAY_SIZE, deneb_dev_away},
};

static const struct inverbs_dev_segment deneb_dev_list_change[] = {
	{DENEB_CHANGE_SIZE, deneb_dev_change},
};

static const struct inverbs_dev_segment deneb_dev_list_opening[] = {
	{DENEB_OPENING_SIZE, deneb_dev_opening},
};

/** The forms of WQEs, in the order of the spec. deneb.send.ops */
static const struct inverbs_dev_form deneb_dev_forms[] = {
	/* RC, UC */
	{IBV_WR_SEND, DENEB_TASK_PUT, 0x3U, deneb_dev_top_send, NULL, 0, 0, 0, true, false,
	 deneb_dev_load_send, 0, 0},
	/* UD */
	{IBV_WR_SEND, DENEB_TASK_PUT, 0x4U, deneb_dev_top_send, deneb_dev_list_to, 1, 0, 0, true,
	 false, deneb_dev_load_send, 0, 0},
	/* RC, UC */
	{IBV_WR_SEND_WITH_IMM, DENEB_TASK_PUT_NOTE, 0x3U, deneb_dev_top_send_with_imm, NULL, 0, 0,
	 0, true, false, deneb_dev_load_send, 0, 0},
	/* UD */
	{IBV_WR_SEND_WITH_IMM, DENEB_TASK_PUT_NOTE, 0x4U, deneb_dev_top_send_with_imm,
	 deneb_dev_list_to, 1, 0, 0, true, false, deneb_dev_load_send, 0, 0},
	/* RC, UC */
	{IBV_WR_SEND_WITH_INV, DENEB_TASK_PUT_END, 0x3U, deneb_dev_top_send_with_inv, NULL, 0, 0, 0,
	 true, false, deneb_dev_load_send, 0, 0},
	/* RC */
	{IBV_WR_RDMA_WRITE, DENEB_TASK_STORE, 0x1U, deneb_dev_top_rdma_write, deneb_dev_list_away,
	 1, 0, 0, true, false, deneb_dev_load_send, 0, 0},
	/* RC */
	{IBV_WR_ATOMIC_CMP_AND_SWP, DENEB_TASK_SWAP, 0x1U, deneb_dev_top_send,
	 deneb_dev_list_change, 1, 0, 0, true, false, deneb_dev_load_send, 0, 0},
	/* RC */
	{IBV_WR_ATOMIC_WRITE, DENEB_TASK_WORD, 0x1U, deneb_dev_top_send, deneb_dev_list_away, 1, 0,
	 0, true, true, deneb_dev_load_send, 0, 0},
	/* RC */
	{IBV_WR_BIND_MW, DENEB_TASK_OPEN, 0x1U, deneb_dev_top_send, deneb_dev_list_opening, 1, 0, 0,
	 false, false, deneb_dev_load_send, 0, 0},
	/* RC */
	{IBV_WR_LOCAL_INV, DENEB_TASK_END, 0x1U, deneb_dev_top_send_with_inv, NULL, 0, 0, 0, false,
	 false, deneb_dev_load_send, 0, 0},
};

/** The bit of a queue pair type in the forms; 0: unknown type. */
static inline uint32_t deneb_dev_type(int qp_type)
{
	switch (qp_type) {
	case IBV_QPT_RC:
		return 0x1U;
	case IBV_QPT_UC:
		return 0x2U;
	case IBV_QPT_UD:
		return 0x4U;
	default:
		return 0;
	}
}

/** Copy inline payload at `at`, which moves to its end. */
static inline int deneb_dev_take_inline(const uint8_t *wqe, uint32_t *at,
					struct inverbs_dev_wr *out)
{
	const uint32_t from = *at;

	if (out->inline_len > INVERBS_DEV_MAX_INLINE || from > out->bytes ||
	    out->bytes - from < out->inline_len)
		return EINVAL;
	out->send_flags |= IBV_SEND_INLINE;
	memcpy(out->inline_data, wqe + from, out->inline_len);
	*at = from + out->inline_len;
	return 0;
}

/** Decode the payload of a WQE at `at`, which moves to its end. deneb.send.payload */
static inline int deneb_dev_payload(const struct inverbs_dev_form *form, const uint8_t *wqe,
				    uint32_t *at, uint32_t count, struct inverbs_dev_wr *out)
{
	uint64_t total = 0;
	uint32_t in_wqe;

	if ((out->send_flags & IBV_SEND_INLINE) || form->in_entry)
		return deneb_dev_take_inline(wqe, at, out);
	in_wqe = out->inline_len;
	out->inline_len = 0;
	while (out->num_sge < count) {
		struct ibv_sge *const sge = &out->sge[out->num_sge];

		if (out->num_sge == INVERBS_DEV_MAX_SGE || out->bytes - *at < DENEB_PIECE_SIZE ||
		    deneb_dev_sge(wqe + *at, sge))
			return EINVAL;
		if (form->sge_length && sge->length != form->sge_length)
			return EINVAL;
		out->num_sge++;
		*at += DENEB_PIECE_SIZE;
		total += sge->length;
	}
	return total == in_wqe ? 0 : EINVAL;
}

/** Decode a WQE as one of this form. */
static inline int deneb_dev_read_form(const struct inverbs_dev_form *form, const uint8_t *wqe,
				      uint32_t len, struct inverbs_dev_wr *out)
{
	uint32_t at = DENEB_TOP_SIZE, sges, in_wqe;

	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	if (deneb_dev_head(wqe, out) || out->hw_opcode != form->code || form->head(wqe, out))
		return EINVAL;
	if (deneb_dev_tail(wqe + 64, out) || form->tail(wqe + 64, out))
		return EINVAL;
	out->bytes = len;
	for (uint32_t i = 0; i < form->count; at += form->segments[i++].size) {
		if (out->bytes - at < form->segments[i].size ||
		    form->segments[i].read(wqe + at, out))
			return EINVAL;
	}
	at = 80;
	sges = out->num_sge;
	in_wqe = out->inline_len;
	out->opcode = form->opcode;
	out->send_flags |= form->flags;
	out->num_sge = form->sges;
	out->inline_len = form->payload ? in_wqe : 0;
	if (form->payload && deneb_dev_payload(form, wqe, &at, sges, out))
		return EINVAL;
	out->bytes = at;
	return 0;
}

/** Fields of a WQE's control segment, for WQEs that cannot be decoded. */
static inline void deneb_dev_read_head(const uint8_t *at, struct inverbs_dev_wr *out)
{
	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));

	out->send_flags |= ((w0 >> 3) & 1) ? IBV_SEND_INLINE : 0;
	out->send_flags |= ((w0 >> 2) & 1) ? IBV_SEND_SIGNALED : 0;
	out->send_flags |= ((w0 >> 1) & 1) ? IBV_SEND_SOLICITED : 0;
	out->send_flags |= (w0 & 1) ? IBV_SEND_FENCE : 0;
	out->hw_opcode = (w0 >> 24);
	out->wr_id = w8;
}

/**
 * Decode the send WQE of a queue pair of this type in `len` bytes of ordinary memory; nothing
 * beyond is read. Returns 0, or EINVAL when the fast path cannot have written it. A WQE that
 * several verbs opcodes give is taken for the first one in the spec. * The fields of the control
 * segment are in *out in any case: a CQE can name the request. A WQE does not say how long it is:
 * the rest of the `len` bytes, a unit of the ring, is ignored.
 */
static inline int deneb_dev_decode_send(int qp_type, const struct inverbs_dev_copy *wqe,
					uint32_t len, struct inverbs_dev_wr *out)
{
	const struct inverbs_dev_form *const end =
		deneb_dev_forms + sizeof(deneb_dev_forms) / sizeof(deneb_dev_forms[0]);
	const uint32_t type = deneb_dev_type(qp_type);

	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	if (len < 80)
		return EINVAL;
	for (const struct inverbs_dev_form *form = deneb_dev_forms; form < end; form++) {
		if ((form->types & type) &&
		    deneb_dev_read_form(form, (const uint8_t *)wqe, len, out) == 0)
			return 0;
	}
	deneb_dev_read_head((const uint8_t *)wqe, out);
	return EINVAL;
}

/** Decode one SGE of a receive. EINVAL: bits are set that no request sets. deneb.recv.gather */
static inline int deneb_dev_recv_sge(const uint8_t *at, struct ibv_sge *sge)
{
	const uint32_t w0 = INVERBS_BE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_BE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_BE64(inverbs_get64(at + 8));

	sge->lkey = w0;
	sge->length = w4;
	sge->addr = w8;

	return 0;
}

/**
 * Decode a receive of `len` bytes. Returns 0, or EINVAL when the fast path cannot have written it;
 * the fields of its header are in *out then, too. deneb.recv.head
 */
static inline int deneb_dev_decode_recv(const struct inverbs_dev_copy *slot, uint32_t len,
					struct inverbs_dev_recv *out)
{
	const uint8_t *const unit = (const uint8_t *)slot;

	memset(out, 0, offsetof(struct inverbs_dev_recv, sge));
	if (len < DENEB_BLANK_SIZE)
		return EINVAL;
	{
		const uint64_t w0 = INVERBS_BE64(inverbs_get64(unit));
		const uint32_t w8 = INVERBS_BE32(inverbs_get32(unit + 8));

		out->wr_id = w0;
		out->num_sge = w8;
	}
	if (out->num_sge > (len - DENEB_BLANK_SIZE) / DENEB_PIECE_SIZE ||
	    out->num_sge > INVERBS_DEV_MAX_SGE)
		return EINVAL;
	for (uint32_t n = 0; n < out->num_sge; n++) {
		if (deneb_dev_recv_sge(unit + DENEB_BLANK_SIZE + (size_t)n * DENEB_PIECE_SIZE,
				       &out->sge[n]))
			return EINVAL;
	}
	return 0;
}

/** The adapter's value of a completion status. deneb.complete.status */
static inline uint32_t deneb_dev_status(enum ibv_wc_status status)
{
	switch (status) {
	case IBV_WC_SUCCESS:
		return 0;
	case IBV_WC_LOC_PROT_ERR:
		return DENEB_FATE_KEY;
	case IBV_WC_WR_FLUSH_ERR:
		return DENEB_FATE_FLUSHED;
	default:
		return 0xf;
	}
}

/** The adapter's value of a kind of receive; -1: it has none. deneb.complete.recv */
static inline int deneb_dev_recv_code(enum inverbs_dev_recv_kind kind)
{
	switch (kind) {
	case INVERBS_DEV_RECV_SEND:
	case INVERBS_DEV_RECV_SEND_IMM:
	case INVERBS_DEV_RECV_SEND_INV:
		return DENEB_DEED_CAME;
	default:
		return -1;
	}
}

/** The CQE's opcode of a send. deneb.complete.send */
static inline uint32_t deneb_dev_reports(uint32_t hw_opcode)
{
	switch (hw_opcode) {
	case DENEB_TASK_PUT:
	case DENEB_TASK_PUT_NOTE:
	case DENEB_TASK_PUT_END:
		return DENEB_DEED_PUT;
	case DENEB_TASK_STORE:
		return DENEB_DEED_STORED;
	case DENEB_TASK_SWAP:
		return DENEB_DEED_SWAPPED;
	case DENEB_TASK_WORD:
		return DENEB_DEED_WORDED;
	case DENEB_TASK_OPEN:
		return DENEB_DEED_OPENED;
	case DENEB_TASK_END:
		return DENEB_DEED_ENDED;
	default:
		return 0;
	}
}

/**
 * Encode a CQE in a slot of `cqe_bytes`, whose ownership the producer index passes. Returns 0, or
 * EINVAL for a kind of message that the adapter does not report.
 */
static inline int deneb_dev_encode_cqe(void *cqe, uint32_t cqe_bytes INVERBS_UNUSED,
				       const struct inverbs_dev_cqe *in)
{
	uint8_t *const at = (uint8_t *)cqe;
	const bool failed = in->status != IBV_WC_SUCCESS;
	const int code = deneb_dev_recv_code(in->recv);
	const bool has_imm = in->recv == INVERBS_DEV_RECV_SEND_IMM ||
			     in->recv == INVERBS_DEV_RECV_WRITE_IMM;
	uint8_t image[32];

	if (!in->is_send && code < 0)
		return EINVAL;
	if (failed) {
		struct deneb_news e;

		memset(&e, 0, sizeof(e));
		e.qpn = in->qpn;
		e.id = in->wr_id;
		e.detail = in->vendor_err;
		e.fate = (uint8_t)deneb_dev_status(in->status);
		deneb_news_put(image, &e);
	}
	if (!failed) {
		struct deneb_news e;

		memset(&e, 0, sizeof(e));
		e.qpn = in->qpn;
		e.id = in->wr_id;
		e.detail = in->vendor_err;
		if (in->is_send) {
			e.deed = (uint8_t)deneb_dev_reports(in->hw_opcode);
			e.bytes = in->byte_len;
		} else {
			e.deed = (uint8_t)code;
			e.bytes = in->byte_len;
			e.from = in->src_qp;
			if (has_imm)
				e.note = in->imm;
			e.noted = (uint8_t)has_imm;
			if (in->recv == INVERBS_DEV_RECV_SEND_INV)
				e.end = in->imm;
			e.ended = (uint8_t)(in->recv == INVERBS_DEV_RECV_SEND_INV);
		}
		deneb_news_put(image, &e);
	}
	memcpy(at, image, sizeof(image));
	return 0;
}

#endif
