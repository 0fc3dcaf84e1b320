/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/efa.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * The adapter's side of efa: decodes the WQEs that the fast path writes, and encodes the CQEs that
 * it polls. For the emulator and tests; the structs are those of <inverbs/device/device.h>.
 */
#ifndef INVERBS_ADAPTERS_EFA_DEVICE_H
#define INVERBS_ADAPTERS_EFA_DEVICE_H

#include <errno.h>
#include <inverbs/adapters/efa_formats.h>
#include <inverbs/device/device.h>

/**
 * Decode the fields that every control segment has. Returns 0, or EINVAL if bits are set that no
 * work request sets.
 */
static inline int efa_dev_head(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint16_t w0 = INVERBS_LE16(inverbs_get16(at));
	const uint8_t w2 = inverbs_get8(at + 2);
	const uint8_t w3 = inverbs_get8(at + 3);
	const uint16_t w4 = INVERBS_LE16(inverbs_get16(at + 4));
	const uint16_t w6 = INVERBS_LE16(inverbs_get16(at + 6));
	const uint16_t w12 = INVERBS_LE16(inverbs_get16(at + 12));
	const uint8_t w14 = inverbs_get8(at + 14);
	const uint8_t w15 = inverbs_get8(at + 15);
	const uint32_t w16 = INVERBS_LE32(inverbs_get32(at + 16));
	const uint32_t w20 = INVERBS_LE32(inverbs_get32(at + 20));
	const uint16_t w24 = INVERBS_LE16(inverbs_get16(at + 24));
	const uint16_t w26 = INVERBS_LE16(inverbs_get16(at + 26));
	const uint16_t w28 = INVERBS_LE16(inverbs_get16(at + 28));
	const uint16_t w30 = INVERBS_LE16(inverbs_get16(at + 30));

	if ((w2 & 0xc0U) != 0x80U || (w3 & 0xfeU) != 0x1cU || w14 || w15 || w20 || w24)
		return EINVAL;
	out->tag |= (uint64_t)w0;
	out->tag |= (uint64_t)((uint64_t)w26 << 16);
	out->tag |= (uint64_t)((uint64_t)w28 << 32);
	out->tag |= (uint64_t)((uint64_t)w30 << 48);
	out->send_flags |= ((w2 >> 5) & 1) ? IBV_SEND_INLINE : 0;
	out->hw_opcode = w2 & 0xfU;
	out->remote_qpn = w4;
	if (out->send_flags & IBV_SEND_INLINE)
		out->inline_len = w6;
	else
		out->num_sge = w6;
	out->ah_number = w12;
	out->qkey = w16;

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND, RDMA_READ and RDMA_WRITE. Returns 0, or
 * EINVAL if bits are set that no work request sets.
 */
static inline int efa_dev_meta_send(const uint8_t *at, struct inverbs_dev_wr *out INVERBS_UNUSED)
{
	const uint8_t w2 = inverbs_get8(at + 2);
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));

	if ((w2 & 0x10U) || w8)
		return EINVAL;

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND_WITH_IMM and RDMA_WRITE_WITH_IMM. Returns
 * 0, or EINVAL if bits are set that no work request sets.
 */
static inline int efa_dev_meta_send_with_imm(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint8_t w2 = inverbs_get8(at + 2);
	const uint32_t w8 = INVERBS_LE32(inverbs_get32(at + 8));

	if ((w2 & 0x10U) != 0x10U)
		return EINVAL;
	out->imm = INVERBS_BE32(w8);

	return 0;
}

/**
 * Decode the remote segment of RDMA_READ, RDMA_WRITE and RDMA_WRITE_WITH_IMM. Returns 0, or EINVAL
 * if bits are set that no work request sets.
 */
static inline int efa_dev_remote(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_LE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	out->inline_len = w0;
	out->rkey = w4;
	out->remote_addr = w8;

	return 0;
}

/** Decode an SGE. Returns 0, or EINVAL if bits are set that no work request sets. */
static inline int efa_dev_sge(const uint8_t *at, struct ibv_sge *sge)
{
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_LE32(inverbs_get32(at + 4));
	const uint64_t w8 = INVERBS_LE64(inverbs_get64(at + 8));

	if (w4 & 0xff000000U)
		return EINVAL;
	sge->length = w0;
	sge->lkey = w4 & 0xffffffU;
	sge->addr = w8;

	return 0;
}

