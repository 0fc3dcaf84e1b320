/* SPDX-License-Identifier: BSD-2-Clause */
/* Queue pairs: rings and their memory, states, destruction. */
#include <errno.h>
#include <inverbs/kernel/uverbs_call.h>
#include <stdlib.h>
#include <string.h>

#include "mlx4.h"
#include "providers/common/qp_command.h"

enum {
	KNOWN_MASKS = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_XRCD | IBV_QP_INIT_ATTR_CREATE_FLAGS |
		      IBV_QP_INIT_ATTR_MAX_TSO_HEADER | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
};

static uint32_t create_flags(const struct ibv_qp_init_attr_ex *attr)
{
	return attr->comp_mask & IBV_QP_INIT_ATTR_CREATE_FLAGS ? attr->create_flags : 0;
}

static uint32_t tso_header(const struct ibv_qp_init_attr_ex *attr)
{
	return attr->comp_mask & IBV_QP_INIT_ATTR_MAX_TSO_HEADER ? attr->max_tso_header : 0;
}

/* Which rings it has: OFED's IBV_QPT_XRC receives as well, but into shared queues. */
static enum ibv_qp_type ring_type(const struct ibv_qp_init_attr_ex *attr)
{
	return attr->qp_type == IBV_QPT_XRC ? IBV_QPT_XRC_SEND : attr->qp_type;
}

static bool has_recv_ring(const struct ibv_qp_init_attr_ex *attr)
{
	return !attr->srq && ring_type(attr) != IBV_QPT_XRC_SEND &&
	       attr->qp_type != IBV_QPT_XRC_RECV;
}

static int check_request(const struct inverbs_context *ctx, const struct ibv_qp_init_attr_ex *attr)
{
	const struct mlx4_context *mlx4 = mlx4_context_of(ctx);
	const struct ibv_qp_cap *cap = &attr->cap;

	if (attr->comp_mask & ~(uint32_t)KNOWN_MASKS)
		return EOPNOTSUPP;
	if (cap->max_send_wr > mlx4->max_wr || cap->max_recv_wr > mlx4->max_wr ||
	    cap->max_send_sge > mlx4->max_sge || cap->max_recv_sge > mlx4->max_sge ||
	    cap->max_inline_data > MLX4_MAX_INLINE)
		return EINVAL;
	return 0;
}

/* The kernel refuses queues that the type does not have and zeroes for those that it has. */
static void fit_cap(struct ibv_qp_init_attr_ex *attr)
{
	struct ibv_qp_cap *cap = &attr->cap;

	if (attr->qp_type == IBV_QPT_XRC_RECV)
		cap->max_send_wr = 0;
	if (!has_recv_ring(attr)) {
		cap->max_recv_wr = 0;
		cap->max_recv_sge = 0;
		return;
	}
	if (!cap->max_recv_wr)
		cap->max_recv_wr = 1;
	if (!cap->max_recv_sge)
		cap->max_recv_sge = 1;
}

static void free_rings(struct inverbs_context *ctx, struct inverbs_qp *qp)
{
	if (qp->rq.record)
		inverbs_record_free(ctx, qp->rq.record);
	if (qp->buf)
		inverbs_queue_free(ctx, qp->buf, qp->buf_bytes);
	free(qp->sq.wr_id);
	free(qp->rq.wr_id);
	qp->rq.record = NULL;
	qp->buf = NULL;
	qp->sq.wr_id = NULL;
	qp->rq.wr_id = NULL;
}

static bool rings_complete(const struct inverbs_qp *qp, const struct mlx4_geometry *g)
{
	if (g->sq_entries && !qp->sq.wr_id)
		return false;
	return !g->rq_entries || (qp->rq.wr_id && qp->rq.record);
}

static int alloc_rings(struct inverbs_context *ctx, struct inverbs_qp *qp,
		       const struct mlx4_geometry *g)
{
	if (!g->bytes)
		return 0;
	qp->buf_bytes = g->bytes;
	qp->buf = inverbs_queue_alloc(ctx, g->bytes);
	if (!qp->buf)
		return ENOMEM;
	if (g->sq_entries)
		qp->sq.wr_id = calloc(g->sq_entries, sizeof(*qp->sq.wr_id));
	if (g->rq_entries) {
		qp->rq.wr_id = calloc(g->rq_entries, sizeof(*qp->rq.wr_id));
		qp->rq.record = inverbs_record_alloc(ctx, sizeof(*qp->rq.record));
	}
	if (rings_complete(qp, g))
		return 0;
	free_rings(ctx, qp);
	return ENOMEM;
}

