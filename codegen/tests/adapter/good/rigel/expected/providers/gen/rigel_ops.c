/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from rigel.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The operations of rigel: its inline fast path, instantiated once behind function pointers, and
 * the adapter's table for the shared control path.
 */
#include "rigel_ops.h"

#include <inverbs/adapters/rigel.h>
#include <inverbs/kernel/rigel_abi.h>

static int post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	return rigel_post_send(qp, wr, bad_wr);
}

static int post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return rigel_post_recv(qp, wr, bad_wr);
}

static int poll_cq(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return rigel_poll_cq(cq, num_entries, wc);
}

uint64_t rigel_send_ops(enum ibv_qp_type type)
{
	switch (type) {
	case IBV_QPT_RC:
		return IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_READ;
	default:
		return 0;
	}
}

void rigel_set_ops(struct ibv_context *context)
{
	context->ops.post_send = post_send;
	context->ops.post_recv = post_recv;
	context->ops.poll_cq = poll_cq;
	context->ops.req_notify_cq = inverbs_command_arm_cq;
}

static bool cqe_names(const uint8_t *cqe, uint32_t number,
		      const struct inverbs_srq *srq INVERBS_UNUSED)
{
	const struct rigel_news e = rigel_news_get(cqe);

	return e.queue == number;
}

static const struct inverbs_joint joint = {
	.fail = rigel_fail,
	.has_failed = rigel_has_failed,
	.flush = rigel_flush,
	.fail_all = rigel_fail_all,
	.move_cqes = rigel_move_entries,
	.slot_shift = 7,
	.max_sge = RIGEL_MAX_SGE,
	.max_inline = RIGEL_MAX_INLINE,
	.state_abi = 1,
};

const struct inverbs_control rigel_control = {
	.adapter = 24,
	.qp_numbers = RIGEL_QP_NUMBERS,
	.max_ports = RIGEL_MAX_PORTS,
	.either_link = false,
	.context_abi = 0,
	.doorbell_page = -1,
	.image_page = -1,
	.clock_page = -1,
	.clock_big = false,
	.set_ops = rigel_set_ops,
	.command_data = &rigel_command_data,
	.qp_types = 1U << IBV_QPT_RC,
	.xrc = false,
	.rung_by_command = false,
	.cqe_bytes = RIGEL_NEWS_SIZE,
	.cq_entry = rigel_cq_entry,
	.cqe_ready = rigel_cqe_ready,
	.cqe_take_place = rigel_cqe_take_place,
	.cqe_names = cqe_names,
	.cq_seek = rigel_cq_seek,
	.cq_publish_ci = rigel_cq_publish_ci,
	.recv_sge_bytes = 16,
	.send_chunk = 0,
	.joint = &joint,
};
