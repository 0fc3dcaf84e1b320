/* SPDX-License-Identifier: BSD-2-Clause */
/* The responder of connected queue pairs. */
#include <errno.h>

#include "base/carrier.h"
#include "base/upcalls.h"
#include "engine/ib/internal.h"

/* --- errors: an unreliable connection only drops the message ---------------------------------- */

static enum engine_verdict nak_request(struct engine_qp *to, const struct engine_packet *packet)
{
	softhca_engine_note_refused_by(to, packet);
	if (engine_is_reliable(to))
		softhca_engine_qp_error(to, IBV_EVENT_QP_REQ_ERR);
	return ENGINE_BAD_REQUEST;
}

static enum engine_verdict refuse_request(struct engine_qp *to, const struct engine_packet *packet,
					  enum softhca_reason reason)
{
	softhca_engine_note_reason(to->engine->hca, reason, 0);
	return nak_request(to, packet);
}

static enum engine_verdict nak_access(struct engine_qp *to, const struct engine_packet *packet)
{
	struct softhca_port *port = softhca_qp_port(to->qp);

	softhca_engine_note_refused_by(to, packet);
	if (port)
		port->counters.access_errors++;
	if (engine_is_reliable(to))
		softhca_engine_qp_error(to, IBV_EVENT_QP_ACCESS_ERR);
	return ENGINE_BAD_ACCESS;
}

/** The current receive is invalid: it completes with an error, and the queue pair goes to ERR. */
static enum engine_verdict fail_bad_receive(struct engine_qp *to,
					    const struct engine_packet *packet,
					    enum ibv_wc_status status)
{
	struct inverbs_dev_cqe cqe = {.status = status};

	softhca_engine_note_refused_by(to, packet);
	softhca_engine_note_failed(to, status, false, to->held_slot);
	softhca_engine_recv_done(to, &cqe, false);
	softhca_engine_qp_error(to, -1);
	return status == IBV_WC_LOC_LEN_ERR ? ENGINE_BAD_REQUEST : ENGINE_BAD_OPERATION;
}

/* --- receives ---------------------------------------------------------------------------- */

/** Returns the CQ of receives: for XRC, that of the SRQ. */
static struct softhca_cq *find_recv_cq(const struct engine_qp *eq, struct inverbs_dev_cqe *cqe)
{
	const struct softhca_srq *srq;

	if (!eq->qp->domain)
		return eq->qp->recv_cq;
	cqe->is_xrc = true;
	cqe->srqn = eq->held_srqn;
	srq = softhca_find_srq(eq->qp->device, eq->held_srqn);
	return srq ? srq->cq : NULL;
}

void softhca_engine_recv_done(struct engine_qp *eq, struct inverbs_dev_cqe *cqe, bool solicited)
{
	const struct softhca_port *port = softhca_qp_port(eq->qp);
	struct softhca_cq *cq = find_recv_cq(eq, cqe);

	cqe->wr_id = eq->recv.wr_id;
	cqe->qpn = eq->qp->qpn;
	cqe->ethernet = port && port->ethernet;
	cqe->is_send = false;
	cqe->wqe_index = eq->held_slot;
	cqe->timestamp = softhca_engine_timestamp(eq, cq);
	eq->held = false;
	softhca_engine_complete(eq, cq, cqe, solicited);
}

/** Is there no receive only because the receive queue's memory belongs to a stalled process? */
static bool receives_stalled(const struct engine_qp *to, const struct engine_packet *packet)
{
	const struct softhca_context *ctx = packet->srq ? packet->srq->obj.ctx : to->qp->ctx;

	return ctx && softhca_is_stalled(&ctx->memory);
}

/** Ensure that there is a current receive: the first chunk of a message that needs one takes it. */
static enum engine_verdict ensure_receive(struct engine_qp *to, struct engine_packet *packet)
{
	struct softhca_port *port = softhca_qp_port(to->qp);

