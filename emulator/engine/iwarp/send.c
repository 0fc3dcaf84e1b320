/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sending side of an iWARP connection. A send or write is complete when it was sent; if the
 * peer rejects it, the connection ends. A read is complete when its data has arrived; later
 * requests are executed meanwhile, so their completions come first.
 */
#include "engine/iwarp/internal.h"

/* --- completions ------------------------------------------------------------------------- */

static void complete_send(struct engine_qp *eq, enum hw_fault fault)
{
	const struct inverbs_dev_cqe cqe = {
		.qpn = eq->qp->qpn,
		.is_send = true,
		.status = fault ? IBV_WC_GENERAL_ERR : IBV_WC_SUCCESS,
		.vendor_err = eq->hw->adapter->fault_code(fault),
		.hw_opcode = eq->wr.hw_opcode,
		.solicited = eq->wr.send_flags & IBV_SEND_SOLICITED,
		.serial = eq->iwarp->serial,
		.byte_len = (uint32_t)eq->total,
	};

	eq->busy = false;
	eq->progress = (struct dma_progress){.moved = 0};
	if (fault)
		softhca_iwarp_note_failed(eq, fault, true, eq->iwarp->serial);
	if (fault || eq->wr.send_flags & IBV_SEND_SIGNALED)
		softhca_engine_complete(eq, eq->qp->send_cq, &cqe, false);
}

/** Complete the oldest read. */
static void complete_read(struct engine_qp *eq, enum hw_fault fault)
{
	struct iwarp *iw = eq->iwarp;
	const struct iwarp_read *read = &iw->reads[iw->first_read];
	const struct inverbs_dev_cqe cqe = {
		.qpn = eq->qp->qpn,
		.is_send = true,
		.is_late = true,
		.status = fault ? IBV_WC_GENERAL_ERR : IBV_WC_SUCCESS,
		.vendor_err = eq->hw->adapter->fault_code(fault),
		.hw_opcode = read->wr.hw_opcode,
		.byte_len = read->wr.sge[0].length,
	};

	if (fault)
		softhca_iwarp_note_failed(eq, fault, true, 0);
	iw->first_read = (iw->first_read + 1) % iw->read_room;
	iw->open_reads--;
	softhca_engine_complete(eq, eq->qp->send_cq, &cqe, false);
}

static void count_sent(const struct engine_qp *eq, uint64_t bytes)
{
	struct softhca_port *port = softhca_qp_port(eq->qp);

	if (!port)
		return;
	port->counters.messages_sent++;
	port->counters.bytes_sent += bytes;
}

/** A work request of this side is invalid: write a CQE with the error, then end the connection. */
static void fail_connection(struct engine_qp *eq, enum hw_fault fault)
{
	complete_send(eq, fault);
	softhca_iwarp_terminate(eq, fault);
}

/**
 * Memory could not be accessed. Has its process exited, so that the connection will end soon?
 * Otherwise the process has unmapped a registered region.
 */
static bool is_process_gone(struct engine_qp *eq, const struct softhca_qp *whose)
{
	if (softhca_engine_is_process_alive(&whose->ctx->memory))
		return false;
	eq->waiting = true;
	return true;
}

/* --- injected faults --------------------------------------------------------------------- */

static void break_connection(struct engine_qp *eq)
{
	softhca_engine_note_reason(eq->engine->hca, SOFTHCA_REASON_EVENT, 0);
	softhca_iwarp_end_connection(eq, SOFTHCA_IWARP_RESET, IBV_EVENT_QP_FATAL,
				     IBV_EVENT_QP_FATAL);
}

/**
 * Apply a fault; TCP hides loss, duplicates and reordering. Returns false if the message waits
 * (perhaps for a port that is down) or the connection has ended.
 */
