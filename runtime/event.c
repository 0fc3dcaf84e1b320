/* SPDX-License-Identifier: BSD-2-Clause */
/* Asynchronous events. */
#include <inverbs/kernel/uverbs.h>
#include <poll.h>
#include <unistd.h>

#include "runtime.h"

static void acknowledge(pthread_mutex_t *mutex, pthread_cond_t *cond, uint32_t *acknowledged)
{
	pthread_mutex_lock(mutex);
	(*acknowledged)++;
	pthread_cond_signal(cond);
	pthread_mutex_unlock(mutex);
}

/*
 * A registered XRC receive queue pair (OFED) has no struct that could be acknowledged: its event
 * carries the number, and counts as acknowledged from here on.
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
	acknowledge(&qp->mutex, &qp->cond, &qp->events_completed);
}

static void set_element(struct ibv_context *context, struct ibv_async_event *event,
			uint64_t element)
{
	switch (event->event_type) {
	case IBV_EVENT_CQ_ERR:
		event->element.cq = (struct ibv_cq *)(uintptr_t)element;
		__atomic_fetch_add(&inverbs_cq_of(event->element.cq)->async_events_taken, 1,
				   __ATOMIC_RELEASE);
		break;
	case IBV_EVENT_QP_FATAL:
	case IBV_EVENT_QP_REQ_ERR:
	case IBV_EVENT_QP_ACCESS_ERR:
	case IBV_EVENT_COMM_EST:
	case IBV_EVENT_SQ_DRAINED:
	case IBV_EVENT_PATH_MIG:
	case IBV_EVENT_PATH_MIG_ERR:
	case IBV_EVENT_QP_LAST_WQE_REACHED:
		set_qp(inverbs_provider_of(context), event, (struct ibv_qp *)(uintptr_t)element);
		break;
	case IBV_EVENT_SRQ_ERR:
	case IBV_EVENT_SRQ_LIMIT_REACHED:
		event->element.srq = (struct ibv_srq *)(uintptr_t)element;
		__atomic_fetch_add(&inverbs_srq_of(event->element.srq)->events_taken, 1,
				   __ATOMIC_RELEASE);
		break;
	case IBV_EVENT_WQ_FATAL:
		event->element.wq = (struct ibv_wq *)(uintptr_t)element;
		break;
	default: /* of a port, or of the whole device */
		event->element.port_num = (int)element;
	}
}

/*
 * An emulator that has exited did not drop unread events of objects destroyed since, as the kernel
 * does; so pending events of objects are not delivered. Nothing is written to the file any more.
 */
static bool is_stale(const struct ibv_context *context, const struct uverbs_async_event *record)
{
	struct pollfd file = {.fd = context->async_fd};

	switch (record->event_type) {
	case IBV_EVENT_DEVICE_FATAL:
	case IBV_EVENT_PORT_ACTIVE:
	case IBV_EVENT_PORT_ERR:
	case IBV_EVENT_LID_CHANGE:
	case IBV_EVENT_PKEY_CHANGE:
	case IBV_EVENT_SM_CHANGE:
	case IBV_EVENT_CLIENT_REREGISTER:
	case IBV_EVENT_GID_CHANGE:
	case IBV_EVENT_DEVICE_SPEED_CHANGE:
		return false;
	default:
		return poll(&file, 1, 0) > 0 && file.revents & POLLHUP;
	}
}

/* The next record. An emulator that is killed sends no event: end of file stands for DEVICE_FATAL,
 * once. */
static bool read_record(struct ibv_context *context, struct uverbs_async_event *record)
{
	uint8_t *told = &inverbs_context_of(context)->told_of_its_loss;
	ssize_t got = read(context->async_fd, record, sizeof(*record));

	if (got == 0 && !__atomic_exchange_n(told, 1, __ATOMIC_RELAXED)) {
		*record = (struct uverbs_async_event){.event_type = IBV_EVENT_DEVICE_FATAL};
		return true;
	}
	if (got >= 0 && got != (ssize_t)sizeof(*record))
		errno = EIO;
	if (got != (ssize_t)sizeof(*record))
		return false;
	if (record->event_type == IBV_EVENT_DEVICE_FATAL)
		__atomic_store_n(told, 1, __ATOMIC_RELAXED);
	return true;
}

int ibv_get_async_event(struct ibv_context *context, struct ibv_async_event *event)
{
	struct uverbs_async_event record;

	do {
		if (!read_record(context, &record))
			return -1;
	} while (is_stale(context, &record));
	event->event_type = (enum ibv_event_type)record.event_type;
	set_element(context, event, record.element);
	return 0;
}

void ibv_ack_async_event(struct ibv_async_event *event)
{
	struct ibv_cq *cq = event->element.cq;
	struct ibv_qp *qp = event->element.qp;
	struct ibv_srq *srq = event->element.srq;
	struct ibv_wq *wq = event->element.wq;

	switch (event->event_type) {
	case IBV_EVENT_CQ_ERR:
		acknowledge(&cq->mutex, &cq->cond, &cq->async_events_completed);
		break;
	case IBV_EVENT_QP_FATAL:
	case IBV_EVENT_QP_REQ_ERR:
	case IBV_EVENT_QP_ACCESS_ERR:
	case IBV_EVENT_COMM_EST:
	case IBV_EVENT_SQ_DRAINED:
	case IBV_EVENT_PATH_MIG:
	case IBV_EVENT_PATH_MIG_ERR:
	case IBV_EVENT_QP_LAST_WQE_REACHED:
		acknowledge(&qp->mutex, &qp->cond, &qp->events_completed);
		break;
	case IBV_EVENT_SRQ_ERR:
	case IBV_EVENT_SRQ_LIMIT_REACHED:
		acknowledge(&srq->mutex, &srq->cond, &srq->events_completed);
		break;
	case IBV_EVENT_WQ_FATAL:
		acknowledge(&wq->mutex, &wq->cond, &wq->events_completed);
		break;
	default: /* not of an object that can be destroyed, or named by number */
		break;
	}
}
