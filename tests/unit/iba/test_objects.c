/* SPDX-License-Identifier: BSD-2-Clause */
/* Handles, references and destruction of objects; and the dispatcher. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/iba/object.h"

static int released[8], releases;
static sem_t told;

struct thing {
	struct iba_object object;
	int number;
	int stops;
};

static void release(struct iba_object *object)
{
	released[releases++] = ((struct thing *)object)->number;
}

static void stop(struct iba_object *object)
{
	((struct thing *)object)->stops++;
}

static void notice(void *context)
{
	assert_true(iba_on_dispatcher());
	*(int *)context = releases;
	sem_post(&told);
}

/* Create an object below another, and release the creating call's reference. */
static struct thing *make(int number, enum inverbs_iba_kind kind, struct thing *parent)
{
	struct thing *t = calloc(1, sizeof(*t));

	assert_non_null(t);
	t->number = number;
	t->object.release = release;
	t->object.stop = stop;
	assert_int_equal(iba_add(&t->object, kind, parent ? &parent->object : NULL, t), IB_SUCCESS);
	iba_put(&t->object);
	return t;
}

static int forget(void **state)
{
	(void)state;
	releases = 0;
	return 0;
}

static void destroy(struct thing *t)
{
	assert_int_equal(iba_destroy_handle(iba_handle(&t->object), t->object.kind,
					    IB_INVALID_PARAMETER, NULL),
			 IB_SUCCESS);
}

static void any_value_can_be_checked(void **state)
{
	struct thing *t = make(1, INVERBS_IBA_CA, NULL);
	char *handle = iba_handle(&t->object);
	uintptr_t base = (uintptr_t)inverbs_iba_table.base;
	const void *bad[] = {NULL,
			     (void *)1,
			     (void *)INVERBS_IBA_SLOT_BYTES,
			     (void *)UINTPTR_MAX,
			     &handle,
			     handle + 1,
			     handle - 1,
			     handle + 64,
			     (void *)base,
			     (void *)(base + 64),
			     (void *)(base + inverbs_iba_table.mask),
			     (void *)(base + inverbs_iba_table.mask + 64),
			     (void *)(base + inverbs_iba_table.mask + 127),
			     (void *)(base - 1)};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_null(iba_get(bad[i], INVERBS_IBA_CA));
	assert_null(iba_get(handle, INVERBS_IBA_QP));
	assert_ptr_equal(iba_get(handle, INVERBS_IBA_CA), t);
	iba_put(&t->object);
	destroy(t);
	assert_null(iba_get(handle, INVERBS_IBA_CA));
}

/* The table grows beyond its first size: all objects are found, and none after they are closed. */
static void the_table_grows(void **state)
{
	enum {
		MANY = 3000
	};
	static struct thing *things[MANY];
	static void *handles[MANY];

	(void)state;
	for (int i = 0; i < MANY; i++) {
		things[i] = make(0, INVERBS_IBA_AV, NULL);
		things[i]->object.release = NULL;
		handles[i] = iba_handle(&things[i]->object);
	}
	for (int i = 0; i < MANY; i++) {
		assert_ptr_equal(iba_get(handles[i], INVERBS_IBA_AV), things[i]);
		iba_put(&things[i]->object);
		assert_ptr_equal(inverbs_iba_slot(handles[i], INVERBS_IBA_AV)->verbs, things[i]);
		destroy(things[i]);
	}
	for (int i = 0; i < MANY; i++)
		assert_null(iba_get(handles[i], INVERBS_IBA_AV));
}

/* When a slot is reused, the new object has another handle. */
static void a_closed_handle_stays_invalid(void **state)
{
	void *first = NULL;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		struct thing *t = make(0, INVERBS_IBA_AV, NULL);

		t->object.release = NULL;
		if (!first)
			first = iba_handle(&t->object);
		else
			assert_ptr_not_equal(iba_handle(&t->object), first);
		destroy(t);
		assert_null(iba_get(first, INVERBS_IBA_AV));
	}
}

static void children_go_first(void **state)
{
	struct thing *ca = make(1, INVERBS_IBA_CA, NULL);
	struct thing *pd = make(2, INVERBS_IBA_PD, ca);
	struct thing *qp = make(3, INVERBS_IBA_QP, pd);
	void *handle;

	(void)state;
	make(4, INVERBS_IBA_PD, ca);
	destroy(qp);
	qp = make(5, INVERBS_IBA_QP, pd);
	handle = iba_handle(&qp->object);
	destroy(ca);
	assert_null(iba_get(handle, INVERBS_IBA_QP));
	assert_int_equal(releases, 5);
	assert_int_equal(released[0], 3);
	assert_int_equal(released[4], 1);
	for (int i = 1; i < 4; i++)
		if (released[i] == 2)
			assert_true(released[1] == 5 || released[i - 1] == 5);
}

static void a_call_in_progress_delays_the_end(void **state)
{
	struct thing *ca = make(1, INVERBS_IBA_CA, NULL);
	struct thing *pd = make(2, INVERBS_IBA_PD, ca);
	struct thing *late = calloc(1, sizeof(*late));

	(void)state;
	assert_ptr_equal(iba_get(iba_handle(&pd->object), INVERBS_IBA_PD), pd);
	destroy(ca);
	assert_int_equal(releases, 0);
	assert_int_equal(pd->stops, 1);
	assert_false(iba_hold_alive(&pd->object));
	/* no object can be added below one that is being destroyed */
	assert_int_equal(iba_add(&late->object, INVERBS_IBA_QP, &pd->object, NULL),
			 IB_INVALID_STATE);
	free(late);
	iba_put(&pd->object);
	assert_int_equal(releases, 2);
	assert_int_equal(released[0], 2);
}

