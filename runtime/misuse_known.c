/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For the checked build: state of objects that is only available in the archive. Only checked
 * programs link this file.
 */
#include <inverbs/kernel/qp_states.h>
#include <inverbs/checked/misuse.h>
#include <stdio.h>
#include <string.h>

#include "runtime.h"

/* Number of events read but not acknowledged; both counters are free-running. */
static long long count_unacknowledged(pthread_mutex_t *mutex, const uint32_t *taken,
				      const uint32_t *completed)
{
	long long open;

	pthread_mutex_lock(mutex);
	open = (int32_t)(__atomic_load_n(taken, __ATOMIC_ACQUIRE) - *completed);
	pthread_mutex_unlock(mutex);
	return open;
}

long long inverbs_events_to_acknowledge(struct ibv_cq *cq)
{
	return count_unacknowledged(&cq->mutex, &inverbs_cq_of(cq)->comp_events_taken,
				    &cq->comp_events_completed);
}

long long inverbs_times_to_acknowledge(const struct ibv_async_event *event)
{
	struct ibv_cq *cq = event->element.cq;
	struct ibv_qp *qp = event->element.qp;
	struct ibv_srq *srq = event->element.srq;

	switch (inverbs_event_object(event->event_type)) {
	case INVERBS_EVENT_OF_CQ:
		return inverbs_is_freed(cq)
			       ? 0
			       : count_unacknowledged(&cq->mutex,
						      &inverbs_cq_of(cq)->async_events_taken,
						      &cq->async_events_completed);
	case INVERBS_EVENT_OF_QP:
		return inverbs_is_freed(qp)
			       ? 0
			       : count_unacknowledged(&qp->mutex, &inverbs_qp_of(qp)->events_taken,
						      &qp->events_completed);
	case INVERBS_EVENT_OF_SRQ:
		return inverbs_is_freed(srq)
			       ? 0
			       : count_unacknowledged(&srq->mutex,
						      &inverbs_srq_of(srq)->events_taken,
						      &srq->events_completed);
	default: /* nothing waits for their acknowledgement */
		return LLONG_MAX;
	}
}

static enum ibv_qp_type kernel_type(const struct ibv_qp *qp)
{
	return qp->qp_type == IBV_QPT_XRC ? IBV_QPT_XRC_SEND : qp->qp_type;
}

/* List the attributes in a mask. Returns false if there are none. */
static bool format_attributes(uint32_t mask, char *to, size_t room)
{
	size_t length = 0;

	for (int bit = 0; bit < 32 && length < room; bit++) {
		if (mask & 1U << bit)
			length += (size_t)snprintf(to + length, room - length, "%sIBV_QP_%s",
						   length ? ", " : "", uverbs_attribute_name(bit));
	}
	return length != 0;
}

const char *inverbs_lacking_attribute(const struct ibv_qp *qp, const struct ibv_qp_attr *attr,
				      int attr_mask)
{
	static __thread char text[320] = "lacks ";
	const size_t start = strlen("lacks ");
	const enum ibv_qp_type type = kernel_type(qp);
	const enum ibv_qp_state from = attr_mask & IBV_QP_CUR_STATE ? attr->cur_qp_state
								    : qp->state;
	const struct uverbs_transition *change;

	/* on iWARP the connection manager changes states, and masks mean little */
	if (!(attr_mask & IBV_QP_STATE) ||
	    qp->context->device->transport_type == IBV_TRANSPORT_IWARP)
		return NULL;
	change = uverbs_find_transition((int)type, (int)from, (int)attr->qp_state);
	if (!change)
		return NULL;
	return format_attributes(change->required & ~(uint32_t)attr_mask, text + start,
				 sizeof(text) - start)
		       ? text
		       : NULL;
}
