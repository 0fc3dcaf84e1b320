/* SPDX-License-Identifier: BSD-2-Clause */
/* Traces: each snapshot of a ring becomes cases, which the replayer for vectors replays. */
#include "hooks.h"

#include "trace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "poll.h"
#include "runtime/provider.h"

enum {
	MAX_LOG2_SLOT = 16,
};

/* New WQEs or CQEs of a ring. */
struct snapshot {
	const json_t *event;
	const struct shared_ring *ring;
	bool rung; /* whether `command` rang for it */
	uint8_t command[SHARED_COMMAND_BYTES];
	uint32_t mask, slot_bytes;
	size_t count; /* number of slots in the snapshot */
	struct slot {
		uint32_t index;
		bool consumed; /* the consumer's index has already passed it */
		struct bytes bytes;
	} * slots;
};

struct trace {
	const struct golden_traces *traces;
	struct shared_rings rings;
	struct snapshot *snapshots;
	size_t count;
	json_t *completions; /* all completions of the trace */
	uint64_t unseen;     /* number of completions that the trace omits */
	unsigned int filled; /* number of CQEs that fill_shared_wc() has filled */
};

/* ---- reading snapshots ---- */

static bool shows_slots(const json_t *event)
{
	return is_text(event, "syscall", "ring") &&
	       json_array_size(json_object_get(event, "slots")) > 0;
}

static void take_slot(struct snapshot *s, const json_t *json, struct report *r)
{
	const uint32_t from = (uint32_t)number(s->event, "old_consumer", 0);
	const uint32_t to = (uint32_t)number(s->event, "consumer", 0);
	struct slot *slot = &s->slots[s->count++];
	struct bytes shown = bytes(json, "bytes"); /* without zeros at the end */

	slot->index = (uint32_t)number(json, "index", 0) & s->mask;
	slot->consumed = ((slot->index - from) & s->mask) < ((to - from) & s->mask);
	slot->bytes = (struct bytes){zeroed(1, s->slot_bytes), s->slot_bytes};
	if (shown.len > s->slot_bytes)
		fail(r, "%zu bytes in a slot of %u", shown.len, s->slot_bytes);
	else if (shown.len)
		memcpy(slot->bytes.data, shown.data, shown.len);
	free_bytes(&shown);
}

static uint32_t produced(const struct snapshot *s)
{
	return (uint32_t)(number(s->event, "producer", 0) - number(s->event, "old_producer", 0)) &
	       s->mask;
}

static void take_slots(struct snapshot *s, size_t least, struct report *r)
{
	const json_t *slots = json_object_get(s->event, "slots");
	const uint64_t log2 = number(s->event, "log2_elem_size", 0);
	const uint64_t mask = number(s->event, "index_mask", 0);

	if (log2 > MAX_LOG2_SLOT || mask >= (uint64_t)MAX_RING_BYTES >> log2 || mask & (mask + 1)) {
		fail(r, "a ring of a size that no ring has");
		return;
	}
	s->slot_bytes = 1U << log2;
	s->mask = (uint32_t)mask;
	if (s->slot_bytes < least || produced(s) < json_array_size(slots)) {
		fail(r, "slots that hold nothing, or more of them than were produced");
		return;
	}
	s->slots = zeroed(json_array_size(slots), sizeof(*s->slots));
	for (size_t i = 0; i < json_array_size(slots); i++)
		take_slot(s, json_array_get(slots, i), r);
}

/* Returns the number of consecutive slots from this one on. */
static size_t run_of(const struct snapshot *s, size_t first)
{
	size_t n = 1;

	while (first + n < s->count &&
	       s->slots[first + n].index == ((s->slots[first].index + n) & s->mask))
		n++;
	return n;
}

