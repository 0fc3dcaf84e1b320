/* SPDX-License-Identifier: BSD-2-Clause */
/* A child after fork(). A separate program, because the thread sanitizer does not permit a child to
 * start threads. */
#include <semaphore.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/iba/dispatch.h"
#include "runtime/iba/object.h"

static sem_t thread_runs;

static void post(struct iba_job *job)
{
	(void)job;
	sem_post(&thread_runs);
}

/*
 * A thread that starts while the process forks may hold a lock of the address sanitizer's
 * allocator, which would never be released in the child.
 */
static void wait_until_dispatcher_runs(void)
{
	struct iba_job job = {.run = post};

	sem_init(&thread_runs, 0, 0);
	iba_defer(&job);
	sem_wait(&thread_runs);
}

static struct iba_object *make(void)
{
	struct iba_object *object = calloc(1, sizeof(*object));

	assert_non_null(object);
	assert_int_equal(iba_add(object, INVERBS_IBA_CA, NULL, NULL), IB_SUCCESS);
	iba_put(object);
	return object;
}

static void a_child_has_no_handles(void **state)
{
	struct iba_object *ca = make();
	void *handle = iba_handle(ca);
	int status = -1;
	pid_t child;

	(void)state;
	iba_dispatcher_open();
	assert_int_equal(iba_dispatcher_start(), 0);
	wait_until_dispatcher_runs();
	child = fork();
	if (child == 0) {
		bool fine = !iba_get(handle, INVERBS_IBA_CA) &&
			    iba_refusal(handle, IB_INVALID_CA_HANDLE) == IB_INVALID_STATE &&
			    iba_refusal(&fine, IB_INVALID_CA_HANDLE) == IB_INVALID_CA_HANDLE;
		struct iba_object *own = make();

		fine = fine && iba_get(iba_handle(own), INVERBS_IBA_CA) == own;
		iba_dispatcher_open();
		fine = fine && !iba_dispatcher_start();
		iba_dispatcher_close();
		_exit(!fine);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(iba_destroy_handle(handle, INVERBS_IBA_CA, IB_INVALID_CA_HANDLE, NULL),
			 IB_SUCCESS);
	iba_dispatcher_close();
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(a_child_has_no_handles)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
