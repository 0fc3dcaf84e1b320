/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/rxe.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * rxe from the adapter's side: reads what the fast path writes, writes what it polls. For the
 * emulator and the dump tools; records are those of <inverbs/device.h>.
 */
#ifndef INVERBS_ADAPTERS_RXE_DEVICE_H
#define INVERBS_ADAPTERS_RXE_DEVICE_H

#include <errno.h>
#include <inverbs/adapters/rxe_formats.h>
#include <inverbs/adapters/rxe_queue.h>
#include <inverbs/device.h>

/** Bytes of a completion entry. */
#define RXE_DEV_CQE_BYTES 48U
/** Bytes of one piece. */
#define RXE_DEV_PIECE_BYTES 16U

INVERBS_INLINE struct ibv_sge rxe_dev_piece(const uint8_t *at)
{
	const struct rxe_piece seg = rxe_piece_get(at);
	struct ibv_sge sge;

	sge.addr = seg.addr;
	sge.length = seg.length;
	sge.lkey = seg.lkey;
	return sge;
}

/** Size and payload of a send entry of `len` bytes. */
INVERBS_INLINE int rxe_dev_payload(const uint8_t *slot, uint32_t len, struct inverbs_dev_wr *out)
{
	const struct rxe_send_tail seg = rxe_send_tail_get(slot + 144);
	const uint8_t *const at = slot + 208;
	uint64_t total = 0;

	out->bytes = len;
	if (out->send_flags & IBV_SEND_INLINE || out->hw_opcode == RXE_OP_ATOMIC_WRITE) {
		if (seg.length > len - 208 || seg.length > INVERBS_DEV_MAX_INLINE)
			return EINVAL;
		out->inline_len = seg.length;
		memcpy(out->inline_data, at, out->inline_len);
		return 0;
	}
	if (seg.num_sge > (len - 208) / 16 || seg.num_sge > INVERBS_DEV_MAX_SGE)
		return EINVAL;
	out->num_sge = seg.num_sge;
	for (uint32_t i = 0; i < out->num_sge; i++) {
		out->sge[i] = rxe_dev_piece(at + (size_t)i * 16);
		total += out->sge[i].length;
	}
	return total == seg.length ? 0 : EINVAL;
}

/** What stands behind the head. */
INVERBS_INLINE void rxe_dev_body(int qp_type, uint32_t code, const uint8_t *at,
				 struct inverbs_dev_wr *out)
{
	if (qp_type == IBV_QPT_UD) {
		const struct rxe_datagram seg = rxe_datagram_get(at);

		out->remote_qpn = seg.qpn;
		out->qkey = seg.qkey;
		out->ah_number = seg.ah_number;
		return;
	}
	switch (code) {
	case RXE_OP_RDMA_WRITE: {
		const struct rxe_remote seg = rxe_remote_get(at);

		out->remote_addr = seg.addr;
		out->rkey = seg.rkey;
		return;
	}
	case RXE_OP_RDMA_WRITE_WITH_IMM: {
		const struct rxe_remote seg = rxe_remote_get(at);

		out->remote_addr = seg.addr;
		out->rkey = seg.rkey;
		return;
	}
	case RXE_OP_RDMA_READ: {
		const struct rxe_remote seg = rxe_remote_get(at);

		out->remote_addr = seg.addr;
		out->rkey = seg.rkey;
		return;
	}
	case RXE_OP_ATOMIC_CMP_AND_SWP: {
		const struct rxe_swap seg = rxe_swap_get(at);

		out->remote_addr = seg.addr;
		out->compare = seg.compare;
		out->swap = seg.swap;
		out->rkey = seg.rkey;
		return;
	}
	case RXE_OP_ATOMIC_FETCH_AND_ADD: {
		const struct rxe_add seg = rxe_add_get(at);

		out->remote_addr = seg.addr;
		out->swap = seg.add;
		out->rkey = seg.rkey;
		return;
	}
	case RXE_OP_ATOMIC_WRITE: {
		const struct rxe_remote seg = rxe_remote_get(at);

		out->remote_addr = seg.addr;
		out->rkey = seg.rkey;
		return;
	}
	case RXE_OP_BIND_MW: {
		const struct rxe_bind seg = rxe_bind_get(at);

		out->bind.addr = seg.addr;
		out->bind.length = seg.length;
		out->bind.lkey = seg.lkey;
		out->bind.old_rkey = seg.old_rkey;
		out->bind.rkey = seg.rkey;
		out->bind.access = seg.access;
		return;
	}
	default:
		return;
	}
}

/**
 * Read a send entry of `len` bytes that lies in ordinary memory. Returns 0, or EINVAL when it is
 * not one that the fast path of this adapter could have written; what the head says is in *out
 * then, too.
 */
INVERBS_INLINE int rxe_dev_decode_send(int qp_type, const void *entry, uint32_t len,
				       struct inverbs_dev_wr *out)
{
	const uint8_t *const slot = (const uint8_t *)entry;
	struct rxe_send_head seg;

