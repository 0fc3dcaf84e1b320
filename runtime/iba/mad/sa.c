/* SPDX-License-Identifier: BSD-2-Clause */
/* Requests to the subnet administrator, and how they end. */
#include <arpa/inet.h>
#include <errno.h>
#include <inverbs/mad/device.h>

#include "registration.h"

/* Build a datagram; returns its length. */
static size_t build_datagram(uint8_t mad[MAD_BYTES], const struct iba_sa_message *ask, uint32_t tid)
{
	const bool to_unit = ask->unit_lid;
	const struct sa_header header = {
		.common = {.base_version = MAD_BASE_VERSION,
			   .mgmt_class = to_unit ? MAD_CLASS_DEVICE : MAD_CLASS_ADMINISTRATION,
			   .class_version = to_unit ? IOU_CLASS_VERSION : SA_CLASS_VERSION,
			   .method = ask->method,
			   .tid = tid,
			   .attribute = ask->attribute,
			   .modifier = ask->modifier},
		.components = ask->components,
	};

	memset(mad, 0, MAD_BYTES);
	sa_header_put(mad, &header);
	if (ask->bytes)
		memcpy(mad + SA_HEADER_BYTES, ask->record, ask->bytes);
	return MAD_BYTES;
}

/* The administrator is at the port of the subnet manager. LID 0 means that there is none. */
static int send_to_sa(struct iba_sa_port *port, const struct iba_sa_message *ask, uint32_t tid,
		      bool waits)
{
	const unsigned int sa_lid = iba_port_value(&port->port, "sm_lid");
	const struct umad_header header = {
		.id = port->agent,
		.timeout_ms = waits ? (ask->timeout_ms ? ask->timeout_ms : 1) : 0,
		.retries = waits ? ask->retries : 0,
		.qpn = htonl(1),
		.qkey = htonl(MAD_GSI_QKEY),
		.lid = htons(ask->unit_lid ? ask->unit_lid : (uint16_t)sa_lid),
		.sl = (uint8_t)iba_port_value(&port->port, "sm_sl"),
	};
	uint8_t mad[MAD_BYTES];

	if (!header.lid)
		return EHOSTUNREACH;
	return iba_umad_write(&port->umad, &header, mad, build_datagram(mad, ask, tid));
}

static bool take_waiting(struct iba_sa_port *port, struct iba_sa_request *request)
{
	struct iba_sa_request **at = &port->waiting;
	bool waits = request->waits;

	if (!waits)
		return false;
	while (*at != request)
		at = &(*at)->next;
	*at = request->next;
	request->waits = false;
	return true;
}

static void finish_request(struct iba_sa_request *request, const struct iba_sa_response *response)
{
	struct iba_object *owner = request->owner;

	request->done(request, response);
	iba_put(owner);
}

static void finish_without_response(struct iba_sa_request *request, ib_api_status_t status)
{
	const struct iba_sa_response response = {.status = status};

	finish_request(request, &response);
}

/* The timer of a request that could not be sent has expired. */
static void expire_request(struct iba_job *job)
{
	struct iba_sa_request *request = IBA_CONTAINER(job, struct iba_sa_request, timer.job);
	bool waits;

	pthread_mutex_lock(&request->port->lock);
	waits = take_waiting(request->port, request);
	pthread_mutex_unlock(&request->port->lock);
	if (waits)
		finish_without_response(request, IB_TIMEOUT);
}

static void finish_canceled(struct iba_job *job)
{
	finish_without_response(IBA_CONTAINER(job, struct iba_sa_request, job), IB_CANCELED);
}

void iba_sa_cancel(struct iba_sa_request *request)
{
	bool waits;

	pthread_mutex_lock(&request->port->lock);
	waits = take_waiting(request->port, request);
	pthread_mutex_unlock(&request->port->lock);
	if (!waits)
		return;
	iba_timer_clear(&request->timer);
	request->job.run = finish_canceled;
	iba_defer(&request->job);
}

static bool start_waiting(struct iba_sa_request *request)
{
	struct iba_sa_port *port = request->port;
	bool ended;

	pthread_mutex_lock(&port->lock);
	ended = port->ended;
	if (!ended) {
		request->tid = ++port->last_tid;
		request->waits = true;
		request->next = port->waiting;
		port->waiting = request;
	}
	pthread_mutex_unlock(&port->lock);
	return !ended;
}