	if (!engine_first(packet))
		return to->held ? ENGINE_DONE
				: refuse_request(to, packet, SOFTHCA_REASON_NO_BEGINNING);
	switch (softhca_engine_recv_take(to, packet->srq)) {
	case ENGINE_TAKEN:
		return ENGINE_DONE;
	case ENGINE_MALFORMED:
		softhca_engine_note_reason(to->engine->hca, SOFTHCA_REASON_MALFORMED, 0);
		return fail_bad_receive(to, packet, IBV_WC_LOC_QP_OP_ERR);
	default:
		if (receives_stalled(to, packet))
			return ENGINE_PEER_STALL;
		packet->rnr_code = to->qp->attr.min_rnr_timer;
		softhca_engine_note_no_receive(to, packet);
		if (port && engine_is_reliable(to))
			port->counters.rnr_naks++;
		return ENGINE_NOT_READY;
	}
}

/** The whole message has arrived. */
static void complete_message(struct engine_qp *to, const struct engine_packet *packet,
			     enum inverbs_dev_recv_kind kind)
{
	const struct softhca_qp *from = packet->from->qp;
	const struct softhca_port *port = softhca_qp_port(from);
	struct inverbs_dev_cqe cqe = {
		.status = IBV_WC_SUCCESS,
		.recv = kind,
		.byte_len = (uint32_t)packet->total,
		.imm = kind == INVERBS_DEV_RECV_SEND_INV ? packet->wr->invalidate_rkey
							 : packet->wr->imm,
		.src_qp = from->qpn,
		.slid = port ? port->lid : 0,
		.sl = from->attr.ah_attr.sl,
	};

	softhca_engine_recv_done(to, &cqe, packet->wr->send_flags & IBV_SEND_SOLICITED);
}

void softhca_engine_packets_executed(struct engine_qp *to, uint32_t packets, bool last,
				     uint64_t bytes)
{
	struct softhca_port *port = softhca_qp_port(to->qp);

	to->expected_psn = (to->expected_psn + packets) & ENGINE_PSN_MASK;
	if (!port || !last)
		return;
	port->counters.messages_received++;
	port->counters.bytes_received += bytes;
}

/* --- sends ------------------------------------------------------------------------------- */

static enum engine_verdict land_in_receive(struct engine_qp *to, const struct engine_packet *packet)
{
	struct engine_spans spans;
	enum engine_verdict verdict;

	if (softhca_engine_exceeds_receive(to, &to->recv, packet->total))
		return engine_is_reliable(to) ? fail_bad_receive(to, packet, IBV_WC_LOC_LEN_ERR)
					      : ENGINE_BAD_REQUEST;
	if (!softhca_engine_local_spans(engine_receive_domain(packet), to->recv.sge,
					to->recv.num_sge, packet->offset, packet->bytes,
					IBV_ACCESS_LOCAL_WRITE, &spans))
		return fail_bad_receive(to, packet, IBV_WC_LOC_PROT_ERR);
	verdict = softhca_engine_write_chunk(packet, &spans);
	if (verdict == ENGINE_BAD_OPERATION) {
		softhca_engine_note_gone(to, &spans);
		return fail_bad_receive(to, packet, IBV_WC_LOC_PROT_ERR);
	}
	if (verdict == ENGINE_LOST)
		softhca_engine_note_reason(to->engine->hca, SOFTHCA_REASON_PROCESS_GONE, 0);
	return verdict;
}

static enum inverbs_dev_recv_kind send_kind(enum ibv_wr_opcode opcode)
{
	switch (opcode) {
	case IBV_WR_SEND_WITH_IMM:
		return INVERBS_DEV_RECV_SEND_IMM;
	case IBV_WR_SEND_WITH_INV:
		return INVERBS_DEV_RECV_SEND_INV;
	default:
		return INVERBS_DEV_RECV_SEND;
	}
}

static enum engine_verdict deliver_send(struct engine_qp *to, struct engine_packet *packet)
{
	bool invalidates = packet->wr->opcode == IBV_WR_SEND_WITH_INV;
	enum engine_verdict verdict;

