/* SPDX-License-Identifier: BSD-2-Clause */
/* Channel adapters: opening, closing, and the events that the dispatcher reads from them. */
#include <errno.h>
#include <fcntl.h>
#include <inverbs/iba/maps.h>
#include <stdlib.h>

#include "layer.h"

struct iba_ca *iba_ca_of(struct iba_object *object)
{
	while (object->kind != INVERBS_IBA_CA)
		object = object->parent;
	return (struct iba_ca *)object;
}

bool iba_has_port(const struct iba_ca *ca, uint8_t port)
{
	return port >= 1 && port <= ca->attr.phys_port_cnt;
}

static void release_ca(struct iba_object *object)
{
	struct iba_ca *ca = (struct iba_ca *)object;

	if (ca->watches_events)
		iba_unwatch(&ca->events);
	if (ca->watches_completions)
		iba_unwatch(&ca->completions);
	if (ca->channel)
		ibv_destroy_comp_channel(ca->channel);
	ibv_close_device(ca->context);
}

/* The object that an event concerns, from the event's context. Port events concern the adapter. */
static struct iba_object *object_of_event(struct iba_ca *ca, const struct ibv_async_event *event)
{
	switch (event->event_type) {
	case IBV_EVENT_CQ_ERR:
		return event->element.cq->cq_context;
	case IBV_EVENT_QP_FATAL:
	case IBV_EVENT_QP_REQ_ERR:
	case IBV_EVENT_QP_ACCESS_ERR:
	case IBV_EVENT_COMM_EST:
	case IBV_EVENT_SQ_DRAINED:
	case IBV_EVENT_PATH_MIG:
	case IBV_EVENT_PATH_MIG_ERR:
	case IBV_EVENT_QP_LAST_WQE_REACHED:
		return event->element.qp->qp_context;
	case IBV_EVENT_SRQ_ERR:
	case IBV_EVENT_SRQ_LIMIT_REACHED:
		return event->element.srq->srq_context;
	default:
		return &ca->reporter.object;
	}
}

static void report_event(struct iba_reporter *about, const struct ibv_async_event *event)
{
	const bool of_ca = about->object.kind == INVERBS_IBA_CA;
	ib_async_event_rec_t record = {
		.code = inverbs_iba_event_of_verbs(event->event_type),
		.context = (void *)(uintptr_t)about->object.context,
		.handle.h_ca = iba_handle(&about->object),
		.port_number = of_ca ? (uint8_t)event->element.port_num : 0,
	};

	if (about->event && record.code != IB_AE_UNKNOWN)
		about->event(&record);
}

/*
 * Synchronizes with the creator of the object: since its event has arrived, the object was
 * published earlier, by a thread that held the lock.
 */
static void synchronize_with_creator(void)
{
	iba_lock();
	iba_unlock();
}

/*
 * The event is acknowledged before the callback runs, because the callback may destroy the object,
 * which waits for acknowledgements.
 */
static void read_ca_event(struct iba_source *source)
{
	struct iba_ca *ca = IBA_CONTAINER(source, struct iba_ca, events);
	struct ibv_async_event event;
	struct iba_object *about;
	bool alive;

	synchronize_with_creator();
	if (ibv_get_async_event(ca->context, &event)) {
		if (errno != EAGAIN && errno != EINTR)
			iba_unwatch(source);
		return;
	}
	about = object_of_event(ca, &event);
	alive = about && iba_hold_alive(about);
	ibv_ack_async_event(&event);
	if (!alive)
		return;
	report_event((struct iba_reporter *)about, &event);
	iba_put(about);
}

/* The cq_context of a CQ on this channel is the layer's object. */
static void read_completion(struct iba_source *source)
{
	struct iba_ca *ca = IBA_CONTAINER(source, struct iba_ca, completions);
	struct ibv_cq *verbs;
	struct iba_cq *cq;
	void *context;
	bool alive;

	synchronize_with_creator();
	if (ibv_get_cq_event(ca->channel, &verbs, &context)) {
		if (errno != EAGAIN && errno != EINTR)
			iba_unwatch(source);
		return;
	}
	cq = context;
	alive = iba_hold_alive(&cq->reporter.object);
	ibv_ack_cq_events(verbs, 1);
	if (!alive)
		return;
	if (cq->waits)
		cl_waitobj_signal(cq->waits);
	else
		cq->completed(iba_handle(&cq->reporter.object),
			      (void *)(uintptr_t)cq->reporter.object.context);
	iba_put(&cq->reporter.object);
}

struct ibv_comp_channel *iba_channel(struct iba_ca *ca)
{
	struct ibv_comp_channel *made = NULL, *channel;

