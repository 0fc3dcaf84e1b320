/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Doorbells of a call: the stores outside of rings, in program order, and the barriers before them.
 */
#include "hooks.h"

#include "queues.h"

#include <string.h>

enum {
	MAX_DOORBELLS = 256,
	MAX_DOORBELL_BYTES = 1024,
	WIDEST_STORE = 16, /* of a processor */
};

/* Stores to consecutive addresses. */
struct run {
	const struct region *region;
	uint32_t offset, len;
	uint32_t narrowest; /* width of its narrowest store in bytes; 0 if one is not aligned */
	uint8_t data[MAX_DOORBELL_BYTES];
};

bool is_ring(const struct region *region)
{
	return strstr(region->name, "ring") != NULL;
}

bool is_of_copies(const struct region *region)
{
	return strstr(region->name, "copies") != NULL;
}

size_t doorbell_count(void)
{
	size_t n = 0;

	for (size_t i = 0; i < recorder.count; i++)
		n += !is_ring(recorder.stores[i].region);
	return n;
}

/* Returns the number of bytes that a store certainly writes at once. */
static uint32_t width_of(const struct store *s)
{
	const bool whole = s->len <= WIDEST_STORE && !(s->len & (s->len - 1)) &&
			   !(s->offset & (s->len - 1));

	return whole ? s->len : 0;
}

static bool goes_on(const struct run *run, const struct store *s)
{
	return run->region == s->region && run->offset + run->len == s->offset &&
	       run->len + s->len <= MAX_DOORBELL_BYTES;
}

static size_t collect_runs(struct run *runs)
{
	size_t n = 0;

	for (size_t i = 0; i < recorder.count; i++) {
		const struct store *s = &recorder.stores[i];
		const uint32_t width = width_of(s);

		if (is_ring(s->region))
			continue;
		if (!n || !goes_on(&runs[n - 1], s)) {
			if (n == MAX_DOORBELLS)
				return n;
			runs[n++] = (struct run){
				.region = s->region, .offset = s->offset, .narrowest = width};
		}
		memcpy(runs[n - 1].data + runs[n - 1].len, s->data,
		       s->len < STORE_DATA ? s->len : STORE_DATA);
		runs[n - 1].len += s->len;
		if (width < runs[n - 1].narrowest)
			runs[n - 1].narrowest = width;
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

/* Returns the description of a kind of doorbell; for unknown kinds, the end of the list. */
static const struct golden_kind *kind_named(const struct golden_vocabulary *words, const char *kind)
{
	const struct golden_kind *k = words->kinds;

	while (k->kind && !same_text(k->kind, kind))
		k++;
	return k;
}

static void check_run(const struct world *w, const struct run *run, const json_t *json,
		      struct report *r)
{
	const struct golden_vocabulary *const words = w->words;
	uint8_t ignore[MAX_DOORBELL_BYTES] = {0};
	const char *kind = kind_of(words, run);
	struct bytes expected;
	char what[64];

	snprintf(what, sizeof(what), "doorbell %s", kind);
	check_text(r, "kind of doorbell", kind, text(json, "kind"));
	check_number(r, "doorbell offset", run->offset, number(json, "offset", 0));
	if (kind_named(words, kind)->compared_in_memory)
		return;
	expected = expected_bytes(json_object_get(json, "bytes"), r);
	check_number(r, "doorbell bytes", run->len, expected.len);
	if (run->narrowest < number(json, "store_width", 0))
		fail(r, "%s: a store is narrower than the recorded ones, or not aligned", what);
	if (words->overlook && run->len > WIDEST_STORE) /* a WQE copied to a register */
		words->overlook(w->vector, ignore, run->len);
	if (!r->failed)
		check_defined(r, what, run->data, &expected, json_object_get(json, "defined"),
			      ignore);
	free_bytes(&expected);
}

/* Before each doorbell there is a barrier, and after each WQE copied to a register a flush. */
void check_barriers(struct report *r)
{
	for (size_t i = 0; i < recorder.count; i++) {
		const struct store *s = &recorder.stores[i], *next = s + 1;
		const bool last = i + 1 == recorder.count;
		const bool combined = same_text(s->region->name, "push") ||
				      same_text(s->region->name, "copies");

		if (is_ring(s->region))
			continue;
		if (i && s[-1].region != s->region && !barrier_between((long)i - 1, (long)i))
			fail(r, "no barrier before a doorbell in %s", s->region->name);
		if (combined && (last || next->region != s->region) &&
		    (last ? recorder.flushes : next->flushes) == s->flushes)
			fail(r, "no flush after a doorbell in %s", s->region->name);
	}
}

/* True for a doorbell of which only the last of a call matters, because the reference rings more
 * often than needed. */
static bool is_repeated(const struct world *w, const json_t *expected, size_t at)
{
	const char *kind = text(json_array_get(expected, at), "kind");
	const struct golden_kind *k = kind_named(w->words, kind);
	size_t later = at + 1;

	while (later < json_array_size(expected) &&
	       !same_text(text(json_array_get(expected, later), "kind"), kind))
		later++;
	return k->kind && k->last && later < json_array_size(expected);
}

static json_t *without_repeats(const struct world *w, const json_t *expected)
{
	json_t *const needed = json_array();

	for (size_t i = 0; i < json_array_size(expected); i++) {
		if (!is_repeated(w, expected, i))
			json_array_append(needed, json_array_get(expected, i));
	}
	return needed;
}

void check_doorbells_of(const struct world *w, const json_t *expected, struct report *r)
{
	static struct run runs[MAX_DOORBELLS];
	size_t n = collect_runs(runs);
	json_t *const needed = without_repeats(w, expected);

	check_number(r, "number of doorbells", n, json_array_size(needed));
	for (size_t i = 0; i < n && !r->failed; i++)
		check_run(w, &runs[i], json_array_get(needed, i), r);
	json_decref(needed);
}
