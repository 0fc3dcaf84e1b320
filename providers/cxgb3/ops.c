/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The fast path for programs that reach the adapter through tables: the same inline functions,
 * instantiated once.
 */
#include "cxgb3.h"

static int post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	return cxgb3_post_send(qp, wr, bad);
}

static int post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return cxgb3_post_recv(qp, wr, bad);
}

static int poll_cq(struct ibv_cq *cq, int entries, struct ibv_wc *wc)
{
	return cxgb3_poll_cq(cq, entries, wc);
}

void cxgb3_set_ops(struct ibv_context *context)
{
	context->ops.post_send = post_send;
	context->ops.post_recv = post_recv;
	context->ops.poll_cq = poll_cq;
	context->ops.req_notify_cq = inverbs_command_arm_cq;
}