/* There is no administrator: behave as if the request and each retry had been lost. */
static void start_expiry(struct iba_sa_request *request, const struct iba_sa_message *ask)
{
	const uint64_t ms = (uint64_t)ask->timeout_ms * ((uint64_t)ask->retries + 1);

	memset(&request->timer, 0, sizeof(request->timer));
	request->timer.job.run = expire_request;
	iba_timer_set(&request->timer, ms > INT32_MAX ? INT32_MAX : (uint32_t)ms);
}

ib_api_status_t iba_sa_send_request(struct iba_sa_request *request,
				    const struct iba_sa_message *ask)
{
	struct iba_sa_port *port = request->port;
	struct iba_object *owner = request->owner;
	bool waits;
	int err;

	iba_hold(owner);
	iba_hold(&port->object);
	if (!start_waiting(request)) {
		err = ECANCELED;
	} else {
		err = send_to_sa(port, ask, request->tid, true);
		pthread_mutex_lock(&port->lock);
		waits = request->waits;
		if (waits && err == EHOSTUNREACH)
			start_expiry(request, ask);
		else if (waits && err)
			take_waiting(port, request);
		pthread_mutex_unlock(&port->lock);
		if (!waits || err == EHOSTUNREACH)
			err = 0;
	}
	if (err)
		iba_put(owner);
	iba_put(&port->object);
	return err == ECANCELED ? IB_INVALID_STATE : iba_umad_status(err);
}

void iba_sa_send_unconfirmed(struct iba_sa_port *port, const struct iba_sa_message *ask)
{
	send_to_sa(port, ask, 0, false);
}

static struct iba_sa_request *find_request(struct iba_sa_port *port, uint32_t tid)
{
	struct iba_sa_request *request;

	pthread_mutex_lock(&port->lock);
	request = port->waiting;
	while (request && request->tid != tid)
		request = request->next;
	if (request)
		take_waiting(port, request);
	pthread_mutex_unlock(&port->lock);
	return request;
}

static void receive_response(struct iba_umad *umad, const struct umad_header *header,
			     const uint8_t *mad, size_t bytes)
{
	struct iba_sa_port *port = IBA_CONTAINER(umad, struct iba_sa_port, umad);
	struct iba_sa_response response = {.mad = mad, .bytes = bytes};
	struct iba_sa_request *request;
	struct mad_header common;

	if (bytes < MAD_HEADER_SIZE)
		return;
	common = mad_header_get(mad);
	request = find_request(port, (uint32_t)common.tid);
	if (!request)
		return;
	if (header->status || bytes < SA_HEADER_BYTES) {
		finish_without_response(request,
					header->status == ETIMEDOUT ? IB_TIMEOUT : IB_ERROR);
		return;
	}
	response.mad_status = htons(common.status);
	response.status = common.status ? IB_REMOTE_ERROR : IB_SUCCESS;
	finish_request(request, &response);
}

static void fail_waiting(struct iba_umad *umad)
{
	struct iba_sa_port *port = IBA_CONTAINER(umad, struct iba_sa_port, umad);
	struct iba_sa_request *request;

	for (;;) {
		pthread_mutex_lock(&port->lock);
		request = port->waiting;
		if (request)
			take_waiting(port, request);
		pthread_mutex_unlock(&port->lock);
		if (!request)
			return;
		iba_timer_clear(&request->timer);
		finish_without_response(request, IB_ERROR);
	}
}

uint32_t iba_sa_count_records(const struct iba_sa_response *response)
{
	struct sa_header header;

	if (response->status != IB_SUCCESS)
		return 0;
	header = sa_header_get(response->mad);
	if (header.common.method != MAD_METHOD_GET_TABLE_RESPONSE)
		return 1;
	if (!header.record_size)
		return 0;
	return (uint32_t)((response->bytes - SA_HEADER_BYTES) /
			  ((size_t)header.record_size * SA_RECORD_UNIT));
}

void iba_sa_signal(struct iba_sa_port *port, bool *flag)
{
	pthread_mutex_lock(&port->lock);
	*flag = true;
	pthread_cond_broadcast(&port->finished);
	pthread_mutex_unlock(&port->lock);
}

void iba_sa_wait(struct iba_sa_port *port, const bool *flag)
{
	pthread_mutex_lock(&port->lock);
	while (!*flag)
		pthread_cond_wait(&port->finished, &port->lock);
	pthread_mutex_unlock(&port->lock);
}

