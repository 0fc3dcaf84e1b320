/* SPDX-License-Identifier: BSD-2-Clause */
/* Commands for shared receive queues. */
#include <errno.h>
#include <stdlib.h>

#include "base/driver.h"
#include "base/table.h"
#include "engine/engine.h"
#include "kernel/commands.h"

enum {
	SRQ_MAX_WR = 1,
	SRQ_LIMIT = 2,
};

/** Arguments common to both forms of the command. */
struct request {
	uint64_t user_handle;
	uint32_t type;
	uint32_t pd_handle;
	uint32_t max_wr;
	uint32_t max_sge;
	uint32_t xrcd_handle;
	uint32_t cq_handle;
};

/** Find the objects in the kernel's order: domain, CQ, PD. */
static int find_srq_objects(struct softhca_context *ctx, const struct request *req,
			    struct softhca_srq *parts)
{
	int ret;

	if (req->type != IBV_SRQT_BASIC && req->type != IBV_SRQT_XRC)
		return req->type == IBV_SRQT_TM ? EOPNOTSUPP : EINVAL;
	parts->type = req->type;
	if (req->type == IBV_SRQT_XRC) {
		if (softhca_xrcd_find(ctx, req->xrcd_handle, &parts->xrcd))
			return EINVAL;
		ret = softhca_cq_find(ctx, req->cq_handle, &parts->cq);
		if (ret)
			return ret;
	}
	return softhca_pd_find(ctx, req->pd_handle, &parts->pd);
}

static int check_size(const struct softhca_context *ctx, uint32_t max_wr, uint32_t max_sge)
{
	const struct ibv_device_attr *attr = &ctx->device->driver->limits->attr;

	return max_wr > (uint32_t)attr->max_srq_wr || max_sge > (uint32_t)attr->max_srq_sge ? EINVAL
											    : 0;
}

static void count_users(struct softhca_srq *srq, uint32_t n)
{
	srq->pd->obj.users += n;
	if (srq->cq)
		srq->cq->obj.users += n;
	if (srq->xrcd)
		srq->xrcd->obj.users += n;
	/*
	 * queue pairs of the domain, perhaps only in other contexts, consume its receives: its own
	 * context must be polled, too
	 */
	if (srq->xrcd)
		softhca_context_count_active(srq->obj.ctx, (int)n);
}

static int assign_srq(struct softhca_srq *srq, struct softhca_udata *udata)
{
	struct softhca_dev *device = srq->obj.ctx->device;
	int ret;

	if (!device->driver->create_srq)
		return EOPNOTSUPP;
	ret = softhca_table_enter(&device->srqs, srq, &srq->srqn);
	if (ret)
		return ret;
	ret = device->driver->create_srq(srq, udata);
	if (ret)
		goto remove;
	ret = softhca_engine_srq_created(srq);
	if (!ret)
		return 0;
	if (device->driver->destroy_srq)
		device->driver->destroy_srq(srq);
remove:
	softhca_table_remove(&device->srqs, srq->srqn);
	return ret;
}

static void respond_create_srq(struct softhca_command *c, const struct softhca_srq *srq,
			       const struct request *req)
{
	const struct uverbs_create_srq_resp resp = {
		.srq_handle = srq->obj.handle,
		.max_wr = c->ctx->device->driver->rounds_silently ? req->max_wr : srq->max_wr,
		.max_sge = srq->max_sge,
		.srqn = srq->type == IBV_SRQT_XRC ? srq->srqn : 0,
	};

	softhca_respond(c, &resp, sizeof(resp));
}

static int create_srq(struct softhca_command *c, const struct request *req)
{
	struct softhca_srq *srq = calloc(1, sizeof(*srq));
	int ret;

	if (!srq)
		return ENOMEM;
	ret = find_srq_objects(c->ctx, req, srq);
	if (!ret)
		ret = check_size(c->ctx, req->max_wr, req->max_sge);
	if (!ret)
		ret = softhca_object_add(c->ctx, &srq->obj, SOFTHCA_SRQ, softhca_srq_destroy,
					 req->user_handle);
	if (ret)
		goto free_srq;
	srq->max_wr = req->max_wr;
	srq->max_sge = req->max_sge;
	ret = assign_srq(srq, &c->udata);
	if (ret)
		goto remove;
	count_users(srq, 1);
	c->created = &srq->obj;
	respond_create_srq(c, srq, req);
	return 0;
remove:
	softhca_object_remove(&srq->obj);
free_srq:
	free(srq);
	return ret;
}