static void init_queues(struct inverbs_context *ctx, const struct ibv_qp_init_attr_ex *attr,
			const struct mlx4_geometry *g, struct inverbs_qp *qp)
{
	struct inverbs_sq *sq = &qp->sq;
	struct inverbs_rq *rq = &qp->rq;

	sq->buf = g->sq_entries ? qp->buf + g->sq_offset : NULL;
	sq->bell = ctx->uar;
	sq->push = &ctx->push;
	sq->entries = g->sq_entries;
	sq->max_post = g->max_post;
	sq->max_sge = (uint16_t)g->max_send_sge;
	sq->max_inline = (uint16_t)g->max_inline;
	sq->spare = (uint8_t)g->sq_spare;
	sq->shift = (uint8_t)g->sq_shift;
	sq->flags = attr->sq_sig_all ? INVERBS_SQ_SIGNAL_ALL : 0;
	sq->qp_type = (uint8_t)ring_type(attr);
	sq->adapter = INVERBS_ADAPTER_MLX4;
	sq->lock.off = inverbs_in_thread_domain(attr->pd);
	rq->buf = g->rq_entries ? qp->buf + g->rq_offset : NULL;
	rq->entries = g->rq_entries;
	rq->shift = (uint8_t)g->rq_shift;
	rq->adapter = INVERBS_ADAPTER_MLX4;
	rq->lock.off = sq->lock.off;
	qp->srq = attr->srq ? inverbs_srq_of(attr->srq) : NULL;
}

static void fill_command(const struct ibv_qp_init_attr_ex *attr, struct inverbs_qp *qp,
			 struct uverbs_ex_create_qp_req *req)
{
	*req = (struct uverbs_ex_create_qp_req){
		.user_handle = (uintptr_t)qp,
		.send_cq_handle = attr->send_cq ? attr->send_cq->handle : 0,
		.recv_cq_handle = attr->recv_cq ? attr->recv_cq->handle : 0,
		.srq_handle = attr->srq ? attr->srq->handle : 0,
		.max_send_wr = attr->cap.max_send_wr,
		.max_recv_wr = attr->cap.max_recv_wr,
		.max_send_sge = attr->cap.max_send_sge,
		.max_recv_sge = attr->cap.max_recv_sge,
		.max_inline_data = attr->cap.max_inline_data,
		.sq_sig_all = attr->sq_sig_all != 0,
		.qp_type = (uint8_t)attr->qp_type,
		.is_srq = attr->srq != NULL,
		.create_flags = create_flags(attr),
	};
	/* The domain takes the place of what the command has no use for. */
	if (attr->qp_type == IBV_QPT_XRC)
		req->srq_handle = inverbs_xrcd_of(attr->xrcd)->ofed.handle;
	if (attr->qp_type == IBV_QPT_XRC_RECV)
		req->pd_handle = inverbs_xrcd_of(attr->xrcd)->ofed.handle;
	else
		req->pd_handle = inverbs_real_pd(attr->pd)->ibv.handle;
	if (create_flags(attr) & IBV_QP_CREATE_SOURCE_QPN)
		req->source_qpn = attr->source_qpn;
}

/* The plain command: the same fields behind a response address. */
static int issue_plain(struct inverbs_transport *t, const struct uverbs_ex_create_qp_req *ex,
		       const struct mlx4_create_qp_in *in, struct uverbs_create_qp_resp *resp)
{
	struct uverbs_create_qp_req req = {
		.user_handle = ex->user_handle,
		.pd_handle = ex->pd_handle,
		.send_cq_handle = ex->send_cq_handle,
		.recv_cq_handle = ex->recv_cq_handle,
		.srq_handle = ex->srq_handle,
		.max_send_wr = ex->max_send_wr,
		.max_recv_wr = ex->max_recv_wr,
		.max_send_sge = ex->max_send_sge,
		.max_recv_sge = ex->max_recv_sge,
		.max_inline_data = ex->max_inline_data,
		.sq_sig_all = ex->sq_sig_all,
		.qp_type = ex->qp_type,
		.is_srq = ex->is_srq,
	};

	return uverbs_call_create_qp(t, &req, in, sizeof(*in), resp, NULL, 0);
}