static void the_notice_comes_once_nothing_is_left(void **state)
{
	struct thing *ca = make(1, INVERBS_IBA_CA, NULL);
	struct thing *pd = make(2, INVERBS_IBA_PD, ca);
	void *handle = iba_handle(&ca->object);
	int seen = 0;

	(void)state;
	iba_dispatcher_open();
	ca->object.context = &seen;
	assert_ptr_equal(iba_get(iba_handle(&pd->object), INVERBS_IBA_PD), pd);
	assert_int_equal(iba_destroy_handle(handle, INVERBS_IBA_CA, IB_INVALID_CA_HANDLE, notice),
			 IB_SUCCESS);
	assert_int_equal(iba_destroy_handle(handle, INVERBS_IBA_CA, IB_INVALID_CA_HANDLE, notice),
			 IB_INVALID_CA_HANDLE);
	iba_put(&pd->object);
	sem_wait(&told);
	assert_int_equal(seen, 2);
	iba_dispatcher_close();
	assert_int_equal(sem_trywait(&told), -1);
}

static void *put_later(void *object)
{
	usleep(20000);
	iba_put(object);
	return NULL;
}

static void a_synchronous_end_waits(void **state)
{
	struct thing *ca = make(1, INVERBS_IBA_CA, NULL);
	void *handle = iba_handle(&ca->object);
	pthread_t thread;

	(void)state;
	iba_hold(&ca->object);
	assert_int_equal(pthread_create(&thread, NULL, put_later, ca), 0);
	assert_int_equal(
		iba_destroy_handle(handle, INVERBS_IBA_CA, IB_INVALID_CA_HANDLE, ib_sync_destroy),
		IB_SUCCESS);
	assert_int_equal(releases, 1);
	pthread_join(thread, NULL);
}

static struct {
	struct iba_job job;
	void *handle;
	ib_api_status_t status;
} inside;

static void destroy_inside(struct iba_job *job)
{
	(void)job;
	inside.status = iba_destroy_handle(inside.handle, INVERBS_IBA_CA, IB_INVALID_CA_HANDLE,
					   ib_sync_destroy);
	sem_post(&told);
}

static void a_callback_cannot_wait(void **state)
{
	struct thing *ca = make(1, INVERBS_IBA_CA, NULL);

	(void)state;
	inside.handle = iba_handle(&ca->object);
	inside.job.run = destroy_inside;
	iba_dispatcher_open();
	assert_int_equal(iba_dispatcher_start(), 0);
	iba_defer(&inside.job);
	sem_wait(&told);
	assert_int_equal(inside.status, IB_INVALID_STATE);
	destroy(ca);
	iba_dispatcher_close();
}

struct reading {
	struct iba_source source;
	int count;
};

static void read_one(struct iba_source *source)
{
	uint64_t value;

	assert_int_equal(read(source->fd, &value, sizeof(value)), sizeof(value));
	((struct reading *)source)->count++;
	sem_post(&told);
}

static void descriptors_are_watched(void **state)
{
	struct reading r = {.source = {.fd = eventfd(0, EFD_NONBLOCK), .ready = read_one}};
	uint64_t one = 1;

	(void)state;
	iba_dispatcher_open();
	assert_int_equal(iba_dispatcher_start(), 0);
	assert_int_equal(iba_watch(&r.source), 0);
	for (int i = 1; i <= 3; i++) {
		assert_int_equal(write(r.source.fd, &one, sizeof(one)), sizeof(one));
		sem_wait(&told);
		assert_int_equal(r.count, i);
	}
	iba_unwatch(&r.source);
	assert_int_equal(write(r.source.fd, &one, sizeof(one)), sizeof(one));
	iba_dispatcher_close();
	assert_int_equal(r.count, 3);
	close(r.source.fd);
	r.source.fd = -1;
}

static int order[4], orders;

struct alarm {
	struct iba_timer timer;
	int number;
};

static void on_timer(struct iba_job *job)
{
	order[orders++] = ((struct alarm *)job)->number;
	sem_post(&told);
}

static void timers_run_in_order(void **state)
{
	struct alarm a[3] = {
		{{.job.run = on_timer}, 0}, {{.job.run = on_timer}, 1}, {{.job.run = on_timer}, 2}};

	(void)state;
	iba_dispatcher_open();
	assert_int_equal(iba_dispatcher_start(), 0);
	iba_timer_set(&a[0].timer, 3600000);
	iba_timer_set(&a[2].timer, 60);
	iba_timer_set(&a[1].timer, 3600000);
	iba_timer_set(&a[1].timer, 5);
	assert_true(iba_timer_clear(&a[0].timer));
	assert_false(iba_timer_clear(&a[0].timer));
	sem_wait(&told);
	sem_wait(&told);
	assert_int_equal(order[0], 1);
	assert_int_equal(order[1], 2);
	assert_int_equal(orders, 2);
	iba_dispatcher_close();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(any_value_can_be_checked, forget),
		cmocka_unit_test_setup(the_table_grows, forget),
		cmocka_unit_test_setup(a_closed_handle_stays_invalid, forget),
		cmocka_unit_test_setup(children_go_first, forget),
		cmocka_unit_test_setup(a_call_in_progress_delays_the_end, forget),
		cmocka_unit_test_setup(the_notice_comes_once_nothing_is_left, forget),
		cmocka_unit_test_setup(a_synchronous_end_waits, forget),
		cmocka_unit_test_setup(a_callback_cannot_wait, forget),
		cmocka_unit_test_setup(descriptors_are_watched, forget),
		cmocka_unit_test_setup(timers_run_in_order, forget),
	};

	sem_init(&told, 0, 0);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
