/* SPDX-License-Identifier: BSD-2-Clause */
/* Timers of queue pairs: a binary heap. */
#include <errno.h>
#include <stdlib.h>

#include "engine/base/internal.h"

int softhca_engine_timers_reserve(struct engine *engine, uint32_t count)
{
	uint32_t room = engine->timer_room ? engine->timer_room : 16;
	struct engine_timer **heap;

	if (count <= engine->timer_room)
		return 0;
	while (room < count)
		room *= 2;
	heap = reallocarray(engine->heap, room, sizeof(struct engine_timer *));
	if (!heap)
		return ENOMEM;
	engine->heap = heap;
	engine->timer_room = room;
	return 0;
}

static void put_in_heap(struct engine *engine, uint32_t at, struct engine_timer *timer)
{
	engine->heap[at] = timer;
	timer->at = at + 1;
}

static void sift_up(struct engine *engine, uint32_t at, struct engine_timer *timer)
{
	while (at && engine->heap[(at - 1) / 2]->due > timer->due) {
		put_in_heap(engine, at, engine->heap[(at - 1) / 2]);
		at = (at - 1) / 2;
	}
	put_in_heap(engine, at, timer);
}

static void sift_down(struct engine *engine, uint32_t at, struct engine_timer *timer)
{
	for (;;) {
		uint32_t child = 2 * at + 1;

		if (child >= engine->timers)
			break;
		if (child + 1 < engine->timers &&
		    engine->heap[child + 1]->due < engine->heap[child]->due)
			child++;
		if (timer->due <= engine->heap[child]->due)
			break;
		put_in_heap(engine, at, engine->heap[child]);
		at = child;
	}
	put_in_heap(engine, at, timer);
}

void softhca_engine_timer_start(struct engine *engine, struct engine_timer *timer, uint64_t due)
{
	softhca_engine_timer_stop(engine, timer);
	timer->due = due;
	sift_up(engine, engine->timers++, timer);
}

void softhca_engine_timer_stop(struct engine *engine, struct engine_timer *timer)
{
	uint32_t at = timer->at;
	struct engine_timer *last;

	if (!at--)
		return;
	timer->at = 0;
	last = engine->heap[--engine->timers];
	if (last == timer)
		return;
	/* The last element moves into the gap, and is sifted from there. */
	if (at && engine->heap[(at - 1) / 2]->due > last->due)
		sift_up(engine, at, last);
	else
		sift_down(engine, at, last);
}

struct engine_timer *softhca_engine_timer_expired(struct engine *engine)
{
	struct engine_timer *first;

	if (!engine->timers || engine->heap[0]->due > engine->now)
		return NULL;
	first = engine->heap[0];
	softhca_engine_timer_stop(engine, first);
	return first;
}
