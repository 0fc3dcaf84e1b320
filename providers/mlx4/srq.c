/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared receive queues, basic and XRC. */
#include <errno.h>
#include <inverbs/kernel/uverbs_call.h>
#include <stdlib.h>

#include "mlx4.h"
#include "providers/common/queue_command.h"

static bool is_xrc(const struct ibv_srq_init_attr_ex *attr)
{
	return attr->comp_mask & IBV_SRQ_INIT_ATTR_TYPE && attr->srq_type == IBV_SRQT_XRC;
}

static int check_request(const struct ibv_srq_init_attr_ex *attr)
{
	if (attr->comp_mask & IBV_SRQ_INIT_ATTR_TYPE && attr->srq_type != IBV_SRQT_BASIC &&
	    attr->srq_type != IBV_SRQT_XRC)
		return EOPNOTSUPP;
	if (attr->attr.max_wr > MLX4_MAX_SRQ_WR || attr->attr.max_sge > MLX4_MAX_SRQ_SGE)
		return EINVAL;
	if (is_xrc(attr) && (!attr->xrcd || !attr->cq))
		return EINVAL;
	return 0;
}

static void free_memory(struct inverbs_context *ctx, struct inverbs_srq *srq)
{
	if (srq->record)
		inverbs_record_free(ctx, srq->record);
	if (srq->buf)
		inverbs_queue_free(ctx, srq->buf, srq->buf_bytes);
	free(srq->wr_id);
	srq->record = NULL;
	srq->buf = NULL;
	srq->wr_id = NULL;
}

static int alloc_memory(struct inverbs_context *ctx, struct inverbs_srq *srq)
{
	srq->buf_bytes = (size_t)srq->entries << srq->shift;
	srq->buf = inverbs_queue_alloc(ctx, srq->buf_bytes);
	srq->wr_id = calloc(srq->entries, sizeof(*srq->wr_id));
	srq->record = inverbs_record_alloc(ctx, sizeof(*srq->record));
	if (srq->buf && srq->wr_id && srq->record)
		return 0;
	free_memory(ctx, srq);
	return ENOMEM;
}

static int create_basic(struct inverbs_context *ctx, const struct ibv_srq_init_attr_ex *attr,
			const struct mlx4_create_srq_in *in, struct uverbs_create_srq_resp *resp,
			struct inverbs_srq *srq)
{
	struct uverbs_create_srq_req req = {
		.user_handle = (uintptr_t)srq,
		.pd_handle = inverbs_real_pd(attr->pd)->ibv.handle,
		.max_wr = attr->attr.max_wr,
		.max_sge = attr->attr.max_sge,
		.srq_limit = attr->attr.srq_limit,
	};
	struct mlx4_create_srq_out out = {0};
	int err = uverbs_call_create_srq(ctx->transport, &req, in, sizeof(*in), resp, &out,
					 sizeof(out));

	srq->srqn = out.srqn;
	return err;
}

static int create_xrc(struct inverbs_context *ctx, const struct ibv_srq_init_attr_ex *attr,
		      const struct mlx4_create_srq_in *in, struct uverbs_create_xsrq_resp *resp,
		      struct inverbs_srq *srq)
{
	struct uverbs_create_xsrq_req req = {
		.user_handle = (uintptr_t)srq,
		.srq_type = IBV_SRQT_XRC,
		.pd_handle = inverbs_real_pd(attr->pd)->ibv.handle,
		.max_wr = attr->attr.max_wr,
		.max_sge = attr->attr.max_sge,
		.srq_limit = attr->attr.srq_limit,
		.xrcd_handle = inverbs_xrcd_of(attr->xrcd)->ofed.handle,
		.cq_handle = attr->cq->handle,
	};
	struct mlx4_create_srq_out out = {0};
	int err = uverbs_call_create_xsrq(ctx->transport, &req, in, sizeof(*in), resp, &out,
					  sizeof(out));

	/* Of the two numbers in the answer the core one is the one that senders use. */
	srq->srqn = resp->srqn;
	return err;
}

