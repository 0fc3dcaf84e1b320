/* SPDX-License-Identifier: BSD-2-Clause */
/* Queue pairs. */
#include <errno.h>
#include <inverbs/datapath.h>
#include <inverbs/kernel/uverbs_call.h>
#include <string.h>

#include "providers/common/qp_command.h"
#include "rxe.h"

enum {
	KNOWN_MASKS = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_CREATE_FLAGS |
		      IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
};

static int check_request(const struct ibv_qp_init_attr_ex *attr)
{
	if (attr->qp_type != IBV_QPT_RC && attr->qp_type != IBV_QPT_UC &&
	    attr->qp_type != IBV_QPT_UD)
		return EOPNOTSUPP;
	if (attr->comp_mask & ~(uint32_t)KNOWN_MASKS)
		return EOPNOTSUPP;
	if (attr->comp_mask & IBV_QP_INIT_ATTR_CREATE_FLAGS && attr->create_flags)
		return EOPNOTSUPP;
	return 0;
}

static int issue_create(struct inverbs_context *ctx, const struct ibv_qp_init_attr_ex *attr,
			struct inverbs_qp *qp, struct uverbs_create_qp_resp *resp,
			struct rxe_create_qp_out *out)
{
	struct uverbs_create_qp_req req = {
		.user_handle = (uintptr_t)qp,
		.pd_handle = inverbs_real_pd(attr->pd)->ibv.handle,
		.send_cq_handle = attr->send_cq->handle,
		.recv_cq_handle = attr->recv_cq->handle,
		.srq_handle = attr->srq ? attr->srq->handle : 0,
		.max_send_wr = attr->cap.max_send_wr,
		.max_recv_wr = attr->cap.max_recv_wr,
		.max_send_sge = attr->cap.max_send_sge,
		.max_recv_sge = attr->cap.max_recv_sge,
		.max_inline_data = attr->cap.max_inline_data,
		.sq_sig_all = attr->sq_sig_all != 0,
		.qp_type = (uint8_t)attr->qp_type,
		.is_srq = attr->srq != NULL,
	};

	return uverbs_call_create_qp(ctx->transport, &req, NULL, 0, resp, out, sizeof(*out));
}

static void unmap_queues(struct inverbs_qp *qp)
{
	rxe_unmap(qp->rq.buf, qp->recv_bytes);
	rxe_unmap(qp->sq.buf, qp->buf_bytes);
}

static int map_queues(struct inverbs_context *ctx, struct inverbs_qp *qp,
		      const struct rxe_create_qp_out *out)
{
	struct rxe_mapping m;
	int err;

	if (out->recv_size) {
		err = rxe_map(ctx, out->recv_offset, out->recv_size, &m);
		if (err)
			return err;
		qp->rq.buf = m.slots;
		qp->rq.entries = m.entries;
		qp->rq.shift = m.shift;
		qp->recv_bytes = m.bytes;
	}
	err = rxe_map(ctx, out->send_offset, out->send_size, &m);
	if (err) {
		unmap_queues(qp);
		return err;
	}
	qp->sq.buf = m.slots;
	qp->sq.entries = m.entries;
	qp->sq.shift = m.shift;
	qp->buf_bytes = m.bytes;
	return 0;
}

/* What is granted has to fit into a slot: the fast path relies on it. */
static bool fits(const struct inverbs_qp *qp, const struct uverbs_create_qp_resp *resp)
{
	const uint32_t send = 1U << qp->sq.shift, recv = qp->rq.buf ? 1U << qp->rq.shift : 0;

	if (resp->max_send_sge > send / RXE_PIECE_SIZE || resp->max_inline_data > send)
		return false;
	if (rxe_send_bytes(resp->max_send_sge, resp->max_inline_data) > send)
		return false;
	return !recv || (resp->max_recv_sge <= recv / RXE_PIECE_SIZE &&
			 rxe_recv_bytes(resp->max_recv_sge) <= recv);
}

/* Queues take what they have slots for, whatever the kernel says that it granted. */
static void grant(struct inverbs_qp *qp, struct ibv_qp_cap *cap,
		  const struct uverbs_create_qp_resp *resp)
{
	cap->max_send_wr = qp->sq.entries - 1;
	cap->max_recv_wr = qp->rq.buf ? qp->rq.entries - 1 : 0;
	cap->max_send_sge = resp->max_send_sge;
	cap->max_recv_sge = qp->rq.buf ? resp->max_recv_sge : 0;
	cap->max_inline_data = resp->max_inline_data;
	qp->sq.max_post = cap->max_send_wr;
	qp->sq.max_sge = (uint16_t)cap->max_send_sge;
	qp->sq.max_inline = (uint16_t)cap->max_inline_data;
	qp->rq.max_post = cap->max_recv_wr;
	qp->rq.max_sge = (uint16_t)cap->max_recv_sge;
}

