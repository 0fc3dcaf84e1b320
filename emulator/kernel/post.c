/* SPDX-License-Identifier: BSD-2-Clause */
/* The commands that post and poll, for adapters without queues in user space. */
#include <errno.h>

#include "base/driver.h"
#include "kernel/commands.h"

/** A list of work requests, followed by the SGEs of all of them. */
struct list {
	const uint8_t *wqe;
	const uint8_t *sge;
	uint32_t wrs, sges; /**< numbers of those remaining */
	uint32_t wqe_bytes;
};

/** Parse the list of either command. */
static int read_list(const struct softhca_command *c, const struct uverbs_post_send_req *req,
		     size_t wqe_bytes, struct list *out)
{
	const uint8_t *at = (const uint8_t *)c->parsed.core + sizeof(*req);
	const size_t room = c->parsed.core_len - sizeof(*req);
	const uint64_t bytes = (uint64_t)req->wqe_size * req->wr_count;

	if (req->wqe_size < wqe_bytes)
		return EINVAL;
	if (bytes + (uint64_t)req->sge_count * sizeof(struct uverbs_sge) > room)
		return ENOSPC;
	*out = (struct list){
		.wqe = at,
		.sge = at + bytes,
		.wrs = req->wr_count,
		.sges = req->sge_count,
		.wqe_bytes = req->wqe_size,
	};
	return 0;
}

/** Read the SGEs of the next work request; at most SOFTHCA_POST_SGE are stored. */
static int read_sges(struct list *list, uint32_t count, struct ibv_sge *to)
{
	if (count > list->sges)
		return EINVAL;
	for (uint32_t i = 0; i < count; i++) {
		struct uverbs_sge sge;

		memcpy(&sge, list->sge + (size_t)i * sizeof(sge), sizeof(sge));
		if (i < SOFTHCA_POST_SGE)
			to[i] = (struct ibv_sge){
				.addr = sge.addr, .length = sge.length, .lkey = sge.lkey};
	}
	list->sge += (size_t)count * sizeof(struct uverbs_sge);
	list->sges -= count;
	list->wqe += list->wqe_bytes;
	list->wrs--;
	return 0;
}

/** Take the next work request of POST_SEND. */
static int take_send(struct list *list, struct ibv_send_wr *wr, struct ibv_sge *sge)
{
	struct uverbs_send_wr from;

	memcpy(&from, list->wqe, sizeof(from));
	*wr = (struct ibv_send_wr){
		.wr_id = from.wr_id,
		.sg_list = sge,
		.num_sge = (int)from.num_sge,
		.opcode = (enum ibv_wr_opcode)from.opcode,
		.send_flags = from.send_flags,
		.imm_data = from.ex.imm_data,
	};
	wr->wr.rdma.remote_addr = from.wr.rdma.remote_addr;
	wr->wr.rdma.rkey = from.wr.rdma.rkey;
	return read_sges(list, from.num_sge, sge);
}

static int take_recv(struct list *list, struct ibv_recv_wr *wr, struct ibv_sge *sge)
{
	struct uverbs_recv_wr from;

	memcpy(&from, list->wqe, sizeof(from));
	*wr = (struct ibv_recv_wr){
		.wr_id = from.wr_id, .sg_list = sge, .num_sge = (int)from.num_sge};
	return read_sges(list, from.num_sge, sge);
}

/** Check all sends first: an inconsistent list is refused as a whole. */
static int check_sends(struct list list)
{
	struct ibv_sge sge[SOFTHCA_POST_SGE];
	struct ibv_send_wr wr;
	int ret = 0;

	while (list.wrs && !ret)
		ret = take_send(&list, &wr, sge);
	return ret;
}

static int check_recvs(struct list list)
{
	struct ibv_sge sge[SOFTHCA_POST_SGE];
	struct ibv_recv_wr wr;
	int ret = 0;

	while (list.wrs && !ret)
		ret = take_recv(&list, &wr, sge);
	return ret;
}

/**
 * Respond with the number of the refused work request, counted from 1. The response is sent in
 * spite of the error.
 */
static void respond_bad_wr(struct softhca_command *c, int ret, uint32_t done)
{
	const struct uverbs_post_send_resp resp = {.bad_wr = ret ? done + 1 : 0};

	softhca_respond(c, &resp, sizeof(resp));
	c->response->always = true;
}

