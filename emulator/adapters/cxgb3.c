/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The parts of the Chelsio T3 driver that its spec does not describe. They are common to T3A, T3B
 * and T3C; T3A's data path is in cxgb3_t3a.c.
 */
#include "adapters/cxgb3.h"

#include "adapters/drivers.h"
#include "adapters/gen/cxgb3.h"

/**
 * The response contains the address of a page list, which the emulator does not have and programs
 * do not use.
 */
static void reg_mr(struct softhca_mr *mr, struct softhca_udata *udata)
{
	const struct cxgb3_reg_mr_out out = {.pbl_addr = mr->lkey >> 8};

	if (!mr->obj.ctx->device->driver->soft)
		softhca_udata_out(udata, &out, sizeof(out));
}

static bool is_idle_state(enum ibv_qp_state state)
{
	return state <= IBV_QPS_INIT;
}

/** Only the connection manager moves a queue pair to RTS, and iWARP has no RTR. */
static int next_state(const struct softhca_qp *qp, enum ibv_qp_state *to, uint32_t mask)
{
	const enum ibv_qp_state from = qp->attr.qp_state;

	if (!(mask & IBV_QP_STATE) || *to == IBV_QPS_RTR) {
		*to = from;
		return 0;
	}
	if (*to == from || (is_idle_state(*to) && is_idle_state(from)))
		return 0;
	if (from == IBV_QPS_RTS)
		return is_idle_state(*to) ? EINVAL : 0;
	if (from == IBV_QPS_ERR)
		return is_idle_state(*to) ? 0 : EINVAL;
	return is_idle_state(from) && *to == IBV_QPS_ERR ? 0 : EINVAL;
}

#define T3_FUNCTIONS .reg_mr = reg_mr, .transition = next_state

static const struct softhca_driver t3a = {
	CXGB3_T3A_DEVICE,           T3_FUNCTIONS,
	.soft = &t3a_soft,          .post_send = t3a_post_send,
	.post_recv = t3a_post_recv, .poll_cq = t3a_poll_cq,
};

static const struct softhca_driver *const variants[] = {&t3a, NULL};

const struct softhca_driver softhca_driver_cxgb3 = {
	CXGB3_DEVICE,
	T3_FUNCTIONS,
	.variants = variants,
};
