/* SPDX-License-Identifier: BSD-2-Clause */
/* Creating, querying and destroying queue pairs. (The state machine is in modify_qp.c.) */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/driver.h"
#include "base/table.h"
#include "engine/engine.h"
#include "kernel/commands.h"

enum {
	EX_IND_TABLE = 1, /**< in comp_mask of the extended command */
	/* create_flags that some driver may support; all others are invalid. */
	CREATE_FLAGS_KNOWN = 0x2 | 0x4 | 0x8 | 0x10 | 0x100 | 0x200 | 0x400 | 0x800,
	QPT_DRIVER = 0xff,
};

/** Arguments common to both forms of the command. */
struct request {
	struct uverbs_create_qp_req core;
	uint32_t create_flags;
};

/* --- creation ---------------------------------------------------------------------------- */

static int check_type(const struct softhca_context *ctx, uint8_t type)
{
	switch (type) {
	case IBV_QPT_RC:
	case IBV_QPT_UC:
	case IBV_QPT_UD:
	case IBV_QPT_XRC_SEND:
	case IBV_QPT_XRC_RECV:
	case IBV_QPT_XRC:
		return 0;
	case IBV_QPT_RAW_PACKET:
		return softhca_has_net_raw(ctx) ? 0 : EPERM;
	case QPT_DRIVER:
		return EOPNOTSUPP;
	default:
		return EINVAL;
	}
}

/**
 * Find the XRC domain. Its handle is in the field of the PD for a target, and of the SRQ for OFED's
 * IBV_QPT_XRC.
 */
static int find_xrc_domain(struct softhca_context *ctx, uint32_t handle, struct softhca_qp *qp,
			   struct softhca_xrcd **xrcd)
{
	if (softhca_xrcd_find(ctx, handle, xrcd))
		return EINVAL;
	qp->domain = (*xrcd)->domain;
	return 0;
}

static int find_srq(struct softhca_context *ctx, uint32_t handle, struct softhca_qp *qp)
{
	int ret = softhca_srq_find(ctx, handle, &qp->srq);

	if (!ret && qp->srq->type == IBV_SRQT_XRC)
		ret = EINVAL;
	return ret;
}

/** Find the objects in the kernel's order: SRQ, receive CQ if it differs, send CQ, PD. */
static int find_qp_objects(struct softhca_context *ctx, const struct uverbs_create_qp_req *req,
			   struct softhca_qp *qp, struct softhca_xrcd **xrcd)
{
	const bool receives = req->qp_type != IBV_QPT_XRC_SEND && req->qp_type != IBV_QPT_XRC;
	int ret = 0;

	*xrcd = NULL;
	if (req->qp_type == IBV_QPT_XRC_RECV)
		return find_xrc_domain(ctx, req->pd_handle, qp, xrcd);
	if (req->qp_type == IBV_QPT_XRC)
		ret = find_xrc_domain(ctx, req->srq_handle, qp, xrcd);
	else if (receives) {
		if (req->is_srq)
			ret = find_srq(ctx, req->srq_handle, qp);
		if (!ret && req->recv_cq_handle != req->send_cq_handle)
			ret = softhca_cq_find(ctx, req->recv_cq_handle, &qp->recv_cq);
	}
	if (!ret)
		ret = softhca_cq_find(ctx, req->send_cq_handle, &qp->send_cq);
	if (!ret && receives && !qp->recv_cq)
		qp->recv_cq = qp->send_cq;
	return ret ? ret : softhca_pd_find(ctx, req->pd_handle, &qp->pd);
}

static int check_caps(const struct softhca_dev *device, const struct ibv_qp_cap *cap)
{
	const struct softhca_limits *limits = device->driver->limits;
	const struct ibv_device_attr *attr = &limits->attr;

	if (cap->max_send_wr > (uint32_t)attr->max_qp_wr ||
	    cap->max_recv_wr > (uint32_t)attr->max_qp_wr ||
	    cap->max_send_sge > (uint32_t)attr->max_sge ||
	    cap->max_recv_sge > (uint32_t)attr->max_sge)
		return EINVAL;
	return limits->max_inline && cap->max_inline_data > limits->max_inline ? EINVAL : 0;
}