static int issue_create(struct inverbs_context *ctx, const struct ibv_qp_init_attr_ex *attr,
			struct inverbs_qp *qp, struct uverbs_create_qp_resp *resp)
{
	struct mlx4_create_qp_in in = {
		.buf_addr = (uintptr_t)qp->buf,
		.db_addr = (uintptr_t)qp->rq.record,
		.log_sq_bb_count = (uint8_t)mlx4_log2_up(qp->sq.entries),
		.log_sq_stride = qp->sq.shift,
	};
	struct uverbs_ex_create_qp_req req;
	struct uverbs_ex_create_qp_resp ex = {0};
	int err;

	fill_command(attr, qp, &req);
	if (!req.create_flags)
		return issue_plain(ctx->transport, &req, &in, resp);
	err = uverbs_call_ex_create_qp(ctx->transport, &req, &in, sizeof(in), &ex, NULL, 0);
	*resp = ex.base;
	return err;
}

/* Receive limits are the kernel's to grant, send limits come from the slot size. */
static void grant(struct inverbs_qp *qp, struct ibv_qp_cap *cap,
		  const struct uverbs_create_qp_resp *resp)
{
	struct inverbs_rq *rq = &qp->rq;

	cap->max_recv_wr = resp->max_recv_wr;
	cap->max_recv_sge = resp->max_recv_sge;
	if (qp->sq.entries) {
		cap->max_send_wr = qp->sq.max_post;
		cap->max_send_sge = qp->sq.max_sge;
		cap->max_inline_data = qp->sq.max_inline;
	} else {
		cap->max_send_wr = resp->max_send_wr;
		cap->max_send_sge = resp->max_send_sge;
		cap->max_inline_data = resp->max_inline_data;
	}
	rq->max_post = cap->max_recv_wr < rq->entries ? cap->max_recv_wr : rq->entries;
	rq->max_sge = (uint16_t)cap->max_recv_sge;
	if (rq->max_sge > (1U << rq->shift) / MLX4_DATA_SIZE)
		rq->max_sge = (uint16_t)((1U << rq->shift) / MLX4_DATA_SIZE);
}

static int enter(struct inverbs_context *ctx, struct inverbs_qp *qp)
{
	uint32_t events;
	int err;

	if (!qp->buf)
		return 0;
	pthread_mutex_lock(&ctx->table_lock);
	err = inverbs_table_enter(&ctx->qps, qp->ibv.qp_num, qp);
	pthread_mutex_unlock(&ctx->table_lock);
	if (err)
		inverbs_provider_destroy_qp(qp, &events);
	return err;
}

int mlx4_create_qp(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
		   struct inverbs_qp *qp)
{
	struct uverbs_create_qp_resp resp = {0};
	struct mlx4_geometry g;
	int err = check_request(ctx, attr);

	if (err)
		return err;
	fit_cap(attr);
	err = mlx4_qp_geometry((int)ring_type(attr), &attr->cap, tso_header(attr),
			       has_recv_ring(attr), &g);
	if (err)
		return err;
	err = alloc_rings(ctx, qp, &g);
	if (err)
		return err;
	init_queues(ctx, attr, &g, qp);
	err = issue_create(ctx, attr, qp, &resp);
	if (!err) {
		qp->ibv.handle = resp.qp_handle;
		qp->ibv.qp_num = resp.qpn;
		qp->sq.qpn = resp.qpn;
		grant(qp, &attr->cap, &resp);
		err = enter(ctx, qp);
	}
	if (err)
		free_rings(ctx, qp);
	return err;
}

/*
 * What the port decides: how completions of this QP read and whether checksums may be offloaded.
 * Never taken back.
 */