	/*
	 * A message that is dropped consumes no receive; the next message, of this queue pair or
	 * another one of the SRQ, takes it.
	 */
	if (!engine_is_reliable(to) && engine_first(packet) &&
	    softhca_engine_recv_too_short(to, packet->srq, packet->total))
		return ENGINE_BAD_REQUEST;
	verdict = ensure_receive(to, packet);
	if (verdict != ENGINE_DONE)
		return verdict;
	if (invalidates &&
	    !softhca_engine_invalidate_remote(to, packet->pd, packet->wr->invalidate_rkey, false))
		return nak_access(to, packet);
	verdict = land_in_receive(to, packet);
	if (verdict != ENGINE_DONE || !packet->last)
		return verdict;
	if (invalidates)
		softhca_engine_invalidate_remote(to, packet->pd, packet->wr->invalidate_rkey, true);
	complete_message(to, packet, send_kind(packet->wr->opcode));
	return ENGINE_DONE;
}

/* --- RDMA -------------------------------------------------------------------------------- */

/** An RDMA access failed: the responder's memory is no longer mapped, or its process has exited. */
static enum engine_verdict handle_rdma_fault(struct engine_qp *to,
					     const struct engine_packet *packet,
					     const struct engine_spans *spans,
					     enum engine_verdict verdict)
{
	if (verdict == ENGINE_LOST)
		softhca_engine_note_reason(to->engine->hca, SOFTHCA_REASON_PROCESS_GONE, 0);
	if (verdict != ENGINE_BAD_OPERATION)
		return verdict;
	softhca_engine_note_gone(to, spans);
	return nak_access(to, packet);
}

/** Do the access flags of the queue pair permit the access? */
static bool is_access_enabled(const struct engine_qp *to, uint32_t access)
{
	struct softhca_refusal *note;

	if (to->qp->attr.qp_access_flags & access)
		return true;
	note = softhca_engine_note_reason(to->engine->hca, SOFTHCA_REASON_ACCESS_OFF, to->qp->qpn);
	note->access = access;
	note->rights = to->qp->attr.qp_access_flags;
	return false;
}

/** Likewise, for requests that use the responder's resources for reads and atomics. */
static bool can_serve_access(const struct engine_qp *to, uint32_t access)
{
	if (!is_access_enabled(to, access))
		return false;
	if (!to->qp->attr.max_dest_rd_atomic)
		softhca_engine_note_reason(to->engine->hca, SOFTHCA_REASON_RESPONDER_READS_OFF, 0);
	return to->qp->attr.max_dest_rd_atomic;
}

static bool is_atomic_aligned(const struct engine_qp *to, uint64_t addr)
{
	if (addr % 8)
		softhca_engine_note_reason(to->engine->hca, SOFTHCA_REASON_MISALIGNED, 0)->addr =
			addr;
	return addr % 8 == 0;
}

static bool find_remote_span(const struct engine_qp *to, const struct engine_packet *packet,
			     uint32_t access, struct engine_spans *spans)
{
	return softhca_engine_remote_span(to->qp, packet->pd, packet->wr->rkey,
					  packet->wr->remote_addr, packet->total, packet->offset,
					  packet->bytes, access, spans);
}

static enum engine_verdict deliver_write(struct engine_qp *to, struct engine_packet *packet)
{
	bool immediate = packet->wr->opcode == IBV_WR_RDMA_WRITE_WITH_IMM;
	enum engine_verdict verdict;
	struct engine_spans spans;

	if (!is_access_enabled(to, IBV_ACCESS_REMOTE_WRITE))
		return nak_request(to, packet);
	if (!find_remote_span(to, packet, IBV_ACCESS_REMOTE_WRITE, &spans))
		return nak_access(to, packet);
	if (immediate) {
		verdict = ensure_receive(to, packet);
		if (verdict != ENGINE_DONE)
			return verdict;
	}
	verdict = handle_rdma_fault(to, packet, &spans, softhca_engine_write_chunk(packet, &spans));
	if (verdict == ENGINE_DONE && packet->last && immediate)
		complete_message(to, packet, INVERBS_DEV_RECV_WRITE_IMM);
	return verdict;
}

static enum engine_verdict deliver_read(struct engine_qp *to, struct engine_packet *packet)
{
	struct engine_spans spans;

	if (!can_serve_access(to, IBV_ACCESS_REMOTE_READ))
		return nak_request(to, packet);
	if (!find_remote_span(to, packet, IBV_ACCESS_REMOTE_READ, &spans))
		return nak_access(to, packet);
	return handle_rdma_fault(to, packet, &spans, softhca_engine_read_chunk(packet, &spans));
}

