/* SPDX-License-Identifier: BSD-2-Clause */
/* Registrations with the administrator: made, repeated, deleted, and the port's events. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "iba/mad/registration.h"

static struct iba_sa_port port;
static const struct iba_sa_port *const expected_port = &port;
static struct iba_object owner;
static struct iba_registration regs[3];
static struct ibv_context context;
static struct ibv_context *const expected_context = &context;
static int pipe_ends[2], opens, closes, watches, acks, cancels, dones, prepares;
static int locked, sends, unconfirmed;
static ib_api_status_t open_fails, send_fails;
static int watch_fails, event_errno;
static struct ibv_async_event next_event;
static struct iba_sa_request *sent_request;
static struct iba_sa_message sent, sent_unconfirmed[3];
static struct iba_job *deferred;
static bool deletes;

void iba_lock(void)
{
	assert_int_equal(locked++, 0);
}

void iba_unlock(void)
{
	assert_int_equal(locked--, 1);
}

void iba_put(struct iba_object *object)
{
	assert_ptr_equal(object, &owner);
	object->references--;
}

void iba_defer(struct iba_job *job)
{
	deferred = job;
}

ib_api_status_t iba_status(int err)
{
	return err ? IB_INSUFFICIENT_RESOURCES : IB_SUCCESS;
}

int iba_watch(struct iba_source *source)
{
	assert_ptr_equal(source, &port.events);
	assert_int_equal(source->fd, pipe_ends[0]);
	if (!watch_fails)
		watches++;
	return watch_fails;
}

void iba_unwatch(struct iba_source *source)
{
	assert_ptr_equal(source, &port.events);
	watches--;
}

ib_api_status_t iba_open_device(ib_net64_t guid, struct ibv_context **context)
{
	assert_int_equal(guid, 88);
	if (open_fails)
		return open_fails;
	opens++;
	*context = expected_context;
	return IB_SUCCESS;
}

int ibv_close_device(struct ibv_context *context)
{
	assert_ptr_equal(context, expected_context);
	closes++;
	return 0;
}

int ibv_get_async_event(struct ibv_context *context, struct ibv_async_event *event)
{
	assert_ptr_equal(context, expected_context);
	*event = next_event;
	return event_errno ? -1 : 0;
}

void ibv_ack_async_event(struct ibv_async_event *event)
{
	assert_int_equal(event->event_type, next_event.event_type);
	acks++;
}

ib_api_status_t iba_sa_send_request(struct iba_sa_request *request,
				    const struct iba_sa_message *ask)
{
	assert_ptr_equal(request->port, &port);
	assert_ptr_equal(request->owner, &owner);
	assert_non_null(request->done);
	sent_request = request;
	sent = *ask;
	sends++;
	return send_fails;
}

void iba_sa_send_unconfirmed(struct iba_sa_port *port, const struct iba_sa_message *ask)
{
	assert_ptr_equal(port, expected_port);
	sent_unconfirmed[unconfirmed++] = *ask;
}

void iba_sa_cancel(struct iba_sa_request *request)
{
	assert_ptr_equal(request, &regs[0].request);
	cancels++;
}

static void on_done(struct iba_registration *of, const struct iba_sa_response *response)
{
	assert_ptr_equal(of, &regs[0]);
	assert_non_null(response);
	assert_int_equal(locked, 0);
	dones++;
}

/* The registration is no longer in the list. */
static bool on_delete(struct iba_registration *of)
{
	assert_ptr_equal(of, &regs[0]);
	assert_false(of->listed);
	assert_int_equal(cancels, 1);
	of->set.attribute = 0x36;
	prepares++;
	return deletes;
}