static void note_snapshot(struct trace *t, const json_t *event, struct report *r)
{
	struct shared_ring *ring = shared_ring_at(&t->rings, number(event, "offset", 0));
	struct snapshot *s = &t->snapshots[t->count];

	if (!ring) {
		fail(r, "a ring that was not created");
		return;
	}
	*s = (struct snapshot){.event = event, .ring = ring};
	take_slots(s, ring->kind == SHARED_COMPLETIONS ? SHARED_WC_BYTES : 0, r);
	ring->last = ++t->count;
	r->counts[COUNT_UNSEEN] += produced(s) - (uint32_t)s->count;
	if (ring->kind != SHARED_COMPLETIONS || r->failed)
		return;
	t->unseen += produced(s) - s->count;
	for (size_t i = 0; i < s->count; i++)
		json_array_append_new(t->completions, read_shared_wc(s->slots[i].bytes.data));
}

static void note_doorbell(struct trace *t, const json_t *event)
{
	uint8_t command[SHARED_COMMAND_BYTES];
	const struct shared_ring *ring = shared_ring_posted(&t->rings, event, command);
	struct snapshot *s = ring && ring->last ? &t->snapshots[ring->last - 1] : NULL;

	if (!s || s->rung)
		return;
	s->rung = true;
	memcpy(s->command, command, sizeof(command));
}

static void note_event(struct trace *t, const json_t *event, struct report *r)
{
	shared_rings_learn(&t->rings, t->traces, event, r);
	if (shows_slots(event))
		note_snapshot(t, event, r);
	note_doorbell(t, event);
}

/* ---- cases ---- */

/* Returns the ring of a case, in which slots from `index` up to `end` are new. */
static json_t *ring_at(const struct snapshot *s, uint32_t index, uint32_t end)
{
	json_t *ring = json_copy(s->ring->owner);

	json_object_set(ring, "log2_elem_size", json_object_get(s->event, "log2_elem_size"));
	json_object_set(ring, "index_mask", json_object_get(s->event, "index_mask"));
	json_object_set_new(ring, "consumer", json_integer(index));
	json_object_set_new(ring, "producer", json_integer(end));
	return ring;
}

static void expect_index(json_t *doorbells, const char *kind, uint32_t index)
{
	json_array_append_new(doorbells, json_pack("{s:s,s:o}", "kind", kind, "bytes",
						   json_of_bytes(&index, sizeof(index))));
}

/* If no command was recorded, its contents are not compared. */
static void expect_command(json_t *doorbells, const struct snapshot *s, bool recorded)
{
	json_t *doorbell = json_pack("{s:s,s:o}", "kind", "command", "bytes",
				     json_of_bytes(s->command, sizeof(s->command)));

	if (!recorded)
		json_object_set_new(doorbell, "defined", json_array());
	json_array_append_new(doorbells, doorbell);
}

/* The kernel must have completed the request with an error. */
static void check_kernel_fails(const struct trace *t, const json_t *qp, const json_t *wr,
			       struct report *r)
{
	bool failed = t->unseen > 0;
	size_t index;
	json_t *wc;

	json_array_foreach(t->completions, index, wc)
	{
		failed |= number(wc, "wr_id", 0) == number(wr, "wr_id", 0) &&
			  number(wc, "qp_num", 0) == number(qp, "qpn", 0) &&
			  number(wc, "status", 0) != IBV_WC_SUCCESS;
	}
	if (!failed)
		fail(r, "wr_id %llu is wrong for us, but the kernel does not fail it",
		     (unsigned long long)number(wr, "wr_id", 0));
}

/* Whether a rule permits refusing the request. Also checks rules for requests that the kernel
 * fails. */
static bool is_refused(const struct trace *t, const json_t *qp, const json_t *wr, struct report *r)
{
	const struct golden_rule *refusal = NULL;

	for (const struct golden_rule *rule = t->traces->words->rules; rule->name; rule++) {
		const bool refuses = !rule->ranges[0].to;

		if (rule->receives || (refuses && refusal) || !rule_holds(rule, qp, wr, NULL))
			continue;
		if (rule->kernel_fails)
			check_kernel_fails(t, qp, wr, r);
		if (refuses)
			refusal = rule;
	}
	if (refusal)
		r->counts[COUNT_RULES + (refusal - t->traces->words->rules)]++;
	return refusal != NULL;
}

