/* SPDX-License-Identifier: BSD-2-Clause */
/* Asynchronous events. */
#include <inverbs/kernel/uverbs.h>
#include <poll.h>
#include <unistd.h>

#include "runtime.h"

enum inverbs_event_object inverbs_event_object(enum ibv_event_type type)
{
	switch (type) {
	case IBV_EVENT_CQ_ERR:
		return INVERBS_EVENT_OF_CQ;
	case IBV_EVENT_QP_FATAL:
	case IBV_EVENT_QP_REQ_ERR:
	case IBV_EVENT_QP_ACCESS_ERR:
	case IBV_EVENT_COMM_EST:
	case IBV_EVENT_SQ_DRAINED:
	case IBV_EVENT_PATH_MIG:
	case IBV_EVENT_PATH_MIG_ERR:
	case IBV_EVENT_QP_LAST_WQE_REACHED:
		return INVERBS_EVENT_OF_QP;
	case IBV_EVENT_SRQ_ERR:
	case IBV_EVENT_SRQ_LIMIT_REACHED:
		return INVERBS_EVENT_OF_SRQ;
	case IBV_EVENT_WQ_FATAL:
		return INVERBS_EVENT_OF_WQ;
	default:
		return INVERBS_EVENT_OF_DEVICE;
	}
}

static void count_acknowledged(pthread_mutex_t *mutex, pthread_cond_t *cond, uint32_t *acknowledged)
{
	pthread_mutex_lock(mutex);
	(*acknowledged)++;
	pthread_cond_signal(cond);
	pthread_mutex_unlock(mutex);
}

/*
 * An XRC receive queue pair registered through OFED's API has no struct to acknowledge: its event
 * carries the number instead, and counts as acknowledged at once.
 */
static void set_qp(const struct inverbs_provider *provider, struct ibv_async_event *event,
		   struct ibv_qp *qp)
{
	event->element.qp = qp;
	__atomic_fetch_add(&inverbs_qp_of(qp)->events_taken, 1, __ATOMIC_RELEASE);
	if (provider->qp_event)
		provider->qp_event(inverbs_qp_of(qp), event->event_type);
	if (!inverbs_is_registration(qp))
		return;
	event->element.qp = NULL;
	event->element.xrc_qp_num = qp->qp_num;
	event->event_type = (enum ibv_event_type)(event->event_type | IBV_XRC_QP_EVENT_FLAG);
	count_acknowledged(&qp->mutex, &qp->cond, &qp->events_completed);
}

static void set_element(struct ibv_context *context, struct ibv_async_event *event,
			uint64_t element)
{
	switch (inverbs_event_object(event->event_type)) {
	case INVERBS_EVENT_OF_CQ:
		event->element.cq = (struct ibv_cq *)(uintptr_t)element;
		__atomic_fetch_add(&inverbs_cq_of(event->element.cq)->async_events_taken, 1,
				   __ATOMIC_RELEASE);
		break;
	case INVERBS_EVENT_OF_QP:
		set_qp(inverbs_provider_of(context), event, (struct ibv_qp *)(uintptr_t)element);
		break;
	case INVERBS_EVENT_OF_SRQ:
		event->element.srq = (struct ibv_srq *)(uintptr_t)element;
		__atomic_fetch_add(&inverbs_srq_of(event->element.srq)->events_taken, 1,
				   __ATOMIC_RELEASE);
		break;
	case INVERBS_EVENT_OF_WQ:
		event->element.wq = (struct ibv_wq *)(uintptr_t)element;
		break;
	case INVERBS_EVENT_OF_DEVICE:
		event->element.port_num = (int)element;
	}
}

/*
 * The kernel drops unread events when their object is destroyed. An emulator that has exited
 * cannot, so its unread events that concern objects are not delivered. Nothing more is written to
 * the file.
 */
static bool is_stale(const struct ibv_context *context,
		     const struct uverbs_async_event *kernel_event)
{
	const enum ibv_event_type type = (enum ibv_event_type)kernel_event->event_type;
	struct pollfd file = {.fd = context->async_fd};

	return inverbs_event_object(type) != INVERBS_EVENT_OF_DEVICE && poll(&file, 1, 0) > 0 &&
	       file.revents & POLLHUP;
}

/*
 * Read the next event. A killed emulator sends none, so end of file is reported as DEVICE_FATAL,
 * once.
 */
static bool read_event(struct ibv_context *context, struct uverbs_async_event *kernel_event)
{
	uint8_t *told = &inverbs_context_of(context)->told_of_its_loss;
	ssize_t got = read(context->async_fd, kernel_event, sizeof(*kernel_event));

	if (got == 0 && !__atomic_exchange_n(told, true, __ATOMIC_RELAXED)) {
		*kernel_event = (struct uverbs_async_event){.event_type = IBV_EVENT_DEVICE_FATAL};
		return true;
	}
	if (got >= 0 && got != (ssize_t)sizeof(*kernel_event))
		errno = EIO;
	if (got != (ssize_t)sizeof(*kernel_event))
		return false;
	if (kernel_event->event_type == IBV_EVENT_DEVICE_FATAL)
		__atomic_store_n(told, true, __ATOMIC_RELAXED);
	return true;
}

int ibv_get_async_event(struct ibv_context *context, struct ibv_async_event *event)
{
	struct uverbs_async_event kernel_event;

	do {
		if (!read_event(context, &kernel_event))
			return -1;
	} while (is_stale(context, &kernel_event));
	event->event_type = (enum ibv_event_type)kernel_event.event_type;
	set_element(context, event, kernel_event.element);
	return 0;
}

void ibv_ack_async_event(struct ibv_async_event *event)
{
	struct ibv_cq *cq = event->element.cq;
	struct ibv_qp *qp = event->element.qp;
	struct ibv_srq *srq = event->element.srq;
	struct ibv_wq *wq = event->element.wq;

	switch (inverbs_event_object(event->event_type)) {
	case INVERBS_EVENT_OF_CQ:
		count_acknowledged(&cq->mutex, &cq->cond, &cq->async_events_completed);
		break;
	case INVERBS_EVENT_OF_QP:
		count_acknowledged(&qp->mutex, &qp->cond, &qp->events_completed);
		break;
	case INVERBS_EVENT_OF_SRQ:
		count_acknowledged(&srq->mutex, &srq->cond, &srq->events_completed);
		break;
	case INVERBS_EVENT_OF_WQ:
		count_acknowledged(&wq->mutex, &wq->cond, &wq->events_completed);
		break;
	case INVERBS_EVENT_OF_DEVICE: /* includes XRC receive queue pairs: acknowledged when read */
		break;
	}
}
