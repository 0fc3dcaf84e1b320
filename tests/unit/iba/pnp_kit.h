/* SPDX-License-Identifier: BSD-2-Clause */
/* What runtime/iba/mad/pnp.c calls, and adapters that come and go, for its test. */
#ifndef TESTS_UNIT_IBA_PNP_KIT_H
#define TESTS_UNIT_IBA_PNP_KIT_H

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "called.h"
#include "heap.h"
#include "iba/mad/pnp.h"
#include "iba/mad/sweep.h"

enum {
	DEVICES = 3,
	LATER_NS = 50 * 1000 * 1000
};

static struct iba_object al;
static struct ibv_device devices[DEVICES];
static struct ibv_context contexts[DEVICES];
static struct ibv_device *device_list[DEVICES + 1];
static int present[DEVICES]; /* which are listed */
static int lists;
static bool no_list;
static int open_fails; /* number of the device, from 1 */
static struct iba_watched *subject;
static int pipe_ends[2];
static int event_errno, event_port;
static enum ibv_event_type event_type;
static struct iba_pnp *made;
static struct iba_job *deferred;
static bool on_dispatcher, dispatcher_fails, watch_fails, runs_later, ends_in_report;
static ib_api_status_t add_fails;
static pthread_t later;

static inline void were_called(const char *expected)
{
	assert_string_equal(calls, expected);
	memset(calls, 0, sizeof(calls));
}

void iba_pnp_close_adapter(struct iba_watched *watched)
{
	note('c');
	free(watched);
}

void iba_pnp_units_free(struct iba_pnp *pnp)
{
	assert_non_null(pnp);
	note('F');
}

void iba_pnp_units_begin(struct iba_pnp *pnp)
{
	note('B');
	iba_pnp_signal_begun(pnp);
}

void iba_pnp_units_end(struct iba_pnp *pnp)
{
	assert_true(pnp->ended);
	note('E');
}

bool iba_timer_clear(struct iba_timer *timer)
{
	assert_ptr_equal(timer, &made->timer);
	note('t');
	return true;
}

void iba_timer_set(struct iba_timer *timer, uint32_t ms)
{
	assert_ptr_equal(timer, &made->timer);
	assert_int_equal(ms, 1000);
	assert_non_null(timer->job.run);
	note('T');
}

int iba_watch(struct iba_source *source)
{
	assert_int_equal(source->fd, pipe_ends[0]);
	assert_non_null(source->ready);
	note('w');
	return watch_fails;
}

void iba_unwatch(struct iba_source *source)
{
	assert_non_null(source->ready);
	note('u');
}

void iba_put(struct iba_object *object)
{
	assert_true(__atomic_fetch_sub(&object->references, 1, __ATOMIC_RELAXED) > 0);
}

void iba_hold(struct iba_object *object)
{
	__atomic_fetch_add(&object->references, 1, __ATOMIC_RELAXED);
}

static void *run_later(void *job)
{
	const struct timespec delay = {.tv_nsec = LATER_NS};

	nanosleep(&delay, NULL);
	((struct iba_job *)job)->run(job);
	return NULL;
}

void iba_defer(struct iba_job *job)
{
	deferred = job;
	if (runs_later)
		assert_int_equal(pthread_create(&later, NULL, run_later, job), 0);
}

bool iba_on_dispatcher(void)
{
	return on_dispatcher;
}

int iba_dispatcher_start(void)
{
	return dispatcher_fails;
}

ib_api_status_t iba_add(struct iba_object *object, enum inverbs_iba_kind kind,
			struct iba_object *parent, void *verbs)
{
	assert_int_equal(kind, INVERBS_IBA_PNP);
	assert_ptr_equal(parent, &al);
	assert_null(verbs);
	assert_non_null(object->release);
	assert_non_null(object->stop);
	if (add_fails)
		return add_fails;
	made = (struct iba_pnp *)object;
	object->references = 2;
	return IB_SUCCESS;
}

void *iba_handle(const struct iba_object *object)
{
	return (void *)(uintptr_t)object;
}

void *iba_get(const void *handle, enum inverbs_iba_kind kind)
{
	assert_int_equal(kind, INVERBS_IBA_AL);
	if (handle != &al)
		return NULL;
	al.references++;
	return &al;
}

ib_api_status_t iba_refusal(const void *handle, ib_api_status_t invalid)
{
	(void)handle;
	return invalid;
}

