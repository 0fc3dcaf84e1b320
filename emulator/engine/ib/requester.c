/* SPDX-License-Identifier: BSD-2-Clause */
/* The requester: takes work requests in order, passes each to the peer, and completes it. */
#include "base/upcalls.h"
#include "engine/ib/internal.h"

enum {
	RNR_INFINITE = 7,
};

/* --- completing ------------------------------------------------------------------------- */

static void fail_request(struct engine_qp *eq, enum ibv_wc_status status)
{
	softhca_engine_note_failed(eq, status, true, eq->send_index);
	softhca_engine_send_done(eq, &eq->wr, status, 0);
	if (engine_is_reliable(eq))
		softhca_engine_qp_error(eq, -1);
	else
		softhca_engine_sq_error(eq);
}

static void complete_request(struct engine_qp *eq)
{
	softhca_engine_send_succeeded(eq, &eq->wr, eq->total);
}

/* --- waiting ----------------------------------------------------------------------------- */

/** No ACK arrives: wait until the local ACK timeout, which is infinite if it is 0. */
static void wait_response(struct engine_qp *eq)
{
	const uint64_t timeout = softhca_engine_ack_timeout(eq);

	eq->engine->noted.number = (eq->qp->attr.retry_cnt & 7U) - eq->retries + 1U;
	softhca_engine_keep_note(eq);
	eq->waiting = true;
	eq->lost = true;
	if (timeout)
		softhca_engine_timer_start(eq->engine, &eq->timer, eq->engine->now + timeout);
}

/** RNR timer codes in units of 10 us. */
static const uint32_t rnr_units[32] = {
	65536, 1,    2,    3,    4,    6,     8,     12,    16,    24,    32,
	48,    64,   96,   128,  192,  256,   384,   512,   768,   1024,  1536,
	2048,  3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152,
};

static void wait_after_rnr(struct engine_qp *eq, uint8_t code)
{
	if (!eq->rnr_retries) {
		fail_request(eq, IBV_WC_RNR_RETRY_EXC_ERR);
		return;
	}
	softhca_engine_keep_note(eq);
	if (eq->rnr_retries != RNR_INFINITE)
		eq->rnr_retries--;
	eq->waiting = true;
	eq->lost = false;
	softhca_engine_timer_start(eq->engine, &eq->timer,
				   eq->engine->now + rnr_units[code & 31] * UINT64_C(10000));
}

/** Retry the request, or fail it if the retries are used up. */
static void retry_request(struct engine_qp *eq)
{
	struct softhca_port *port = softhca_qp_port(eq->qp);

	if (!eq->retries) {
		eq->engine->noted.number = (eq->qp->attr.retry_cnt & 7U) + 1;
		fail_request(eq, IBV_WC_RETRY_EXC_ERR);
		return;
	}
	eq->retries--;
	if (port)
		port->counters.retries++;
	softhca_engine_run(eq);
}

void softhca_engine_send_timeout(struct engine_qp *eq)
{
	eq->waiting = false;
	if (!eq->lost) {
		softhca_engine_run(eq);
		return;
	}
	softhca_engine_recall_note(eq);
	retry_request(eq);
}

void softhca_engine_send_again(struct engine_qp *eq)
{
	if (!eq->waiting || !eq->lost)
		return;
	softhca_engine_timer_stop(eq->engine, &eq->timer);
	eq->waiting = false;
	softhca_engine_run(eq);
}

static void reset_retries(struct engine_qp *eq)
{
	eq->retries = eq->qp->attr.retry_cnt & 7;
	eq->rnr_retries = eq->qp->attr.rnr_retry & 7;
}

/* --- one chunk of a message -------------------------------------------------------------- */

static void advance_request(struct engine_qp *eq, const struct engine_packet *packet)
{
	eq->psn = (eq->psn + packet->count) & ENGINE_PSN_MASK;
	eq->done += packet->bytes;
	if (packet->last) {
		complete_request(eq);
		return;
	}
	eq->passage = 0;
	reset_retries(eq);
}

/**
 * The requester's memory could not be accessed: the address is invalid, or its process has exited.
 */
static void handle_local_fault(struct engine_qp *eq, const struct engine_packet *packet)
{
	if (softhca_engine_is_process_alive(&eq->qp->ctx->memory)) {
		softhca_engine_note_gone(eq, &packet->local);
		fail_request(eq, IBV_WC_LOC_PROT_ERR);
		return;
	}
	eq->waiting = true;
	eq->lost = false;
}

static void handle_reliable_verdict(struct engine_qp *eq, const struct engine_packet *packet,
				    enum engine_verdict verdict)
{
	switch (verdict) {
	case ENGINE_DONE:
		advance_request(eq, packet);
		break;
	case ENGINE_LOST:
		wait_response(eq);
		break;
	case ENGINE_NOT_READY:
		wait_after_rnr(eq, packet->rnr_code);
		break;
	case ENGINE_BAD_REQUEST:
		fail_request(eq, IBV_WC_REM_INV_REQ_ERR);
		break;
	case ENGINE_BAD_ACCESS:
		fail_request(eq, IBV_WC_REM_ACCESS_ERR);
		break;
	case ENGINE_BAD_OPERATION:
		fail_request(eq, IBV_WC_REM_OP_ERR);
		break;
	case ENGINE_LOCAL_FAULT:
		handle_local_fault(eq, packet);
		break;
	case ENGINE_LOCAL_STALL:
	case ENGINE_PEER_STALL:
		softhca_engine_park(eq);
		break;
	case ENGINE_OUT_OF_SEQUENCE:
		retry_request(eq);
		break;
	case ENGINE_BROKEN:
		softhca_engine_note_reason(eq->engine->hca, SOFTHCA_REASON_EVENT, 0);
		softhca_engine_qp_error(eq, IBV_EVENT_QP_FATAL);
		break;
	case ENGINE_DELAYED:
		break;
	}
}

