/* SPDX-License-Identifier: BSD-2-Clause */
/* Commands for completion queues. */
#include <errno.h>
#include <stdlib.h>

#include "base/driver.h"
#include "base/table.h"
#include "engine/engine.h"
#include "kernel/commands.h"
#include "kernel/event_file.h"

enum {
	CQ_TIMESTAMPS = 1,
	CQ_IGNORE_OVERRUN = 2,
	CQ_MODERATION = 1,
};

/** Arguments common to both forms of the command. */
struct request {
	uint64_t user_handle;
	uint32_t cqe;
	uint32_t comp_vector;
	int32_t comp_channel;
	uint32_t flags;
};

static int check_cqe(const struct softhca_context *ctx, uint32_t cqe)
{
	return cqe < 1 || cqe > (uint32_t)ctx->device->driver->limits->attr.max_cqe ? EINVAL : 0;
}

/** Find the channel that the request names; NULL if it names none. */
static int find_channel(struct softhca_command *c, int32_t number, struct softhca_event_file **out)
{
	*out = NULL;
	if (number < 0)
		return 0;
	*out = c->fd < 0 ? NULL : softhca_channel_by_fd(c->ctx, c->fd);
	return *out ? 0 : EBADF;
}

/** Assign a number, and call driver and engine. */
static int assign_cq(struct softhca_cq *cq, uint32_t cqe, struct softhca_udata *udata)
{
	struct softhca_dev *device = cq->obj.ctx->device;
	int ret = softhca_table_enter(&device->cqs, cq, &cq->cqn);

	if (ret)
		return ret;
	ret = device->driver->create_cq(cq, cqe, udata);
	if (ret)
		goto remove;
	ret = softhca_engine_cq_created(cq);
	if (!ret)
		return 0;
	if (device->driver->destroy_cq)
		device->driver->destroy_cq(cq);
remove:
	softhca_table_remove(&device->cqs, cq->cqn);
	return ret;
}

static int create_cq(struct softhca_command *c, const struct request *req,
		     struct uverbs_create_cq_resp *resp)
{
	struct softhca_event_file *channel;
	struct softhca_cq *cq;
	int ret;

	if (req->comp_vector >= c->ctx->device->driver->limits->num_comp_vectors)
		return EINVAL;
	ret = find_channel(c, req->comp_channel, &channel);
	if (!ret)
		ret = check_cqe(c->ctx, req->cqe);
	if (ret)
		return ret;
	cq = calloc(1, sizeof(*cq));
	if (!cq)
		return ENOMEM;
	ret = softhca_object_add(c->ctx, &cq->obj, SOFTHCA_CQ, softhca_cq_destroy,
				 req->user_handle);
	if (ret)
		goto free_cq;
	cq->timestamps = req->flags & CQ_TIMESTAMPS;
	cq->ignore_overrun = req->flags & CQ_IGNORE_OVERRUN;
	ret = assign_cq(cq, req->cqe, &c->udata);
	if (ret)
		goto remove;
	cq->channel = channel ? softhca_event_file_get(channel) : NULL;
	c->created = &cq->obj;
	resp->cq_handle = cq->obj.handle;
	resp->cqe = cq->entries - c->ctx->device->driver->limits->spare_cqes;
	return 0;
remove:
	softhca_object_remove(&cq->obj);
free_cq:
	free(cq);
	return ret;
}

int softhca_create_cq(struct softhca_command *c)
{
	struct uverbs_create_cq_req req;
	struct uverbs_create_cq_resp resp;
	struct request request;
	int ret;

	uverbs_read_create_cq(&c->parsed, &req);
	request = (struct request){
		.user_handle = req.user_handle,
		.cqe = req.cqe,
		.comp_vector = req.comp_vector,
		.comp_channel = req.comp_channel,
	};
	ret = create_cq(c, &request, &resp);
	if (!ret)
		softhca_respond(c, &resp, sizeof(resp));
	return ret;
}