ib_api_status_t iba_destroy_handle(const void *handle, enum inverbs_iba_kind kind,
				   ib_api_status_t invalid, ib_pfn_destroy_cb_t destroyed)
{
	assert_ptr_equal(handle, made);
	assert_int_equal(kind, INVERBS_IBA_PNP);
	assert_int_equal(invalid, IB_INVALID_HANDLE);
	assert_ptr_equal(destroyed, ib_sync_destroy);
	return IB_PENDING;
}

/* ---- adapters ---- */

struct ibv_device **ibv_get_device_list(int *num_devices)
{
	int n = 0;

	assert_null(num_devices);
	if (no_list)
		return NULL;
	for (int i = 0; i < DEVICES; i++)
		if (present[i])
			device_list[n++] = &devices[i];
	device_list[n] = NULL;
	lists++;
	return device_list;
}

void ibv_free_device_list(struct ibv_device **list)
{
	assert_ptr_equal(list, device_list);
	lists--;
}

__be64 ibv_get_device_guid(struct ibv_device *device)
{
	const size_t index = (size_t)(device - devices);

	return (__be64)index + 1;
}

struct ibv_context *ibv_open_device(struct ibv_device *device)
{
	note('o');
	return device - devices + 1 == open_fails ? NULL : &contexts[device - devices];
}

int ibv_get_async_event(struct ibv_context *context, struct ibv_async_event *event)
{
	assert_ptr_equal(context, subject->context);
	event->event_type = event_type;
	event->element.port_num = event_port;
	errno = event_errno;
	return event_errno ? -1 : 0;
}

void ibv_ack_async_event(struct ibv_async_event *event)
{
	assert_int_equal(event->event_type, event_type);
	note('k');
}

void iba_pnp_report_event(struct iba_watched *watched, enum ibv_event_type type, unsigned int port)
{
	assert_ptr_equal(watched, subject);
	assert_int_equal(type, event_type);
	assert_int_equal(port, event_port);
	note('e');
}

void iba_pnp_report_added(struct iba_watched *watched)
{
	assert_ptr_equal(watched->pnp, made);
	assert_ptr_equal(made->watched, watched);
	assert_ptr_equal(watched->context, &contexts[watched->guid - 1]);
	note((char)('0' + watched->guid));
	if (ends_in_report)
		made->ended = true;
}

void iba_pnp_report_removed(struct iba_watched *watched)
{
	note('r');
	note((char)('0' + watched->guid));
}

void iba_pnp_report_complete(struct iba_pnp *pnp)
{
	assert_ptr_equal(pnp, made);
	note('C');
}

static inline ib_api_status_t on_event(ib_pnp_rec_t *rec)
{
	(void)rec;
	return IB_SUCCESS;
}

static int reset_adapters(void **state)
{
	(void)state;
	memset(calls, 0, sizeof(calls));
	memset(&al, 0, sizeof(al));
	fails_at = blocks = lists = open_fails = event_errno = 0;
	no_list = on_dispatcher = dispatcher_fails = watch_fails = runs_later = ends_in_report =
		false;
	add_fails = IB_SUCCESS;
	made = NULL;
	deferred = NULL;
	subject = NULL;
	assert_int_equal(pipe(pipe_ends), 0);
	for (int i = 0; i < DEVICES; i++) {
		present[i] = i < 2;
		contexts[i].async_fd = pipe_ends[0];
	}
	return 0;
}

static int check_adapters(void **state)
{
	(void)state;
	if (made) {
		assert_int_equal(made->object.references, 1);
		assert_int_equal(pthread_mutex_trylock(&made->lock), 0);
		pthread_mutex_unlock(&made->lock);
		made->object.release(&made->object);
		free(made);
	}
	close(pipe_ends[0]);
	close(pipe_ends[1]);
	assert_int_equal(al.references, 0);
	assert_int_equal(lists, 0);
	assert_int_equal(blocks, 0);
	return 0;
}

/* Register, and run what was deferred. */
static inline void register_class(ib_pnp_class_t pnp_class)
{
	const ib_pnp_req_t req = {
		.pnp_class = pnp_class, .pnp_context = &calls, .pfn_pnp_cb = on_event};
	ib_pnp_handle_t handle = NULL;

	assert_int_equal(ib_reg_pnp((ib_al_handle_t)&al, &req, &handle), IB_SUCCESS);
	assert_ptr_equal(handle, made);
	assert_int_equal(made->object.references, 2);
	assert_ptr_equal(deferred, &made->beginning);
	assert_false(made->has_begun);
	were_called("");
	deferred->run(deferred);
	assert_true(made->has_begun);
	assert_int_equal(made->object.references, 1);
}

#define FRESH(name) cmocka_unit_test_setup_teardown(name, reset_adapters, check_adapters)

#endif