static const struct inverbs_dev_segment efa_dev_list_remote[] = {
	{EFA_REMOTE_SIZE, efa_dev_remote},
};

/** The forms of WQEs, in the order of the spec. efa.send.ops */
static const struct inverbs_dev_form efa_dev_forms[] = {
	/* UD, DRIVER */
	{IBV_WR_SEND, EFA_OP_SEND, 0x3U, efa_dev_meta_send, NULL, 0, 0, 0, true, false, NULL, 0, 0},
	/* UD, DRIVER */
	{IBV_WR_SEND_WITH_IMM, EFA_OP_SEND, 0x3U, efa_dev_meta_send_with_imm, NULL, 0, 0, 0, true,
	 false, NULL, 0, 0},
	/* DRIVER */
	{IBV_WR_RDMA_READ, EFA_OP_READ, 0x2U, efa_dev_meta_send, efa_dev_list_remote, 1, 0, 0, true,
	 false, NULL, 0, 0},
	/* DRIVER */
	{IBV_WR_RDMA_WRITE, EFA_OP_WRITE, 0x2U, efa_dev_meta_send, efa_dev_list_remote, 1, 0, 0,
	 true, false, NULL, 0, 0},
	/* DRIVER */
	{IBV_WR_RDMA_WRITE_WITH_IMM, EFA_OP_WRITE, 0x2U, efa_dev_meta_send_with_imm,
	 efa_dev_list_remote, 1, 0, 0, true, false, NULL, 0, 0},
};

/** The bit of a queue pair type in the forms; 0: unknown type. */
static inline uint32_t efa_dev_type(int qp_type)
{
	switch (qp_type) {
	case IBV_QPT_UD:
		return 0x1U;
	case IBV_QPT_DRIVER:
		return 0x2U;
	default:
		return 0;
	}
}

/** Copy the inline payload at `at`, and move `at` past it. */
static inline int efa_dev_take_inline(const uint8_t *wqe, uint32_t *at, struct inverbs_dev_wr *out)
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

/** Decode the payload of a WQE at `at`, and move `at` past it. efa.send.payload */
static inline int efa_dev_payload(const struct inverbs_dev_form *form, const uint8_t *wqe,
				  uint32_t *at, uint32_t count, struct inverbs_dev_wr *out)
{
	if ((out->send_flags & IBV_SEND_INLINE) || form->inlined)
		return efa_dev_take_inline(wqe, at, out);
	out->inline_len = 0;
	while (out->num_sge < count) {
		struct ibv_sge *const sge = &out->sge[out->num_sge];

		if (out->num_sge == INVERBS_DEV_MAX_SGE || out->bytes - *at < EFA_BUFFER_SIZE ||
		    efa_dev_sge(wqe + *at, sge))
			return EINVAL;
		if (form->sge_length && sge->length != form->sge_length)
			return EINVAL;
		out->num_sge++;
		*at += EFA_BUFFER_SIZE;
	}
	return 0;
}

/** Decode a WQE that has this form. Returns 0 or EINVAL. */
static inline int efa_dev_read_form(const struct inverbs_dev_form *form, const uint8_t *wqe,
				    uint32_t len, struct inverbs_dev_wr *out)
{
	uint32_t at = EFA_META_SIZE, sges, in_wqe;

	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	if (efa_dev_head(wqe, out) || out->hw_opcode != form->code || form->head(wqe, out))
		return EINVAL;
	out->bytes = len;
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
	if (form->payload && efa_dev_payload(form, wqe, &at, sges, out))
		return EINVAL;
	for (uint32_t i = at; i < len; i++) {
		if (wqe[i])
			return EINVAL;
	}
	out->bytes = at;
	return 0;
}

/**
 * Decode the send WQE of a queue pair of this type in `len` bytes of ordinary memory; nothing
 * beyond is read. Returns 0, or EINVAL if the fast path cannot have written it. If several verbs
 * opcodes produce the same WQE, the first of them in the spec is reported. A WQE does not contain
 * its length: the rest of the `len` bytes, a unit of the ring, must be zero.
 */
