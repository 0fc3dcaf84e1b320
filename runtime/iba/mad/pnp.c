/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Plug and play. A registration opens every adapter and reads its asynchronous events. Adapters
 * that are added or removed are detected by listing adapters periodically.
 */
#include <fcntl.h>
#include <stdlib.h>

#include "iba/layer.h"
#include "pnp.h"
#include "sweep.h"

enum {
	LIST_EVERY_MS = 1000
};

static void release_pnp(struct iba_object *object)
{
	struct iba_pnp *pnp = (struct iba_pnp *)object;

	while (pnp->watched) {
		struct iba_watched *watched = pnp->watched;

		pnp->watched = watched->next;
		iba_pnp_close_adapter(watched);
	}
	iba_pnp_units_free(pnp);
	pthread_mutex_destroy(&pnp->lock);
	pthread_cond_destroy(&pnp->begun);
}

/* The last job of a registration: nothing is read afterwards. */
static void end_pnp(struct iba_job *job)
{
	struct iba_pnp *pnp = IBA_CONTAINER(job, struct iba_pnp, ending);

	iba_timer_clear(&pnp->timer);
	pnp->ended = true;
	for (struct iba_watched *at = pnp->watched; at; at = at->next)
		iba_unwatch(&at->source);
	iba_pnp_units_end(pnp);
	iba_put(&pnp->object);
}

static void stop_pnp(struct iba_object *object)
{
	object->references++;
	iba_defer(&((struct iba_pnp *)object)->ending);
}

/* --- adapters ------------------------------------------------------------------------------- */

static bool is_adapter_watched(const struct iba_pnp *pnp, ib_net64_t guid)
{
	const struct iba_watched *at = pnp->watched;

	while (at && at->guid != guid)
		at = at->next;
	return at;
}

static void read_watched_event(struct iba_source *source)
{
	struct iba_watched *watched = IBA_CONTAINER(source, struct iba_watched, source);
	struct ibv_async_event event;

	if (ibv_get_async_event(watched->context, &event)) {
		if (errno != EAGAIN && errno != EINTR)
			iba_unwatch(source);
		return;
	}
	ibv_ack_async_event(&event);
	iba_pnp_report_event(watched, event.event_type, (unsigned int)event.element.port_num);
}

static bool watch_device(struct iba_watched *watched)
{
	const int fd = watched->context->async_fd;
	int flags = fcntl(fd, F_GETFL);

	if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0)
		return false;
	watched->source = (struct iba_source){.fd = fd, .ready = read_watched_event};
	return !iba_watch(&watched->source);
}

/* Add a new adapter. One that cannot be opened is tried again with the next list. */
static void add_new_adapter(struct iba_pnp *pnp, struct ibv_device *device)
{
	struct iba_watched *watched = calloc(1, sizeof(*watched));

	if (!watched)
		return;
	watched->pnp = pnp;
	watched->guid = ibv_get_device_guid(device);
	watched->context = ibv_open_device(device);
	if (!watched->context || !watch_device(watched)) {
		iba_pnp_close_adapter(watched);
		return;
	}
	watched->next = pnp->watched;
	pnp->watched = watched;
	iba_pnp_report_added(watched);
}

static bool is_adapter_listed(struct ibv_device **list, ib_net64_t guid)
{
	for (size_t i = 0; list[i]; i++)
		if (ibv_get_device_guid(list[i]) == guid)
			return true;
	return false;
}

static void remove_missing(struct iba_pnp *pnp, struct ibv_device **list)
{
	struct iba_watched **at = &pnp->watched;

	while (*at) {
		struct iba_watched *watched = *at;

		if (is_adapter_listed(list, watched->guid)) {
			at = &watched->next;
			continue;
		}
		*at = watched->next;
		iba_unwatch(&watched->source);
		iba_pnp_report_removed(watched);
		iba_pnp_close_adapter(watched);
	}
}

static void compare_devices(struct iba_pnp *pnp)
{
	struct ibv_device **list = ibv_get_device_list(NULL);

	if (!list)
		return;
	remove_missing(pnp, list);
	for (size_t i = 0; list[i]; i++)
		if (!is_adapter_watched(pnp, ibv_get_device_guid(list[i])))
			add_new_adapter(pnp, list[i]);
	ibv_free_device_list(list);
}

static void list_adapters_again(struct iba_job *job)
{
	struct iba_pnp *pnp = IBA_CONTAINER(job, struct iba_pnp, timer.job);

	if (pnp->ended)
		return;
	compare_devices(pnp);
	iba_timer_set(&pnp->timer, LIST_EVERY_MS);
}

/* --- registrations -------------------------------------------------------------------------- */

void iba_pnp_signal_begun(struct iba_pnp *pnp)
{
	pthread_mutex_lock(&pnp->lock);
	pnp->has_begun = true;
	pthread_cond_broadcast(&pnp->begun);
	pthread_mutex_unlock(&pnp->lock);
}

