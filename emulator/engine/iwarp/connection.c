/* SPDX-License-Identifier: BSD-2-Clause */
/* Connections of iWARP queue pairs: setup, states and termination. */

#include <errno.h>
#include <stdlib.h>

#include "base/driver.h"
#include "base/log.h"
#include "base/upcalls.h"
#include "engine/iwarp/internal.h"
#include "engine/iwarp/iwarp.h"

enum {
	REPORT_DELAY_NS = 2000000000, /**< maximum delay before the program is told of the end */
	CONSUMED_POLL_NS = 500000,    /**< interval between checks whether it has polled its CQs */
};

/* --- life cycle -------------------------------------------------------------------------- */

static int make_queue(struct iwarp_queue *queue, uint32_t entries, uint32_t stride)
{
	queue->entries = entries;
	queue->slots = calloc(entries, stride);
	return queue->slots ? 0 : ENOMEM;
}

static void iwarp_free(struct iwarp *iw)
{
	free(iw->sends.slots);
	free(iw->recvs.slots);
	free(iw->reads);
	free(iw);
}

int softhca_iwarp_create(struct engine_qp *eq)
{
	const struct hw_qp *hw = eq->hw;
	struct iwarp *iw = calloc(1, sizeof(*iw));

	if (!iw)
		return ENOMEM;
	iw->read_room = (uint32_t)eq->qp->device->driver->limits->attr.max_qp_init_rd_atom;
	iw->reads = calloc(iw->read_room, sizeof(*iw->reads));
	if (!iw->reads || make_queue(&iw->sends, hw->send_depth, hw->send.stride) ||
	    make_queue(&iw->recvs, hw->recv_depth, hw->send.stride)) {
		iwarp_free(iw);
		return ENOMEM;
	}
	eq->iwarp = iw;
	return 0;
}

/** An orderly close that either side requested takes precedence over later errors. */
static void finish_closing(struct engine_qp *eq)
{
	struct engine_qp *peer = eq->iwarp->peer;

	if (peer && !eq->iwarp->closing)
		eq = peer;
	if (peer && eq->iwarp->closing)
		eq->rules->turn(eq);
}

void softhca_iwarp_destroy(struct engine_qp *eq)
{
	finish_closing(eq);
	softhca_engine_note_reason(eq->engine->hca, SOFTHCA_REASON_CONNECTION_ENDED, eq->qp->qpn);
	softhca_iwarp_end_connection(eq, SOFTHCA_IWARP_RESET, -1, -1);
	iwarp_free(eq->iwarp);
	eq->iwarp = NULL;
}

/* --- the end ----------------------------------------------------------------------------- */

/**
 * Tell the program that the connection has ended: set the words in shared memory that its library
 * reads, and wake threads that wait for a completion event.
 */
static void notify_program(struct engine_qp *eq)
{
	struct softhca_qp *qp = eq->qp;

	eq->iwarp->notify_by = 0;
	qp->device->driver->qp_failed(qp);
	softhca_comp_event(qp->recv_cq);
	if (qp->send_cq != qp->recv_cq)
		softhca_comp_event(qp->send_cq);
}

/** Are there CQEs from before the end that the program has not consumed? */
static bool has_completions(const struct engine_qp *eq)
{
	return softhca_engine_has_unread_cqes(eq->qp->recv_cq, eq->iwarp->recv_mark) ||
	       softhca_engine_has_unread_cqes(eq->qp->send_cq, eq->iwarp->send_mark);
}

/**
 * After the library has been told of the end, it reports all further CQEs as flushed, so CQEs from
 * before the end must be consumed first. On a real network, the end comes late enough. Here it is
 * delayed, but not indefinitely: a program may never poll one of its CQs.
 */
void softhca_iwarp_notify_program(struct engine_qp *eq)
{
	struct engine *engine = eq->engine;

	if (engine->now < eq->iwarp->notify_by && has_completions(eq))
		softhca_engine_timer_start(engine, &eq->timer, engine->now + CONSUMED_POLL_NS);
	else
		notify_program(eq);
}

/** The connection ended without an asynchronous event: tell the program after a delay. */
static void notify_program_later(struct engine_qp *eq)
{
	struct iwarp *iw = eq->iwarp;

	iw->notify_by = eq->engine->now + REPORT_DELAY_NS;
	iw->recv_mark = softhca_engine_cqes_written(eq->qp->recv_cq);
	iw->send_mark = softhca_engine_cqes_written(eq->qp->send_cq);
	softhca_iwarp_notify_program(eq);
}

