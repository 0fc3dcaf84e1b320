/* SPDX-License-Identifier: BSD-2-Clause */
/* The heap of timers, compared with a linear search. */
#include <stdlib.h>

#include "engine/base/internal.h"
#include "rig.h"

enum {
	TIMERS = 200,
	STEPS = 20000
};

static uint32_t next_random(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

static uint64_t earliest(const struct engine_timer *timers)
{
	uint64_t due = UINT64_MAX;

	for (int i = 0; i < TIMERS; i++) {
		if (timers[i].at && timers[i].due < due)
			due = timers[i].due;
	}
	return due;
}

static void heap_agrees_with_search(void **state)
{
	struct engine_timer timers[TIMERS] = {0};
	struct engine engine = {0};
	uint32_t seed = 1;

	(void)state;
	assert_int_equal(softhca_engine_timers_reserve(&engine, TIMERS), 0);
	for (int step = 0; step < STEPS; step++) {
		struct engine_timer *t = &timers[next_random(&seed) % TIMERS];

		if (next_random(&seed) % 3)
			softhca_engine_timer_start(&engine, t, next_random(&seed) % 1000);
		else
			softhca_engine_timer_stop(&engine, t);
		if (engine.timers)
			assert_int_equal(engine.heap[0]->due, earliest(timers));
		if (step % 100)
			continue;
		engine.now = 300;
		while (earliest(timers) <= engine.now) {
			uint64_t due = earliest(timers);

			assert_int_equal(softhca_engine_timer_expired(&engine)->due, due);
		}
		assert_null(softhca_engine_timer_expired(&engine));
	}
	free(engine.heap);
}

int test_timers(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(heap_agrees_with_search)};

	return cmocka_run_group_tests_name("timers", tests, NULL, NULL);
}
