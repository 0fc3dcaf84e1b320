/* SPDX-License-Identifier: BSD-2-Clause */
/* Checks and commands for CQs and SRQs, and retired rings of resized CQs. */
#include "queue_command.h"

#include <errno.h>
#include <inverbs/kernel/uverbs_call.h>
#include <string.h>

#include "runtime/provider.h"

enum {
	KNOWN_MASKS = IBV_CQ_INIT_ATTR_MASK_FLAGS | IBV_CQ_INIT_ATTR_MASK_PD,
};

static uint32_t creation_flags(const struct ibv_cq_init_attr_ex *attr)
{
	return attr->comp_mask & IBV_CQ_INIT_ATTR_MASK_FLAGS ? attr->flags : 0;
}

int inverbs_check_cq_request(const struct ibv_cq_init_attr_ex *attr, uint64_t fields)
{
	if (attr->comp_mask & ~(uint32_t)KNOWN_MASKS)
		return EINVAL;
	if (creation_flags(attr) & ~(uint32_t)IBV_CREATE_CQ_ATTR_SINGLE_THREADED)
		return EOPNOTSUPP;
	return attr->wc_flags & ~fields ? EOPNOTSUPP : 0;
}

bool inverbs_cq_of_one_thread(const struct ibv_cq_init_attr_ex *attr)
{
	return creation_flags(attr) & IBV_CREATE_CQ_ATTR_SINGLE_THREADED ||
	       (attr->comp_mask & IBV_CQ_INIT_ATTR_MASK_PD &&
		inverbs_in_thread_domain(attr->parent_domain));
}

/* Stored in the first bytes of a retired ring. */
struct put_away {
	uint8_t *next;
	size_t bytes;
};

void inverbs_ring_keep_replaced(struct inverbs_cq *cq)
{
	const struct put_away old = {cq->replaced, cq->buf_bytes};

	memcpy(cq->buf, &old, sizeof(old));
	cq->replaced = cq->buf;
}

uint8_t *inverbs_ring_next_replaced(struct inverbs_cq *cq, size_t *bytes)
{
	uint8_t *const ring = cq->replaced;
	struct put_away old;

	if (!ring)
		return NULL;
	memcpy(&old, ring, sizeof(old));
	cq->replaced = old.next;
	*bytes = old.bytes;
	return ring;
}

int inverbs_provider_destroy_cq(struct inverbs_cq *cq, uint32_t *comp_events,
				uint32_t *async_events)
{
	struct inverbs_transport *t = inverbs_context_of(cq->ibv.context)->transport;
	struct uverbs_destroy_cq_req req = {.cq_handle = cq->ibv.handle};
	struct uverbs_destroy_cq_resp resp = {0};
	int err = uverbs_call_destroy_cq(t, &req, &resp);

	if (!err) {
		*comp_events = resp.comp_events_reported;
		*async_events = resp.async_events_reported;
	}
	return inverbs_ignore_gone(err);
}

int inverbs_provider_destroy_srq(struct inverbs_srq *srq, uint32_t *events)
{
	struct inverbs_transport *t = inverbs_context_of(srq->ibv.context)->transport;
	struct uverbs_destroy_srq_req req = {.srq_handle = srq->ibv.handle};
	struct uverbs_destroy_srq_resp resp = {0};
	int err = uverbs_call_destroy_srq(t, &req, &resp);

	if (!err)
		*events = resp.events_reported;
	return inverbs_ignore_gone(err);
}