static void enter_state(struct softhca_qp *qp, enum ibv_qp_state state)
{
	qp->attr.qp_state = state;
	qp->attr.cur_qp_state = state;
}

/** Stop a queue pair. WQEs that were not executed stay in the ring, for the library to flush. */
static void stop_queue_pair(struct engine_qp *eq)
{
	softhca_engine_qp_stop(eq);
	eq->iwarp->open_reads = 0;
	eq->iwarp->closing = false;
	eq->iwarp->notify_by = 0;
}

/** End one side of a connection that was just terminated. */
static void end_side(struct engine_qp *eq, enum softhca_iwarp_end how, int event)
{
	if (how == SOFTHCA_IWARP_RESET)
		softhca_engine_note_broken(eq);
	eq->changed = softhca_now();
	stop_queue_pair(eq);
	enter_state(eq->qp, how == SOFTHCA_IWARP_CLOSED ? IBV_QPS_INIT : IBV_QPS_ERR);
	eq->iwarp->failed = true;
	if (event < 0) {
		notify_program_later(eq);
		return;
	}
	notify_program(eq); /* before the event, as its handler reads the words */
	softhca_qp_event(eq->qp, (enum ibv_event_type)event);
}

static void notify_cm(struct engine_qp *eq, enum softhca_iwarp_end how)
{
	struct iwarp *iw = eq->iwarp;

	if (iw->ended)
		iw->ended(eq->qp, how, iw->arg);
	iw->ended = NULL;
}

void softhca_iwarp_end_connection(struct engine_qp *eq, enum softhca_iwarp_end how, int event,
				  int peer_event)
{
	struct engine_qp *peer = eq->iwarp->peer;

	if (!peer)
		return;
	eq->iwarp->peer = NULL;
	peer->iwarp->peer = NULL;
	end_side(eq, how, event);
	end_side(peer, how, peer_event);
	notify_cm(eq, how);
	notify_cm(peer, how);
}

static int fault_event(enum hw_fault fault)
{
	switch (fault) {
	case HW_BAD_KEY:
	case HW_OTHER_DOMAIN:
	case HW_NO_RIGHT:
	case HW_OUT_OF_BOUNDS:
		return IBV_EVENT_QP_ACCESS_ERR;
	default:
		return IBV_EVENT_QP_FATAL;
	}
}

static enum softhca_reason fault_reason(enum hw_fault fault)
{
	switch (fault) {
	case HW_NO_RECEIVE:
		return SOFTHCA_REASON_NO_RECEIVE;
	case HW_TOO_MANY_READS:
		return SOFTHCA_REASON_TOO_MANY_READS;
	case HW_MALFORMED:
		return SOFTHCA_REASON_MALFORMED;
	default:
		return SOFTHCA_REASON_UNKNOWN;
	}
}

/** Key violations were noted when the key was looked up; note all other faults. */
static void complete_note(const struct engine_qp *eq, const struct engine_qp *peer,
			  enum hw_fault fault)
{
	struct softhca_refusal *note = &eq->engine->noted;

	if (!note->reason)
		note = softhca_engine_note_reason(eq->engine->hca, fault_reason(fault), 0);
	if (fault == HW_NO_RECEIVE) {
		note->bytes = peer->total;
	} else if (fault == HW_TOO_MANY_READS) {
		note->number = eq->iwarp->ird;
	}
	note->by = eq->qp->qpn;
	note->from = peer->qp->qpn;
	note->opcode = peer->wr.opcode;
}

void softhca_iwarp_note_failed(struct engine_qp *eq, enum hw_fault fault, bool is_send,
			       uint32_t index)
{
	if (eq->iwarp->peer)
		complete_note(eq, is_send ? eq : eq->iwarp->peer, fault);
	softhca_engine_note_failed(eq, IBV_WC_GENERAL_ERR, is_send, index);
}

void softhca_iwarp_terminate(struct engine_qp *eq, enum hw_fault fault)
{
	if (eq->iwarp->peer)
		complete_note(eq, eq->iwarp->peer, fault);
	softhca_iwarp_end_connection(eq, SOFTHCA_IWARP_RESET, fault_event(fault),
				     IBV_EVENT_QP_FATAL);
}

void softhca_iwarp_fail(struct engine_qp *eq, int event)
{
	struct softhca_qp *qp = eq->qp;

	if (eq->iwarp->peer) {
		softhca_iwarp_end_connection(eq, SOFTHCA_IWARP_RESET, event, IBV_EVENT_QP_FATAL);
	} else if (qp->attr.qp_state != IBV_QPS_ERR) {
		end_side(eq, SOFTHCA_IWARP_RESET, event);
	}
}