static json_t *request_of(const struct trace *t, const struct snapshot *s, const struct slot *slot,
			  struct report *r)
{
	json_t *wr = s->ring->kind == SHARED_SENDS
			     ? t->traces->read_send(&slot->bytes, s->ring->owner)
			     : t->traces->read_recv(&slot->bytes);

	if (!wr)
		fail(r, "a WQE that does not fit its slot");
	else if (s->ring->kind != SHARED_SENDS && slot->consumed)
		json_object_set_new(wr, "worked_on", json_true());
	return wr;
}

static json_t *expected_slot(const struct slot *slot, uint32_t slot_bytes, const json_t *wr,
			     struct report *r)
{
	const size_t written = number(wr, "wqe_bytes", 0);

	if (written > slot_bytes) {
		fail(r, "a WQE of %zu bytes in a slot of %u", written, slot_bytes);
		return NULL;
	}
	return json_pack("{s:s,s:I,s:I,s:o}", "role", "posted", "slot", (json_int_t)slot->index,
			 "offset", (json_int_t)slot->index * slot_bytes, "bytes",
			 json_of_bytes(slot->bytes.data, written));
}

/* Returns the expectations of a call that accepted `taken` of these requests. */
static json_t *expected_post(const struct snapshot *s, size_t first, size_t taken,
			     const json_t *wrs, struct report *r)
{
	const uint32_t end = (uint32_t)(s->slots[first].index + taken) & s->mask;
	const bool refused = taken < json_array_size(wrs), last = first + taken == s->count;
	json_t *slots = json_array(), *doorbells = json_array();

	for (size_t i = 0; i < taken; i++)
		json_array_append_new(slots, expected_slot(&s->slots[first + i], s->slot_bytes,
							   json_array_get(wrs, i), r));
	if (taken)
		expect_index(doorbells, "producer", end);
	if (taken && s->ring->kind == SHARED_SENDS) {
		expect_command(doorbells, s, s->rung && last);
		r->counts[COUNT_DOORBELLS] += s->rung && last;
	}
	return json_pack("{s:i,s:o,s:I,s:o,s:o}", "ret", refused ? EINVAL : 0, "bad_wr_index",
			 refused ? json_integer((json_int_t)taken) : json_null(), "producer_after",
			 (json_int_t)end, "queue_after", slots, "doorbells", doorbells);
}

static void replay_one_post(const struct trace *t, const struct snapshot *s, const json_t *vector,
			    struct report *r)
{
	const struct golden_vocabulary *words = t->traces->words;

	if (s->ring->kind == SHARED_SENDS)
		replay_post_send(words, vector, r);
	else if (s->ring->kind == SHARED_RECEIVES)
		replay_post_recv(words, vector, r);
	else
		replay_post_srq_recv(words, vector, r);
}

/* Post requests with one call, up to the first that is refused. Returns the number of requests
 * processed. */
static size_t replay_list(const struct trace *t, const struct snapshot *s, size_t first, size_t n,
			  struct report *r)
{
	const bool sends = s->ring->kind == SHARED_SENDS;
	const uint32_t index = s->slots[first].index;
	json_t *wrs = json_array(), *vector, *expect;
	size_t taken = 0;
	bool refused = false;

	while (taken < n && !refused && !r->failed) {
		json_t *wr = request_of(t, s, &s->slots[first + taken], r);

		json_array_append_new(wrs, wr);
		refused = !r->failed && sends && is_refused(t, s->ring->owner, wr, r);
		taken += !refused;
	}
	expect = expected_post(s, first, taken, wrs, r);
	vector = json_pack("{s:s,s:o,s:o,s:o}", "op", sends ? "post_send" : "post_recv",
			   s->ring->kind == SHARED_SRQ ? "srq" : "qp", ring_at(s, index, index),
			   "wrs", wrs, "expect", expect);
	if (!r->failed)
		replay_one_post(t, s, vector, r);
	r->counts[sends ? COUNT_SENDS : COUNT_RECEIVES] += (unsigned int)taken;
	json_decref(vector);
	return taken + refused;
}