	memset(out, 0, offsetof(struct inverbs_dev_wr, sge));
	out->inline_len = 0;
	if (len < 208)
		return EINVAL;
	seg = rxe_send_head_get(slot);
	out->hw_opcode = seg.opcode;
	out->wr_id = seg.wr_id;
	if (seg.fence)
		out->send_flags |= IBV_SEND_FENCE;
	if (seg.signaled)
		out->send_flags |= IBV_SEND_SIGNALED;
	if (seg.solicited)
		out->send_flags |= IBV_SEND_SOLICITED;
	if (seg.inlined)
		out->send_flags |= IBV_SEND_INLINE;
	switch (seg.opcode) {
	case RXE_OP_SEND:
		out->opcode = IBV_WR_SEND;
		break;
	case RXE_OP_SEND_WITH_IMM:
		out->opcode = IBV_WR_SEND_WITH_IMM;
		out->imm = seg.imm;
		break;
	case RXE_OP_SEND_WITH_INV:
		out->opcode = IBV_WR_SEND_WITH_INV;
		out->invalidate_rkey = seg.invalidate;
		break;
	case RXE_OP_RDMA_WRITE:
		out->opcode = IBV_WR_RDMA_WRITE;
		break;
	case RXE_OP_RDMA_WRITE_WITH_IMM:
		out->opcode = IBV_WR_RDMA_WRITE_WITH_IMM;
		out->imm = seg.imm;
		break;
	case RXE_OP_RDMA_READ:
		out->opcode = IBV_WR_RDMA_READ;
		break;
	case RXE_OP_ATOMIC_CMP_AND_SWP:
		out->opcode = IBV_WR_ATOMIC_CMP_AND_SWP;
		break;
	case RXE_OP_ATOMIC_FETCH_AND_ADD:
		out->opcode = IBV_WR_ATOMIC_FETCH_AND_ADD;
		break;
	case RXE_OP_ATOMIC_WRITE:
		out->opcode = IBV_WR_ATOMIC_WRITE;
		break;
	case RXE_OP_LOCAL_INV:
		out->opcode = IBV_WR_LOCAL_INV;
		out->invalidate_rkey = seg.invalidate;
		break;
	case RXE_OP_BIND_MW:
		out->opcode = IBV_WR_BIND_MW;
		break;
	default:
		return EINVAL;
	}
	rxe_dev_body(qp_type, seg.opcode, slot + 24, out);
	return rxe_dev_payload(slot, len, out);
}

/** Read a receive entry of `len` bytes. EINVAL: shorter than its head, or more pieces than there is
 * room for; its wr_id is in *out then, too. */
INVERBS_INLINE int rxe_dev_decode_recv(const void *entry, uint32_t len,
				       struct inverbs_dev_recv *out)
{
	const uint8_t *const slot = (const uint8_t *)entry;
	struct rxe_recv_head seg;

	memset(out, 0, offsetof(struct inverbs_dev_recv, sge));
	if (len < 40)
		return EINVAL;
	seg = rxe_recv_head_get(slot);
	out->wr_id = seg.wr_id;
	if (seg.num_sge > (len - 40) / 16 || seg.num_sge > INVERBS_DEV_MAX_SGE)
		return EINVAL;
	out->num_sge = seg.num_sge;
	for (uint32_t i = 0; i < out->num_sge; i++) {
		const struct rxe_piece part = rxe_piece_get(slot + 40 + (size_t)i * 16);

		out->sge[i].addr = part.addr;
		out->sge[i].length = part.length;
		out->sge[i].lkey = part.lkey;
	}
	return 0;
}

/** Code of a completion status. */
INVERBS_INLINE uint32_t rxe_dev_status(enum ibv_wc_status status)
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
	case IBV_WC_GENERAL_ERR:
	default:
		return RXE_STATUS_GENERAL_ERR;
	}
}

/** What the completion calls it: of a send as its entry says, of a receive as what arrived says. */
INVERBS_INLINE uint32_t rxe_dev_reports(const struct inverbs_dev_cqe *in)
{
	if (!in->is_send)
		return in->recv == INVERBS_DEV_RECV_WRITE_IMM ? RXE_WC_OP_RECV_RDMA_WITH_IMM
							      : RXE_WC_OP_RECV;
	switch (in->hw_opcode) {
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

/** Fill a completion entry. Nothing but number and status is told of a request that failed. */
INVERBS_INLINE void rxe_dev_encode_cqe(void *cqe, const struct inverbs_dev_cqe *in)
{
	struct rxe_cqe e;

	memset(&e, 0, sizeof(e));
	e.wr_id = in->wr_id;
	e.qpn = in->qpn;
	e.status = rxe_dev_status(in->status);
	e.vendor_err = in->vendor_err;
	if (in->status == IBV_WC_SUCCESS) {
		e.opcode = rxe_dev_reports(in);
		e.byte_len = in->byte_len;
		e.src_qp = in->is_send ? 0 : in->src_qp;
		e.grh = in->grh && !in->is_send;
		if (!in->is_send && in->recv == INVERBS_DEV_RECV_SEND_INV) {
			e.invalidated = in->imm;
			e.with_inv = 1;
		} else if (!in->is_send && in->recv != INVERBS_DEV_RECV_SEND) {
			e.imm = in->imm;
			e.with_imm = 1;
		}
	}
	rxe_cqe_put(cqe, &e);
}

#endif