/* --- MODIFY_QP --------------------------------------------------------------------------- */

/** Reset: the ring is empty and starts at slot 0. */
static void reset_connection(struct engine_qp *eq)
{
	struct iwarp *iw = eq->iwarp;

	stop_queue_pair(eq);
	softhca_engine_clear_broken(eq);
	iw->failed = false;
	iw->fetched = 0;
	iw->message = 0;
	iw->sends.head = iw->sends.tail = 0;
	iw->recvs.head = iw->recvs.tail = 0;
}

void softhca_iwarp_modified(struct engine_qp *eq, enum ibv_qp_state from)
{
	enum ibv_qp_state to = eq->qp->attr.qp_state;

	if (to == IBV_QPS_RESET)
		reset_connection(eq);
	if (from == to)
		return;
	switch (to) {
	case IBV_QPS_SQD:
		eq->iwarp->closing = true;
		softhca_engine_run(eq);
		break;
	case IBV_QPS_SQE: /* how a program requests a TERMINATE */
		softhca_engine_note_reason(eq->engine->hca, SOFTHCA_REASON_CONNECTION_ENDED,
					   eq->qp->qpn);
		softhca_iwarp_end_connection(eq, SOFTHCA_IWARP_RESET, -1, IBV_EVENT_QP_FATAL);
		break;
	case IBV_QPS_ERR:
		softhca_engine_note_reason(eq->engine->hca,
					   eq->iwarp->peer ? SOFTHCA_REASON_CONNECTION_ENDED
							   : SOFTHCA_REASON_SET_TO_ERROR,
					   eq->qp->qpn);
		if (eq->iwarp->peer)
			softhca_iwarp_end_connection(eq, SOFTHCA_IWARP_RESET, -1, -1);
		else
			end_side(eq, SOFTHCA_IWARP_RESET, -1);
		break;
	default:
		break;
	}
}

/* --- for the connection manager ---------------------------------------------------------- */

bool softhca_iwarp_is_qp(const struct softhca_qp *qp)
{
	const struct engine_qp *eq = engine_of_qp(qp);

	return eq && eq->iwarp;
}

bool softhca_iwarp_can_connect(const struct softhca_qp *qp)
{
	const struct iwarp *iw = softhca_iwarp_is_qp(qp) ? engine_of_qp(qp)->iwarp : NULL;

	return iw && !iw->peer && !iw->failed && qp->attr.qp_state <= IBV_QPS_INIT;
}

static void connect_side(const struct softhca_iwarp_side *side, struct engine_qp *peer,
			 bool initiator)
{
	struct engine_qp *eq = engine_of_qp(side->qp);
	struct iwarp *iw = eq->iwarp;

	iw->peer = peer;
	iw->ended = side->ended;
	iw->arg = side->arg;
	iw->ird = side->ird;
	iw->ord = side->ord < iw->read_room ? side->ord : iw->read_room;
	iw->may_send = initiator;
	iw->message = 0;
	enter_state(side->qp, IBV_QPS_RTS);
	softhca_engine_run(eq);
}

int softhca_iwarp_connect(const struct softhca_iwarp_side *initiator,
			  const struct softhca_iwarp_side *responder)
{
	if (initiator->qp == responder->qp || !softhca_iwarp_can_connect(initiator->qp) ||
	    !softhca_iwarp_can_connect(responder->qp))
		return EINVAL;
	connect_side(initiator, engine_of_qp(responder->qp), true);
	connect_side(responder, engine_of_qp(initiator->qp), false);
	return 0;
}

void softhca_iwarp_close(struct softhca_qp *qp)
{
	struct engine_qp *eq = engine_of_qp(qp);

	if (!softhca_iwarp_is_qp(qp) || !eq->iwarp->peer || eq->iwarp->closing)
		return;
	enter_state(qp, IBV_QPS_SQD);
	eq->iwarp->closing = true;
	softhca_engine_run(eq);
}

void softhca_iwarp_abort(struct softhca_qp *qp)
{
	if (!softhca_iwarp_is_qp(qp))
		return;
	finish_closing(engine_of_qp(qp));
	softhca_engine_note_reason(qp->device->hca, SOFTHCA_REASON_CONNECTION_ENDED, qp->qpn);
	softhca_iwarp_end_connection(engine_of_qp(qp), SOFTHCA_IWARP_RESET, -1, -1);
}