static void replay_posts(const struct trace *t, const struct snapshot *s, struct report *r)
{
	for (size_t i = 0; i < s->count && !r->failed;) {
		const size_t end = i + run_of(s, i);

		while (i < end && !r->failed)
			i += replay_list(t, s, i, end - i, r);
	}
}

/* ---- completions ---- */

/* Polls one CQE, then the others, as programs do. */
static json_t *expected_polls(const json_t *wcs, uint32_t index, uint32_t mask)
{
	const size_t n = json_array_size(wcs);
	json_t *calls = json_array();

	for (size_t from = 0, to = 1; from < 2; from++, to = n) {
		json_t *some = json_array(), *doorbells = json_array();

		for (size_t i = from; i < to; i++)
			json_array_append(some, json_array_get(wcs, i));
		if (from < to)
			expect_index(doorbells, "consumer", (uint32_t)(index + to) & mask);
		json_array_append_new(calls,
				      json_pack("{s:I,s:o,s:o,s:I}", "ret",
						(json_int_t)json_array_size(some), "wc", some,
						"doorbells", doorbells, "consumer_after",
						(json_int_t)((index + to) & mask)));
	}
	return json_pack("{s:o}", "calls", calls);
}

/* The same for extended polls, which cannot read pkey_index. */
static json_t *expected_readers(const json_t *wcs, uint32_t end)
{
	json_t *calls = json_array(), *doorbells = json_array(), *wc;
	size_t index;

	json_array_foreach((json_t *)(uintptr_t)wcs, index, wc)
	{
		json_t *values = json_copy(wc);

		json_object_del(values, "pkey_index");
		json_array_append_new(calls, json_pack("{s:s,s:i,s:o}", "call",
						       index ? "next_poll" : "start_poll", "ret", 0,
						       "values", values));
	}
	expect_index(doorbells, "consumer", end);
	json_array_append_new(calls, json_pack("{s:s,s:i}", "call", "next_poll", "ret", ENOENT));
	json_array_append_new(calls,
			      json_pack("{s:s,s:o}", "call", "end_poll", "doorbells", doorbells));
	return json_pack("{s:o,s:I}", "trace", calls, "consumer_after", (json_int_t)end);
}

static void replay_cqes(const struct trace *t, const struct snapshot *s, size_t first, size_t n,
			struct report *r)
{
	const struct golden_vocabulary *words = t->traces->words;
	const uint32_t index = s->slots[first].index, end = (uint32_t)(index + n) & s->mask;
	json_t *cqes = json_array(), *wcs = json_array(), *vector;

	for (size_t i = first; i < first + n; i++) {
		const struct slot *slot = &s->slots[i];

		json_array_append_new(
			cqes, json_pack("{s:I,s:o}", "index", (json_int_t)slot->index, "bytes",
					json_of_bytes(slot->bytes.data, SHARED_WC_BYTES)));
		json_array_append_new(wcs, read_shared_wc(slot->bytes.data));
	}
	vector = json_pack("{s:o,s:o,s:[i,I],s:o}", "cq", ring_at(s, index, end), "cqes", cqes,
			   "num_entries", 1, (json_int_t)n, "expect",
			   expected_polls(wcs, index, s->mask));
	replay_poll_cq(words, vector, r);
	json_object_set_new(vector, "expect", expected_readers(wcs, end));
	if (!r->failed)
		replay_poll_cq_ex(words, vector, r);
	json_decref(wcs);
	json_decref(vector);
}