static int reset_registrations(void **state)
{
	(void)state;
	memset(&port, 0, sizeof(port));
	memset(&owner, 0, sizeof(owner));
	memset(regs, 0, sizeof(regs));
	memset(&next_event, 0, sizeof(next_event));
	opens = closes = watches = acks = cancels = dones = prepares = locked = sends =
		unconfirmed = watch_fails = event_errno = 0;
	open_fails = send_fails = IB_SUCCESS;
	deferred = NULL;
	deletes = true;
	assert_int_equal(pipe(pipe_ends), 0);
	context.async_fd = pipe_ends[0];
	pthread_mutex_init(&port.lock, NULL);
	port.port.ca_guid = 88;
	port.port.number = 2;
	owner.alive = true;
	for (int i = 0; i < 3; i++) {
		regs[i].owner = &owner;
		regs[i].port = &port;
		regs[i].done = on_done;
		regs[i].set.method = MAD_METHOD_SET;
		regs[i].set.attribute = (uint16_t)(0x31 + i);
		regs[i].delete_method = MAD_METHOD_DELETE;
	}
	return 0;
}

static int check_registrations(void **state)
{
	(void)state;
	assert_int_equal(pthread_mutex_trylock(&port.lock), 0);
	assert_int_equal(locked, 0);
	close(pipe_ends[0]);
	close(pipe_ends[1]);
	return 0;
}

static void respond(ib_api_status_t status)
{
	const struct iba_sa_response response = {.status = status};

	sent_request->done(sent_request, &response);
}

/* ---- registering ---- */

static void a_registration_is_made(void **state)
{
	(void)state;
	assert_int_equal(iba_sa_register(&regs[0]), IB_SUCCESS);
	assert_ptr_equal(sent_request, &regs[0].request);
	assert_int_equal(sent.method, MAD_METHOD_SET);
	assert_ptr_equal(sent.record, regs[0].record);
	assert_int_equal(watches, 1);
	assert_ptr_equal(port.context, &context);
	assert_true(fcntl(pipe_ends[0], F_GETFL) & O_NONBLOCK);
	assert_false(regs[0].failed);
	assert_false(regs[0].listed);
	respond(IB_SUCCESS);
	assert_int_equal(dones, 1);
	assert_true(regs[0].listed);
	assert_ptr_equal(port.registrations, &regs[0]);
	assert_false(regs[0].failed);
	assert_int_equal(iba_sa_register(&regs[1]), IB_SUCCESS);
	assert_int_equal(opens, 1);
	iba_sa_port_unwatch(&port);
	assert_int_equal(watches, 0);
	assert_int_equal(closes, 1);
	port.context = NULL;
	iba_sa_port_unwatch(&port);
	assert_int_equal(closes, 1);
}

static void a_response_may_be_bad(void **state)
{
	(void)state;
	assert_int_equal(iba_sa_register(&regs[0]), IB_SUCCESS);
	respond(IB_TIMEOUT);
	assert_true(regs[0].failed);
	assert_null(port.registrations);
	respond(IB_CANCELED);
	assert_false(regs[0].failed);
	assert_null(port.registrations);
	owner.alive = false; /* it is deleted soon */
	respond(IB_SUCCESS);
	assert_false(regs[0].failed);
	assert_null(port.registrations);
	assert_int_equal(dones, 3);
}

static void fails_with(ib_api_status_t status, int requests)
{
	sends = 0;
	regs[0].failed = false;
	assert_int_equal(iba_sa_register(&regs[0]), status);
	assert_true(regs[0].failed);
	assert_int_equal(sends, requests);
	iba_sa_unregister(&regs[0]);
	assert_null(deferred);
	assert_int_equal(owner.references, 0);
}

static void a_registration_may_fail(void **state)
{
	(void)state;
	open_fails = IB_INVALID_GUID;
	fails_with(IB_INVALID_GUID, 0);
	open_fails = IB_SUCCESS;
	watch_fails = ENOMEM;
	fails_with(IB_INSUFFICIENT_RESOURCES, 0);
	assert_int_equal(closes, 1);
	assert_null(port.context);
	watch_fails = 0;
	send_fails = IB_ERROR;
	fails_with(IB_ERROR, 1);
	assert_ptr_equal(port.context, &context);
	assert_int_equal(closes, 1);
}

/* ---- deleting ---- */

static void make_all(void)
{
	for (int i = 2; i >= 0; i--) {
		regs[i].done = NULL;
		port.registrations = &regs[i];
		regs[i].next = i < 2 ? &regs[i + 1] : NULL;
		regs[i].listed = true;
	}
	regs[0].next = &regs[2]; /* the second in the list is to be deleted */
	regs[1].next = &regs[0];
	port.registrations = &regs[1];
}

