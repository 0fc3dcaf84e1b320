/* SPDX-License-Identifier: BSD-2-Clause */
/* Commands that create queues, with driver-private data as described in the spec. */
#include <inverbs/kernel/uverbs_call.h>

#include "control.h"
#include "runtime/provider.h"

enum {
	KERNEL_TIMESTAMPS = 1, /* flag of the extended CREATE_CQ */
};

/* Driver-private data of a command's request and response; a size of 0 means that there is none. */
struct private_data {
	const struct inverbs_driver_data *in_layout;
	const struct inverbs_driver_data *out_layout;
	uint8_t in[INVERBS_MOST_DRIVER_DATA];
	uint8_t out[INVERBS_MOST_DRIVER_DATA];
};

static struct private_data pack_private_data(const struct inverbs_driver_data *in,
					     const struct inverbs_driver_data *out,
					     const struct inverbs_words *words)
{
	struct private_data p = {.in_layout = in, .out_layout = out};

	inverbs_words_put(in, p.in, words);
	return p;
}

static const void *input_of(const struct private_data *p)
{
	return p->in_layout->bytes ? p->in : NULL;
}

static void *output_of(struct private_data *p)
{
	return p->out_layout->bytes ? p->out : NULL;
}

static void unpack_private_data(const struct private_data *p, struct inverbs_words *words)
{
	inverbs_words_get(p->out_layout, p->out, words);
}

/* --- completion queues -------------------------------------------------------------------- */

static int create_plain_cq(struct inverbs_transport *t, const struct uverbs_ex_create_cq_req *ex,
			   struct private_data *p, struct uverbs_create_cq_resp *resp)
{
	const struct uverbs_create_cq_req req = {
		.user_handle = ex->user_handle,
		.cqe = ex->cqe,
		.comp_vector = ex->comp_vector,
		.comp_channel = ex->comp_channel,
	};

	return uverbs_call_create_cq(t, &req, input_of(p), p->in_layout->bytes, resp, output_of(p),
				     p->out_layout->bytes);
}

int inverbs_issue_create_cq(struct inverbs_cq *cq, const struct ibv_cq_init_attr_ex *attr,
			    uint32_t cqe, bool timestamps, struct inverbs_words *words)
{
	const struct inverbs_command_data *data = inverbs_control_of(cq->ibv.context)->command_data;
	struct inverbs_transport *t = inverbs_context_of(cq->ibv.context)->transport;
	struct private_data p = pack_private_data(&data->create_cq_in, &data->create_cq_out, words);
	const struct uverbs_ex_create_cq_req req = {
		.user_handle = (uintptr_t)&cq->ibv,
		.cqe = cqe,
		.comp_vector = attr->comp_vector,
		.comp_channel = attr->channel ? attr->channel->fd : -1,
		.flags = timestamps ? KERNEL_TIMESTAMPS : 0,
	};
	struct uverbs_ex_create_cq_resp resp = {0};
	int err;

	if (timestamps)
		err = uverbs_call_ex_create_cq(t, &req, input_of(&p), p.in_layout->bytes, &resp,
					       output_of(&p), p.out_layout->bytes);
	else
		err = create_plain_cq(t, &req, &p, &resp.base);
	if (err)
		return err;
	unpack_private_data(&p, words);
	cq->ibv.handle = resp.base.cq_handle;
	cq->ibv.cqe = (int)resp.base.cqe;
	cq->cqn = (uint32_t)words->of[INVERBS_WORD_NUMBER];
	return 0;
}

/* --- queue pairs --------------------------------------------------------------------------- */

static void fill_qp(const struct ibv_qp_init_attr_ex *attr, struct inverbs_qp *qp,
		    struct uverbs_ex_create_qp_req *req)
{
	*req = (struct uverbs_ex_create_qp_req){
		.user_handle = (uintptr_t)&qp->ibv,
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
	};
	if (attr->comp_mask & IBV_QP_INIT_ATTR_CREATE_FLAGS)
		req->create_flags = attr->create_flags;
	if (req->create_flags & IBV_QP_CREATE_SOURCE_QPN)
		req->source_qpn = attr->source_qpn;
	/* These types pass their domain in the handle field of an object that they do not have. */
	if (attr->qp_type == IBV_QPT_XRC)
		req->srq_handle = inverbs_xrcd_of(attr->xrcd)->ofed.handle;
	if (attr->qp_type == IBV_QPT_XRC_RECV)
		req->pd_handle = inverbs_xrcd_of(attr->xrcd)->ofed.handle;
	else
		req->pd_handle = inverbs_real_pd(attr->pd)->ibv.handle;
}

