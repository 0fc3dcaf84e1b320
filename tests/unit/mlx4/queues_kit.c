/* SPDX-License-Identifier: BSD-2-Clause */
#include "queues_kit.h"

#include <stdlib.h>
#include <unistd.h>

int setup(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	kernel_init(&f->kernel);
	assert_int_equal(kernel_open(&f->kernel, 4, &f->ctx), 0);
	f->pd.ibv.context = &f->ctx.ibv;
	*state = f;
	return 0;
}

int teardown(void **state)
{
	struct fixture *f = *state;

	mlx4->context_fini(&f->ctx);
	close(f->ctx.ibv.async_fd);
	free(f);
	return 0;
}

/** All CQEs from the consumer index on are owned by the device. */
void start_at(struct fixture *f, uint32_t head)
{
	f->cq.head = head;
	for (uint32_t i = head; i != head + f->cq.entries; i++)
		mlx4_cqe_take_place(mlx4_cq_entry(&f->cq, i), i + f->cq.entries, f->cq.entries);
	mlx4_cq_seek(&f->cq);
}

void make_cq(struct fixture *f, uint32_t cqe)
{
	struct ibv_cq_init_attr_ex attr = {.cqe = cqe};

	f->cq.ibv.context = &f->ctx.ibv;
	assert_int_equal(mlx4->create_cq(&f->ctx, &attr, false, &f->cq), 0);
	start_at(f, 0);
}

void make_srq(struct fixture *f, bool xrc)
{
	static struct inverbs_xrcd xrcd;
	struct ibv_srq_init_attr_ex attr = {
		.attr = {.max_wr = 7, .max_sge = 1},
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE,
		.srq_type = xrc ? IBV_SRQT_XRC : IBV_SRQT_BASIC,
		.pd = &f->pd.ibv,
		.xrcd = &xrcd.ibv,
		.cq = &f->cq.ibv,
	};

	f->srq.ibv.context = &f->ctx.ibv;
	assert_int_equal(mlx4->create_srq(&f->ctx, &attr, &f->srq), 0);
	f->srq.head = 5; /* slots 0 to 4 are posted */
}

struct inverbs_qp *make_qp(struct fixture *f, int which, int type, struct ibv_srq *srq)
{
	static struct inverbs_xrcd xrcd;
	struct inverbs_qp *qp = &f->qp[which];
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = (enum ibv_qp_type)type,
		.cap = {.max_send_wr = 8, .max_recv_wr = 8, .max_send_sge = 6, .max_recv_sge = 1},
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = &f->pd.ibv,
		.xrcd = &xrcd.ibv,
		.send_cq = &f->cq.ibv,
		.recv_cq = &f->cq.ibv,
		.srq = srq,
	};

	f->kernel.qpn = 0x0a41c5 + (uint32_t)which;
	qp->ibv.context = &f->ctx.ibv;
	assert_int_equal(mlx4->create_qp(&f->ctx, &attr, qp), 0);
	qp->ibv.qp_type = attr.qp_type;
	qp->ibv.send_cq = &f->cq.ibv;
	qp->ibv.recv_cq = &f->cq.ibv;
	return qp;
}

void destroy_qp(struct inverbs_qp *qp)
{
	uint32_t events;

	assert_int_equal(mlx4->destroy_qp(qp, &events), 0);
}

void destroy_cq(struct fixture *f)
{
	uint32_t comp, async;

	assert_int_equal(mlx4->destroy_cq(&f->cq, &comp, &async), 0);
}

void destroy_srq(struct fixture *f)
{
	uint32_t events;

	assert_int_equal(mlx4->destroy_srq(&f->srq, &events), 0);
}

void complete(struct fixture *f, uint32_t index, uint32_t qpn, bool is_send, uint16_t wqe_index,
	      uint32_t mark)
{
	struct mlx4_cqe cqe = {
		.qpn = qpn,
		.is_send = is_send,
		.opcode = is_send ? MLX4_OP_SEND : MLX4_RECV_OP_SEND,
		.wqe_index = wqe_index,
		.byte_count = mark,
		.owner = (index & f->cq.entries) != 0,
	};

	mlx4_cqe_put(mlx4_cq_entry(&f->cq, index), &cqe);
}

uint32_t mark_at(const struct fixture *f, uint32_t index)
{
	assert_true(mlx4_cq_entry_ready(&f->cq, index));
	return mlx4_cqe_get(mlx4_cq_entry(&f->cq, index)).byte_count;
}

void modify(struct inverbs_qp *qp, enum ibv_qp_state to)
{
	struct ibv_qp_attr attr = {.qp_state = to, .port_num = 1};
	int mask = IBV_QP_STATE | (to == IBV_QPS_INIT ? IBV_QP_PORT : 0);

	assert_int_equal(mlx4->modify_qp(qp, &attr, mask), 0);
	qp->ibv.state = to;
}