static void unregister_one(void)
{
	make_all();
	iba_sa_unregister(&regs[0]);
	assert_ptr_equal(deferred, &regs[0].ending);
	assert_int_equal(owner.references, 1);
	assert_int_equal(sends, 0);
	deferred->run(deferred);
	assert_int_equal(owner.references, 0);
	assert_int_equal(cancels, 1);
	assert_false(regs[0].listed);
	assert_ptr_equal(port.registrations, &regs[1]);
	assert_ptr_equal(regs[1].next, &regs[2]);
	assert_null(regs[2].next);
}

static void a_registration_is_deleted(void **state)
{
	(void)state;
	unregister_one();
	assert_int_equal(sends, 1);
	assert_ptr_equal(sent_request, &regs[0].undo);
	assert_int_equal(sent.method, MAD_METHOD_DELETE);
	assert_int_equal(sent.attribute, 0x31);
	assert_int_equal(unconfirmed, 0);
	respond(IB_TIMEOUT);
	assert_int_equal(dones, 0);
	deferred->run(deferred); /* was not listed */
	assert_ptr_equal(port.registrations, &regs[1]);
}

static void its_owner_may_prepare_that(void **state)
{
	(void)state;
	regs[0].prepare_delete = on_delete;
	send_fails = IB_ERROR;
	unregister_one();
	assert_int_equal(prepares, 1);
	assert_int_equal(sent.attribute, 0x36);
	assert_int_equal(unconfirmed, 1);
	assert_int_equal(sent_unconfirmed[0].method, MAD_METHOD_DELETE);
	assert_int_equal(sent_unconfirmed[0].attribute, 0x36);
	check_registrations(NULL);
	reset_registrations(NULL);
	regs[0].prepare_delete = on_delete;
	deletes = false; /* others need it */
	unregister_one();
	assert_int_equal(prepares, 1);
	assert_int_equal(sends, 0);
	assert_int_equal(unconfirmed, 0);
}

/* ---- events ---- */

static void read_event(enum ibv_event_type type, int number, int repeated, int watched)
{
	unconfirmed = acks = 0;
	watches = 1;
	next_event.event_type = type;
	next_event.element.port_num = number;
	port.events.ready(&port.events);
	assert_int_equal(acks, event_errno ? 0 : 1);
	assert_int_equal(unconfirmed, repeated);
	assert_int_equal(watches, watched);
}

static void registrations_are_repeated(void **state)
{
	(void)state;
	assert_int_equal(iba_sa_port_watch(&port), IB_SUCCESS);
	make_all();
	read_event(IBV_EVENT_CLIENT_REREGISTER, 2, 3, 1);
	assert_int_equal(sent_unconfirmed[0].attribute, 0x32);
	assert_int_equal(sent_unconfirmed[1].attribute, 0x31);
	assert_int_equal(sent_unconfirmed[2].attribute, 0x33);
	assert_int_equal(sent_unconfirmed[2].method, MAD_METHOD_SET);
	read_event(IBV_EVENT_CLIENT_REREGISTER, 1, 0, 1);
	read_event(IBV_EVENT_PORT_ACTIVE, 2, 0, 1);
	read_event(IBV_EVENT_DEVICE_FATAL, 2, 0, 0);
	event_errno = EAGAIN;
	read_event(IBV_EVENT_DEVICE_FATAL, 2, 0, 1);
	read_event(IBV_EVENT_CLIENT_REREGISTER, 2, 0, 1);
}

int main(void)
{
#define FRESH(name) cmocka_unit_test_setup_teardown(name, reset_registrations, check_registrations)
	const struct CMUnitTest tests[] = {
		FRESH(a_registration_is_made),     FRESH(a_response_may_be_bad),
		FRESH(a_registration_may_fail),    FRESH(a_registration_is_deleted),
		FRESH(its_owner_may_prepare_that), FRESH(registrations_are_repeated),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
