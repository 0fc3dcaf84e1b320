/* SPDX-License-Identifier: BSD-2-Clause */
/* post_send, post_recv, post_srq_recv. */
#include "hooks.h"

#include "queues.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "quirk.h"
#include "seen.h"
#include "workreq.h"

/* A posting call and what it is judged by. */
struct post {
	struct world *w;
	struct golden_qp *q;
	struct ring *ring;
	bool sends;
	uint32_t unit;        /* bytes */
	uint32_t first, last; /* units written: those from first on, up to last */
	int ret;
	long bad; /* index of the refused request; -1: none was named */
};

static uint32_t position(const struct post *p)
{
	if (p->sends)
		return p->q->qp.sq.position;
	return p->q->qp.rq.tags ? p->q->qp.rq.position : p->q->qp.rq.head;
}

static uint32_t units(const struct post *p)
{
	return p->sends ? p->q->qp.sq.entries : p->q->qp.rq.entries;
}

/* ---- answers ---- */

static void check_ret(void *run, const json_t *value, struct report *r)
{
	const struct post *p = run;

	check_number(r, "ret", (uint64_t)(int64_t)p->ret, number_of(value));
}

static void check_bad_wr(void *run, const json_t *value, struct report *r)
{
	const struct post *p = run;
	long expected = json_is_null(value) ? -1 : (long)number_of(value);

	if (p->bad != expected)
		fail(r, "bad_wr is request %ld, expected %ld (-1: not written)", p->bad, expected);
}

/* ---- memory ---- */

/* True when the byte belongs to a WQE that the call posted. */
static bool is_posted(const struct post *p, size_t offset)
{
	uint32_t unit = (uint32_t)(offset / p->unit);

	return ((unit - p->first) & (units(p) - 1)) < p->last - p->first;
}

/* The recording shows beginnings of refused requests, too; here nothing is stored of those. */
static void check_memory(void *run, const json_t *value, struct report *r)
{
	struct post *p = run;
	size_t index;
	json_t *range;

	json_array_foreach((json_t *)(uintptr_t)value, index, range)
	{
		size_t offset = number(range, "offset", 0);
		struct bytes expected = expected_bytes(json_object_get(range, "bytes"), r);
		char what[64];

		snprintf(what, sizeof(what), "%s at %zu", p->ring->picture.name, offset);
		if (offset + expected.len > p->ring->bytes)
			fail(r, "%s: %zu bytes leave the ring", what, expected.len);
		else if (is_posted(p, offset))
			check_bytes(r, what, p->ring->memory + offset, expected.data, expected.len);
		else if (!p->ret)
			fail(r, "%s is expected and was not posted", what);
		free_bytes(&expected);
	}
	for (uint32_t i = p->first; i != p->last; i++)
		picture_cover(&p->ring->picture, (size_t)(i & (units(p) - 1)) * p->unit, p->unit);
	picture_check_rest(&p->ring->picture, r);
}

/* Units ahead that were made to look unwritten. Where the reference forgets to, any may be. */
static void check_cleared(void *run, const json_t *value, struct report *r)
{
	struct post *p = run;
	const char *const quirk = quirk_of(p->w->vector), *id = text(p->w->vector, "id");
	size_t index;
	json_t *range;

	json_array_foreach((json_t *)(uintptr_t)value, index, range)
	{
		const size_t offset = number(range, "offset", 0);
		const size_t length = number(range, "length", 0);

		for (size_t i = offset; i < offset + length && i < p->ring->bytes; i++)
			check_number(r, "cleared byte", p->ring->memory[i],
				     strtoul(text(range, "byte"), NULL, 16));
		picture_cover(&p->ring->picture, offset, length);
	}
	if ((quirk && strstr(quirk, "clearing is better")) || strstr(id, "atomic"))
		picture_cover(&p->ring->picture, 0, p->ring->bytes);
}

/* Nothing posted is nothing told; references repeat what they said before. */
static void check_bells(void *run, const json_t *value, struct report *r)
{
	const struct post *p = run;

	if (p->first == p->last)
		value = NULL;
	check_doorbells_of(p->w, value, r);
	check_barriers(r);
}

static void check_nothing(void *run, const json_t *value, struct report *r)
{
	(void)run;
	(void)value;
	(void)r;
}

/*
 * Every WQE was stored before the doorbell that speaks of it: the last store is a doorbell's.
 * Without doorbells it is the word that hands the last WQE over.
 */
static void check_order(void *run, const json_t *value, struct report *r)
{
	const struct post *p = run;

	const json_t *last = json_array_get(value, json_array_size(value) - 1);
	const char *place = json_is_string(last) ? strchr(json_string_value(last), '+') : NULL;
	const struct store *store = &recorder.stores[recorder.count - 1];

	if (place && recorder.count && !strncmp(json_string_value(last), "rq", 2)) {
		check_number(r, "place of the last store", store->offset, strtoul(place, NULL, 0));
		return;
	}
	if (p->first != p->last && recorder.count &&
	    strstr(recorder.stores[recorder.count - 1].region->name, "ring"))
		fail(r, "a WQE was stored after the last doorbell");
}