static bool apply_fault_rules(struct engine_qp *eq, enum softhca_fault_subject subject)
{
	struct engine_qp *peer = eq->iwarp->peer;
	struct engine_passage passage = {
		.subject = subject,
		.to = softhca_qp_port(peer->qp),
		.to_qpn = peer->qp->qpn,
	};
	const unsigned int passed = subject == SOFTHCA_FAULT_REQUEST ? ENGINE_PASSED_REQUEST
								     : ENGINE_PASSED_RESPONSE;
	enum softhca_fault fault;

	if (!softhca_has_fault_rules(eq->engine->hca))
		return true;
	if (eq->passage & passed) {
		eq->passage &= (uint8_t)~passed;
		return true;
	}
	fault = softhca_engine_find_fault(eq, &passage);
	if (fault == SOFTHCA_FAULT_DELAY || fault == SOFTHCA_FAULT_DOWN)
		softhca_engine_delay_chunk(eq, passage.delay, passed);
	else if (fault == SOFTHCA_FAULT_BREAK)
		break_connection(eq);
	return fault != SOFTHCA_FAULT_DELAY && fault != SOFTHCA_FAULT_DOWN &&
	       fault != SOFTHCA_FAULT_BREAK;
}

void softhca_iwarp_timeout(struct engine_qp *eq)
{
	if (eq->passage & (ENGINE_PASSED_REQUEST | ENGINE_PASSED_RESPONSE))
		eq->waiting = false;
	softhca_engine_run(eq);
}

/** Wait for a stalled process. Fault rules must not count the message again. */
static void wait_for_process(struct engine_qp *eq, unsigned int passed)
{
	if (softhca_has_fault_rules(eq->engine->hca))
		eq->passage |= (uint8_t)passed;
	softhca_engine_park(eq);
}

/* --- sends and writes -------------------------------------------------------------------- */

static enum hw_fault check_send_sges(const struct engine_qp *eq)
{
	struct engine_spans spans;

	for (uint32_t i = 0; i < eq->wr.num_sge; i++) {
		const struct ibv_sge *sge = &eq->wr.sge[i];

		if (!softhca_engine_local_spans(eq->qp->pd, sge, 1, 0, sge->length, 0, &spans))
			return softhca_iwarp_key_fault(eq->qp->pd, sge->lkey, 0);
	}
	return HW_NO_FAULT;
}

static bool fill_packet(struct engine_qp *eq, struct engine_packet *packet)
{
	const uint64_t left = eq->total - eq->done;

	*packet = (struct engine_packet){
		.from = eq,
		.wr = &eq->wr,
		.total = eq->total,
		.offset = eq->done,
		.bytes = left < ENGINE_CHUNK ? left : ENGINE_CHUNK,
		.last = left <= ENGINE_CHUNK,
		.inlined = eq->wr.inline_len ? eq->wr.inline_data : NULL,
		.progress = &eq->progress,
	};
	return packet->inlined ||
	       softhca_engine_local_spans(eq->qp->pd, eq->wr.sge, eq->wr.num_sge, eq->done,
					  packet->bytes, 0, &packet->local);
}

/** The chunk was sent. */
static void chunk_sent(struct engine_qp *eq, const struct engine_packet *packet)
{
	eq->done += packet->bytes;
	if (!packet->last)
		return;
	count_sent(eq, eq->total);
	complete_send(eq, HW_NO_FAULT);
}

static uint64_t send_chunk(struct engine_qp *eq)
{
	struct engine_qp *peer = eq->iwarp->peer;
	enum hw_fault fault = HW_NO_FAULT;
	struct engine_packet packet;

	softhca_engine_forget(eq->engine);
	if (!fill_packet(eq, &packet)) {
		fail_connection(eq, check_send_sges(eq));
		return 0;
	}
	switch (softhca_iwarp_deliver(peer, &packet, &fault)) {
	case ENGINE_DONE:
		if (eq->iwarp->peer)
			chunk_sent(eq, &packet);
		break;
	case ENGINE_LOCAL_FAULT:
		if (!is_process_gone(eq, eq->qp)) {
			softhca_engine_note_gone(eq, &packet.local);
			fail_connection(eq, HW_BAD_KEY);
		}
		break;
	case ENGINE_LOCAL_STALL:
	case ENGINE_PEER_STALL:
		wait_for_process(eq, ENGINE_PASSED_REQUEST);
		break;
	case ENGINE_LOST:
		eq->waiting = true;
		break;
	default: /* the peer terminates the connection, but the message counts as sent */
		if (eq->iwarp->peer)
			chunk_sent(eq, &packet);
		softhca_iwarp_terminate(peer, fault);
		break;
	}
	return packet.bytes;
}