/** A message of an unreliable queue pair counts as sent, whatever happened at the peer. */
static void handle_unreliable_verdict(struct engine_qp *eq, const struct engine_packet *packet,
				      enum engine_verdict verdict)
{
	struct softhca_port *port = softhca_qp_port(eq->qp);

	if (verdict == ENGINE_DONE) {
		advance_request(eq, packet);
	} else if (verdict == ENGINE_LOCAL_FAULT) {
		handle_local_fault(eq, packet);
	} else if (verdict == ENGINE_LOCAL_STALL) {
		softhca_engine_park(eq);
	} else if (verdict == ENGINE_BROKEN) {
		softhca_engine_note_reason(eq->engine->hca, SOFTHCA_REASON_EVENT, 0);
		softhca_engine_qp_error(eq, IBV_EVENT_QP_FATAL);
	} else if (verdict != ENGINE_DELAYED) {
		if (port)
			port->counters.drops++;
		softhca_engine_note_dropped(eq);
		complete_request(eq);
	}
}

static uint64_t send_chunk(struct engine_qp *eq)
{
	struct engine_packet packet;
	enum engine_verdict verdict;

	softhca_engine_forget(eq->engine);
	if (!softhca_engine_fill_packet(eq, &eq->wr, eq->total, eq->done, &packet)) {
		fail_request(eq, IBV_WC_LOC_PROT_ERR); /* key invalidated meanwhile */
		return 0;
	}
	verdict = softhca_engine_carry(eq, &packet);
	if (engine_is_reliable(eq))
		handle_reliable_verdict(eq, &packet, verdict);
	else
		handle_unreliable_verdict(eq, &packet, verdict);
	return packet.bytes;
}

/* --- turns ------------------------------------------------------------------------------- */

static void finish_request(struct engine_qp *eq, enum ibv_wc_status status)
{
	if (status == IBV_WC_SUCCESS)
		complete_request(eq);
	else
		fail_request(eq, status);
}

/** Execute the current work request, or its next chunk. Returns the bytes moved. */
static uint64_t execute_request(struct engine_qp *eq)
{
	enum ibv_wc_status status;

	switch (eq->wr.opcode) {
	case IBV_WR_BIND_MW:
		finish_request(eq, softhca_engine_bind(eq));
		return 0;
	case IBV_WR_LOCAL_INV:
		finish_request(eq, softhca_engine_invalidate_local(eq));
		return 0;
	default:
		break;
	}
	if (eq->qp->type != IBV_QPT_UD)
		return send_chunk(eq);
	if (softhca_engine_datagram(eq, &status))
		finish_request(eq, status);
	return eq->total;
}

/** Take the next WQE. Returns false if there is none. */
static bool start_next_wqe(struct engine_qp *eq)
{
	struct hw_copy wqe;
	enum ibv_wc_status status = IBV_WC_LOC_QP_OP_ERR;

	if (!softhca_engine_send_peek(eq, eq->send_index, &wqe))
		return false;
	if (softhca_traced(eq->engine->hca))
		softhca_trace_entry(eq->qp->ctx, SOFTHCA_TRACE_KIND_SEND, eq->qp->qpn,
				    eq->send_index, softhca_sends_as(eq->qp), wqe.at, wqe.bytes);
	eq->busy = true;
	eq->total = 0;
	eq->done = 0;
	reset_retries(eq);
	softhca_engine_forget(eq->engine);
	if (!eq->hw->adapter->decode_send(softhca_sends_as(eq->qp), hw_copied(&wqe), wqe.bytes,
					  &eq->wr))
		status = softhca_engine_send_check(eq, &eq->wr, &eq->total);
	else
		softhca_engine_note_reason(eq->engine->hca, SOFTHCA_REASON_MALFORMED, 0);
	if (status != IBV_WC_SUCCESS)
		fail_request(eq, status);
	return true;
}

/** In SQD, only a request that was started may continue. */
static bool can_send(const struct engine_qp *eq)
{
	enum ibv_qp_state state = eq->qp->attr.qp_state;

	return !eq->waiting && (state == IBV_QPS_RTS || (state == IBV_QPS_SQD && eq->busy));
}

unsigned int softhca_engine_send_turn(struct engine_qp *eq)
{
	unsigned int work = 0;
	uint64_t bytes = 0;

	while (can_send(eq) && work < ENGINE_TURN_REQUESTS && bytes < ENGINE_CHUNK) {
		unsigned int together;

		if (!eq->busy && !start_next_wqe(eq))
			return work;
		together = eq->busy ? softhca_engine_burst(eq, &bytes) : 0;
		if (eq->busy && !together)
			bytes += execute_request(eq);
		work += together ? together : 1;
	}
	if (can_send(eq))
		softhca_engine_run(eq);
	return work;
}