static enum engine_verdict return_atomic_result(const struct engine_qp *to,
						const struct engine_packet *packet)
{
	switch (softhca_dma_scatter(packet->local.space, packet->local.span, packet->local.count,
				    &to->atomic_result)) {
	case 0:
		return ENGINE_DONE;
	case EAGAIN:
	case EINPROGRESS:
		return ENGINE_LOCAL_STALL;
	default:
		return ENGINE_LOCAL_FAULT;
	}
}

/** The write was issued; memory_accessible will tell whether it was completed. */
static enum engine_verdict wait_for_write(const struct engine_packet *packet,
					  const struct engine_spans *spans)
{
	*packet->progress = (struct dma_progress){
		.issued = packet->bytes,
		.process = spans->space->process,
	};
	return ENGINE_PEER_STALL;
}

/** Execute an atomic. Returns 0, or EAGAIN, EINPROGRESS or EFAULT as in base/dma.h. */
static int execute_atomic(struct engine_qp *to, const struct engine_packet *packet,
			  const struct engine_spans *spans)
{
	const struct inverbs_dev_wr *wr = packet->wr;
	uint64_t *old = &to->atomic_result;

	if (packet->progress->issued)
		return EAGAIN;
	if (packet->progress->moved) {
		packet->progress->moved = 0;
		return 0;
	}
	if (wr->opcode == IBV_WR_ATOMIC_CMP_AND_SWP)
		return softhca_dma_compare_swap(spans->space, spans->span[0].addr, wr->compare,
						wr->swap, old);
	return softhca_dma_fetch_add(spans->space, spans->span[0].addr, wr->swap, old);
}

static enum engine_verdict deliver_atomic(struct engine_qp *to, struct engine_packet *packet)
{
	const struct inverbs_dev_wr *wr = packet->wr;
	struct engine_spans spans;
	enum engine_verdict verdict;

	if (!can_serve_access(to, IBV_ACCESS_REMOTE_ATOMIC) ||
	    !is_atomic_aligned(to, wr->remote_addr))
		return nak_request(to, packet);
	if (!find_remote_span(to, packet, IBV_ACCESS_REMOTE_ATOMIC, &spans))
		return nak_access(to, packet);
	/* Only possible in a region whose start and network address differ modulo 8. */
	if (!is_atomic_aligned(to, spans.span[0].addr))
		return nak_request(to, packet);
	switch (execute_atomic(to, packet, &spans)) {
	case 0:
		break;
	case EAGAIN:
		return ENGINE_PEER_STALL;
	case EINPROGRESS:
		return wait_for_write(packet, &spans);
	default:
		return handle_rdma_fault(to, packet, &spans, softhca_engine_remote_fault(&spans));
	}
	verdict = return_atomic_result(to, packet);
	if (verdict == ENGINE_LOCAL_STALL) {
		/* the requester will retry, and get the saved result, as for a duplicate */
		packet->from->passage |= ENGINE_PASSED_DONE;
		softhca_engine_packets_executed(to, packet->count, packet->last, packet->total);
	}
	return verdict;
}

/** As in Linux 6.2 and later, an atomic write also requires the access flag for atomics. */
static enum engine_verdict deliver_atomic_write(struct engine_qp *to, struct engine_packet *packet)
{
	struct engine_spans spans;

	if (!can_serve_access(to, IBV_ACCESS_REMOTE_WRITE) ||
	    !is_atomic_aligned(to, packet->wr->remote_addr))
		return nak_request(to, packet);
	if (!find_remote_span(to, packet, IBV_ACCESS_REMOTE_WRITE, &spans))
		return nak_access(to, packet);
	if (!is_atomic_aligned(to, spans.span[0].addr))
		return nak_request(to, packet);
	return handle_rdma_fault(to, packet, &spans,
				 softhca_engine_write_atomically(packet, &spans));
}

/* --- XRC --------------------------------------------------------------------------------- */