static void replay_completions(struct trace *t, const struct snapshot *s, struct report *r)
{
	for (size_t i = 0, n; i < s->count && !r->failed; i += n) {
		n = run_of(s, i);
		replay_cqes(t, s, i, n, r);
		r->counts[COUNT_COMPLETIONS] += (unsigned int)n;
		fill_shared_wc(s->slots[i].bytes.data, t->filled++);
		if (!r->failed)
			replay_cqes(t, s, i, 1, r);
	}
}

/* ---- whole traces ---- */

/* Add the event to the reason of a failure. */
static void name_event(const json_t *event, struct report *r)
{
	char reason[sizeof(r->reason)];

	if (!r->failed)
		return;
	memcpy(reason, r->reason, sizeof(reason));
	snprintf(r->reason, sizeof(r->reason), "event %llu: %.500s",
		 (unsigned long long)number(event, "n", 0), reason);
}

/* The device must be recognized as the adapter's by its name, and by the driver ID that the library
 * passed to the kernel. */
static void check_identity(const struct golden_traces *traces, const json_t *trace,
			   struct report *r)
{
	struct inverbs_device_info dev = {.driver_id = -1, .abi_version = traces->abi_version};
	size_t index;
	json_t *event;

	sscanf(text(trace, "device"), "%63s", dev.name);
	if (!inverbs_identity_match(traces->identity, &dev))
		fail(r, "%s is not a name of ours", dev.name);
	json_array_foreach(json_object_get(trace, "events"), index, event)
	{
		if (json_object_get(event, "driver_id"))
			check_number(r, "driver id", traces->identity->driver_id,
				     number(event, "driver_id", 0));
	}
}

/* Every completion that the program printed must have been polled. */
static void check_printed(struct trace *t, const json_t *events, struct report *r)
{
	uint64_t missing = 0;
	size_t i, n;
	json_t *event, *wc;

	json_array_foreach((json_t *)(uintptr_t)events, i, event)
	{
		const char *line = text(event, "text");
		size_t found = json_array_size(t->completions);

		if (!is_text(event, "syscall", "note") || !prints_completion(line))
			continue;
		json_array_foreach(t->completions, n, wc)
		{
			if (is_printed(line, wc)) {
				found = n;
				break;
			}
		}
		if (!json_array_remove(t->completions, found)) {
			r->counts[COUNT_PRINTED]++;
			r->counts[COUNT_KERNEL_FLAG] += prints_kernel_flag(line);
		} else if (++missing > t->unseen)
			fail(r, "event %llu: nothing that was polled is like \"%s\"",
			     (unsigned long long)number(event, "n", 0), line);
	}
}

static void replay_snapshots(struct trace *t, struct report *r)
{
	for (size_t i = 0; i < t->count && !r->failed; i++) {
		const struct snapshot *s = &t->snapshots[i];

		if (s->ring->kind == SHARED_COMPLETIONS)
			replay_completions(t, s, r);
		else
			replay_posts(t, s, r);
		name_event(s->event, r);
	}
}

static bool has_slots(const json_t *events)
{
	size_t index;
	json_t *event;

	json_array_foreach((json_t *)(uintptr_t)events, index, event)
	{
		if (shows_slots(event))
			return true;
	}
	return false;
}

void replay_trace(const struct golden_traces *traces, const json_t *trace, struct report *r)
{
	const json_t *events = json_object_get(trace, "events");
	const size_t n = json_array_size(events);
	struct trace t = {
		.traces = traces,
		.rings.ring = zeroed(2 * n, sizeof(*t.rings.ring)),
		.snapshots = zeroed(n, sizeof(*t.snapshots)),
		.completions = json_array(),
	};

	r->skipped = !has_slots(events);
	if (r->skipped)
		return;
	check_identity(traces, trace, r);
	for (size_t i = 0; i < n && !r->failed; i++) {
		note_event(&t, json_array_get(events, i), r);
		name_event(json_array_get(events, i), r);
	}
	replay_snapshots(&t, r);
	if (!r->failed)
		check_printed(&t, events, r);
}