/* --- reads ------------------------------------------------------------------------------- */

/** Send the read request; the data arrives in a later turn. */
static void request_read(struct engine_qp *eq)
{
	struct iwarp *iw = eq->iwarp;
	struct engine_qp *peer = iw->peer;
	struct iwarp_read *read;
	enum hw_fault fault;

	softhca_engine_forget(eq->engine);
	fault = softhca_iwarp_check_read(peer, &eq->wr, iw->open_reads);
	eq->busy = false;
	if (fault != HW_NO_FAULT) {
		softhca_iwarp_terminate(peer, fault);
		return;
	}
	read = &iw->reads[(iw->first_read + iw->open_reads++) % iw->read_room];
	read->wr = eq->wr;
	read->done = 0;
}

/**
 * Get the destination of a chunk in the reader's memory. The peer writes there, so the key must
 * permit remote writes.
 */
static bool fill_read(struct engine_qp *eq, const struct iwarp_read *read,
		      struct engine_packet *packet)
{
	const uint64_t total = read->wr.sge[0].length;
	const uint64_t left = total - read->done;

	*packet = (struct engine_packet){
		.from = eq,
		.wr = &read->wr,
		.total = total,
		.offset = read->done,
		.bytes = left < ENGINE_CHUNK ? left : ENGINE_CHUNK,
		.last = left <= ENGINE_CHUNK,
	};
	return softhca_engine_local_spans(eq->qp->pd, read->wr.sge, 1, read->done, packet->bytes,
					  IBV_ACCESS_REMOTE_WRITE, &packet->local);
}

static void fail_read(struct engine_qp *eq, enum hw_fault fault)
{
	complete_read(eq, fault);
	softhca_iwarp_terminate(eq, fault);
}

/** A chunk of the oldest read arrives. Returns its size in bytes. */
static uint64_t read_response(struct engine_qp *eq)
{
	struct iwarp_read *read = &eq->iwarp->reads[eq->iwarp->first_read];
	struct engine_qp *peer = eq->iwarp->peer;
	enum hw_fault fault = HW_NO_FAULT;
	struct engine_packet packet;

	softhca_engine_forget(eq->engine);
	if (!fill_read(eq, read, &packet)) {
		fail_read(eq, softhca_iwarp_key_fault(eq->qp->pd, read->wr.sge[0].lkey,
						      IBV_ACCESS_REMOTE_WRITE));
		return 0;
	}
	switch (softhca_iwarp_deliver(peer, &packet, &fault)) {
	case ENGINE_DONE:
		read->done += packet.bytes;
		if (packet.last) {
			count_sent(eq, 0);
			complete_read(eq, HW_NO_FAULT);
		}
		break;
	case ENGINE_LOCAL_FAULT:
		if (!is_process_gone(eq, eq->qp)) {
			softhca_engine_note_gone(eq, &packet.local);
			fail_read(eq, HW_BAD_KEY);
		}
		break;
	case ENGINE_LOCAL_STALL:
	case ENGINE_PEER_STALL:
		wait_for_process(eq, ENGINE_PASSED_RESPONSE);
		break;
	case ENGINE_LOST:
		eq->waiting = true;
		break;
	default:
		softhca_iwarp_terminate(peer, fault);
		break;
	}
	return packet.bytes;
}