int softhca_post_send(struct softhca_command *c)
{
	const struct softhca_driver *driver = c->ctx->device->driver;
	struct softhca_qp_handle *handle;
	struct uverbs_post_send_req req;
	struct ibv_sge sge[SOFTHCA_POST_SGE];
	struct ibv_send_wr wr;
	struct list list;
	uint32_t done = 0;
	int ret;

	if (!driver->post_send && !driver->ring_doorbell)
		return EOPNOTSUPP;
	uverbs_read_post_send(&c->parsed, &req);
	ret = read_list(c, &req, sizeof(struct uverbs_send_wr), &list);
	if (!ret)
		ret = softhca_qp_find(c->ctx, req.qp_handle, &handle);
	if (!ret)
		ret = check_sends(list);
	if (ret)
		return ret;
	/* If queues are in user space, the command is only a doorbell, and the list is ignored. */
	for (; driver->post_send && list.wrs && !ret; done += !ret) {
		take_send(&list, &wr, sge);
		ret = driver->post_send(handle->qp, &wr);
	}
	if (!ret && driver->ring_doorbell)
		ret = driver->ring_doorbell(handle->qp);
	respond_bad_wr(c, ret, done);
	return ret;
}

int softhca_post_recv(struct softhca_command *c)
{
	const struct softhca_driver *driver = c->ctx->device->driver;
	struct softhca_qp_handle *handle;
	struct uverbs_post_send_req req; /* both requests have the same layout */
	struct ibv_sge sge[SOFTHCA_POST_SGE];
	struct ibv_recv_wr wr;
	struct list list;
	uint32_t done = 0;
	int ret;

	static_assert(sizeof(req) == sizeof(struct uverbs_post_recv_req),
		      "both requests have the same layout");
	if (!driver->post_recv)
		return EOPNOTSUPP;
	uverbs_read_post_send(&c->parsed, &req);
	ret = read_list(c, &req, sizeof(struct uverbs_recv_wr), &list);
	if (!ret)
		ret = softhca_qp_find(c->ctx, req.qp_handle, &handle);
	if (!ret)
		ret = check_recvs(list);
	if (ret)
		return ret;
	for (; list.wrs && !ret; done += !ret) {
		take_recv(&list, &wr, sge);
		ret = driver->post_recv(handle->qp, &wr);
	}
	respond_bad_wr(c, ret, done);
	return ret;
}

static struct uverbs_wc wc_to_wire(const struct ibv_wc *wc)
{
	return (struct uverbs_wc){
		.wr_id = wc->wr_id,
		.status = (uint32_t)wc->status,
		.opcode = (uint32_t)wc->opcode,
		.vendor_err = wc->vendor_err,
		.byte_len = wc->byte_len,
		.ex = {.imm_data = wc->imm_data},
		.qp_num = wc->qp_num,
		.src_qp = wc->src_qp,
		.wc_flags = (uint32_t)wc->wc_flags,
		.pkey_index = wc->pkey_index,
		.slid = wc->slid,
		.sl = wc->sl,
		.dlid_path_bits = wc->dlid_path_bits,
	};
}

int softhca_poll_cq(struct softhca_command *c)
{
	const struct softhca_driver *driver = c->ctx->device->driver;
	struct uverbs_poll_cq_req req;
	struct uverbs_poll_cq_resp resp = {.count = 0};
	struct softhca_cq *cq;
	struct ibv_wc wc;
	size_t room;
	int ret;

	if (!driver->poll_cq)
		return EOPNOTSUPP;
	uverbs_read_poll_cq(&c->parsed, &req);
	ret = softhca_cq_find(c->ctx, req.cq_handle, &cq);
	if (ret)
		return ret;
	room = (c->response->len - sizeof(resp)) / sizeof(struct uverbs_wc);
	while (resp.count < req.ne && resp.count < room && driver->poll_cq(cq, &wc)) {
		const struct uverbs_wc out = wc_to_wire(&wc);

		memcpy(c->response->bytes + sizeof(resp) + resp.count * sizeof(out), &out,
		       sizeof(out));
		resp.count++;
	}
	softhca_respond(c, &resp, sizeof(resp));
	c->response->len = sizeof(resp) + resp.count * sizeof(struct uverbs_wc);
	return 0;
}