static int issue_create(struct inverbs_context *ctx, struct ibv_srq_init_attr_ex *attr,
			struct inverbs_srq *srq)
{
	struct mlx4_create_srq_in in = {.buf_addr = (uintptr_t)srq->buf,
					.db_addr = (uintptr_t)srq->record};
	struct uverbs_create_srq_resp basic = {0};
	struct uverbs_create_xsrq_resp xrc = {0};
	int err;

	if (srq->is_xrc) {
		err = create_xrc(ctx, attr, &in, &xrc, srq);
		basic.srq_handle = xrc.srq_handle;
		basic.max_wr = xrc.max_wr;
		basic.max_sge = xrc.max_sge;
	} else {
		err = create_basic(ctx, attr, &in, &basic, srq);
	}
	if (err)
		return err;
	srq->ibv.handle = basic.srq_handle;
	attr->attr.max_wr = basic.max_wr;
	attr->attr.max_sge = basic.max_sge;
	return 0;
}

/* XRC completions name the SRQ, so polling has to find it by number. */
static int enter(struct inverbs_context *ctx, struct inverbs_srq *srq)
{
	uint32_t events;
	int err;

	if (!srq->is_xrc)
		return 0;
	pthread_mutex_lock(&ctx->table_lock);
	err = inverbs_table_enter(&ctx->xrc_srqs, srq->srqn, srq);
	pthread_mutex_unlock(&ctx->table_lock);
	if (err)
		inverbs_provider_destroy_srq(srq, &events);
	return err;
}

int mlx4_create_srq(struct inverbs_context *ctx, struct ibv_srq_init_attr_ex *attr,
		    struct inverbs_srq *srq)
{
	int err = check_request(attr);

	if (err)
		return err;
	srq->is_xrc = is_xrc(attr);
	srq->xrc_cq = srq->is_xrc ? attr->cq : NULL;
	/* One slot stays free so that a full list and an empty one differ. */
	srq->entries = inverbs_round_up_pow2(attr->attr.max_wr + 1);
	srq->shift = (uint8_t)mlx4_srq_shift(attr->attr.max_sge);
	srq->max_sge = (uint16_t)attr->attr.max_sge;
	srq->tail = srq->entries - 1;
	srq->adapter = INVERBS_ADAPTER_MLX4;
	srq->lock.off = inverbs_in_thread_domain(attr->pd);
	err = alloc_memory(ctx, srq);
	if (err)
		return err;
	mlx4_srq_init(srq);
	err = issue_create(ctx, attr, srq);
	if (!err)
		err = enter(ctx, srq);
	if (err)
		free_memory(ctx, srq);
	return err;
}

int mlx4_modify_srq(struct inverbs_srq *srq, struct ibv_srq_attr *attr, int attr_mask)
{
	struct uverbs_modify_srq_req req = {
		.srq_handle = srq->ibv.handle,
		.attr_mask = (uint32_t)attr_mask,
		.max_wr = attr->max_wr,
		.srq_limit = attr->srq_limit,
	};

	return uverbs_call_modify_srq(inverbs_context_of(srq->ibv.context)->transport, &req, NULL,
				      0);
}

static void forget(struct inverbs_context *ctx, struct inverbs_srq *srq)
{
	struct inverbs_cq *cq = inverbs_cq_of(srq->xrc_cq);

	inverbs_lock(&cq->lock);
	mlx4_cq_clean(cq, 0, srq);
	inverbs_table_remove(&ctx->xrc_srqs, srq->srqn);
	inverbs_unlock(&cq->lock);
}

int mlx4_destroy_srq(struct inverbs_srq *srq, uint32_t *events)
{
	struct inverbs_context *ctx = inverbs_context_of(srq->ibv.context);
	int err;

	/*
	 * The table stays locked so that a new SRQ with the same number enters only after this one
	 * has left.
	 */
	pthread_mutex_lock(&ctx->table_lock);
	err = inverbs_provider_destroy_srq(srq, events);
	if (!err && srq->is_xrc)
		forget(ctx, srq);
	pthread_mutex_unlock(&ctx->table_lock);
	if (!err)
		free_memory(ctx, srq);
	return err;
}
