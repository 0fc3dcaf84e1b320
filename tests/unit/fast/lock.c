/* SPDX-License-Identifier: BSD-2-Clause */
/* Locks of queues: compiled as in ordinary, checked, single-threaded, and checked single-threaded
 * programs. */
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

#include "fast.h"
#include <infiniband/verbs.h>
#include <inverbs/fast/hot.h>

#ifdef INVERBS_SINGLE_THREADED
#define SINGLE 1
#else
#define SINGLE 0
#endif
#ifdef INVERBS_CHECK_LOCKS
#define CHECKED 1
#else
#define CHECKED 0
#endif

static int waits;

/* In the third call, the holder releases the lock. */
void inverbs_lock_wait(struct inverbs_lock *lock)
{
	if (++waits == 3)
		__atomic_store_n(&lock->held, 0, __ATOMIC_RELEASE);
}

static void lock_is(const struct inverbs_lock *lock, int held, int off)
{
	assert_int_equal(lock->held, held);
	assert_int_equal(lock->off, off);
}

static void holding_changes_nothing_else(void **state)
{
	struct {
		uint8_t before[2];
		struct inverbs_lock lock;
		uint8_t behind[2];
	} all = {{7, 8}, {0, 0}, {9, 10}};

	(void)state;
	assert_true(inverbs_hold(&all.lock));
	lock_is(&all.lock, 1, 0);
	assert_false(inverbs_hold(&all.lock));
	lock_is(&all.lock, 1, 0);
	all.lock.held = 0;
	all.lock.off = 1;
	assert_true(inverbs_hold(&all.lock));
	lock_is(&all.lock, 1, 1);
	assert_int_equal(all.before[1], 8);
	assert_int_equal(all.behind[0], 9);
}

static void a_lock_is_taken_and_released(void **state)
{
	struct inverbs_lock lock = {0, 0};

	(void)state;
	waits = 0;
	inverbs_lock(&lock);
	lock_is(&lock, !SINGLE || CHECKED, 0);
	inverbs_unlock(&lock);
	lock_is(&lock, 0, 0);
	assert_int_equal(waits, 0);
}

static void a_lock_that_is_held_is_waited_for(void **state)
{
	struct inverbs_lock lock = {1, 0};

	(void)state;
	waits = 0;
	inverbs_lock(&lock);
	assert_int_equal(waits, SINGLE ? 0 : 3);
	lock_is(&lock, 1, 0);
}

/* A thread domain's lock is off: it is not taken, and its release is not checked. */
static void a_lock_that_is_off_is_not_taken(void **state)
{
	struct inverbs_lock lock = {0, 1};

	(void)state;
	waits = 0;
	inverbs_lock(&lock);
	lock_is(&lock, SINGLE && CHECKED, 1);
	inverbs_unlock(&lock);
	lock_is(&lock, 0, 1);
	if (!SINGLE) {
		lock.held = 1;
		inverbs_lock(&lock);
		assert_int_equal(waits, 0);
	}
}

static void a_lock_is_tried(void **state)
{
	struct inverbs_lock lock = {0, 0};

	(void)state;
	assert_true(inverbs_trylock(&lock));
	lock_is(&lock, !SINGLE || CHECKED, 0);
	assert_int_equal(inverbs_trylock(&lock), SINGLE);
	lock.held = 0;
	lock.off = 1;
	assert_true(inverbs_trylock(&lock));
	assert_true(inverbs_trylock(&lock));
	lock_is(&lock, SINGLE && CHECKED, 1);
	lock.held = 0;
	assert_true(inverbs_tryhold(&lock));
	lock_is(&lock, !SINGLE || CHECKED, 1);
	assert_int_equal(inverbs_tryhold(&lock), SINGLE);
}

static sigjmp_buf caught;

static void catch_it(int number)
{
	siglongjmp(caught, number);
}

/* Whether releasing a lock that is not held traps: only with checks, and if the lock is not off. */
static bool traps(struct inverbs_lock lock)
{
	bool trapped = true;

	if (sigsetjmp(caught, 1) == 0) {
		inverbs_unlock(&lock);
		trapped = false;
	}
	return trapped;
}

static void a_missing_lock_is_found(void **state)
{
	const struct sigaction act = {.sa_handler = catch_it};
	struct sigaction old[2];

	(void)state;
	sigaction(SIGILL, &act, &old[0]);
	sigaction(SIGTRAP, &act, &old[1]);
	assert_int_equal(traps((struct inverbs_lock){0, 0}), CHECKED && !SINGLE);
	assert_false(traps((struct inverbs_lock){1, 0}));
	assert_false(traps((struct inverbs_lock){0, 1}));
	sigaction(SIGILL, &old[0], NULL);
	sigaction(SIGTRAP, &old[1], NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(holding_changes_nothing_else),
		cmocka_unit_test(a_lock_is_taken_and_released),
		cmocka_unit_test(a_lock_that_is_held_is_waited_for),
		cmocka_unit_test(a_lock_that_is_off_is_not_taken),
		cmocka_unit_test(a_lock_is_tried),
		cmocka_unit_test(a_missing_lock_is_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
