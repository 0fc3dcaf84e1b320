/* SPDX-License-Identifier: BSD-2-Clause */
/* The receiving side of an iWARP connection. There is no NAK: an error ends the connection. */
#include "engine/iwarp/internal.h"

/* --- keys -------------------------------------------------------------------------------- */

enum hw_fault softhca_iwarp_key_fault(const struct softhca_pd *pd, uint32_t key, uint32_t access)
{
	const struct softhca_mr *mr = softhca_find_mr(pd->obj.ctx->device, key);

	if (!mr)
		return HW_BAD_KEY;
	if (mr->pd != pd)
		return HW_OTHER_DOMAIN;
	return access & ~mr->access ? HW_NO_RIGHT : HW_OUT_OF_BOUNDS;
}

static enum hw_fault check_receive_sges(const struct softhca_pd *pd, const struct ibv_sge *sge,
					uint32_t count)
{
	struct engine_spans spans;

	for (uint32_t i = 0; i < count; i++) {
		if (!softhca_engine_local_spans((struct softhca_pd *)pd, &sge[i], 1, 0,
						sge[i].length, IBV_ACCESS_LOCAL_WRITE, &spans))
			return softhca_iwarp_key_fault(pd, sge[i].lkey, IBV_ACCESS_LOCAL_WRITE);
	}
	return HW_NO_FAULT;
}

/* --- receives ---------------------------------------------------------------------------- */

static void complete_receive(struct engine_qp *to, enum hw_fault fault, uint32_t bytes,
			     bool solicited)
{
	struct inverbs_dev_cqe cqe = {
		.qpn = to->qp->qpn,
		.status = fault ? IBV_WC_GENERAL_ERR : IBV_WC_SUCCESS,
		.vendor_err = to->hw->adapter->fault_code(fault),
		.serial = ++to->iwarp->message,
		.byte_len = bytes,
		.solicited = solicited,
	};

	if (fault)
		softhca_iwarp_note_failed(to, fault, false, to->iwarp->message);
	to->held = false;
	softhca_engine_complete(to, to->qp->recv_cq, &cqe, solicited);
}

/** The current receive is invalid: it completes with an error. */
static enum hw_fault fail_receive(struct engine_qp *to, enum hw_fault fault)
{
	complete_receive(to, fault, 0, false);
	return fault;
}

static enum hw_fault take_receive(struct engine_qp *to)
{
	struct iwarp *iw = to->iwarp;
	const struct inverbs_dev_copy *slot;

	softhca_iwarp_fetch(to);
	slot = softhca_iwarp_first_wqe(to, &iw->recvs);
	if (!slot)
		return HW_NO_RECEIVE;
	iw->recvs.tail++;
	to->held = true;
	if (to->hw->adapter->decode_recv(slot, to->hw->send.stride, &to->recv))
		return fail_receive(to, HW_MALFORMED);
	return HW_NO_FAULT;
}

/* --- messages ---------------------------------------------------------------------------- */

/** This side reports a fault: store it in *out and return the verdict. */
static enum engine_verdict report_fault(enum hw_fault fault, enum hw_fault *out)
{
	*out = fault;
	return ENGINE_BAD_ACCESS;
}

static void count_refusal(const struct engine_qp *to)
{
	struct softhca_port *port = softhca_qp_port(to->qp);

	if (port)
		port->counters.access_errors++;
}

static void count_received(struct engine_qp *to, const struct engine_packet *packet)
{
	struct softhca_port *port = softhca_qp_port(to->qp);

	if (!port || !packet->last)
		return;
	port->counters.messages_received++;
	port->counters.bytes_received += packet->total;
}

static enum engine_verdict deliver_send(struct engine_qp *to, struct engine_packet *packet,
					enum hw_fault *fault)
{
	struct engine_spans spans;
	enum engine_verdict verdict;

