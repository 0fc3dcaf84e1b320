/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/cxgb3.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/*
 * The operations of cxgb3: its inline fast path, instantiated once behind function pointers, and
 * the adapter's table for the shared control path.
 */
#include "cxgb3_ops.h"

#include <inverbs/adapters/cxgb3.h>
#include <inverbs/kernel/cxgb3_abi.h>

static int post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	return cxgb3_post_send(qp, wr, bad_wr);
}

static int post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return cxgb3_post_recv(qp, wr, bad_wr);
}

static int poll_cq(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return cxgb3_poll_cq(cq, num_entries, wc);
}

uint64_t cxgb3_send_ops(enum ibv_qp_type type)
{
	switch (type) {
	case IBV_QPT_RC:
		return IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_READ;
	default:
		return 0;
	}
}

void cxgb3_set_ops(struct ibv_context *context)
{
	context->ops.post_send = post_send;
	context->ops.post_recv = post_recv;
	context->ops.poll_cq = poll_cq;
	context->ops.req_notify_cq = inverbs_command_arm_cq;
}

static bool cqe_names(const uint8_t *cqe, uint32_t number,
		      const struct inverbs_srq *srq INVERBS_UNUSED)
{
	const struct cxgb3_cqe e = cxgb3_cqe_get(cqe);

	return e.qpid == number;
}

static const struct inverbs_joint joint = {
	.fail = cxgb3_fail,
	.has_failed = cxgb3_has_failed,
	.flush = cxgb3_flush,
	.fail_all = cxgb3_fail_all,
	.move_cqes = cxgb3_move_entries,
	.slot_shift = 7,
	.max_sge = CXGB3_MAX_SGE,
	.max_inline = CXGB3_MAX_INLINE,
	.state_abi = 1,
};

const struct inverbs_control cxgb3_control = {
	.adapter = 1,
	.qp_numbers = CXGB3_QP_NUMBERS,
	.max_ports = CXGB3_MAX_PORTS,
	.either_link = false,
	.context_abi = 0,
	.doorbell_page = -1,
	.image_page = -1,
	.clock_page = -1,
	.clock_big = true,
	.set_ops = cxgb3_set_ops,
	.command_data = &cxgb3_command_data,
	.qp_types = 1U << IBV_QPT_RC,
	.xrc = false,
	.rung_by_command = false,
	.cqe_bytes = CXGB3_CQE_SIZE,
	.cq_entry = cxgb3_cq_entry,
	.cqe_ready = cxgb3_cqe_ready,
	.cqe_take_place = cxgb3_cqe_take_place,
	.cqe_names = cqe_names,
	.cq_seek = cxgb3_cq_seek,
	.cq_publish_ci = cxgb3_cq_publish_ci,
	.recv_sge_bytes = 16,
	.send_chunk = 0,
	.joint = &joint,
};