/** XRC packets have the number of an SRQ, which also determines the protection domain. */
static bool find_target(const struct engine_qp *to, struct engine_packet *packet)
{
	const struct softhca_qp *qp = to->qp;

	packet->srq = qp->srq;
	packet->pd = qp->pd;
	if (!qp->domain)
		return true;
	packet->srq = softhca_find_srq(qp->device, packet->wr->remote_srqn);
	if (!packet->srq || packet->srq->type != IBV_SRQT_XRC ||
	    packet->srq->xrcd->domain != qp->domain) {
		softhca_engine_note_reason(to->engine->hca, SOFTHCA_REASON_NO_SRQ, 0)->other =
			packet->wr->remote_srqn;
		return false;
	}
	packet->pd = packet->srq->pd;
	return true;
}

/* --- arrival ----------------------------------------------------------------------------- */

bool softhca_engine_write_target(const struct engine_qp *to, struct engine_packet *packet,
				 struct engine_spans *spans)
{
	return to->qp->attr.qp_access_flags & IBV_ACCESS_REMOTE_WRITE && find_target(to, packet) &&
	       find_remote_span(to, packet, IBV_ACCESS_REMOTE_WRITE, spans);
}

void softhca_engine_report_established(struct engine_qp *eq)
{
	if (eq->qp->comm_established || eq->qp->attr.qp_state != IBV_QPS_RTR)
		return;
	eq->qp->comm_established = true;
	softhca_qp_event(eq->qp, IBV_EVENT_COMM_EST);
}

static enum engine_verdict dispatch_request(struct engine_qp *to, struct engine_packet *packet)
{
	switch (packet->wr->opcode) {
	case IBV_WR_SEND:
	case IBV_WR_SEND_WITH_IMM:
	case IBV_WR_SEND_WITH_INV:
		return deliver_send(to, packet);
	case IBV_WR_RDMA_WRITE:
	case IBV_WR_RDMA_WRITE_WITH_IMM:
		return deliver_write(to, packet);
	case IBV_WR_RDMA_READ:
		return deliver_read(to, packet);
	case IBV_WR_ATOMIC_CMP_AND_SWP:
	case IBV_WR_ATOMIC_FETCH_AND_ADD:
		return deliver_atomic(to, packet);
	case IBV_WR_ATOMIC_WRITE:
		return deliver_atomic_write(to, packet);
	default: /* not possible: the requester has refused all other opcodes */
		return refuse_request(to, packet, SOFTHCA_REASON_OPCODE);
	}
}

/** Is it a retry of a request that was executed, but whose response was lost? */
static bool is_duplicate(const struct engine_qp *to, const struct engine_packet *packet)
{
	return packet->from->passage & ENGINE_PASSED_DONE &&
	       ((to->expected_psn - packet->from->psn) & ENGINE_PSN_MASK) == packet->count;
}

/**
 * Respond to a duplicate: reads are executed again, atomics return the saved result, all others
 * have no effect.
 */
static enum engine_verdict respond_to_duplicate(struct engine_qp *to, struct engine_packet *packet)
{
	if (softhca_engine_is_atomic(packet->wr->opcode))
		return return_atomic_result(to, packet);
	if (packet->wr->opcode != IBV_WR_RDMA_READ)
		return ENGINE_DONE;
	return find_target(to, packet) ? dispatch_request(to, packet) : nak_request(to, packet);
}

static void note_sequence(const struct engine_qp *to, const struct engine_qp *from)
{
	struct softhca_refusal *note = softhca_engine_note_reason(to->engine->hca,
								  SOFTHCA_REASON_SEQUENCE, 0);

	note->peer = to->qp->qpn;
	note->key = from->psn;
	note->held = to->expected_psn;
}

enum engine_verdict softhca_engine_deliver(struct engine_qp *to, struct engine_packet *packet)
{
	enum engine_verdict verdict;

	/* Packets of another connection are dropped. */
	if (engine_is_reliable(to) && packet->from->psn != to->expected_psn) {
		if (is_duplicate(to, packet))
			return respond_to_duplicate(to, packet);
		note_sequence(to, packet->from);
		return ENGINE_LOST;
	}
	softhca_engine_report_established(to);
	verdict = find_target(to, packet) ? dispatch_request(to, packet) : nak_request(to, packet);
	if (verdict == ENGINE_DONE)
		softhca_engine_packets_executed(to, packet->count, packet->last, packet->total);
	return verdict;
}
