/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared receive queues. */
#include <errno.h>
#include <inverbs/kernel/uverbs_call.h>

#include "providers/common/queue_command.h"
#include "rxe.h"

static int check_request(const struct ibv_srq_init_attr_ex *attr)
{
	if (attr->comp_mask & IBV_SRQ_INIT_ATTR_TYPE && attr->srq_type != IBV_SRQT_BASIC)
		return EOPNOTSUPP;
	return 0;
}

static void use(struct inverbs_srq *srq, const struct rxe_mapping *m)
{
	srq->buf = m->slots;
	srq->buf_bytes = m->bytes;
	srq->entries = m->entries;
	srq->shift = m->shift;
	srq->head = rxe_producer(m->slots);
}

int rxe_create_srq(struct inverbs_context *ctx, struct ibv_srq_init_attr_ex *attr,
		   struct inverbs_srq *srq)
{
	struct uverbs_create_srq_req req = {
		.user_handle = (uintptr_t)srq,
		.pd_handle = inverbs_real_pd(attr->pd)->ibv.handle,
		.max_wr = attr->attr.max_wr,
		.max_sge = attr->attr.max_sge,
		.srq_limit = attr->attr.srq_limit,
	};
	struct uverbs_create_srq_resp resp = {0};
	struct rxe_create_srq_out out = {0};
	struct rxe_mapping m;
	uint32_t ignored;
	int err = check_request(attr);

	if (!err)
		err = uverbs_call_create_srq(ctx->transport, &req, NULL, 0, &resp, &out,
					     sizeof(out));
	if (err)
		return err;
	srq->ibv.handle = resp.srq_handle;
	srq->srqn = out.srqn;
	srq->adapter = INVERBS_ADAPTER_RXE;
	srq->lock.off = inverbs_in_thread_domain(attr->pd);
	err = rxe_map(ctx, out.offset, out.size, &m);
	if (err) {
		inverbs_provider_destroy_srq(srq, &ignored);
		return err;
	}
	if (resp.max_sge > 1U << m.shift || rxe_recv_bytes(resp.max_sge) > 1U << m.shift) {
		rxe_unmap(m.slots, m.bytes);
		inverbs_provider_destroy_srq(srq, &ignored);
		return EPROTO;
	}
	use(srq, &m);
	srq->max_sge = (uint16_t)resp.max_sge;
	attr->attr.max_wr = m.entries - 1;
	attr->attr.max_sge = resp.max_sge;
	return 0;
}

/* A queue of another size is another mapping; the kernel takes along what was posted. */
static int modify_locked(struct inverbs_srq *srq, const struct ibv_srq_attr *attr, int attr_mask)
{
	struct inverbs_context *ctx = inverbs_context_of(srq->ibv.context);
	struct rxe_queue_place place = {0};
	struct rxe_modify_srq_in in = {.place_addr = (uintptr_t)&place};
	struct uverbs_modify_srq_req req = {
		.srq_handle = srq->ibv.handle,
		.attr_mask = (uint32_t)attr_mask,
		.max_wr = attr->max_wr,
		.srq_limit = attr->srq_limit,
	};
	struct rxe_mapping m;
	int err = uverbs_call_modify_srq(ctx->transport, &req, &in, sizeof(in));

	if (err || !place.size)
		return err;
	err = rxe_map(ctx, place.offset, place.size, &m);
	if (err)
		return err;
	rxe_unmap(srq->buf, srq->buf_bytes);
	use(srq, &m);
	return 0;
}

int rxe_modify_srq(struct inverbs_srq *srq, struct ibv_srq_attr *attr, int attr_mask)
{
	int err;

	inverbs_lock(&srq->lock);
	err = modify_locked(srq, attr, attr_mask);
	inverbs_unlock(&srq->lock);
	return err;
}

int rxe_destroy_srq(struct inverbs_srq *srq, uint32_t *events)
{
	int err = inverbs_provider_destroy_srq(srq, events);

	if (!err)
		rxe_unmap(srq->buf, srq->buf_bytes);
	return err;
}
