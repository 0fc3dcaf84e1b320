/* SPDX-License-Identifier: BSD-2-Clause */
/* States of a queue pair: flushing, draining, and transitions by MODIFY_QP. */
#include "base/upcalls.h"
#include "engine/ib/internal.h"

enum {
	FLUSH_TURN = 64,
};

/* --- flushing ---------------------------------------------------------------------------- */

static unsigned int flush_sends(struct engine_qp *eq, unsigned int room)
{
	unsigned int n = 0;

	if (eq->busy) {
		softhca_engine_send_done(eq, &eq->wr, IBV_WC_WR_FLUSH_ERR, 0);
		n++;
	}
	while (n < room && softhca_engine_send_ready(eq, eq->send_index)) {
		softhca_engine_send_identify(eq);
		softhca_engine_send_done(eq, &eq->wr, IBV_WC_WR_FLUSH_ERR, 0);
		n++;
	}
	return n;
}

static void flush_receive(struct engine_qp *eq)
{
	struct inverbs_dev_cqe cqe = {.status = IBV_WC_WR_FLUSH_ERR};

	softhca_engine_recv_done(eq, &cqe, false);
}

static unsigned int flush_receives(struct engine_qp *eq, unsigned int room)
{
	unsigned int n = 0;

	if (eq->held) {
		flush_receive(eq);
		n++;
	}
	while (n < room && softhca_engine_recv_ready(eq)) {
		if (eq->hw->adapter->named)
			softhca_engine_recv_take(eq, NULL);
		else
			softhca_engine_recv_skip(eq);
		flush_receive(eq);
		n++;
	}
	return n;
}

/** All work requests that were posted so far are flushed. */
static void finish_flush(struct engine_qp *eq)
{
	if (eq->qp->attr.qp_state == IBV_QPS_ERR && eq->hw && eq->hw->adapter->flushes_once)
		eq->recv_flush = false;
	if (!eq->last_wqe_due)
		return;
	eq->last_wqe_due = false;
	softhca_qp_event(eq->qp, IBV_EVENT_QP_LAST_WQE_REACHED);
}

unsigned int softhca_engine_flush_turn(struct engine_qp *eq)
{
	unsigned int n = flush_sends(eq, FLUSH_TURN);

	if (eq->qp->attr.qp_state == IBV_QPS_ERR && eq->recv_flush)
		n += flush_receives(eq, FLUSH_TURN);
	if (n >= FLUSH_TURN)
		softhca_engine_run(eq);
	else
		finish_flush(eq);
	return n;
}

/* --- draining ---------------------------------------------------------------------------- */

static void start_drain(struct engine_qp *eq, uint32_t mask)
{
	eq->draining = true;
	eq->drain_event = (mask & IBV_QP_EN_SQD_ASYNC_NOTIFY) && eq->qp->attr.en_sqd_async_notify;
	softhca_engine_drain_check(eq);
}

/* --- MODIFY_QP --------------------------------------------------------------------------- */

static void enter_state(struct engine_qp *eq, enum ibv_qp_state from, uint32_t mask)
{
	struct softhca_qp *qp = eq->qp;

	switch (qp->attr.qp_state) {
	case IBV_QPS_RESET:
		softhca_engine_qp_stop(eq);
		softhca_engine_clear_broken(eq);
		qp->comm_established = false;
		break;
	case IBV_QPS_RTR:
		if (from == IBV_QPS_INIT)
			eq->expected_psn = qp->attr.rq_psn & ENGINE_PSN_MASK;
		break;
	case IBV_QPS_RTS:
		if (from == IBV_QPS_RTR)
			eq->psn = qp->attr.sq_psn & ENGINE_PSN_MASK;
		eq->draining = false;
		softhca_engine_clear_broken(eq);
		softhca_engine_run(eq);
		break;
	case IBV_QPS_SQD:
		if (from == IBV_QPS_RTS)
			start_drain(eq, mask);
		break;
	case IBV_QPS_ERR:
		if (from == IBV_QPS_ERR)
			break;
		softhca_engine_note_reason(eq->engine->hca, SOFTHCA_REASON_SET_TO_ERROR, 0);
		softhca_engine_note_broken(eq);
		softhca_ib_enter_error(eq);
		break;
	default:
		break;
	}
}

void softhca_ib_modified(struct engine_qp *eq, enum ibv_qp_state from, uint32_t mask)
{
	struct softhca_qp *qp = eq->qp;

	if (mask & (IBV_QP_AV | IBV_QP_PORT))
		eq->peer_port = softhca_engine_resolve(softhca_qp_port(qp), &qp->attr.ah_attr);
	if (mask & IBV_QP_STATE)
		enter_state(eq, from, mask);
	if (mask & IBV_QP_PATH_MIG_STATE)
		softhca_engine_rearm(eq);
}