	iba_lock();
	channel = ca->channel;
	iba_unlock();
	if (channel)
		return channel;
	made = ibv_create_comp_channel(ca->context);
	if (!made)
		return NULL;
	iba_lock();
	if (!ca->channel) {
		ca->completions = (struct iba_source){.fd = made->fd, .ready = read_completion};
		ca->channel = made;
		made = NULL;
	}
	channel = ca->channel;
	iba_unlock();
	if (made)
		ibv_destroy_comp_channel(made);
	return channel;
}

static bool set_nonblocking(int fd)
{
	int flags = fcntl(fd, F_GETFL);

	return flags >= 0 && !fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

/* Watch a source unless it is watched already. */
static ib_api_status_t watch_once(struct iba_source *source, bool *watched)
{
	int err = 0;

	iba_lock();
	if (!*watched) {
		err = set_nonblocking(source->fd) ? iba_watch(source) : errno;
		*watched = !err;
	}
	iba_unlock();
	return iba_status(err);
}

ib_api_status_t iba_watch_events(struct iba_ca *ca)
{
	if (iba_dispatcher_start())
		return IB_INSUFFICIENT_RESOURCES;
	return watch_once(&ca->events, &ca->watches_events);
}

ib_api_status_t iba_watch_completions(struct iba_ca *ca)
{
	if (iba_dispatcher_start())
		return IB_INSUFFICIENT_RESOURCES;
	return watch_once(&ca->completions, &ca->watches_completions);
}

/* Prepare the event sources of an adapter whose context is open. */
static ib_api_status_t open_sources(struct iba_ca *ca)
{
	if (ibv_query_device(ca->context, &ca->attr))
		return IB_ERROR;
	ca->events = (struct iba_source){.fd = ca->context->async_fd, .ready = read_ca_event};
	return ca->reporter.event ? iba_watch_events(ca) : IB_SUCCESS;
}

static ib_api_status_t open_ca(struct iba_al *al, struct iba_ca *ca, ib_ca_handle_t *handle)
{
	ib_api_status_t status = iba_open_device(ca->guid, &ca->context);

	if (status != IB_SUCCESS) {
		free(ca);
		return status;
	}
	ca->reporter.object.release = release_ca;
	status = open_sources(ca);
	if (status != IB_SUCCESS) {
		release_ca(&ca->reporter.object);
		free(ca);
		return status;
	}
	return iba_publish(&ca->reporter.object, INVERBS_IBA_CA, &al->object, ca->context, handle);
}

ib_api_status_t ib_open_ca(ib_al_handle_t h_al, ib_net64_t ca_guid,
			   ib_pfn_event_cb_t pfn_ca_event_cb, const void *ca_context,
			   ib_ca_handle_t *ph_ca)
{
	struct iba_al *al = iba_get(h_al, INVERBS_IBA_AL);
	struct iba_ca *ca = ph_ca ? calloc(1, sizeof(*ca)) : NULL;
	ib_api_status_t status = ph_ca ? IB_INSUFFICIENT_MEMORY : IB_INVALID_PARAMETER;

	if (!al) {
		free(ca);
		return iba_refusal(h_al, IB_INVALID_AL_HANDLE);
	}
	if (ca) {
		ca->reporter.object.context = ca_context;
		ca->reporter.event = pfn_ca_event_cb;
		ca->guid = ca_guid;
		status = open_ca(al, ca, ph_ca);
	}
	iba_put(&al->object);
	return status;
}

ib_api_status_t ib_close_ca(ib_ca_handle_t h_ca, ib_pfn_destroy_cb_t pfn_destroy_cb)
{
	return iba_destroy_handle(h_ca, INVERBS_IBA_CA, IB_INVALID_CA_HANDLE, pfn_destroy_cb);
}

static bool is_valid_handle(const void *handle)
{
	for (uint32_t kind = INVERBS_IBA_CA; kind <= INVERBS_IBA_SVC; kind++)
		if (inverbs_iba_slot(handle, kind))
			return true;
	return false;
}

static ib_api_status_t check_ci_call(const void **handles, uint32_t count, const ib_ci_op_t *op)
{
	if (!op || (count && !handles) || (op->buf_size && !op->p_buf))
		return IB_INVALID_PARAMETER;
	for (uint32_t i = 0; i < count; i++)
		if (!is_valid_handle(handles[i]))
			return IB_INVALID_HANDLE;
	return IB_UNSUPPORTED;
}

/* Linux drivers have no vendor-specific commands that ordinary programs may issue. */
ib_api_status_t ib_ci_call(ib_ca_handle_t h_ca, const void **handle_array, uint32_t num_handles,
			   ib_ci_op_t *p_ci_op)
{
	struct iba_ca *ca = iba_get(h_ca, INVERBS_IBA_CA);
	ib_api_status_t status;

	if (!ca)
		return iba_refusal(h_ca, IB_INVALID_CA_HANDLE);
	status = check_ci_call(handle_array, num_handles, p_ci_op);
	iba_put(&ca->reporter.object);
	return status;
}
