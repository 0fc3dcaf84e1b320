/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory and function pointers for work requests built with ibv_wr_start() and its sisters. */
#include "builder.h"

#include <inverbs/fast/builder.h>
#include <stdlib.h>

enum {
	LINE = 64, /* bytes of a cache line: no two slots share one */
};

static size_t round_up_to_lines(size_t bytes)
{
	return (bytes + LINE - 1) & ~(size_t)(LINE - 1);
}

/*
 * Each slot has room for one SGE more than the queue allows, so that a list that is too long
 * reaches the post and is refused for its length.
 */
static int make_slots(struct inverbs_builder *b, const struct inverbs_sq *sq)
{
	const size_t inlined = sq->max_inline > sizeof(uint64_t) ? sq->max_inline
								 : sizeof(uint64_t);
	const size_t inline_at = sizeof(struct ibv_send_wr) +
				 ((size_t)sq->max_sge + 1) * sizeof(struct ibv_sge);
	const size_t stride = round_up_to_lines(inline_at + inlined);
	uint8_t *at;

	/* calloc: the pages of a large queue are not touched until a batch uses them. */
	b->memory = calloc((size_t)sq->max_post + 2, stride);
	if (!b->memory)
		return ENOMEM;
	at = (uint8_t *)round_up_to_lines((uintptr_t)b->memory);
	b->first = (struct ibv_send_wr *)(void *)at;
	b->spare = (struct ibv_send_wr *)(void *)(at + sq->max_post * stride);
	b->next = b->first;
	b->current = b->spare;
	b->stride = (uint32_t)stride;
	b->inline_at = (uint32_t)inline_at;
	b->addressed = sq->qp_type == (uint8_t)IBV_QPT_UD || sq->qp_type == (uint8_t)IBV_QPT_DRIVER;
	b->max_sge = sq->max_sge;
	b->max_inline = sq->max_inline;
	return 0;
}

/* Operations that were not requested are NULL, as programs expect. */
static void set_operations(struct ibv_qp_ex *qp, uint64_t ops)
{
	if (ops & IBV_QP_EX_WITH_SEND)
		qp->wr_send = inverbs_wr_send;
	if (ops & IBV_QP_EX_WITH_SEND_WITH_IMM)
		qp->wr_send_imm = inverbs_wr_send_imm;
	if (ops & IBV_QP_EX_WITH_SEND_WITH_INV)
		qp->wr_send_inv = inverbs_wr_send_inv;
	if (ops & IBV_QP_EX_WITH_TSO)
		qp->wr_send_tso = inverbs_wr_send_tso;
	if (ops & IBV_QP_EX_WITH_RDMA_WRITE)
		qp->wr_rdma_write = inverbs_wr_rdma_write;
	if (ops & IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM)
		qp->wr_rdma_write_imm = inverbs_wr_rdma_write_imm;
	if (ops & IBV_QP_EX_WITH_RDMA_READ)
		qp->wr_rdma_read = inverbs_wr_rdma_read;
	if (ops & IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP)
		qp->wr_atomic_cmp_swp = inverbs_wr_atomic_cmp_swp;
	if (ops & IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD)
		qp->wr_atomic_fetch_add = inverbs_wr_atomic_fetch_add;
	if (ops & IBV_QP_EX_WITH_ATOMIC_WRITE)
		qp->wr_atomic_write = inverbs_wr_atomic_write;
	if (ops & IBV_QP_EX_WITH_LOCAL_INV)
		qp->wr_local_inv = inverbs_wr_local_inv;
	if (ops & IBV_QP_EX_WITH_BIND_MW)
		qp->wr_bind_mw = inverbs_wr_bind_mw;
}

static void set_setters(struct ibv_qp_ex *qp)
{
	qp->wr_set_sge = inverbs_wr_set_sge;
	qp->wr_set_sge_list = inverbs_wr_set_sge_list;
	qp->wr_set_inline_data = inverbs_wr_set_inline_data;
	qp->wr_set_inline_data_list = inverbs_wr_set_inline_data_list;
	qp->wr_set_ud_addr = inverbs_wr_set_ud_addr;
	qp->wr_set_xrc_srqn = inverbs_wr_set_xrc_srqn;
}

int inverbs_builder_init(struct inverbs_qp *qp, uint64_t ops, int (*complete)(struct ibv_qp_ex *))
{
	int err = make_slots(&qp->builder, &qp->sq);

	if (err)
		return err;
	set_operations(&qp->ibv_ex, ops);
	set_setters(&qp->ibv_ex);
	qp->ibv_ex.wr_start = inverbs_wr_start;
	qp->ibv_ex.wr_complete = complete;
	qp->ibv_ex.wr_abort = inverbs_wr_abort;
	return 0;
}

void inverbs_builder_fini(struct inverbs_qp *qp)
{
	free(qp->builder.memory);
}