static void fill_qp(struct softhca_qp *qp, const struct request *req)
{
	const struct uverbs_create_qp_req *core = &req->core;

	qp->type = core->qp_type;
	qp->sq_sig_all = core->sq_sig_all;
	qp->create_flags = req->create_flags;
	qp->attr.qp_state = IBV_QPS_RESET;
	softhca_link_init(&qp->handles);
	if (qp->type == IBV_QPT_XRC_RECV)
		return;
	qp->attr.cap.max_send_wr = core->max_send_wr;
	qp->attr.cap.max_send_sge = core->max_send_sge;
	qp->attr.cap.max_inline_data = core->max_inline_data;
	qp->attr.path_mtu = qp->device->driver->limits->first_mtu;
	if (softhca_sends_as(qp) == IBV_QPT_XRC_SEND || qp->srq)
		return;
	qp->attr.cap.max_recv_wr = core->max_recv_wr;
	qp->attr.cap.max_recv_sge = core->max_recv_sge;
}

/** Count the references of a queue pair to other objects; n is 1 or -1. */
static void count_users(struct softhca_qp *qp, uint32_t n)
{
	if (qp->pd)
		qp->pd->obj.users += n;
	if (qp->send_cq)
		qp->send_cq->obj.users += n;
	if (qp->recv_cq)
		qp->recv_cq->obj.users += n;
	if (qp->srq)
		qp->srq->obj.users += n;
}

/** Assign a number, which is unique even without the bit that marks XRC. */
static int assign_qpn(struct softhca_qp *qp)
{
	int ret = softhca_table_enter(&qp->device->qps, qp, &qp->qpn);

	if (!ret && qp->domain)
		qp->qpn |= qp->device->xrc_qpn_bit;
	return ret;
}

static void release_qpn(const struct softhca_qp *qp)
{
	softhca_table_remove(&qp->device->qps, qp->qpn & ~qp->device->xrc_qpn_bit);
}

static bool driver_supports_qp(const struct softhca_driver *driver, const struct softhca_qp *qp)
{
	return driver->qp_types >> qp->type & 1 && !(qp->create_flags & ~driver->qp_flags);
}

/** Assign a number, and call driver and engine. */
static int create_on_device(struct softhca_qp *qp, struct softhca_udata *udata)
{
	struct softhca_dev *device = qp->device;
	int ret;

	if (!driver_supports_qp(device->driver, qp))
		return device->driver->qp_refusal ? device->driver->qp_refusal : EOPNOTSUPP;
	ret = assign_qpn(qp);
	if (ret)
		return ret;
	ret = device->driver->create_qp(qp, udata);
	if (ret)
		goto remove;
	ret = softhca_engine_qp_created(qp);
	if (ret)
		goto destroy;
	count_users(qp, 1);
	if (qp->ctx)
		softhca_context_count_active(qp->ctx, 1);
	if (qp->domain)
		softhca_domain_get(qp->domain);
	return 0;
destroy:
	if (device->driver->destroy_qp)
		device->driver->destroy_qp(qp);
remove:
	release_qpn(qp);
	return ret;
}

static void destroy_qp(struct softhca_qp *qp)
{
	softhca_engine_qp_destroyed(qp);
	if (qp->device->driver->destroy_qp)
		qp->device->driver->destroy_qp(qp);
	release_qpn(qp);
	count_users(qp, (uint32_t)-1);
	if (qp->ctx)
		softhca_context_count_active(qp->ctx, -1);
	if (qp->domain)
		softhca_domain_put(qp->domain);
	free(qp);
}

int softhca_qp_handle_add(struct softhca_context *ctx, struct softhca_qp *qp, uint64_t user_handle,
			  struct softhca_xrcd *xrcd, struct softhca_qp_handle **out)
{
	struct softhca_qp_handle *handle = calloc(1, sizeof(*handle));
	int ret;

	if (!handle)
		return ENOMEM;
	ret = softhca_object_add(ctx, &handle->obj, SOFTHCA_QP, softhca_qp_destroy, user_handle);
	if (ret) {
		free(handle);
		return ret;
	}
	handle->qp = qp;
	handle->xrcd = xrcd;
	softhca_link_init(&handle->mcast);
	softhca_list_add_last(&qp->handles, &handle->in_qp);
	if (xrcd)
		xrcd->obj.users++;
	*out = handle;
	return 0;
}

static void free_handle(struct softhca_qp_handle *handle)
{
	if (handle->xrcd)
		handle->xrcd->obj.users--;
	softhca_link_remove(&handle->in_qp);
	softhca_object_remove(&handle->obj);
	free(handle);
}

