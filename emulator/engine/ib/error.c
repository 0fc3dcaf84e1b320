/* SPDX-License-Identifier: BSD-2-Clause */
/* Transitions to the error states, and the end of draining the send queue. */
#include "base/log.h"
#include "base/upcalls.h"
#include "engine/ib/internal.h"

void softhca_ib_enter_error(struct engine_qp *eq)
{
	softhca_engine_stop_waiting(eq);
	eq->draining = false;
	eq->last_wqe_due = eq->qp->srq || eq->qp->domain;
	eq->recv_flush = true;
	softhca_link_remove(&eq->in_failed);
	softhca_list_add_last(&eq->engine->failed, &eq->in_failed);
	softhca_engine_run(eq);
}

static bool set_state(struct engine_qp *eq, enum ibv_qp_state state)
{
	struct softhca_qp *qp = eq->qp;

	if (qp->attr.qp_state == IBV_QPS_ERR || qp->attr.qp_state == IBV_QPS_RESET)
		return false;
	softhca_engine_note_broken(eq);
	eq->changed = softhca_now();
	qp->attr.qp_state = state;
	qp->attr.cur_qp_state = state;
	return true;
}

void softhca_engine_qp_error(struct engine_qp *eq, int event)
{
	if (!set_state(eq, IBV_QPS_ERR))
		return;
	if (event >= 0)
		softhca_qp_event(eq->qp, (enum ibv_event_type)event);
	softhca_ib_enter_error(eq);
}

void softhca_engine_sq_error(struct engine_qp *eq)
{
	if (!set_state(eq, IBV_QPS_SQE))
		return;
	softhca_engine_stop_waiting(eq);
	eq->draining = false;
	softhca_engine_run(eq);
}

void softhca_engine_drain_check(struct engine_qp *eq)
{
	if (!eq->draining || eq->busy)
		return;
	eq->draining = false;
	if (eq->drain_event)
		softhca_qp_event(eq->qp, IBV_EVENT_SQ_DRAINED);
}
