/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions that the engine calls for queue pairs of InfiniBand and RoCE. */
#include "engine/ib/internal.h"

static int ib_create(struct engine_qp *eq)
{
	(void)eq;
	return 0;
}

static void destroy_nothing(struct engine_qp *eq)
{
	(void)eq;
}

static void doorbell_rung(struct engine_qp *eq)
{
	enum ibv_qp_state state = eq->qp->attr.qp_state;

	if (state != IBV_QPS_RTS && state != IBV_QPS_SQE && state != IBV_QPS_ERR)
		return;
	if (!eq->busy && softhca_list_empty(&eq->in_run) &&
	    softhca_engine_send_ready(eq, eq->send_index))
		softhca_engine_run(eq);
}

static unsigned int run_turn(struct engine_qp *eq)
{
	switch (eq->qp->attr.qp_state) {
	case IBV_QPS_RTS:
	case IBV_QPS_SQD:
		return softhca_engine_send_turn(eq);
	case IBV_QPS_SQE:
	case IBV_QPS_ERR:
		return softhca_engine_flush_turn(eq);
	default:
		return 0;
	}
}

static uint32_t count_posted(struct engine_qp *eq)
{
	uint32_t n = 0;

	while (n < eq->hw->send.entries && softhca_engine_send_ready(eq, eq->send_index + n))
		n++;
	return n;
}

const struct engine_rules softhca_ib_rules = {
	.create = ib_create,
	.destroy = destroy_nothing,
	.modified = softhca_ib_modified,
	.fail = softhca_engine_qp_error,
	.doorbell_rung = doorbell_rung,
	.outstanding = count_posted,
	.turn = run_turn,
	.timeout = softhca_engine_send_timeout,
	.retry = softhca_engine_send_again,
	.port_lost = softhca_ib_port_lost,
	.resolve = softhca_ib_resolve,
};