/* Posting goes on where the program's index stands. */
static void follow_indexes(struct inverbs_qp *qp)
{
	qp->sq.position = rxe_producer(qp->sq.buf);
	qp->sq.head = qp->sq.position;
	if (qp->rq.buf)
		qp->rq.head = rxe_producer(qp->rq.buf);
}

static void init_queues(const struct ibv_qp_init_attr_ex *attr, struct inverbs_qp *qp)
{
	qp->sq.qpn = qp->ibv.qp_num;
	qp->sq.flags = INVERBS_SQ_ETHERNET; /* sq_sig_all is followed by the kernel */
	qp->sq.qp_type = (uint8_t)attr->qp_type;
	qp->sq.adapter = INVERBS_ADAPTER_RXE;
	qp->sq.lock.off = inverbs_in_thread_domain(attr->pd);
	qp->rq.adapter = INVERBS_ADAPTER_RXE;
	qp->rq.lock.off = qp->sq.lock.off;
	qp->srq = attr->srq ? inverbs_srq_of(attr->srq) : NULL;
	follow_indexes(qp);
}

/* Nobody looks a queue pair up for its completions, but for what is told of those that failed. */
static int enter(struct inverbs_context *ctx, struct inverbs_qp *qp)
{
	int err;

	pthread_mutex_lock(&ctx->table_lock);
	err = inverbs_table_enter(&ctx->qps, qp->ibv.qp_num, qp);
	pthread_mutex_unlock(&ctx->table_lock);
	return err;
}

int rxe_create_qp(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
		  struct inverbs_qp *qp)
{
	struct uverbs_create_qp_resp resp = {0};
	struct rxe_create_qp_out out = {0};
	uint32_t events;
	int err = check_request(attr);

	if (!err)
		err = issue_create(ctx, attr, qp, &resp, &out);
	if (err)
		return err;
	qp->ibv.handle = resp.qp_handle;
	qp->ibv.qp_num = resp.qpn;
	err = map_queues(ctx, qp, &out);
	if (!err) {
		err = fits(qp, &resp) ? enter(ctx, qp) : EPROTO;
		if (err)
			unmap_queues(qp);
	}
	if (err) {
		inverbs_provider_destroy_qp(qp, &events);
		return err;
	}
	init_queues(attr, qp);
	grant(qp, &attr->cap, &resp);
	return 0;
}

/* Completions of a queue pair that begins anew or is gone mean nothing any more. */
static void clean_cqs(struct inverbs_qp *qp)
{
	struct inverbs_cq *queues[] = {inverbs_cq_of(qp->ibv.send_cq),
				       inverbs_cq_of(qp->ibv.recv_cq)};

	for (int i = 0; i < (queues[0] == queues[1] ? 1 : 2); i++) {
		inverbs_lock(&queues[i]->lock);
		rxe_clean_cq(queues[i], qp->ibv.qp_num);
		inverbs_unlock(&queues[i]->lock);
	}
}

int rxe_modify_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask)
{
	enum ibv_qp_state from = qp->ibv.state;
	int err = inverbs_provider_modify_qp(qp, attr, attr_mask);

	if (err || !(attr_mask & IBV_QP_STATE))
		return err;
	if (attr->qp_state == IBV_QPS_RESET)
		clean_cqs(qp);
	/* The kernel does not look at what waited in the send queue until it is rung. It has
	 * changed the state; who posts next rings, too. */
	if (from == IBV_QPS_SQD && attr->qp_state == IBV_QPS_RTS)
		inverbs_command_bell(&qp->ibv);
	return 0;
}

/* What the kernel says of capabilities, and of the state it was last told to assume, differs
 * between its releases. */
int rxe_query_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask,
		 struct ibv_qp_init_attr *init_attr)
{
	int err = inverbs_provider_query_qp(qp, attr, attr_mask, init_attr);

	if (err)
		return err;
	attr->cur_qp_state = attr->qp_state;
	attr->cap.max_send_wr = qp->sq.max_post;
	attr->cap.max_send_sge = qp->sq.max_sge;
	attr->cap.max_inline_data = qp->sq.max_inline;
	attr->cap.max_recv_wr = qp->rq.max_post;
	attr->cap.max_recv_sge = qp->rq.max_sge;
	init_attr->cap = attr->cap;
	return 0;
}

int rxe_destroy_qp(struct inverbs_qp *qp, uint32_t *events)
{
	struct inverbs_context *ctx = inverbs_context_of(qp->ibv.context);
	int err;

	/* Locked from the command on: the number may be given out again as soon as it returns. */
	pthread_mutex_lock(&ctx->table_lock);
	err = inverbs_provider_destroy_qp(qp, events);
	if (!err) {
		clean_cqs(qp);
		inverbs_table_remove(&ctx->qps, qp->ibv.qp_num);
	}
	pthread_mutex_unlock(&ctx->table_lock);
	if (!err)
		unmap_queues(qp);
	return err;
}
