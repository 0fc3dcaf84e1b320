/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Handles of objects: each open file has one number space for all types, in which the lowest free
 * number is assigned.
 */
#include <errno.h>

#include "base/driver.h"
#include "base/table.h"
#include "kernel/commands.h"
#include "kernel/event_file.h"

/** Returns the device's limit for a type. */
static uint64_t device_limit(const struct softhca_dev *device, enum softhca_type type)
{
	const struct ibv_device_attr *attr = &device->driver->limits->attr;
	const int most[SOFTHCA_TYPES] = {
		[SOFTHCA_PD] = attr->max_pd, [SOFTHCA_MR] = attr->max_mr,
		[SOFTHCA_MW] = attr->max_mw, [SOFTHCA_CQ] = attr->max_cq,
		[SOFTHCA_QP] = attr->max_qp, [SOFTHCA_SRQ] = attr->max_srq,
		[SOFTHCA_AH] = attr->max_ah,
	};

	return most[type] > 0 ? (uint64_t)most[type] : 0;
}

int softhca_object_add(struct softhca_context *ctx, struct softhca_object *obj,
		       enum softhca_type type, softhca_destroyer *destroy, uint64_t user_handle)
{
	int ret = softhca_charge(ctx->memory.process, SOFTHCA_OBJECTS + type, 1,
				 device_limit(ctx->device, type));

	if (ret)
		return ret;
	ret = softhca_table_enter(&ctx->handles, obj, &obj->handle);
	if (ret) {
		softhca_uncharge(ctx->memory.process, SOFTHCA_OBJECTS + type, 1);
		return ret;
	}
	obj->type = type;
	obj->destroy = destroy;
	obj->ctx = ctx;
	obj->user_handle = user_handle;
	softhca_list_add_first(&ctx->objects, &obj->in_context);
	return 0;
}

void softhca_object_remove(struct softhca_object *obj)
{
	softhca_table_remove(&obj->ctx->handles, obj->handle);
	softhca_uncharge(obj->ctx->memory.process, SOFTHCA_OBJECTS + obj->type, 1);
	softhca_link_remove(&obj->in_context);
}

int softhca_object_find(struct softhca_context *ctx, uint32_t handle, enum softhca_type type,
			struct softhca_object **out)
{
	struct softhca_object *obj = softhca_table_get(&ctx->handles, handle);

	if (!obj)
		return ENOENT;
	if (obj->type != type)
		return EINVAL;
	*out = obj;
	return 0;
}

int softhca_object_destroy(struct softhca_object *obj, struct softhca_reported *reported)
{
	struct softhca_reported unwanted;

	if (obj->users)
		return EBUSY;
	return obj->destroy(obj, reported ? reported : &unwanted);
}

int softhca_handle_destroy(struct softhca_context *ctx, uint32_t handle, enum softhca_type type,
			   struct softhca_reported *reported)
{
	struct softhca_object *obj;
	int ret = softhca_object_find(ctx, handle, type, &obj);

	return ret ? ret : softhca_object_destroy(obj, reported);
}

uint32_t softhca_async_drop_unread(struct softhca_object *obj)
{
	if (!obj->async_sent || !obj->ctx->async)
		return obj->async_sent;
	return obj->async_sent - softhca_events_withdraw(obj->ctx->async, obj);
}

/* The casts are possible because the object is the first member of each type. */

int softhca_pd_find(struct softhca_context *ctx, uint32_t handle, struct softhca_pd **pd)
{
	return softhca_object_find(ctx, handle, SOFTHCA_PD, (struct softhca_object **)pd);
}

int softhca_cq_find(struct softhca_context *ctx, uint32_t handle, struct softhca_cq **cq)
{
	return softhca_object_find(ctx, handle, SOFTHCA_CQ, (struct softhca_object **)cq);
}

int softhca_srq_find(struct softhca_context *ctx, uint32_t handle, struct softhca_srq **srq)
{
	return softhca_object_find(ctx, handle, SOFTHCA_SRQ, (struct softhca_object **)srq);
}

int softhca_xrcd_find(struct softhca_context *ctx, uint32_t handle, struct softhca_xrcd **xrcd)
{
	return softhca_object_find(ctx, handle, SOFTHCA_XRCD, (struct softhca_object **)xrcd);
}

int softhca_qp_find(struct softhca_context *ctx, uint32_t handle, struct softhca_qp_handle **qp)
{
	return softhca_object_find(ctx, handle, SOFTHCA_QP, (struct softhca_object **)qp);
}
