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
	forget_doorbells();
	w->words = words;
	w->vector = vector;
	w->ctx.qps.mask = w->ctx.xrc_srqs.mask = 0xffffff;
	w->ctx.qps.shift = w->ctx.xrc_srqs.shift = 16;
	w->cq.qps = &w->ctx.qps;
	w->cq.srqs = &w->ctx.xrc_srqs;
	w->cq.ibv.context = &w->ctx.ibv;
	return w;
}

uint8_t *world_ring(struct ring *ring, const char *name, size_t bytes)
{
	ring->memory = guarded_memory(bytes);
	ring->bytes = bytes;
	memset(ring->memory, RING_FILL, bytes);
	recorder_watch(name, ring->memory, bytes);
	return ring->memory;
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

void replay_not_yet(const json_t *vector, struct report *r)
{
	(void)vector;
	leave_out(r, "needs a provider, which drafts have not");
}

void replay_no_builder(const json_t *vector, struct report *r)
{
	(void)vector;
	leave_out(r, "posting by ibv_wr_* is not generated yet");
}

/* ---- doorbells ---- */

enum {
	MAX_DOORBELLS = 256,
	MAX_DOORBELL_BYTES = 1024,
};

/* Stores that follow each other in one place. */
struct run {
	const struct region *region;
	uint32_t offset, len;
	uint8_t data[MAX_DOORBELL_BYTES];
};

static size_t first_doorbell;

void forget_doorbells(void)
{
	first_doorbell = recorder.count;
}

static bool is_ring(const struct region *region)
{
	return strstr(region->name, "ring") != NULL;
}

static size_t collect(struct run *runs)
{
	size_t n = 0;

	for (size_t i = first_doorbell; i < recorder.count; i++) {
		const struct store *s = &recorder.stores[i];

		if (is_ring(s->region))
			continue;
		if (!n || runs[n - 1].region != s->region ||
		    runs[n - 1].offset + runs[n - 1].len != s->offset ||
		    runs[n - 1].len + s->len > MAX_DOORBELL_BYTES) {
			if (n == MAX_DOORBELLS)
				return n;
			runs[n++] = (struct run){.region = s->region, .offset = s->offset};
		}
		memcpy(runs[n - 1].data + runs[n - 1].len, s->data,
		       s->len < STORE_DATA ? s->len : STORE_DATA);
		runs[n - 1].len += s->len;
	}
	return n;
}

static const char *kind_of(const struct golden_vocabulary *words, const struct run *run)
{
	for (const struct golden_kind *k = words->kinds; k->kind; k++) {
		if (same_text(k->region, run->region->name) &&
		    (k->offset < 0 || (uint32_t)k->offset == run->offset) &&
		    (!k->width || k->width == run->len))
			return k->kind;
	}
	return run->region->name;
}

static void check_run(const struct golden_vocabulary *words, const struct run *run,
		      const json_t *json, struct report *r)
{
	struct bytes expected = expected_bytes(json_object_get(json, "bytes"), r);
	const char *kind = kind_of(words, run);
	char what[64];

	snprintf(what, sizeof(what), "doorbell %s", kind);
	check_text(r, "kind of doorbell", kind, text(json, "kind"));
	check_number(r, "doorbell offset", run->offset, number(json, "offset", 0));
	check_number(r, "doorbell bytes", run->len, expected.len);
	if (!r->failed)
		check_defined(r, what, run->data, &expected, json_object_get(json, "defined"),
			      NULL);
	free_bytes(&expected);
}

void check_doorbells_of(const struct world *w, const json_t *expected, struct report *r)
{
	static struct run runs[MAX_DOORBELLS];
	size_t n = collect(runs);
	json_t *const last = json_array();

	if (w->words->one_doorbell && json_array_size(expected))
		json_array_append(last, json_array_get(expected, json_array_size(expected) - 1));
	if (w->words->one_doorbell)
		expected = last;
	check_number(r, "number of doorbells", n, json_array_size(expected));
	for (size_t i = 0; i < n && !r->failed; i++)
		check_run(w->words, &runs[i], json_array_get(expected, i), r);
	json_decref(last);
}
