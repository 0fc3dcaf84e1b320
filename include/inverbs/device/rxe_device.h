/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/rxe.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * The adapter's side of rxe: decodes the WQEs that the fast path writes, and encodes the CQEs that
 * it polls. For the emulator and tests; the structs are those of <inverbs/device/device.h>.
 */
#ifndef INVERBS_ADAPTERS_RXE_DEVICE_H
#define INVERBS_ADAPTERS_RXE_DEVICE_H

#include <errno.h>
#include <inverbs/adapters/rxe_formats.h>
#include <inverbs/adapters/rxe_queue.h>
#include <inverbs/device/device.h>

/**
 * Decode the fields that every control segment has. Returns 0, or EINVAL if bits are set that no
 * work request sets.
 */
static inline int rxe_dev_head(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_NATIVE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_NATIVE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_NATIVE32(inverbs_get32(at + 12));
	const uint32_t w16 = INVERBS_NATIVE32(inverbs_get32(at + 16));

	if (w8)
		return EINVAL;
	out->send_flags |= (w16 & 1) ? IBV_SEND_FENCE : 0;
	out->send_flags |= ((w16 >> 1) & 1) ? IBV_SEND_SIGNALED : 0;
	out->send_flags |= ((w16 >> 2) & 1) ? IBV_SEND_SOLICITED : 0;
	out->send_flags |= ((w16 >> 3) & 1) ? IBV_SEND_INLINE : 0;
	out->wr_id = w0;
	out->hw_opcode = w12;

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND, RDMA_WRITE, RDMA_READ,
 * ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD, ATOMIC_WRITE and BIND_MW. Returns 0, or EINVAL if bits
 * are set that no work request sets.
 */
static inline int rxe_dev_send_head_send(const uint8_t *at INVERBS_UNUSED,
					 struct inverbs_dev_wr *out INVERBS_UNUSED)
{

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND_WITH_IMM and RDMA_WRITE_WITH_IMM. Returns
 * 0, or EINVAL if bits are set that no work request sets.
 */
static inline int rxe_dev_send_head_send_with_imm(const uint8_t *at, struct inverbs_dev_wr *out)
{
	out->imm = inverbs_get32(at + 20);

	return 0;
}

/**
 * Decode the other fields of the control segment of SEND_WITH_INV and LOCAL_INV on connected queue
 * pairs. Returns 0, or EINVAL if bits are set that no work request sets.
 */
static inline int rxe_dev_send_head_send_with_inv(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w20 = INVERBS_NATIVE32(inverbs_get32(at + 20));

	out->invalidate_rkey = w20;

	return 0;
}

/**
 * Decode the fields that every tail has. Returns 0, or EINVAL if bits are set that no work request
 * sets.
 */
static inline int rxe_dev_tail(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w40 = INVERBS_NATIVE32(inverbs_get32(at + 40));
	const uint32_t w52 = INVERBS_NATIVE32(inverbs_get32(at + 52));

	out->inline_len = w40;
	out->num_sge = w52;

	return 0;
}

/**
 * Decode the other fields of the tail of SEND, SEND_WITH_IMM, SEND_WITH_INV, RDMA_WRITE,
 * RDMA_WRITE_WITH_IMM, RDMA_READ, ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD, ATOMIC_WRITE, LOCAL_INV
 * and BIND_MW. Returns 0, or EINVAL if bits are set that no work request sets.
 */
static inline int rxe_dev_send_tail_send(const uint8_t *at INVERBS_UNUSED,
					 struct inverbs_dev_wr *out INVERBS_UNUSED)
{

	return 0;
}

/**
 * Decode the datagram segment of datagram queue pairs. Returns 0, or EINVAL if bits are set that no
 * work request sets.
 */
static inline int rxe_dev_datagram(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint32_t w0 = INVERBS_NATIVE32(inverbs_get32(at));
	const uint32_t w4 = INVERBS_NATIVE32(inverbs_get32(at + 4));
	const uint16_t w10 = INVERBS_NATIVE16(inverbs_get16(at + 10));
	const uint32_t w12 = INVERBS_NATIVE32(inverbs_get32(at + 12));
	const uint64_t w16 = INVERBS_NATIVE64(inverbs_get64(at + 16));
	const uint64_t w24 = INVERBS_NATIVE64(inverbs_get64(at + 24));

	if (w10 || w16 || w24)
		return EINVAL;
	out->remote_qpn = w0;
	out->qkey = w4;
	out->ah_number = w12;

	return 0;
}

/**
 * Decode the remote segment of RDMA_WRITE, RDMA_WRITE_WITH_IMM, RDMA_READ and ATOMIC_WRITE. Returns
 * 0, or EINVAL if bits are set that no work request sets.
 */
static inline int rxe_dev_remote(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_NATIVE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_NATIVE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_NATIVE32(inverbs_get32(at + 12));

	if (w12)
		return EINVAL;
	out->remote_addr = w0;
	out->rkey = w8;

	return 0;
}

/**
 * Decode the swap segment of ATOMIC_CMP_AND_SWP. Returns 0, or EINVAL if bits are set that no work
 * request sets.
 */
static inline int rxe_dev_swap(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_NATIVE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_NATIVE64(inverbs_get64(at + 8));
	const uint64_t w16 = INVERBS_NATIVE64(inverbs_get64(at + 16));
	const uint32_t w24 = INVERBS_NATIVE32(inverbs_get32(at + 24));
	const uint32_t w28 = INVERBS_NATIVE32(inverbs_get32(at + 28));

	if (w28)
		return EINVAL;
	out->remote_addr = w0;
	out->compare = w8;
	out->swap = w16;
	out->rkey = w24;

	return 0;
}

/**
 * Decode the add segment of ATOMIC_FETCH_AND_ADD. Returns 0, or EINVAL if bits are set that no work
 * request sets.
 */
static inline int rxe_dev_add(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_NATIVE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_NATIVE64(inverbs_get64(at + 8));
	const uint32_t w24 = INVERBS_NATIVE32(inverbs_get32(at + 24));
	const uint32_t w28 = INVERBS_NATIVE32(inverbs_get32(at + 28));

	if (w28)
		return EINVAL;
	out->remote_addr = w0;
	out->swap = w8;
	out->rkey = w24;

	return 0;
}

/**
 * Decode the bind segment of BIND_MW. Returns 0, or EINVAL if bits are set that no work request
 * sets.
 */
static inline int rxe_dev_bind(const uint8_t *at, struct inverbs_dev_wr *out)
{
	const uint64_t w0 = INVERBS_NATIVE64(inverbs_get64(at));
	const uint64_t w8 = INVERBS_NATIVE64(inverbs_get64(at + 8));
	const uint32_t w16 = INVERBS_NATIVE32(inverbs_get32(at + 16));
	const uint32_t w20 = INVERBS_NATIVE32(inverbs_get32(at + 20));
	const uint32_t w24 = INVERBS_NATIVE32(inverbs_get32(at + 24));
	const uint32_t w28 = INVERBS_NATIVE32(inverbs_get32(at + 28));

	out->bind.addr = w0;
	out->bind.length = w8;
	out->bind.lkey = w16;
	out->bind.old_rkey = w20;
	out->bind.rkey = w24;
	out->bind.access = w28;
	out->bind.zero_based = (out->bind.access & IBV_ACCESS_ZERO_BASED) != 0;

	return 0;
}

/** Decode an SGE. Returns 0, or EINVAL if bits are set that no work request sets. */
static inline int rxe_dev_sge(const uint8_t *at, struct ibv_sge *sge)
{
	const uint64_t w0 = INVERBS_NATIVE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_NATIVE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_NATIVE32(inverbs_get32(at + 12));

	sge->addr = w0;
	sge->length = w8;
	sge->lkey = w12;

	return 0;
}

static const struct inverbs_dev_segment rxe_dev_list_datagram[] = {
	{RXE_DATAGRAM_SIZE, rxe_dev_datagram},
};

static const struct inverbs_dev_segment rxe_dev_list_remote[] = {
	{RXE_REMOTE_SIZE, rxe_dev_remote},
};

static const struct inverbs_dev_segment rxe_dev_list_swap[] = {
	{RXE_SWAP_SIZE, rxe_dev_swap},
};

static const struct inverbs_dev_segment rxe_dev_list_add[] = {
	{RXE_ADD_SIZE, rxe_dev_add},
};

static const struct inverbs_dev_segment rxe_dev_list_bind[] = {
	{RXE_BIND_SIZE, rxe_dev_bind},
};

/** The forms of WQEs, in the order of the spec. rxe.send.ops */
static const struct inverbs_dev_form rxe_dev_forms[] = {
	/* RC, UC */
	{IBV_WR_SEND, RXE_OP_SEND, 0x3U, rxe_dev_send_head_send, NULL, 0, 0, 0, true, false,
	 rxe_dev_send_tail_send, 0, 0},
	/* UD */
	{IBV_WR_SEND, RXE_OP_SEND, 0x4U, rxe_dev_send_head_send, rxe_dev_list_datagram, 1, 0, 0,
	 true, false, rxe_dev_send_tail_send, 0, 0},
	/* RC, UC */
	{IBV_WR_SEND_WITH_IMM, RXE_OP_SEND_WITH_IMM, 0x3U, rxe_dev_send_head_send_with_imm, NULL, 0,
	 0, 0, true, false, rxe_dev_send_tail_send, 0, 0},
	/* UD */
	{IBV_WR_SEND_WITH_IMM, RXE_OP_SEND_WITH_IMM, 0x4U, rxe_dev_send_head_send_with_imm,
	 rxe_dev_list_datagram, 1, 0, 0, true, false, rxe_dev_send_tail_send, 0, 0},
	/* RC */
	{IBV_WR_SEND_WITH_INV, RXE_OP_SEND_WITH_INV, 0x1U, rxe_dev_send_head_send_with_inv, NULL, 0,
	 0, 0, true, false, rxe_dev_send_tail_send, 0, 0},
	/* RC, UC */
	{IBV_WR_RDMA_WRITE, RXE_OP_RDMA_WRITE, 0x3U, rxe_dev_send_head_send, rxe_dev_list_remote, 1,
	 0, 0, true, false, rxe_dev_send_tail_send, 0, 0},
	/* RC, UC */
	{IBV_WR_RDMA_WRITE_WITH_IMM, RXE_OP_RDMA_WRITE_WITH_IMM, 0x3U,
	 rxe_dev_send_head_send_with_imm, rxe_dev_list_remote, 1, 0, 0, true, false,
	 rxe_dev_send_tail_send, 0, 0},
	/* RC */
	{IBV_WR_RDMA_READ, RXE_OP_RDMA_READ, 0x1U, rxe_dev_send_head_send, rxe_dev_list_remote, 1,
	 0, 0, true, false, rxe_dev_send_tail_send, 0, 0},
	/* RC */
	{IBV_WR_ATOMIC_CMP_AND_SWP, RXE_OP_ATOMIC_CMP_AND_SWP, 0x1U, rxe_dev_send_head_send,
	 rxe_dev_list_swap, 1, 0, 0, true, false, rxe_dev_send_tail_send, 0, 0},
	/* RC */
	{IBV_WR_ATOMIC_FETCH_AND_ADD, RXE_OP_ATOMIC_FETCH_AND_ADD, 0x1U, rxe_dev_send_head_send,
	 rxe_dev_list_add, 1, 0, 0, true, false, rxe_dev_send_tail_send, 0, 0},
	/* RC */
	{IBV_WR_ATOMIC_WRITE, RXE_OP_ATOMIC_WRITE, 0x1U, rxe_dev_send_head_send,
	 rxe_dev_list_remote, 1, 0, 0, true, true, rxe_dev_send_tail_send, 0, 0},
	/* RC */
	{IBV_WR_LOCAL_INV, RXE_OP_LOCAL_INV, 0x1U, rxe_dev_send_head_send_with_inv, NULL, 0, 0, 0,
	 false, false, rxe_dev_send_tail_send, 0, 0},
	/* RC, UC */
	{IBV_WR_BIND_MW, RXE_OP_BIND_MW, 0x3U, rxe_dev_send_head_send, rxe_dev_list_bind, 1, 0, 0,
	 false, false, rxe_dev_send_tail_send, 0, 0},
};

/** The bit of a queue pair type in the forms; 0: unknown type. */
static inline uint32_t rxe_dev_type(int qp_type)
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

/** Copy the inline payload at `at`, and move `at` past it. */
static inline int rxe_dev_take_inline(const uint8_t *wqe, uint32_t *at, struct inverbs_dev_wr *out)
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

/** Decode the payload of a WQE at `at`, and move `at` past it. rxe.send.payload */
static inline int rxe_dev_payload(const struct inverbs_dev_form *form, const uint8_t *wqe,
				  uint32_t *at, uint32_t count, struct inverbs_dev_wr *out)
{
	uint64_t total = 0;
	uint32_t in_wqe;

	if ((out->send_flags & IBV_SEND_INLINE) || form->inlined)
		return rxe_dev_take_inline(wqe, at, out);
	in_wqe = out->inline_len;
	out->inline_len = 0;
	while (out->num_sge < count) {
		struct ibv_sge *const sge = &out->sge[out->num_sge];

		if (out->num_sge == INVERBS_DEV_MAX_SGE || out->bytes - *at < RXE_SGE_SIZE ||
		    rxe_dev_sge(wqe + *at, sge))
			return EINVAL;
		if (form->sge_length && sge->length != form->sge_length)
			return EINVAL;
		out->num_sge++;
		*at += RXE_SGE_SIZE;
		total += sge->length;
	}
	return total == in_wqe ? 0 : EINVAL;
}

/** Decode a WQE that has this form. Returns 0 or EINVAL. */
static inline int rxe_dev_read_form(const struct inverbs_dev_form *form, const uint8_t *wqe,
				    uint32_t len, struct inverbs_dev_wr *out)
{
	uint32_t at = RXE_SEND_HEAD_SIZE, sges, in_wqe;

	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	if (rxe_dev_head(wqe, out) || out->hw_opcode != form->code || form->head(wqe, out))
		return EINVAL;
	if (rxe_dev_tail(wqe + 144, out) || form->tail(wqe + 144, out))
		return EINVAL;
	out->bytes = len;
	for (uint32_t i = 0; i < form->count; at += form->segments[i++].size) {
		if (out->bytes - at < form->segments[i].size ||
		    form->segments[i].read(wqe + at, out))
			return EINVAL;
	}
	at = 208;
	sges = out->num_sge;
	in_wqe = out->inline_len;
	out->opcode = form->opcode;
	out->send_flags |= form->flags;
	out->num_sge = form->sges;
	out->inline_len = form->payload ? in_wqe : 0;
	if (form->payload && rxe_dev_payload(form, wqe, &at, sges, out))
		return EINVAL;
	out->bytes = at;
	return 0;
}

/** Fields of a WQE's control segment, for WQEs that cannot be decoded. */
static inline void rxe_dev_read_head(const uint8_t *at, struct inverbs_dev_wr *out)
{
	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	const uint64_t w0 = INVERBS_NATIVE64(inverbs_get64(at));
	const uint32_t w12 = INVERBS_NATIVE32(inverbs_get32(at + 12));
	const uint32_t w16 = INVERBS_NATIVE32(inverbs_get32(at + 16));

	out->send_flags |= (w16 & 1) ? IBV_SEND_FENCE : 0;
	out->send_flags |= ((w16 >> 1) & 1) ? IBV_SEND_SIGNALED : 0;
	out->send_flags |= ((w16 >> 2) & 1) ? IBV_SEND_SOLICITED : 0;
	out->send_flags |= ((w16 >> 3) & 1) ? IBV_SEND_INLINE : 0;
	out->wr_id = w0;
	out->hw_opcode = w12;
}

/**
 * Decode the send WQE of a queue pair of this type in `len` bytes of ordinary memory; nothing
 * beyond is read. Returns 0, or EINVAL if the fast path cannot have written it. If several verbs
 * opcodes produce the same WQE, the first of them in the spec is reported. The fields of the
 * control segment are in *out in any case, so that a CQE can identify the work request. A WQE does
 * not contain its length: the rest of the `len` bytes, a unit of the ring, is ignored.
 */
static inline int rxe_dev_decode_send(int qp_type, const struct inverbs_dev_copy *wqe, uint32_t len,
				      struct inverbs_dev_wr *out)
{
	const struct inverbs_dev_form *const end = rxe_dev_forms +
						   sizeof(rxe_dev_forms) / sizeof(rxe_dev_forms[0]);
	const uint32_t type = rxe_dev_type(qp_type);

	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	if (len < 208)
		return EINVAL;
	for (const struct inverbs_dev_form *form = rxe_dev_forms; form < end; form++) {
		if ((form->types & type) &&
		    rxe_dev_read_form(form, (const uint8_t *)wqe, len, out) == 0)
			return 0;
	}
	rxe_dev_read_head((const uint8_t *)wqe, out);
	return EINVAL;
}

/**
 * Decode one SGE of a receive. Returns 0, or EINVAL if bits are set that no work request sets.
 * rxe.recv.gather
 */
static inline int rxe_dev_recv_sge(const uint8_t *at, struct ibv_sge *sge)
{
	const uint64_t w0 = INVERBS_NATIVE64(inverbs_get64(at));
	const uint32_t w8 = INVERBS_NATIVE32(inverbs_get32(at + 8));
	const uint32_t w12 = INVERBS_NATIVE32(inverbs_get32(at + 12));

	sge->addr = w0;
	sge->length = w8;
	sge->lkey = w12;

	return 0;
}

/**
 * Decode a receive of `len` bytes. Returns 0, or EINVAL if the fast path cannot have written it. In
 * both cases the fields of its header are in *out. rxe.recv.head
 */
static inline int rxe_dev_decode_recv(const struct inverbs_dev_copy *slot, uint32_t len,
				      struct inverbs_dev_recv *out)
{
	const uint8_t *const unit = (const uint8_t *)slot;

	memset(out, 0, offsetof(struct inverbs_dev_recv, sge));
	if (len < RXE_RECV_HEAD_SIZE)
		return EINVAL;
	{
		const uint64_t w0 = INVERBS_NATIVE64(inverbs_get64(unit));
		const uint32_t w28 = INVERBS_NATIVE32(inverbs_get32(unit + 28));

		out->wr_id = w0;
		out->num_sge = w28;
	}
	if (out->num_sge > (len - RXE_RECV_HEAD_SIZE) / RXE_SGE_SIZE ||
	    out->num_sge > INVERBS_DEV_MAX_SGE)
		return EINVAL;
	for (uint32_t n = 0; n < out->num_sge; n++) {
		if (rxe_dev_recv_sge(unit + RXE_RECV_HEAD_SIZE + (size_t)n * RXE_SGE_SIZE,
				     &out->sge[n]))
			return EINVAL;
	}
	return 0;
}

/** The adapter's value for a completion status. rxe.complete.status */
static inline uint32_t rxe_dev_status(enum ibv_wc_status status)
{
	switch (status) {
	case IBV_WC_SUCCESS:
		return 0;
	case IBV_WC_LOC_LEN_ERR:
		return RXE_STATUS_LOC_LEN_ERR;
	case IBV_WC_LOC_QP_OP_ERR:
		return RXE_STATUS_LOC_QP_OP_ERR;
	case IBV_WC_LOC_EEC_OP_ERR:
		return RXE_STATUS_LOC_EEC_OP_ERR;
	case IBV_WC_LOC_PROT_ERR:
		return RXE_STATUS_LOC_PROT_ERR;
	case IBV_WC_WR_FLUSH_ERR:
		return RXE_STATUS_WR_FLUSH_ERR;
	case IBV_WC_MW_BIND_ERR:
		return RXE_STATUS_MW_BIND_ERR;
	case IBV_WC_BAD_RESP_ERR:
		return RXE_STATUS_BAD_RESP_ERR;
	case IBV_WC_LOC_ACCESS_ERR:
		return RXE_STATUS_LOC_ACCESS_ERR;
	case IBV_WC_REM_INV_REQ_ERR:
		return RXE_STATUS_REM_INV_REQ_ERR;
	case IBV_WC_REM_ACCESS_ERR:
		return RXE_STATUS_REM_ACCESS_ERR;
	case IBV_WC_REM_OP_ERR:
		return RXE_STATUS_REM_OP_ERR;
	case IBV_WC_RETRY_EXC_ERR:
		return RXE_STATUS_RETRY_EXC_ERR;
	case IBV_WC_RNR_RETRY_EXC_ERR:
		return RXE_STATUS_RNR_RETRY_EXC_ERR;
	case IBV_WC_LOC_RDD_VIOL_ERR:
		return RXE_STATUS_LOC_RDD_VIOL_ERR;
	case IBV_WC_REM_INV_RD_REQ_ERR:
		return RXE_STATUS_REM_INV_RD_REQ_ERR;
	case IBV_WC_REM_ABORT_ERR:
		return RXE_STATUS_REM_ABORT_ERR;
	case IBV_WC_INV_EECN_ERR:
		return RXE_STATUS_INV_EECN_ERR;
	case IBV_WC_INV_EEC_STATE_ERR:
		return RXE_STATUS_INV_EEC_STATE_ERR;
	case IBV_WC_FATAL_ERR:
		return RXE_STATUS_FATAL_ERR;
	case IBV_WC_RESP_TIMEOUT_ERR:
		return RXE_STATUS_RESP_TIMEOUT_ERR;
	default:
		return RXE_STATUS_GENERAL_ERR;
	}
}

/** The adapter's value for a kind of receive; -1 if it has none. rxe.complete.recv */
static inline int rxe_dev_recv_code(enum inverbs_dev_recv_kind kind)
{
	switch (kind) {
	case INVERBS_DEV_RECV_SEND:
	case INVERBS_DEV_RECV_SEND_IMM:
	case INVERBS_DEV_RECV_SEND_INV:
		return RXE_WC_OP_RECV;
	case INVERBS_DEV_RECV_WRITE_IMM:
		return RXE_WC_OP_RECV_RDMA_WITH_IMM;
	default:
		return -1;
	}
}

/** The opcode in the CQE of a send. rxe.complete.send */
static inline uint32_t rxe_dev_reports(uint32_t hw_opcode)
{
	switch (hw_opcode) {
	case RXE_OP_SEND:
	case RXE_OP_SEND_WITH_IMM:
	case RXE_OP_SEND_WITH_INV:
		return RXE_WC_OP_SEND;
	case RXE_OP_RDMA_WRITE:
	case RXE_OP_RDMA_WRITE_WITH_IMM:
		return RXE_WC_OP_RDMA_WRITE;
	case RXE_OP_RDMA_READ:
		return RXE_WC_OP_RDMA_READ;
	case RXE_OP_ATOMIC_CMP_AND_SWP:
		return RXE_WC_OP_COMP_SWAP;
	case RXE_OP_ATOMIC_FETCH_AND_ADD:
		return RXE_WC_OP_FETCH_ADD;
	case RXE_OP_ATOMIC_WRITE:
		return RXE_WC_OP_ATOMIC_WRITE;
	case RXE_OP_LOCAL_INV:
		return RXE_WC_OP_LOCAL_INV;
	case RXE_OP_BIND_MW:
		return RXE_WC_OP_BIND_MW;
	default:
		return 0;
	}
}

/**
 * Encode a CQE in a slot of `cqe_bytes`; the producer index passes its ownership. Returns 0, or
 * EINVAL for a kind of message that the adapter does not report.
 */
static inline int rxe_dev_encode_cqe(void *cqe, uint32_t cqe_bytes INVERBS_UNUSED,
				     const struct inverbs_dev_cqe *in)
{
	uint8_t *const at = (uint8_t *)cqe;
	const bool failed = in->status != IBV_WC_SUCCESS;
	const int code = rxe_dev_recv_code(in->recv);
	const bool has_imm = in->recv == INVERBS_DEV_RECV_SEND_IMM ||
			     in->recv == INVERBS_DEV_RECV_WRITE_IMM;
	uint8_t image[48] = {0};

	if (!in->is_send && code < 0)
		return EINVAL;
	if (failed) {
		struct rxe_cqe e;

		memset(&e, 0, sizeof(e));
		e.qpn = in->qpn;
		e.wr_id = in->wr_id;
		e.vendor_err = in->vendor_err;
		e.status = rxe_dev_status(in->status);
		rxe_cqe_put(image, &e);
	}
	if (!failed) {
		struct rxe_cqe e;

		memset(&e, 0, sizeof(e));
		e.qpn = in->qpn;
		e.wr_id = in->wr_id;
		e.vendor_err = in->vendor_err;
		if (in->is_send) {
			e.opcode = rxe_dev_reports(in->hw_opcode);
			e.byte_len = in->byte_len;
		} else {
			e.opcode = code;
			e.byte_len = in->byte_len;
			e.src_qp = in->src_qp;
			e.slid = (uint16_t)in->slid;
			e.sl = (uint8_t)in->sl;
			e.path_bits = (uint8_t)in->path_bits;
			e.grh = (uint8_t)in->grh;
			if (has_imm)
				e.imm = in->imm;
			e.with_imm = (uint8_t)has_imm;
			if (in->recv == INVERBS_DEV_RECV_SEND_INV)
				e.invalidated = in->imm;
			e.with_inv = (uint8_t)(in->recv == INVERBS_DEV_RECV_SEND_INV);
		}
		rxe_cqe_put(image, &e);
	}
	memcpy(at, image, sizeof(image));
	return 0;
}

#endif
