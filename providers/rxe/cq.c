/* SPDX-License-Identifier: BSD-2-Clause */
/* Completion queues. */
#include <errno.h>
#include <inverbs/kernel/uverbs_call.h>
#include <string.h>

#include "rxe.h"

enum {
	KNOWN_MASKS = IBV_CQ_INIT_ATTR_MASK_FLAGS | IBV_CQ_INIT_ATTR_MASK_PD,
};

static uint32_t cq_flags(const struct ibv_cq_init_attr_ex *attr)
{
	return attr->comp_mask & IBV_CQ_INIT_ATTR_MASK_FLAGS ? attr->flags : 0;
}

static int check_request(const struct ibv_cq_init_attr_ex *attr)
{
	if (attr->comp_mask & ~(uint32_t)KNOWN_MASKS)
		return EINVAL;
	if (cq_flags(attr) & ~(uint32_t)IBV_CREATE_CQ_ATTR_SINGLE_THREADED)
		return ENOTSUP;
	return attr->wc_flags & ~RXE_WC_FIELDS ? ENOTSUP : 0;
}

static bool one_thread(const struct ibv_cq_init_attr_ex *attr)
{
	return cq_flags(attr) & IBV_CREATE_CQ_ATTR_SINGLE_THREADED ||
	       (attr->comp_mask & IBV_CQ_INIT_ATTR_MASK_PD &&
		inverbs_in_thread_domain(attr->parent_domain));
}

static void use(struct inverbs_cq *cq, const struct rxe_mapping *m)
{
	cq->buf = m->slots;
	cq->buf_bytes = m->bytes;
	cq->entries = m->entries;
	cq->shift = m->shift;
}

static int destroy(struct inverbs_cq *cq, struct uverbs_destroy_cq_resp *resp)
{
	struct uverbs_destroy_cq_req req = {.cq_handle = cq->ibv.handle};

	return uverbs_call_destroy_cq(inverbs_context_of(cq->ibv.context)->transport, &req, resp);
}

int rxe_create_cq(struct inverbs_context *ctx, const struct ibv_cq_init_attr_ex *attr,
		  bool extended, struct inverbs_cq *cq)
{
	struct uverbs_create_cq_req req = {
		.user_handle = (uintptr_t)cq,
		.cqe = attr->cqe,
		.comp_vector = attr->comp_vector,
		.comp_channel = attr->channel ? attr->channel->fd : -1,
	};
	struct uverbs_create_cq_resp resp = {0};
	struct uverbs_destroy_cq_resp gone = {0};
	struct rxe_queue_place place = {0};
	struct rxe_mapping m;
	int err = extended ? check_request(attr) : 0;

	if (!err)
		err = uverbs_call_create_cq(ctx->transport, &req, NULL, 0, &resp, &place,
					    sizeof(place));
	if (err)
		return err;
	cq->ibv.handle = resp.cq_handle;
	cq->ibv.cqe = (int)resp.cqe;
	cq->adapter = INVERBS_ADAPTER_RXE;
	cq->qps = &ctx->qps;
	cq->srqs = &ctx->xrc_srqs;
	err = rxe_map(ctx, place.offset, place.size, &m);
	if (err) {
		destroy(cq, &gone);
		return err;
	}
	use(cq, &m);
	if (extended) {
		cq->lock.off = one_thread(attr);
		rxe_set_cq_ops(&cq->ibv_ex, attr->wc_flags);
	}
	return 0;
}

/* The kernel moves the entries that wait to the new queue. */
static int resize_locked(struct inverbs_cq *cq, int cqe)
{
	struct inverbs_context *ctx = inverbs_context_of(cq->ibv.context);
	struct uverbs_resize_cq_req req = {.cq_handle = cq->ibv.handle, .cqe = (uint32_t)cqe};
	struct uverbs_resize_cq_resp resp = {0};
	struct rxe_queue_place place = {0};
	struct rxe_mapping m;
	int err = uverbs_call_resize_cq(ctx->transport, &req, NULL, 0, &resp, &place,
					sizeof(place));

	if (err)
		return err;
	err = rxe_map(ctx, place.offset, place.size, &m);
	if (err)
		return err; /* what completes from now on is lost, and nothing can be done */
	rxe_unmap(cq->buf, cq->buf_bytes);
	use(cq, &m);
	cq->ibv.cqe = (int)resp.cqe;
	return 0;
}

int rxe_resize_cq(struct inverbs_cq *cq, int cqe)
{
	int err;

	inverbs_lock(&cq->lock);
	err = resize_locked(cq, cqe);
	inverbs_unlock(&cq->lock);
	return err;
}

int rxe_destroy_cq(struct inverbs_cq *cq, uint32_t *comp_events, uint32_t *async_events)
{
	struct uverbs_destroy_cq_resp resp = {0};
	int err = destroy(cq, &resp);

	if (!err) {
		*comp_events = resp.comp_events_reported;
		*async_events = resp.async_events_reported;
	}
	err = inverbs_not_gone(err);
	if (!err)
		rxe_unmap(cq->buf, cq->buf_bytes);
	return err;
}