static void check_rows(void *run, const json_t *value, struct report *r)
{
	const struct post *p = run;

	p->w->words->check_table(p->q, p->sends, value, r);
}

static const struct expectation expectations[] = {
	{"ret", check_ret},
	{"bad_wr_index", check_bad_wr},
	{"queue_before_fill", check_nothing},
	{"mw_rkey_after", check_nothing}, /* the program's to know: its call says the new one */
	{"cleared", check_cleared},
	{"queue_after", check_memory},
	{"doorbells", check_bells},
	{"wqe_order", check_nothing},
	{NULL, NULL},
};

/* Members that only one adapter's vectors have. */
static bool check_own(struct post *p, const char *key, const json_t *value, struct report *r)
{
	const struct golden_vocabulary *words = p->w->words;
	const struct golden_number *n = p->sends ? words->send_numbers : words->recv_numbers;

	for (; n->key; n++) {
		if (same_text(n->key, key)) {
			check_number(r, key, n->now(p->w, p->q), number_of(value));
			return true;
		}
	}
	if (words->table_key && same_text(key, words->table_key)) {
		check_rows(p, value, r);
		return true;
	}
	if (same_text(key, "wr_id_table_changes")) {
		words->check_table(p->q, p->sends, value, r);
		return true;
	}
	if (same_text(key, "store_order")) {
		check_order(p, value, r);
		return true;
	}
	return false;
}

static void judge(struct post *p, const json_t *expect, struct report *r)
{
	json_t *shared = json_object();
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)expect, key, value)
	{
		if (!check_own(p, key, value, r))
			json_object_set(shared, key, value);
	}
	check_expectations(shared, expectations, p, r);
	json_decref(shared);
	if (p->sends ? p->q->qp.sq.lock.held : p->q->qp.rq.lock.held)
		fail(r, "the queue was left locked");
}

/* ---- calls ---- */

/* The next call of a queue pair in a world. */
static struct post next_post(struct world *w, bool sends)
{
	struct post p = {.w = w, .q = &w->qps[0], .sends = sends, .bad = -1};

	p.ring = sends ? &p.q->send : &p.q->recv;
	p.unit = sends ? p.q->send_unit : p.q->recv_unit;
	picture_take(&p.ring->picture, sends ? "send ring" : "receive ring", p.ring->memory,
		     p.ring->bytes);
	p.first = position(&p);
	recorder_forget();
	return p;
}

static struct world *world_of_one(const struct golden_vocabulary *words, const json_t *vector,
				  struct report *r)
{
	struct world *w = world_new(words, vector);

	w->qp_count = 1;
	words->read_qp(w, json_object_get(vector, "qp"), &w->qps[0], r);
	return w;
}

/* A refusal instead of a post that the reference should not have made. */
static bool refused_rightly(const struct post *p, const json_t *vector)
{
	return p->ret == EINVAL && quirk_of(vector) &&
	       (quirk_allows_refusal(quirk_of(vector)) || strstr(quirk_of(vector), "refuse") ||
		strstr(quirk_of(vector), "EINVAL is fine"));
}

/*
 * Where the reference's doorbell is called an oddity, the one that it should be is compared: the
 * right one is made of what the other expectations say.
 */
static void without_quirks(json_t *expect, const char *quirk)
{
	if (quirk && strstr(quirk, "rings with the failed"))
		json_object_del(expect, "doorbells");
	if (quirk && strstr(quirk, "write a fragment of zeros"))
		json_object_del(expect, "queue_after");
	if (quirk && strstr(quirk, "fence"))
		json_object_del(expect, "fence_memory_after");
}

static void finish(struct post *p, const json_t *vector, struct report *r)
{
	json_t *expect = json_copy(json_object_get(vector, "expect"));

	p->last = position(p);
	without_quirks(expect, quirk_of(vector));
	if (!refused_rightly(p, vector))
		judge(p, expect, r);
	json_decref(expect);
}

void replay_send_step(struct world *w, const json_t *step, struct report *r)
{
	const struct golden_vocabulary *const words = w->words;
	struct post p = next_post(w, true);
	struct ibv_send_wr *bad = NULL, *wr;
	size_t n;

	wr = send_requests(json_object_get(step, "wrs"), words->read_ah, &n, r);
	if (r->failed)
		return;
	if (words->calls->send_credit)
		words->calls->send_credit(&p.q->qp.sq);
	p.ret = words->calls->post_send(&p.q->qp.ibv, wr, &bad);
	inverbs_sq_recall(&p.q->qp.sq);
	p.bad = bad ? bad - wr : -1;
	check_seen_sends(words, p.q, wr, p.first, position(&p), r);
	finish(&p, step, r);
}

