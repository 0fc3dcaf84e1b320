/* SPDX-License-Identifier: BSD-2-Clause */
/* Completion queues. */
#include <errno.h>
#include <inverbs/kernel/uverbs_call.h>

#include "providers/common/queue_command.h"
#include "rxe.h"

static void use(struct inverbs_cq *cq, const struct rxe_mapping *m)
{
	cq->buf_bytes = m->bytes;
	cq->entries = m->entries;
	cq->shift = m->shift;
	cq->head = rxe_consumer(m->slots);
	__atomic_store_n(&cq->buf, m->slots, __ATOMIC_RELEASE); /* polls look without the lock */
}

/* From the newest on, those that stay move up. */
void rxe_clean_cq(struct inverbs_cq *cq, uint32_t qpn)
{
	uint32_t index = cq->head + ((rxe_producer(cq->buf) - cq->head) & (cq->entries - 1));
	uint32_t to = index;

	while (index != cq->head) {
		const uint8_t *from = rxe_cq_entry(cq, --index);

		if (rxe_cqe_get(from).qpn == qpn)
			continue;
		if (--to != index)
			memcpy(rxe_cq_entry(cq, to), from, RXE_CQE_SIZE);
	}
	cq->head = to;
	rxe_cq_publish_ci(cq);
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
	struct rxe_queue_place place = {0};
	struct rxe_mapping m;
	uint32_t ignored;
	int err = extended ? inverbs_check_cq_request(attr, RXE_WC_FIELDS) : 0;

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
		inverbs_provider_destroy_cq(cq, &ignored, &ignored);
		return err;
	}
	use(cq, &m);
	if (extended) {
		cq->lock.off = inverbs_cq_of_one_thread(attr);
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
	inverbs_ring_put_away(cq);
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
	int err = inverbs_provider_destroy_cq(cq, comp_events, async_events);
	uint8_t *ring;
	size_t bytes;

	if (err)
		return err;
	rxe_unmap(cq->buf, cq->buf_bytes);
	while ((ring = inverbs_ring_put_back(cq, &bytes)))
		rxe_unmap(ring, bytes);
	return 0;
}
