/* SPDX-License-Identifier: BSD-2-Clause */
/* Completion queues: the code common to all adapters. */
#include <inverbs/kernel/uverbs_call.h>

#include "runtime.h"

static int check_cq_attr(const struct ibv_context *context, const struct ibv_cq_init_attr_ex *attr)
{
	if (!attr->cqe || attr->cqe > INT32_MAX)
		return EINVAL;
	if (attr->comp_vector >= (uint32_t)context->num_comp_vectors)
		return EINVAL;
	return attr->channel && attr->channel->context != context ? EINVAL : 0;
}

static void count_channel(struct ibv_comp_channel *channel, int change)
{
	if (!channel)
		return;
	pthread_mutex_lock(&channel->context->mutex);
	channel->refcnt += change;
	pthread_mutex_unlock(&channel->context->mutex);
}

static void free_cq(struct inverbs_cq *cq)
{
	pthread_mutex_destroy(&cq->ibv.mutex);
	pthread_cond_destroy(&cq->ibv.cond);
	free(cq);
}

static struct inverbs_cq *create_cq(struct ibv_context *context,
				    const struct ibv_cq_init_attr_ex *attr, bool extended)
{
	struct inverbs_cq *cq;
	int err = check_cq_attr(context, attr);

	if (err)
		return inverbs_fail(err);
	cq = inverbs_object_alloc(sizeof(*cq));
	if (!cq)
		return NULL;
	cq->ibv.context = context;
	cq->ibv.channel = attr->channel;
	cq->ibv.cq_context = attr->cq_context;
	cq->idle = inverbs_idle_of(context);
	pthread_mutex_init(&cq->ibv.mutex, NULL);
	pthread_cond_init(&cq->ibv.cond, NULL);
	err = inverbs_provider_of(context)->create_cq(inverbs_context_of(context), attr, extended,
						      cq);
	if (err) {
		free_cq(cq);
		return inverbs_fail(err);
	}
	count_channel(attr->channel, 1);
	return cq;
}

struct ibv_cq *ibv_create_cq(struct ibv_context *context, int cqe, void *cq_context,
			     struct ibv_comp_channel *channel, int comp_vector)
{
	struct ibv_cq_init_attr_ex attr = {
		.cqe = cqe < 0 ? 0 : (uint32_t)cqe,
		.cq_context = cq_context,
		.channel = channel,
		.comp_vector = (uint32_t)comp_vector,
	};
	struct inverbs_cq *cq = create_cq(context, &attr, false);

	return cq ? &cq->ibv : NULL;
}

struct ibv_cq_ex *ibv_create_cq_ex(struct ibv_context *context, struct ibv_cq_init_attr_ex *cq_attr)
{
	struct inverbs_cq *cq;

	if (cq_attr->wc_flags & ~(uint64_t)IBV_CREATE_CQ_SUP_WC_FLAGS)
		return inverbs_fail(EOPNOTSUPP);
	cq = create_cq(context, cq_attr, true);
	return cq ? &cq->ibv_ex : NULL;
}

int ibv_resize_cq(struct ibv_cq *cq, int cqe)
{
	const struct inverbs_provider *provider = inverbs_provider_of(cq->context);

	if (!provider->resize_cq)
		return EOPNOTSUPP;
	return cqe < 1 ? EINVAL : provider->resize_cq(inverbs_cq_of(cq), cqe);
}

/*
 * The program may still be handling events of the destroyed queue: wait until all are acknowledged.
 */
int ibv_destroy_cq(struct ibv_cq *cq)
{
	uint32_t comp_events = inverbs_taken(&inverbs_cq_of(cq)->comp_events_taken);
	uint32_t async_events = inverbs_taken(&inverbs_cq_of(cq)->async_events_taken);
	int err = inverbs_provider_of(cq->context)
			  ->destroy_cq(inverbs_cq_of(cq), &comp_events, &async_events);

	if (err)
		return err;
	inverbs_wait_acks(&cq->mutex, &cq->cond, &cq->comp_events_completed, comp_events);
	inverbs_wait_acks(&cq->mutex, &cq->cond, &cq->async_events_completed, async_events);
	count_channel(cq->channel, -1);
	free_cq(inverbs_cq_of(cq));
	return 0;
}

int ibv_modify_cq(struct ibv_cq *cq, struct ibv_modify_cq_attr *attr)
{
	struct uverbs_ex_modify_cq_req req = {
		.cq_handle = cq->handle,
		.attr_mask = attr->attr_mask,
		.attr = {.cq_count = attr->moderate.cq_count,
			 .cq_period = attr->moderate.cq_period},
	};

	if (attr->attr_mask & ~(uint32_t)IBV_CQ_ATTR_MODERATE)
		return EINVAL;
	return uverbs_call_ex_modify_cq(inverbs_transport_of(cq->context), &req);
}