int softhca_create_srq(struct softhca_command *c)
{
	struct uverbs_create_srq_req req;
	struct request request;

	uverbs_read_create_srq(&c->parsed, &req);
	request = (struct request){
		.user_handle = req.user_handle,
		.type = IBV_SRQT_BASIC,
		.pd_handle = req.pd_handle,
		.max_wr = req.max_wr,
		.max_sge = req.max_sge,
	};
	return create_srq(c, &request);
}

int softhca_create_xsrq(struct softhca_command *c)
{
	struct uverbs_create_xsrq_req req;
	struct request request;

	uverbs_read_create_xsrq(&c->parsed, &req);
	request = (struct request){
		.user_handle = req.user_handle,
		.type = req.srq_type,
		.pd_handle = req.pd_handle,
		.max_wr = req.max_wr,
		.max_sge = req.max_sge,
		.xrcd_handle = req.xrcd_handle,
		.cq_handle = req.cq_handle,
	};
	return create_srq(c, &request);
}

static int resize_srq(struct softhca_command *c, struct softhca_srq *srq, uint32_t max_wr)
{
	const struct softhca_driver *driver = c->ctx->device->driver;

	return driver->resize_srq ? driver->resize_srq(srq, max_wr, &c->udata) : EINVAL;
}

int softhca_modify_srq(struct softhca_command *c)
{
	struct uverbs_modify_srq_req req;
	struct softhca_srq *srq;
	int ret;

	uverbs_read_modify_srq(&c->parsed, &req);
	ret = softhca_srq_find(c->ctx, req.srq_handle, &srq);
	if (ret)
		return ret;
	if (req.attr_mask & ~(uint32_t)(SRQ_MAX_WR | SRQ_LIMIT) ||
	    c->udata.in_len < c->ctx->device->driver->modify_srq_in)
		return EINVAL;
	if (req.attr_mask & SRQ_MAX_WR)
		ret = resize_srq(c, srq, req.max_wr);
	if (!ret && req.attr_mask & SRQ_LIMIT) {
		if (req.srq_limit > srq->max_wr)
			return EINVAL;
		srq->limit = req.srq_limit;
	}
	if (!ret && req.attr_mask)
		softhca_engine_srq_modified(srq);
	return ret;
}

int softhca_query_srq(struct softhca_command *c)
{
	struct uverbs_query_srq_req req;
	struct uverbs_query_srq_resp resp = {0};
	struct softhca_srq *srq;
	int ret;

	uverbs_read_query_srq(&c->parsed, &req);
	ret = softhca_srq_find(c->ctx, req.srq_handle, &srq);
	if (ret)
		return ret;
	resp.max_wr = srq->max_wr;
	resp.max_sge = srq->max_sge;
	resp.srq_limit = srq->limit;
	softhca_respond(c, &resp, sizeof(resp));
	return 0;
}

int softhca_srq_destroy(struct softhca_object *obj, struct softhca_reported *reported)
{
	struct softhca_srq *srq = (struct softhca_srq *)obj;
	struct softhca_dev *device = obj->ctx->device;

	softhca_engine_srq_destroyed(srq);
	if (device->driver->destroy_srq)
		device->driver->destroy_srq(srq);
	softhca_table_remove(&device->srqs, srq->srqn);
	reported->async = softhca_async_drop_unread(obj);
	count_users(srq, (uint32_t)-1);
	softhca_object_remove(obj);
	free(srq);
	return 0;
}

int softhca_destroy_srq(struct softhca_command *c)
{
	struct uverbs_destroy_srq_req req;
	struct uverbs_destroy_srq_resp resp;
	struct softhca_reported reported;
	int ret;

	uverbs_read_destroy_srq(&c->parsed, &req);
	ret = softhca_handle_destroy(c->ctx, req.srq_handle, SOFTHCA_SRQ, &reported);
	if (ret)
		return ret;
	resp.events_reported = reported.async;
	softhca_respond(c, &resp, sizeof(resp));
	return 0;
}
