/* SPDX-License-Identifier: BSD-2-Clause */
/* The functions that the engine calls for iWARP queue pairs. */
#include "engine/iwarp/internal.h"

static void qp_modified(struct engine_qp *eq, enum ibv_qp_state from, uint32_t mask)
{
	if (mask & IBV_QP_STATE)
		softhca_iwarp_modified(eq, from);
}

static void doorbell_rung(struct engine_qp *eq)
{
	if (eq->iwarp->peer && softhca_iwarp_has_posted_wqes(eq))
		softhca_engine_run(eq);
}

/** While a link is down, a connection waits, as TCP does. */
static void port_lost(struct engine_qp *eq, const struct softhca_port *port)
{
	(void)eq;
	(void)port;
}

/** Address changes do not affect a stream. */
static void keep_route(struct engine_qp *eq)
{
	(void)eq;
}

static uint32_t count_outstanding(struct engine_qp *eq)
{
	const struct iwarp *iw = eq->iwarp;

	return iw->sends.head - iw->sends.tail + iw->open_reads + eq->busy;
}

const struct engine_rules softhca_iwarp_rules = {
	.create = softhca_iwarp_create,
	.destroy = softhca_iwarp_destroy,
	.modified = qp_modified,
	.fail = softhca_iwarp_fail,
	.doorbell_rung = doorbell_rung,
	.outstanding = count_outstanding,
	.turn = softhca_iwarp_turn,
	.timeout = softhca_iwarp_timeout,
	.retry = softhca_engine_run,
	.port_lost = port_lost,
	.resolve = keep_route,
};