static inline int efa_dev_decode_send(int qp_type, const struct inverbs_dev_copy *wqe, uint32_t len,
				      struct inverbs_dev_wr *out)
{
	const struct inverbs_dev_form *const end = efa_dev_forms +
						   sizeof(efa_dev_forms) / sizeof(efa_dev_forms[0]);
	const uint32_t type = efa_dev_type(qp_type);

	if (len < EFA_META_SIZE)
		return EINVAL;
	for (const struct inverbs_dev_form *form = efa_dev_forms; form < end; form++) {
		if ((form->types & type) &&
		    efa_dev_read_form(form, (const uint8_t *)wqe, len, out) == 0)
			return 0;
	}
	return EINVAL;
}

/**
 * Decode one SGE of a receive at `unit` and add it. Returns 0, or EINVAL if bits are set that no
 * work request sets. efa.recv
 */
static inline int efa_dev_recv_sge(const uint8_t *unit, struct inverbs_dev_recv *out)
{
	struct ibv_sge *const sge = &out->sge[out->num_sge];
	const uint64_t w0 = INVERBS_LE64(inverbs_get64(unit));
	const uint16_t w8 = INVERBS_LE16(inverbs_get16(unit + 8));
	const uint16_t w10 = INVERBS_LE16(inverbs_get16(unit + 10));
	const uint32_t w12 = INVERBS_LE32(inverbs_get32(unit + 12));

	if (w12 & 0x3f000000U)
		return EINVAL;
	out->tag = w8;
	sge->addr = w0;
	sge->length = w10;
	sge->lkey = w12 & 0xffffffU;
	out->first = (w12 >> 30) & 1;
	out->last = w12 >> 31;

	out->num_sge++;
	return 0;
}

/**
 * Decode a unit of a receive ring, which holds one SGE; flags in it mark the first and the last SGE
 * of a work request.
 */
static inline int efa_dev_decode_recv(const struct inverbs_dev_copy *unit, uint32_t len,
				      struct inverbs_dev_recv *out)
{
	memset(out, 0, offsetof(struct inverbs_dev_recv, sge));
	return len < EFA_RECV_BUFFER_SIZE ? EINVAL : efa_dev_recv_sge((const uint8_t *)unit, out);
}

/** The adapter's value for a completion status. efa.complete.status */
static inline uint32_t efa_dev_status(enum ibv_wc_status status)
{
	switch (status) {
	case IBV_WC_SUCCESS:
		return 0;
	case IBV_WC_WR_FLUSH_ERR:
		return EFA_STATUS_FLUSHED;
	case IBV_WC_LOC_QP_OP_ERR:
		return EFA_STATUS_LOCAL_QP_INTERNAL;
	case IBV_WC_LOC_PROT_ERR:
		return EFA_STATUS_LOCAL_LKEY;
	case IBV_WC_LOC_LEN_ERR:
		return EFA_STATUS_LOCAL_LENGTH;
	case IBV_WC_REM_ACCESS_ERR:
		return EFA_STATUS_REMOTE_ADDRESS;
	case IBV_WC_REM_ABORT_ERR:
		return EFA_STATUS_REMOTE_ABORT;
	case IBV_WC_REM_INV_RD_REQ_ERR:
		return EFA_STATUS_REMOTE_DEST_QPN;
	case IBV_WC_RNR_RETRY_EXC_ERR:
		return EFA_STATUS_REMOTE_RNR;
	case IBV_WC_REM_INV_REQ_ERR:
		return EFA_STATUS_REMOTE_LENGTH;
	case IBV_WC_BAD_RESP_ERR:
		return EFA_STATUS_REMOTE_STATUS;
	case IBV_WC_RESP_TIMEOUT_ERR:
		return EFA_STATUS_UNRESPONSIVE;
	case IBV_WC_REM_OP_ERR:
		return EFA_STATUS_REMOTE_AH;
	default:
		return 0xff;
	}
}

/** The adapter's value for a kind of receive; -1 if it has none. efa.complete.recv */
static inline int efa_dev_recv_code(enum inverbs_dev_recv_kind kind)
{
	switch (kind) {
	case INVERBS_DEV_RECV_SEND:
	case INVERBS_DEV_RECV_SEND_IMM:
		return EFA_OP_SEND;
	case INVERBS_DEV_RECV_WRITE_IMM:
		return EFA_OP_WRITE;
	default:
		return -1;
	}
}