/** Return the requested sizes, for drivers that round up silently. */
static void echo_sizes(struct uverbs_create_qp_resp *resp, const struct uverbs_create_qp_req *req)
{
	resp->max_send_wr = req->max_send_wr;
	resp->max_recv_wr = req->max_recv_wr;
	resp->max_recv_sge = req->max_recv_sge;
}

static void fill_response(struct uverbs_create_qp_resp *resp,
			  const struct softhca_qp_handle *handle,
			  const struct uverbs_create_qp_req *req)
{
	const struct ibv_qp_cap *cap = &handle->qp->attr.cap;

	*resp = (struct uverbs_create_qp_resp){
		.qp_handle = handle->obj.handle,
		.qpn = handle->qp->qpn,
		.max_send_wr = cap->max_send_wr,
		.max_recv_wr = cap->max_recv_wr,
		.max_send_sge = cap->max_send_sge,
		.max_recv_sge = cap->max_recv_sge,
		.max_inline_data = cap->max_inline_data,
	};
	if (handle->qp->device->driver->rounds_silently)
		echo_sizes(resp, req);
}

static int create_qp(struct softhca_command *c, const struct request *req,
		     struct uverbs_create_qp_resp *resp)
{
	struct softhca_qp_handle *handle;
	struct softhca_xrcd *xrcd;
	struct softhca_qp *qp;
	int ret = check_type(c->ctx, req->core.qp_type);

	if (ret)
		return ret;
	qp = calloc(1, sizeof(*qp));
	if (!qp)
		return ENOMEM;
	qp->device = c->ctx->device;
	ret = find_qp_objects(c->ctx, &req->core, qp, &xrcd);
	if (ret)
		goto free_qp;
	fill_qp(qp, req);
	qp->ctx = qp->type == IBV_QPT_XRC_RECV ? NULL : c->ctx;
	ret = check_caps(qp->device, &qp->attr.cap);
	if (!ret)
		ret = softhca_qp_handle_add(c->ctx, qp, req->core.user_handle, xrcd, &handle);
	if (ret)
		goto free_qp;
	ret = create_on_device(qp, &c->udata);
	if (ret)
		goto free_handle;
	c->created = &handle->obj;
	fill_response(resp, handle, &req->core);
	return 0;
free_handle:
	free_handle(handle);
free_qp:
	free(qp);
	return ret;
}

int softhca_create_qp(struct softhca_command *c)
{
	struct request request = {.create_flags = 0};
	struct uverbs_create_qp_resp resp;
	int ret;

	uverbs_read_create_qp(&c->parsed, &request.core);
	ret = create_qp(c, &request, &resp);
	if (!ret)
		softhca_respond(c, &resp, sizeof(resp));
	return ret;
}

int softhca_ex_create_qp(struct softhca_command *c)
{
	struct uverbs_ex_create_qp_req req;
	struct uverbs_ex_create_qp_resp resp = {
		.response_length = softhca_response_length(c, sizeof(resp)),
	};
	struct request request;
	int ret;

	uverbs_read_ex_create_qp(&c->parsed, &req);
	if (req.comp_mask & ~(uint32_t)EX_IND_TABLE ||
	    req.create_flags & ~(uint32_t)CREATE_FLAGS_KNOWN)
		return EINVAL;
	if (req.comp_mask & EX_IND_TABLE)
		return EOPNOTSUPP; /* no emulated adapter supports receive hashing */
	request = (struct request){
		.core = {.user_handle = req.user_handle,
			 .pd_handle = req.pd_handle,
			 .send_cq_handle = req.send_cq_handle,
			 .recv_cq_handle = req.recv_cq_handle,
			 .srq_handle = req.srq_handle,
			 .max_send_wr = req.max_send_wr,
			 .max_recv_wr = req.max_recv_wr,
			 .max_send_sge = req.max_send_sge,
			 .max_recv_sge = req.max_recv_sge,
			 .max_inline_data = req.max_inline_data,
			 .sq_sig_all = req.sq_sig_all,
			 .qp_type = req.qp_type,
			 .is_srq = req.is_srq},
		.create_flags = req.create_flags,
	};
	ret = create_qp(c, &request, &resp.base);
	if (!ret)
		softhca_respond(c, &resp, sizeof(resp));
	return ret;
}

/* --- destruction ------------------------------------------------------------------------- */