/** Let read responses arrive, after all later requests that can be sent were sent. */
static unsigned int respond_to_reads(struct engine_qp *eq)
{
	unsigned int work = 0;
	uint64_t bytes = 0;

	while (eq->iwarp->peer && !eq->waiting && eq->iwarp->open_reads && bytes < ENGINE_CHUNK) {
		if (apply_fault_rules(eq, SOFTHCA_FAULT_RESPONSE))
			bytes += read_response(eq);
		work++;
	}
	return work;
}

/* --- turns ------------------------------------------------------------------------------- */

static bool must_wait_for_reads(const struct iwarp *iw, const struct inverbs_dev_wr *wr)
{
	if (wr->send_flags & IBV_SEND_FENCE && iw->open_reads)
		return true;
	return wr->opcode == IBV_WR_RDMA_READ && iw->open_reads && iw->open_reads >= iw->ord;
}

/** Take the next work request. Returns false if there is none that may start. */
static bool start_next_send(struct engine_qp *eq)
{
	struct iwarp *iw = eq->iwarp;
	const struct inverbs_dev_copy *slot = softhca_iwarp_first_wqe(eq, &iw->sends);
	enum hw_fault fault = HW_NO_FAULT;

	if (!slot || !iw->may_send)
		return false;
	softhca_engine_forget(eq->engine);
	if (eq->hw->adapter->decode_send(eq->qp->type, slot, eq->hw->send.stride, &eq->wr))
		fault = HW_MALFORMED;
	else if (must_wait_for_reads(iw, &eq->wr))
		return false;
	else if (eq->wr.opcode == IBV_WR_RDMA_READ && !iw->ord)
		fault = HW_TOO_MANY_READS;
	iw->serial = eq->hw->adapter->serial(slot);
	iw->sends.tail++;
	eq->busy = true;
	eq->done = 0;
	eq->total = eq->wr.inline_len ? eq->wr.inline_len
				      : softhca_engine_sge_total(eq->wr.sge, eq->wr.num_sge);
	if (fault != HW_NO_FAULT)
		fail_connection(eq, fault);
	return true;
}

static uint64_t execute_wr(struct engine_qp *eq)
{
	if (!apply_fault_rules(eq, SOFTHCA_FAULT_REQUEST))
		return 0;
	if (eq->wr.opcode != IBV_WR_RDMA_READ)
		return send_chunk(eq);
	request_read(eq);
	return 0;
}

/** Is there work left, without another doorbell? */
static bool has_work(struct engine_qp *eq)
{
	const struct iwarp *iw = eq->iwarp;

	return !eq->waiting && (eq->busy || iw->open_reads ||
				(iw->may_send && softhca_iwarp_first_wqe(eq, &iw->sends)));
}

/** Is the link up? While it is down, the connection waits, as TCP does. */
static bool is_reachable(const struct engine_qp *eq)
{
	const struct engine_qp *peer = eq->iwarp->peer;

	return peer && softhca_qp_port(eq->qp)->up && softhca_qp_port(peer->qp)->up;
}

unsigned int softhca_iwarp_turn(struct engine_qp *eq)
{
	struct iwarp *iw = eq->iwarp;
	unsigned int work = 0;
	uint64_t bytes = 0;

	if (iw->notify_by)
		softhca_iwarp_notify_program(eq);
	if (!is_reachable(eq))
		return 0;
	softhca_iwarp_fetch(eq);
	while (iw->peer && !eq->waiting && work < ENGINE_TURN_REQUESTS && bytes < ENGINE_CHUNK) {
		if (!eq->busy && !start_next_send(eq))
			break;
		if (eq->busy)
			bytes += execute_wr(eq);
		work++;
	}
	work += respond_to_reads(eq);
	if (!iw->peer)
		return work;
	if (has_work(eq))
		softhca_engine_run(eq);
	else if (iw->closing)
		softhca_iwarp_end_connection(eq, SOFTHCA_IWARP_CLOSED, -1, -1);
	return work;
}
