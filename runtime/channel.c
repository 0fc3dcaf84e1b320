/* SPDX-License-Identifier: BSD-2-Clause */
/* Completion channels and their events. */
#include <inverbs/kernel/uverbs_call.h>
#include <unistd.h>

#include "runtime.h"

struct ibv_comp_channel *ibv_create_comp_channel(struct ibv_context *context)
{
	struct ibv_comp_channel *channel = calloc(1, sizeof(*channel));
	struct uverbs_create_comp_channel_req req = {0};
	struct uverbs_create_comp_channel_resp resp;
	int err;

	if (!channel)
		return inverbs_fail(ENOMEM);
	err = uverbs_call_create_comp_channel(inverbs_transport_of(context), &req, &resp);
	if (err) {
		free(channel);
		return inverbs_fail(err);
	}
	channel->context = context;
	channel->fd = (int)resp.fd;
	return channel;
}

/*
 * EBUSY while CQs use the channel: the kernel would destroy it, and leave the CQs with a dangling
 * pointer.
 */
int ibv_destroy_comp_channel(struct ibv_comp_channel *channel)
{
	struct ibv_context *context = channel->context;
	int users;

	pthread_mutex_lock(&context->mutex);
	users = channel->refcnt;
	pthread_mutex_unlock(&context->mutex);
	if (users)
		return EBUSY;
	close(channel->fd);
	free(channel);
	return 0;
}

int ibv_get_cq_event(struct ibv_comp_channel *channel, struct ibv_cq **cq, void **cq_context)
{
	struct uverbs_comp_event event;
	ssize_t got = read(channel->fd, &event, sizeof(event));

	if (got != (ssize_t)sizeof(event)) {
		if (got >= 0)
			errno = EIO;
		return -1;
	}
	*cq = (struct ibv_cq *)(uintptr_t)event.cq_handle;
	*cq_context = (*cq)->cq_context;
	/*
	 * The next arm uses a new sequence number, so that the adapter can tell it from the one
	 * that fired.
	 */
	__atomic_fetch_add(&inverbs_cq_of(*cq)->arm_sn, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&inverbs_cq_of(*cq)->comp_events_taken, 1, __ATOMIC_RELEASE);
	return 0;
}

void ibv_ack_cq_events(struct ibv_cq *cq, unsigned int nevents)
{
	pthread_mutex_lock(&cq->mutex);
	cq->comp_events_completed += nevents;
	pthread_cond_signal(&cq->cond);
	pthread_mutex_unlock(&cq->mutex);
}

void inverbs_wait_acks(pthread_mutex_t *mutex, pthread_cond_t *cond, const uint32_t *acknowledged,
		       uint32_t reported)
{
	pthread_mutex_lock(mutex);
	while ((int32_t)(*acknowledged - reported) < 0)
		pthread_cond_wait(cond, mutex);
	pthread_mutex_unlock(mutex);
}