int softhca_qp_destroy(struct softhca_object *obj, struct softhca_reported *reported)
{
	struct softhca_qp_handle *handle = (struct softhca_qp_handle *)obj;
	struct softhca_qp *qp = handle->qp;

	if (!softhca_list_empty(&handle->mcast))
		return EBUSY;
	reported->async = softhca_async_drop_unread(obj);
	free_handle(handle);
	if (softhca_list_empty(&qp->handles))
		destroy_qp(qp);
	return 0;
}

int softhca_destroy_qp(struct softhca_command *c)
{
	struct uverbs_destroy_qp_req req;
	struct uverbs_destroy_qp_resp resp;
	struct softhca_reported reported;
	int ret;

	uverbs_read_destroy_qp(&c->parsed, &req);
	ret = softhca_handle_destroy(c->ctx, req.qp_handle, SOFTHCA_QP, &reported);
	if (ret)
		return ret;
	resp.events_reported = reported.async;
	softhca_respond(c, &resp, sizeof(resp));
	return 0;
}

/* --- query ------------------------------------------------------------------------------- */

static void fill_dest(struct uverbs_qp_dest *dest, const struct ibv_ah_attr *attr)
{
	*dest = (struct uverbs_qp_dest){
		.flow_label = attr->grh.flow_label,
		.dlid = attr->dlid,
		.sgid_index = attr->grh.sgid_index,
		.hop_limit = attr->grh.hop_limit,
		.traffic_class = attr->grh.traffic_class,
		.sl = attr->sl,
		.src_path_bits = attr->src_path_bits,
		.static_rate = attr->static_rate,
		.is_global = attr->is_global,
		.port_num = attr->port_num,
	};
	memcpy(dest->dgid, attr->grh.dgid.raw, sizeof(dest->dgid));
}

static void fill_query(struct uverbs_query_qp_resp *resp, const struct ibv_qp_attr *a,
		       bool sq_sig_all)
{
	*resp = (struct uverbs_query_qp_resp){
		.max_send_wr = a->cap.max_send_wr,
		.max_recv_wr = a->cap.max_recv_wr,
		.max_send_sge = a->cap.max_send_sge,
		.max_recv_sge = a->cap.max_recv_sge,
		.max_inline_data = a->cap.max_inline_data,
		.qkey = a->qkey,
		.rq_psn = a->rq_psn,
		.sq_psn = a->sq_psn,
		.dest_qp_num = a->dest_qp_num,
		.qp_access_flags = a->qp_access_flags,
		.pkey_index = a->pkey_index,
		.alt_pkey_index = a->alt_pkey_index,
		.qp_state = (uint8_t)a->qp_state,
		.cur_qp_state = (uint8_t)a->cur_qp_state,
		.path_mtu = (uint8_t)a->path_mtu,
		.path_mig_state = (uint8_t)a->path_mig_state,
		.sq_draining = a->sq_draining,
		.max_rd_atomic = a->max_rd_atomic,
		.max_dest_rd_atomic = a->max_dest_rd_atomic,
		.min_rnr_timer = a->min_rnr_timer,
		.port_num = a->port_num,
		.timeout = a->timeout,
		.retry_cnt = a->retry_cnt,
		.rnr_retry = a->rnr_retry,
		.alt_port_num = a->alt_port_num,
		.alt_timeout = a->alt_timeout,
		.sq_sig_all = sq_sig_all,
	};
	fill_dest(&resp->dest, &a->ah_attr);
	fill_dest(&resp->alt_dest, &a->alt_ah_attr);
}

int softhca_query_qp(struct softhca_command *c)
{
	struct uverbs_query_qp_req req;
	struct uverbs_query_qp_resp resp;
	struct softhca_qp_handle *handle;
	struct ibv_qp_attr attr;
	int ret;

	uverbs_read_query_qp(&c->parsed, &req);
	ret = softhca_qp_find(c->ctx, req.qp_handle, &handle);
	if (ret)
		return ret;
	attr = handle->qp->attr;
	softhca_engine_qp_query(handle->qp, &attr);
	attr.cur_qp_state = c->ctx->device->driver->no_cur_state ? 0 : attr.qp_state;
	if (c->ctx->device->driver
		    ->roce) /* RoCE has only global paths, and reports even unset ones as global */
		attr.ah_attr.is_global = attr.alt_ah_attr.is_global = 1;
	fill_query(&resp, &attr, handle->qp->sq_sig_all);
	softhca_respond(c, &resp, sizeof(resp));
	return 0;
}