/* --- ports ---------------------------------------------------------------------------------- */

static void release_sa_port(struct iba_object *object)
{
	struct iba_sa_port *port = (struct iba_sa_port *)object;

	iba_sa_port_unwatch(port);
	iba_umad_close(&port->reports);
	iba_umad_close(&port->umad);
	iba_store_close(port->store);
	pthread_cond_destroy(&port->finished);
	pthread_mutex_destroy(&port->lock);
}

/* The last job of a port: nothing is read afterwards, and no request is waiting. */
static void end_sa_port(struct iba_job *job)
{
	struct iba_sa_port *port = IBA_CONTAINER(job, struct iba_sa_port, ending);
	struct iba_sa_request *request;

	iba_unwatch(&port->umad.source);
	if (port->reports.file)
		iba_unwatch(&port->reports.source);
	for (;;) {
		pthread_mutex_lock(&port->lock);
		port->ended = true;
		request = port->waiting;
		pthread_mutex_unlock(&port->lock);
		if (!request)
			break;
		iba_sa_cancel(request);
	}
	iba_put(&port->object);
}

static void stop_sa_port(struct iba_object *object)
{
	object->references++;
	iba_defer(&((struct iba_sa_port *)object)->ending);
}

static ib_api_status_t open_sa_port(struct iba_sa_port *port)
{
	int err;

	if (iba_dispatcher_start())
		return IB_INSUFFICIENT_RESOURCES;
	err = iba_umad_open(&port->umad, &port->port);
	if (!err)
		err = iba_umad_register_sender(&port->umad, 1, true, &port->agent);
	return iba_umad_status(err);
}

static ib_api_status_t publish_sa_port(struct iba_sa_port *port, struct iba_al *al)
{
	ib_api_status_t status;

	port->object.release = release_sa_port;
	port->object.stop = stop_sa_port;
	port->umad.received = receive_response;
	port->umad.lost = fail_waiting;
	port->ending.run = end_sa_port;
	pthread_mutex_init(&port->lock, NULL);
	pthread_cond_init(&port->finished, NULL);
	status = open_sa_port(port);
	if (status == IB_SUCCESS)
		status = iba_add(&port->object, INVERBS_IBA_SA_PORT, &al->object, NULL);
	if (status != IB_SUCCESS) {
		release_sa_port(&port->object);
		free(port);
		return status;
	}
	status = iba_status(iba_watch(&port->umad.source));
	if (status != IB_SUCCESS)
		iba_destroy(&port->object, NULL);
	return status;
}

static ib_api_status_t make_sa_port(struct iba_al *al, const struct iba_port *found,
				    struct iba_sa_port **made)
{
	struct iba_sa_port *port = calloc(1, sizeof(*port));

	*made = port;
	if (!port)
		return IB_INSUFFICIENT_MEMORY;
	port->port = *found;
	port->store = iba_store_make(0, 0, 1);
	if (port->store)
		return publish_sa_port(port, al);
	free(port);
	return IB_INSUFFICIENT_MEMORY;
}

/* A port whose device was lost is not used again: it may have come back on another device. */
static struct iba_sa_port *find_port_object(struct iba_al *al, ib_net64_t guid)
{
	struct iba_sa_port *found = NULL;

	iba_lock();
	for (struct iba_object *at = al->object.children; at && !found; at = at->next)
		if (at->kind == INVERBS_IBA_SA_PORT && at->alive &&
		    ((struct iba_sa_port *)at)->port.guid == guid &&
		    !iba_umad_is_lost(&((struct iba_sa_port *)at)->umad))
			found = (struct iba_sa_port *)at;
	if (found)
		found->object.references++;
	iba_unlock();
	return found;
}

ib_api_status_t iba_sa_port_get(struct iba_al *al, ib_net64_t guid, struct iba_sa_port **port)
{
	static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
	ib_api_status_t status;
	struct iba_port found;

	*port = find_port_object(al, guid);
	if (*port)
		return IB_SUCCESS;
	status = iba_port_find(guid, &found);
	if (status != IB_SUCCESS)
		return status;
	pthread_mutex_lock(&making);
	*port = find_port_object(al, guid);
	if (!*port)
		status = make_sa_port(al, &found, port);
	pthread_mutex_unlock(&making);
	return status;
}