/* The plain command has the same fields, after a response address. */
static int issue_plain_qp(struct inverbs_transport *t, const struct uverbs_ex_create_qp_req *ex,
			  struct private_data *p, struct uverbs_create_qp_resp *resp)
{
	const struct uverbs_create_qp_req req = {
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

	return uverbs_call_create_qp(t, &req, input_of(p), p->in_layout->bytes, resp, output_of(p),
				     p->out_layout->bytes);
}

int inverbs_issue_create_qp(struct inverbs_context *ctx, const struct ibv_qp_init_attr_ex *attr,
			    struct inverbs_qp *qp, struct inverbs_words *words,
			    struct ibv_qp_cap *granted)
{
	const struct inverbs_command_data *data = ctx->provider->control->command_data;
	struct private_data p = pack_private_data(&data->create_qp_in, &data->create_qp_out, words);
	struct uverbs_ex_create_qp_resp resp = {0};
	struct uverbs_ex_create_qp_req req;
	int err;

	fill_qp(attr, qp, &req);
	if (req.create_flags)
		err = uverbs_call_ex_create_qp(ctx->transport, &req, input_of(&p),
					       p.in_layout->bytes, &resp, output_of(&p),
					       p.out_layout->bytes);
	else
		err = issue_plain_qp(ctx->transport, &req, &p, &resp.base);
	if (err)
		return err;
	unpack_private_data(&p, words);
	qp->ibv.handle = resp.base.qp_handle;
	qp->ibv.qp_num = resp.base.qpn;
	*granted = (struct ibv_qp_cap){
		.max_send_wr = resp.base.max_send_wr,
		.max_recv_wr = resp.base.max_recv_wr,
		.max_send_sge = resp.base.max_send_sge,
		.max_recv_sge = resp.base.max_recv_sge,
		.max_inline_data = resp.base.max_inline_data,
	};
	return 0;
}

int inverbs_enter_qp(struct inverbs_context *ctx, uint32_t number, struct inverbs_qp *qp)
{
	int err;

	pthread_mutex_lock(&ctx->table_lock);
	err = inverbs_table_enter(&ctx->qps, number, qp);
	pthread_mutex_unlock(&ctx->table_lock);
	return err;
}

/* --- shared receive queues ------------------------------------------------------------------- */

static int create_basic_srq(struct inverbs_transport *t, const struct uverbs_create_xsrq_req *x,
			    struct private_data *p, struct uverbs_create_xsrq_resp *resp)
{
	const struct uverbs_create_srq_req req = {
		.user_handle = x->user_handle,
		.pd_handle = x->pd_handle,
		.max_wr = x->max_wr,
		.max_sge = x->max_sge,
		.srq_limit = x->srq_limit,
	};
	struct uverbs_create_srq_resp basic = {0};
	int err = uverbs_call_create_srq(t, &req, input_of(p), p->in_layout->bytes, &basic,
					 output_of(p), p->out_layout->bytes);

	resp->srq_handle = basic.srq_handle;
	resp->max_wr = basic.max_wr;
	resp->max_sge = basic.max_sge;
	return err;
}

static int create_xrc_srq(struct inverbs_transport *t, const struct ibv_srq_init_attr_ex *attr,
			  struct uverbs_create_xsrq_req *req, struct private_data *p,
			  struct uverbs_create_xsrq_resp *resp)
{
	req->srq_type = IBV_SRQT_XRC;
	req->xrcd_handle = inverbs_xrcd_of(attr->xrcd)->ofed.handle;
	req->cq_handle = attr->cq->handle;
	return uverbs_call_create_xsrq(t, req, input_of(p), p->in_layout->bytes, resp, output_of(p),
				       p->out_layout->bytes);
}

int inverbs_issue_create_srq(struct inverbs_context *ctx, struct ibv_srq_init_attr_ex *attr,
			     struct inverbs_srq *srq, struct inverbs_words *words)
{
	const struct inverbs_command_data *data = ctx->provider->control->command_data;
	struct private_data p = pack_private_data(&data->create_srq_in, &data->create_srq_out,
						  words);
	struct uverbs_create_xsrq_req req = {
		.user_handle = (uintptr_t)&srq->ibv,
		.pd_handle = inverbs_real_pd(attr->pd)->ibv.handle,
		.max_wr = attr->attr.max_wr,
		.max_sge = attr->attr.max_sge,
		.srq_limit = attr->attr.srq_limit,
	};
	struct uverbs_create_xsrq_resp resp = {0};
	int err = srq->is_xrc ? create_xrc_srq(ctx->transport, attr, &req, &p, &resp)
			      : create_basic_srq(ctx->transport, &req, &p, &resp);

	if (err)
		return err;
	unpack_private_data(&p, words);
	srq->ibv.handle = resp.srq_handle;
	/* The response has two numbers; senders use the one in its core part. */
	srq->srqn = srq->is_xrc ? resp.srqn : (uint32_t)words->of[INVERBS_WORD_NUMBER];
	attr->attr.max_wr = resp.max_wr;
	attr->attr.max_sge = resp.max_sge;
	return 0;
}