/* Report the adapters that exist at the start. */
static void report_first_adapters(struct iba_pnp *pnp)
{
	compare_devices(pnp);
	if (pnp->completes)
		iba_pnp_report_complete(pnp);
	if (!pnp->ended) {
		pnp->timer.job.run = list_adapters_again;
		iba_timer_set(&pnp->timer, LIST_EVERY_MS);
	}
	iba_pnp_signal_begun(pnp);
}

static bool is_unit_class(ib_pnp_class_t pnp_class)
{
	return pnp_class & (IB_PNP_IOU | IB_PNP_IOC);
}

static void begin_pnp(struct iba_job *job)
{
	struct iba_pnp *pnp = IBA_CONTAINER(job, struct iba_pnp, beginning);

	if (is_unit_class(pnp->pnp_class))
		iba_pnp_units_begin(pnp);
	else
		report_first_adapters(pnp);
	iba_put(&pnp->object);
}

static void wait_begun(struct iba_pnp *pnp)
{
	pthread_mutex_lock(&pnp->lock);
	while (!pnp->has_begun)
		pthread_cond_wait(&pnp->begun, &pnp->lock);
	pthread_mutex_unlock(&pnp->lock);
}

/* A registration made in a callback starts before this returns if the caller wants to wait. */
static void start_pnp(struct iba_pnp *pnp, bool waits)
{
	iba_hold(&pnp->object); /* reference for begin_pnp() */
	pnp->beginning.run = begin_pnp;
	if (waits && iba_on_dispatcher()) {
		begin_pnp(&pnp->beginning);
		return;
	}
	iba_defer(&pnp->beginning);
	if (waits)
		wait_begun(pnp);
}

static ib_api_status_t register_pnp(struct iba_object *al, const ib_pnp_req_t *req,
				    ib_pnp_handle_t *handle)
{
	struct iba_pnp *pnp = calloc(1, sizeof(*pnp));
	ib_api_status_t status;

	if (!pnp)
		return IB_INSUFFICIENT_MEMORY;
	pnp->object.context = req->pnp_context;
	pnp->object.release = release_pnp;
	pnp->object.stop = stop_pnp;
	pnp->ending.run = end_pnp;
	pnp->called = req->pfn_pnp_cb;
	pnp->pnp_class = req->pnp_class & IB_PNP_CLASS_MASK;
	pnp->completes = req->pnp_class & IB_PNP_FLAG_REG_COMPLETE;
	pthread_mutex_init(&pnp->lock, NULL);
	pthread_cond_init(&pnp->begun, NULL);
	status = iba_dispatcher_start() ? IB_INSUFFICIENT_RESOURCES
					: iba_add(&pnp->object, INVERBS_IBA_PNP, al, NULL);
	if (status != IB_SUCCESS) {
		release_pnp(&pnp->object);
		free(pnp);
		return status;
	}
	*handle = iba_handle(&pnp->object);
	start_pnp(pnp, req->pnp_class & IB_PNP_FLAG_REG_SYNC);
	iba_put(&pnp->object);
	return IB_SUCCESS;
}

/*
 * Exactly one class must be given. A sweep for I/O units needs the dispatcher, so callbacks cannot
 * wait for it.
 */
static ib_api_status_t check_pnp_class(const ib_pnp_req_t *req)
{
	const ib_pnp_class_t bits = req->pnp_class & ~(ib_pnp_class_t)IB_PNP_FLAG_MASK;

	switch (bits) {
	case IB_PNP_CA:
	case IB_PNP_PORT:
		return IB_SUCCESS;
	case IB_PNP_IOU:
	case IB_PNP_IOC:
		return req->pnp_class & IB_PNP_FLAG_REG_SYNC && iba_on_dispatcher() ? IB_UNSUPPORTED
										    : IB_SUCCESS;
	default:
		return IB_INVALID_PARAMETER;
	}
}

ib_api_status_t ib_reg_pnp(ib_al_handle_t h_al, const ib_pnp_req_t *p_pnp_req,
			   ib_pnp_handle_t *ph_pnp)
{
	struct iba_object *al = iba_get(h_al, INVERBS_IBA_AL);
	ib_api_status_t status = IB_INVALID_PARAMETER;

	if (!al)
		return iba_refusal(h_al, IB_INVALID_AL_HANDLE);
	if (p_pnp_req && p_pnp_req->pfn_pnp_cb && ph_pnp)
		status = check_pnp_class(p_pnp_req);
	if (status == IB_SUCCESS)
		status = register_pnp(al, p_pnp_req, ph_pnp);
	iba_put(al);
	return status;
}

ib_api_status_t ib_dereg_pnp(ib_pnp_handle_t h_pnp, ib_pfn_destroy_cb_t pfn_destroy_cb)
{
	return iba_destroy_handle(h_pnp, INVERBS_IBA_PNP, IB_INVALID_HANDLE, pfn_destroy_cb);
}
