/* SPDX-License-Identifier: BSD-2-Clause */
#include "hooks.h"

#include "queues.h"

#include <stdlib.h>
#include <string.h>

void *zeroed(size_t count, size_t bytes)
{
	void *at = calloc(count ? count : 1, bytes);

	if (!at)
		abort();
	return at;
}

struct world *world_new(const struct golden_vocabulary *words, const json_t *vector)
{
	struct world *w = NULL;

	if (posix_memalign((void **)&w, 64, sizeof(*w)))
		abort();
	memset(w, 0, sizeof(*w));
	recorder_reset();
	w->words = words;
	for (size_t i = 0; i < MAX_QPS; i++)
		w->qps[i].object = &w->qps[i].qp;
	w->polled = &w->cq;
	w->vector = vector;
	w->ctx.qps.mask = w->ctx.xrc_srqs.mask = 0xffffff;
	w->ctx.qps.shift = w->ctx.xrc_srqs.shift = 16;
	w->cq.qps = &w->ctx.qps;
	w->cq.srqs = &w->ctx.xrc_srqs;
	w->cq.ibv.context = w->pd.context = &w->ctx.ibv;
	pthread_mutex_init(&w->ctx.table_lock, NULL);
	pthread_mutex_init(&w->ctx.record_lock, NULL);
	pthread_mutex_init(&w->ctx.arena_lock, NULL);
	if (words->begin)
		words->begin(w);
	return w;
}

void world_free(struct world *w)
{
	for (size_t i = 0; i < MAX_QPS; i++) {
		picture_free(&w->qps[i].send.picture);
		picture_free(&w->qps[i].recv.picture);
	}
	for (size_t i = 0; i < MAX_SRQS; i++)
		picture_free(&w->shared[i].picture);
	picture_free(&w->completions.picture);
	guarded_memory_release();
	free(w);
}

uint8_t *world_ring(struct ring *ring, const char *name, size_t bytes)
{
	if (bytes > MAX_RING_BYTES)
		malformed("a %s of %zu bytes", name, bytes);
	return world_ring_in(ring, name, guarded_memory(bytes), bytes);
}

uint8_t *world_ring_in(struct ring *ring, const char *name, uint8_t *memory, size_t bytes)
{
	if (!bytes || bytes > MAX_RING_BYTES || !memory)
		malformed("a %s of %zu bytes", name, bytes);
	memset(memory, RING_FILL, bytes);
	world_ring_around(ring, name, memory, bytes);
	return memory;
}

void world_ring_around(struct ring *ring, const char *name, uint8_t *memory, size_t bytes)
{
	ring->memory = memory;
	ring->bytes = bytes;
	ring->watched = recorder_watch(name, memory, bytes);
}

uint32_t ring_units(const json_t *json, const char *key, uint32_t fallback)
{
	return number(json, key, fallback) ? power_of_two(json, key, fallback, MAX_UNITS_OF_RING)
					   : 0;
}

uint32_t *world_record(const char *name)
{
	uint32_t *record = zeroed(1, RECORD_BYTES);

	memset(record, RECORD_FILL, RECORD_BYTES);
	recorder_watch(name, record, RECORD_BYTES);
	return record;
}

uint8_t *world_registers(const char *name)
{
	uint8_t *registers = guarded_memory(REGISTER_BYTES);

	recorder_watch(name, registers, REGISTER_BYTES);
	return registers;
}

void world_enter(struct inverbs_number_table *table, uint32_t number, void *object)
{
	void ***leaf = (void ***)&table->leaf[(number & table->mask) >> table->shift];

	if (!*leaf)
		*leaf = zeroed((size_t)1 << table->shift, sizeof(void *));
	(*leaf)[number & ((1U << table->shift) - 1)] = object;
}

struct golden_qp *queue_pair(struct world *w, uint32_t qpn)
{
	for (size_t i = 0; i < w->qp_count; i++) {
		if (w->qps[i].qp.sq.qpn == qpn)
			return &w->qps[i];
	}
	return NULL;
}

struct inverbs_srq *shared_queue(struct world *w, uint32_t srqn)
{
	for (size_t i = 0; i < w->srq_count; i++) {
		if (w->srqs[i].srqn == srqn)
			return &w->srqs[i];
	}
	return NULL;
}

void world_attach(struct world *w, struct inverbs_srq *srq)
{
	const json_t *qps = json_object_get(w->vector, "qps");

	for (size_t i = 0; i < w->qp_count; i++) {
		const json_t *srqn = json_object_get(json_array_get(qps, i), "srqn");

		if (srqn && number_of(srqn) == srq->srqn)
			w->qps[i].qp.srq = srq;
	}
}

void leave_out_commands(const json_t *vector, struct report *r)
{
	(void)vector;
	leave_out(r, "needs a provider: commands, sizes and memory layouts");
}

void leave_out_cleaning(const json_t *vector, struct report *r)
{
	(void)vector;
	leave_out(r, "needs a provider: destroying a queue pair removes its CQEs from the ring");
}

void leave_out_bind(const json_t *vector, struct report *r)
{
	(void)vector;
	leave_out(r, "needs a provider: the call posts a request itself and changes the window's "
		     "key; cases of `BIND_MW` cover the request");
}