int softhca_ex_create_cq(struct softhca_command *c)
{
	struct uverbs_ex_create_cq_req req;
	struct uverbs_ex_create_cq_resp resp = {
		.response_length = softhca_response_length(c, sizeof(resp)),
	};
	struct request request;
	int ret;

	uverbs_read_ex_create_cq(&c->parsed, &req);
	if (req.comp_mask || req.reserved)
		return EINVAL;
	if (req.flags & ~(uint32_t)(CQ_TIMESTAMPS | CQ_IGNORE_OVERRUN))
		return EOPNOTSUPP;
	request = (struct request){
		.user_handle = req.user_handle,
		.cqe = req.cqe,
		.comp_vector = req.comp_vector,
		.comp_channel = req.comp_channel,
		.flags = req.flags,
	};
	ret = create_cq(c, &request, &resp.base);
	if (!ret)
		softhca_respond(c, &resp, sizeof(resp));
	return ret;
}

int softhca_resize_cq(struct softhca_command *c)
{
	struct uverbs_resize_cq_req req;
	struct uverbs_resize_cq_resp resp = {0};
	struct softhca_cq *cq;
	int ret;

	uverbs_read_resize_cq(&c->parsed, &req);
	ret = softhca_cq_find(c->ctx, req.cq_handle, &cq);
	if (ret)
		return ret;
	if (!c->ctx->device->driver->resize_cq)
		return EOPNOTSUPP;
	ret = check_cqe(c->ctx, req.cqe);
	if (!ret)
		ret = c->ctx->device->driver->resize_cq(cq, req.cqe, &c->udata);
	if (ret)
		return ret;
	resp.cqe = cq->entries - c->ctx->device->driver->limits->spare_cqes;
	softhca_respond(c, &resp, sizeof(resp));
	return 0;
}

int softhca_req_notify_cq(struct softhca_command *c)
{
	const struct softhca_driver *driver = c->ctx->device->driver;
	struct uverbs_req_notify_cq_req req;
	struct softhca_cq *cq;
	int ret;

	if (!driver->notify_cq)
		return EOPNOTSUPP;
	uverbs_read_req_notify_cq(&c->parsed, &req);
	ret = softhca_cq_find(c->ctx, req.cq_handle, &cq);
	if (!ret)
		ret = driver->notify_cq(cq);
	if (!ret)
		softhca_engine_cq_notify(cq, req.solicited_only);
	return ret;
}

int softhca_ex_modify_cq(struct softhca_command *c)
{
	const struct softhca_driver *driver = c->ctx->device->driver;
	struct uverbs_ex_modify_cq_req req;
	struct softhca_cq *cq;
	int ret;

	uverbs_read_ex_modify_cq(&c->parsed, &req);
	if (!req.attr_mask || req.reserved)
		return EINVAL;
	if (req.attr_mask & ~(uint32_t)CQ_MODERATION)
		return EOPNOTSUPP;
	ret = softhca_cq_find(c->ctx, req.cq_handle, &cq);
	if (ret)
		return ret;
	return driver->modify_cq ? driver->modify_cq(cq, req.attr.cq_count, req.attr.cq_period)
				 : EOPNOTSUPP;
}

int softhca_cq_destroy(struct softhca_object *obj, struct softhca_reported *reported)
{
	struct softhca_cq *cq = (struct softhca_cq *)obj;
	struct softhca_dev *device = obj->ctx->device;

	softhca_engine_cq_destroyed(cq);
	if (device->driver->destroy_cq)
		device->driver->destroy_cq(cq);
	softhca_table_remove(&device->cqs, cq->cqn);
	reported->async = softhca_async_drop_unread(obj);
	reported->comp = cq->comp_sent;
	if (cq->channel) {
		if (cq->comp_sent)
			reported->comp -= softhca_events_withdraw(cq->channel, cq);
		softhca_event_file_put(cq->channel);
	}
	softhca_object_remove(obj);
	free(cq);
	return 0;
}

int softhca_destroy_cq(struct softhca_command *c)
{
	struct uverbs_destroy_cq_req req;
	struct uverbs_destroy_cq_resp resp;
	struct softhca_reported reported;
	int ret;

	uverbs_read_destroy_cq(&c->parsed, &req);
	ret = softhca_handle_destroy(c->ctx, req.cq_handle, SOFTHCA_CQ, &reported);
	if (ret)
		return ret;
	resp.comp_events_reported = reported.comp;
	resp.async_events_reported = reported.async;
	softhca_respond(c, &resp, sizeof(resp));
	return 0;
}
