/* SPDX-License-Identifier: BSD-2-Clause */
/* Registrations with the subnet administrator. */
#include "registration.h"

#include <fcntl.h>

static void unlist_registration(struct iba_registration *registration)
{
	struct iba_registration **at = &registration->port->registrations;

	pthread_mutex_lock(&registration->port->lock);
	while (registration->listed && *at != registration)
		at = &(*at)->next;
	if (registration->listed)
		*at = registration->next;
	registration->listed = false;
	pthread_mutex_unlock(&registration->port->lock);
}

static void list_registration(struct iba_registration *registration)
{
	pthread_mutex_lock(&registration->port->lock);
	registration->next = registration->port->registrations;
	registration->port->registrations = registration;
	registration->listed = true;
	pthread_mutex_unlock(&registration->port->lock);
}

/* Only live registrations are repeated; one that ends meanwhile is deleted afterwards. */
static void set_done(struct iba_sa_request *request, const struct iba_sa_response *response)
{
	struct iba_registration *registration = IBA_CONTAINER(request, struct iba_registration,
							      request);

	iba_lock();
	registration->failed = response->status != IB_SUCCESS && response->status != IB_CANCELED;
	if (response->status == IB_SUCCESS && registration->owner->alive)
		list_registration(registration);
	iba_unlock();
	registration->done(registration, response);
}

static void undo_done(struct iba_sa_request *request, const struct iba_sa_response *response)
{
	(void)request;
	(void)response;
}

static void undo_registration(struct iba_registration *registration)
{
	struct iba_sa_message ask = registration->set;

	ask.method = registration->delete_method;
	registration->undo = (struct iba_sa_request){
		.port = registration->port, .owner = registration->owner, .done = undo_done};
	if (iba_sa_send_request(&registration->undo, &ask) != IB_SUCCESS)
		iba_sa_send_unconfirmed(registration->port, &ask);
}

/* Runs on the dispatcher once the owner's handle is invalid. */
static void end_registration(struct iba_job *job)
{
	struct iba_registration *registration = IBA_CONTAINER(job, struct iba_registration, ending);

	iba_sa_cancel(&registration->request);
	unlist_registration(registration);
	if (!registration->prepare_delete || registration->prepare_delete(registration))
		undo_registration(registration);
	iba_put(registration->owner);
}

void iba_sa_unregister(struct iba_registration *registration)
{
	if (registration->failed)
		return;
	registration->owner->references++;
	registration->ending.run = end_registration;
	iba_defer(&registration->ending);
}

ib_api_status_t iba_sa_register(struct iba_registration *registration)
{
	ib_api_status_t status = iba_sa_port_watch(registration->port);

	registration->set.record = registration->record;
	registration->request = (struct iba_sa_request){
		.port = registration->port, .owner = registration->owner, .done = set_done};
	if (status == IB_SUCCESS)
		status = iba_sa_send_request(&registration->request, &registration->set);
	if (status != IB_SUCCESS) {
		iba_lock();
		registration->failed = true;
		iba_unlock();
	}
	return status;
}

void iba_sa_register_again(struct iba_sa_port *port)
{
	pthread_mutex_lock(&port->lock);
	for (struct iba_registration *at = port->registrations; at; at = at->next)
		iba_sa_send_unconfirmed(port, &at->set);
	pthread_mutex_unlock(&port->lock);
}

/* --- events of the port --------------------------------------------------------------------- */

static void read_port_event(struct iba_source *source)
{
	struct iba_sa_port *port = IBA_CONTAINER(source, struct iba_sa_port, events);
	struct ibv_async_event event;

	if (ibv_get_async_event(port->context, &event))
		return;
	ibv_ack_async_event(&event);
	if (event.event_type == IBV_EVENT_CLIENT_REREGISTER &&
	    (unsigned int)event.element.port_num == port->port.number)
		iba_sa_register_again(port);
	if (event.event_type == IBV_EVENT_DEVICE_FATAL)
		iba_unwatch(source);
}

static ib_api_status_t open_events(struct iba_sa_port *port)
{
	ib_api_status_t status = iba_open_device(port->port.ca_guid, &port->context);
	int flags;

	if (status != IB_SUCCESS)
		return status;
	flags = fcntl(port->context->async_fd, F_GETFL);
	fcntl(port->context->async_fd, F_SETFL, flags | O_NONBLOCK);
	port->events = (struct iba_source){.fd = port->context->async_fd, .ready = read_port_event};
	status = iba_status(iba_watch(&port->events));
	if (status != IB_SUCCESS) {
		ibv_close_device(port->context);
		port->context = NULL;
	}
	return status;
}

ib_api_status_t iba_sa_port_watch(struct iba_sa_port *port)
{
	static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
	ib_api_status_t status = IB_SUCCESS;

	pthread_mutex_lock(&opening);
	if (!port->context)
		status = open_events(port);
	pthread_mutex_unlock(&opening);
	return status;
}

void iba_sa_port_unwatch(struct iba_sa_port *port)
{
	if (!port->context)
		return;
	iba_unwatch(&port->events);
	ibv_close_device(port->context);
}