/**
 * Encode a CQE in a slot of `cqe_bytes`, except for the bit that passes ownership. Returns 0, or
 * EINVAL for a kind of message that the adapter does not report.
 */
static inline int efa_dev_encode_cqe(void *cqe, uint32_t cqe_bytes,
				     const struct inverbs_dev_cqe *in)
{
	uint8_t *const at = (uint8_t *)cqe + cqe_bytes - 32;
	const bool failed = in->status != IBV_WC_SUCCESS;
	const int code = efa_dev_recv_code(in->recv);
	const bool has_imm = in->recv == INVERBS_DEV_RECV_SEND_IMM ||
			     in->recv == INVERBS_DEV_RECV_WRITE_IMM;
	uint8_t bit = 1;
	uint8_t image[32] = {0};

	if (!in->is_send && code < 0)
		return EINVAL;
	{
		struct efa_cqe e;

		memset(&e, 0, sizeof(e));
		e.qpn = (uint16_t)in->qpn;
		if (failed)
			e.status = (uint8_t)efa_dev_status(in->status);
		if (in->is_send) {
			e.queue = (uint8_t)EFA_QUEUE_SEND;
			e.op = (uint8_t)in->hw_opcode;
			e.tag = (uint16_t)in->tag;
			e.tag_1 = (uint16_t)(in->tag >> 16);
			e.tag_2 = (uint16_t)(in->tag >> 32);
			e.tag_3 = (uint16_t)(in->tag >> 48);
		} else {
			e.queue = (uint8_t)EFA_QUEUE_RECV;
			e.op = (uint8_t)code;
			e.tag = (uint16_t)in->tag;
			e.unsolicited = (uint8_t)in->no_request;
			e.length = (uint16_t)in->byte_len;
			e.src_qp = (uint16_t)in->src_qp;
			e.ah = (uint16_t)in->slid;
			if (code == EFA_OP_WRITE)
				e.length_high = (uint16_t)(in->byte_len >> 16);
			if (has_imm)
				e.imm = INVERBS_BE32(in->imm);
			e.has_imm = (uint8_t)has_imm;
		}
		efa_cqe_put(image, &e);
	}
	/* stays unchanged until ownership passes */
	bit &= inverbs_get8(at + 3);
	inverbs_put8(image + 3, (uint8_t)(inverbs_get8(image + 3) | bit));
	memcpy(at, image, sizeof(image));
	return 0;
}

/** Store the owner bit of CQE `index`: one store, after all others. efa.complete.ready */
static inline void efa_dev_give_cqe(void *cqe, uint32_t cqe_bytes, bool set)
{
	uint8_t *const word = (uint8_t *)(void *)((uint8_t *)cqe + cqe_bytes - 29);
	const uint8_t bit = 1;

	__atomic_store_n(word, (uint8_t)(set ? *word | bit : *word & ~bit), __ATOMIC_RELEASE);
}

/** Pass CQE `index` to the program. */
static inline void efa_dev_publish_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index,
				       uint32_t entries)
{
	efa_dev_give_cqe(cqe, cqe_bytes, (index & entries) == 0);
}

/** Keep ownership of CQE `index` with the adapter until it is published. */
static inline void efa_dev_init_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index, uint32_t entries)
{
	efa_dev_give_cqe(cqe, cqe_bytes, (index & entries) != 0);
}

/**
 * Decode the arm request of a completion queue. `request`: the value that was stored. Returns 0, or
 * EINVAL if it is malformed. efa.arm
 */
static inline int efa_dev_decode_arm(const struct inverbs_dev_copy *request,
				     struct inverbs_dev_arm *out)
{
	const uint8_t *const at = (const uint8_t *)request;
	const uint32_t w0 = INVERBS_LE32(inverbs_get32(at));

	if (w0 & 0x1fff0000U)
		return EINVAL;
	out->ci = w0 & 0xffffU;
	out->sequence = (w0 >> 29) & 3;
	out->armed = w0 >> 31;

	out->solicited = false;
	return 0;
}

#endif