static int learn_port(struct inverbs_qp *qp, uint32_t port)
{
	struct inverbs_context *ctx = inverbs_context_of(qp->ibv.context);
	uint32_t caps = mlx4_context_of(ctx)->device_cap_flags, facts;
	int err = mlx4_port(ctx, port, &facts);
	bool ethernet;

	if (err)
		return err;
	ethernet = facts & MLX4_PORT_ETHERNET;
	if (ethernet)
		qp->sq.flags |= INVERBS_SQ_ETHERNET;
	else
		qp->sq.flags &= (uint8_t)~INVERBS_SQ_ETHERNET;
	if ((qp->ibv.qp_type == IBV_QPT_UD && !ethernet && caps & IBV_DEVICE_UD_IP_CSUM) ||
	    (qp->ibv.qp_type == IBV_QPT_RAW_PACKET && ethernet && caps & IBV_DEVICE_RAW_IP_CSUM))
		qp->sq.flags |= INVERBS_SQ_CSUM | INVERBS_RX_CSUM;
	return 0;
}

static struct inverbs_cq *cq_or_null(struct ibv_cq *cq)
{
	return cq ? inverbs_cq_of(cq) : NULL;
}

/* Receives are given back through the receive queue's CQ; the other one holds sends only. */
static void clean_cqs(struct inverbs_qp *qp, struct inverbs_cq *send, struct inverbs_cq *recv)
{
	if (recv)
		mlx4_cq_clean(recv, qp->ibv.qp_num, qp->srq);
	if (send && send != recv)
		mlx4_cq_clean(send, qp->ibv.qp_num, NULL);
}

/* After RESET nothing is outstanding; the rings keep their content until the next INIT rewrites it.
 */
static void reset_queues(struct inverbs_qp *qp)
{
	struct inverbs_cq *send = cq_or_null(qp->ibv.send_cq), *recv = cq_or_null(qp->ibv.recv_cq);

	if (!qp->buf)
		return;
	mlx4_lock_cqs(send, recv);
	clean_cqs(qp, send, recv);
	inverbs_sq_recall(&qp->sq);
	inverbs_rq_recall(&qp->rq);
	qp->sq.head = 0;
	qp->sq.position = 0;
	qp->sq.tail = 0;
	qp->rq.head = 0;
	qp->rq.tail = 0;
	if (qp->rq.record)
		inverbs_publish32(qp->rq.record, 0);
	mlx4_unlock_cqs(send, recv);
}

int mlx4_modify_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask)
{
	int err;

	if (attr_mask & IBV_QP_PORT) {
		err = learn_port(qp, attr->port_num);
		if (err)
			return err;
	}
	if (attr_mask & IBV_QP_STATE && attr->qp_state == IBV_QPS_INIT &&
	    qp->ibv.state == IBV_QPS_RESET && qp->sq.entries)
		mlx4_sq_init(&qp->sq);
	err = inverbs_provider_modify_qp(qp, attr, attr_mask);
	if (!err && attr_mask & IBV_QP_STATE && attr->qp_state == IBV_QPS_RESET)
		reset_queues(qp);
	return err;
}

int mlx4_query_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask,
		  struct ibv_qp_init_attr *init_attr)
{
	int err = inverbs_provider_query_qp(qp, attr, attr_mask, init_attr);

	if (err || !qp->sq.entries)
		return err;
	attr->cap.max_send_wr = qp->sq.max_post;
	attr->cap.max_send_sge = qp->sq.max_sge;
	attr->cap.max_inline_data = qp->sq.max_inline;
	init_attr->cap = attr->cap;
	return 0;
}

int mlx4_destroy_qp(struct inverbs_qp *qp, uint32_t *events)
{
	struct inverbs_context *ctx = inverbs_context_of(qp->ibv.context);
	struct inverbs_cq *send = cq_or_null(qp->ibv.send_cq), *recv = cq_or_null(qp->ibv.recv_cq);
	int err;

	/* Locked from the command on: the number may be given out again as soon as it returns. */
	pthread_mutex_lock(&ctx->table_lock);
	err = inverbs_provider_destroy_qp(qp, events);
	if (!err && qp->buf) {
		mlx4_lock_cqs(send, recv);
		clean_cqs(qp, send, recv);
		inverbs_table_remove(&ctx->qps, qp->ibv.qp_num);
		mlx4_unlock_cqs(send, recv);
	}
	pthread_mutex_unlock(&ctx->table_lock);
	if (!err)
		free_rings(ctx, qp);
	return err;
}