void replay_recv_step(struct world *w, const json_t *step, struct report *r)
{
	const struct golden_vocabulary *const words = w->words;
	struct post p = next_post(w, false);
	struct ibv_recv_wr *bad = NULL, *wr;
	size_t n;

	wr = recv_requests(json_object_get(step, "wrs"), &n, r);
	if (r->failed)
		return;
	if (words->calls->recv_credit)
		words->calls->recv_credit(&p.q->qp.rq);
	p.ret = words->calls->post_recv(&p.q->qp.ibv, wr, &bad);
	inverbs_rq_recall(&p.q->qp.rq);
	p.bad = bad ? bad - wr : -1;
	check_seen_receives(words, p.q, wr, p.first, position(&p), r);
	finish(&p, step, r);
}

void replay_post_send(const struct golden_vocabulary *words, const json_t *vector, struct report *r)
{
	struct world *w = world_of_one(words, vector, r);

	replay_send_step(w, vector, r);
	free(w);
}

void replay_post_recv(const struct golden_vocabulary *words, const json_t *vector, struct report *r)
{
	struct world *w = world_of_one(words, vector, r);

	replay_recv_step(w, vector, r);
	free(w);
}

/* ---- shared receive queues ---- */

static void post_step(struct world *w, const json_t *step, struct report *r)
{
	struct inverbs_srq *srq = &w->srqs[0];
	struct ibv_recv_wr *bad = NULL, *wr;
	const uint32_t before = srq->counter, slot = srq->head;
	size_t n;
	int ret;

	wr = recv_requests(json_object_get(step, "wrs"), &n, r);
	if (r->failed)
		return;
	recorder_forget();
	ret = w->words->calls->post_srq_recv(&srq->ibv, wr, &bad);
	check_number(r, "ret", (uint64_t)(int64_t)ret, number(step, "ret", 0));
	check_number(r, "bad_wr_index", bad ? (uint64_t)(bad - wr) : ~0ULL,
		     number(step, "bad_wr_index", ~0ULL));
	check_doorbells_of(w, srq->counter != before ? json_object_get(step, "doorbells") : NULL,
			   r);
	check_seen_slots(w->words, srq, wr, slot, srq->counter - before, r);
	check_number(r, "counter", srq->counter & 0xffff, number(step, "counter", 0));
}

/*
 * Which slots follow each other is the library's choice, so a recording may complete slots that
 * were not posted here: such a one is not followed any further.
 */
static void srq_step(struct world *w, const json_t *step, uint32_t *completed_so_far,
		     struct report *r)
{
	const json_t *completed = json_object_get(step, "entries");
	size_t index;
	json_t *slot;

	if (!completed)
		post_step(w, step, r);
	*completed_so_far += (uint32_t)json_array_size(completed);
	if (*completed_so_far > w->srqs[0].counter) {
		leave_out(r, "completes slots that only the reference's list has posted");
		return;
	}
	json_array_foreach(completed, index, slot)
		w->words->calls->srq_free(&w->srqs[0], (uint32_t)number_of(slot));
}

static void check_slots(const struct inverbs_srq *srq, const json_t *entry, struct report *r)
{
	size_t index;
	json_t *range;

	json_array_foreach(json_object_get(entry, "ranges"), index, range)
	{
		struct bytes expected = expected_bytes(json_object_get(range, "bytes"), r);

		check_bytes(r, "slot of the shared queue",
			    srq->buf + (number(entry, "entry", 0) << srq->shift) +
				    number(range, "offset", 0),
			    expected.data, expected.len);
		free_bytes(&expected);
	}
}

void replay_post_srq_recv(const struct golden_vocabulary *words, const json_t *vector,
			  struct report *r)
{
	struct world *w = world_new(words, vector);
	const json_t *expect = json_object_get(vector, "expect");
	struct inverbs_srq *srq = &w->srqs[0];
	uint32_t completed = 0;
	size_t index;
	json_t *json;

	w->srq_count = 1;
	words->read_srq(w, json_object_get(vector, "srq"), srq, r);
	json_array_foreach(json_object_get(vector, "steps"), index, json)
	{
		if (!r->failed && !*r->left_out)
			srq_step(w, json, &completed, r);
	}
	if (*r->left_out)
		expect = NULL;
	json_array_foreach(json_object_get(expect, "entries_after"), index, json)
		check_slots(srq, json, r);
	json_array_foreach(json_object_get(expect, "wr_id_table_changes"), index, json)
	{
		check_number(r, "wr_id", srq->wr_id[number(json, "index", 0)],
			     number(json, "wr_id", 0));
	}
	if (srq->lock.held)
		fail(r, "the shared queue was left locked");
	free(w);
}