	if (engine_first(packet) && !to->held && (*fault = take_receive(to)) != HW_NO_FAULT)
		return ENGINE_BAD_ACCESS;
	if (softhca_engine_exceeds_receive(to, &to->recv, packet->total))
		return report_fault(fail_receive(to, HW_OUT_OF_BOUNDS), fault);
	if (!softhca_engine_local_spans(to->qp->pd, to->recv.sge, to->recv.num_sge, packet->offset,
					packet->bytes, IBV_ACCESS_LOCAL_WRITE, &spans))
		return report_fault(fail_receive(to, check_receive_sges(to->qp->pd, to->recv.sge,
									to->recv.num_sge)),
				    fault);
	verdict = softhca_engine_write_chunk(packet, &spans);
	if (verdict == ENGINE_BAD_OPERATION) {
		softhca_engine_note_gone(to, &spans);
		return report_fault(fail_receive(to, HW_BAD_KEY), fault);
	}
	if (verdict == ENGINE_DONE && packet->last)
		complete_receive(to, HW_NO_FAULT, (uint32_t)packet->total,
				 packet->wr->send_flags & IBV_SEND_SOLICITED);
	return verdict;
}

/**
 * Does the key permit the peer's access? The queue pair's own flags are not checked: as the kernel
 * does, every connection enables reads and writes, whatever MODIFY_QP set.
 */
static enum hw_fault check_remote_key(struct engine_qp *to, const struct inverbs_dev_wr *wr,
				      uint64_t total, uint64_t from, uint64_t bytes,
				      uint32_t access, struct engine_spans *spans)
{
	const struct softhca_qp *qp = to->qp;

	if (softhca_engine_remote_span(qp, qp->pd, wr->rkey, wr->remote_addr, total, from, bytes,
				       access, spans))
		return HW_NO_FAULT;
	count_refusal(to);
	return softhca_iwarp_key_fault(qp->pd, wr->rkey, access);
}

static enum engine_verdict deliver_write(struct engine_qp *to, const struct engine_packet *packet,
					 enum hw_fault *fault)
{
	struct engine_spans spans;
	enum engine_verdict verdict;

	*fault = check_remote_key(to, packet->wr, packet->total, packet->offset, packet->bytes,
				  IBV_ACCESS_REMOTE_WRITE, &spans);
	if (*fault != HW_NO_FAULT)
		return ENGINE_BAD_ACCESS;
	verdict = softhca_engine_write_chunk(packet, &spans);
	if (verdict != ENGINE_BAD_OPERATION)
		return verdict;
	softhca_engine_note_gone(to, &spans);
	return report_fault(HW_BAD_KEY, fault);
}

static enum engine_verdict deliver_read(struct engine_qp *to, const struct engine_packet *packet,
					enum hw_fault *fault)
{
	struct engine_spans spans;
	enum engine_verdict verdict;

	*fault = check_remote_key(to, packet->wr, packet->total, packet->offset, packet->bytes,
				  IBV_ACCESS_REMOTE_READ, &spans);
	if (*fault != HW_NO_FAULT)
		return ENGINE_BAD_ACCESS;
	verdict = softhca_engine_read_chunk(packet, &spans);
	if (verdict != ENGINE_BAD_OPERATION)
		return verdict;
	softhca_engine_note_gone(to, &spans);
	return report_fault(HW_BAD_KEY, fault);
}

/** A message has arrived: if this side is the responder, it may send now. */
static void allow_responder_sends(struct engine_qp *to)
{
	if (to->iwarp->may_send)
		return;
	to->iwarp->may_send = true;
	softhca_engine_run(to);
}

enum engine_verdict softhca_iwarp_deliver(struct engine_qp *to, struct engine_packet *packet,
					  enum hw_fault *fault)
{
	enum engine_verdict verdict;

	allow_responder_sends(to);
	switch (packet->wr->opcode) {
	case IBV_WR_RDMA_WRITE:
		verdict = deliver_write(to, packet, fault);
		break;
	case IBV_WR_RDMA_READ:
		verdict = deliver_read(to, packet, fault);
		break;
	default:
		verdict = deliver_send(to, packet, fault);
		break;
	}
	if (verdict == ENGINE_DONE)
		count_received(to, packet);
	return verdict;
}

enum hw_fault softhca_iwarp_check_read(struct engine_qp *to, const struct inverbs_dev_wr *wr,
				       uint32_t open)
{
	struct engine_spans spans;
	const uint64_t bytes = wr->sge[0].length;

	allow_responder_sends(to);
	if (open >= to->iwarp->ird)
		return HW_TOO_MANY_READS;
	return check_remote_key(to, wr, bytes, 0, bytes, IBV_ACCESS_REMOTE_READ, &spans);
}
