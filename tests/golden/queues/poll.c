/* SPDX-License-Identifier: BSD-2-Clause */
/* poll_cq and req_notify_cq. */
#include "hooks.h"

#include "poll.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "completion.h"
#include "quirk.h"

void world_fill(struct world *w, struct report *r)
{
	const struct golden_vocabulary *words = w->words;
	size_t index;
	json_t *json;

	json_array_foreach(json_object_get(w->vector, "qps"), index, json)
	{
		if (w->qp_count == MAX_QPS || !json_is_object(json))
			malformed("qps[%zu] is no queue pair, or one too many", index);
		words->read_qp(w, json, &w->qps[w->qp_count++], r);
	}
	json_array_foreach(json_object_get(w->vector, "srqs"), index, json)
	{
		if (w->srq_count == MAX_SRQS || !json_is_object(json))
			malformed("srqs[%zu] is no shared queue, or one too many", index);
		words->read_srq(w, json, &w->srqs[w->srq_count++], r);
	}
	words->read_cq(w, json_object_get(w->vector, "cq"), r);
	picture_take(&w->completions.picture, "completion ring", w->completions.memory,
		     w->completions.bytes);
}

struct world *world_of(const struct golden_vocabulary *words, const json_t *vector,
		       struct report *r)
{
	struct world *w = world_new(words, vector);

	world_fill(w, r);
	return w;
}

/* ---- judging ---- */

/* The reference libraries return different errors for an unknown queue; we return one. */
bool is_unknown_queue(int ret)
{
	return ret == UNKNOWN_QUEUE || ret == EINVAL || ret == -EINVAL;
}

/* Each CQE was read after a barrier; the two slots of a wide one after the same barrier. */
static void check_loads(const struct poll *p, struct report *r)
{
	const uint32_t loads = p->loads + recorder.load_barriers;
	const uint32_t taken = p->w->words->wide_cqes ? (uint32_t)(p->ret > 0 ? p->ret : 0)
						      : p->w->polled->head - p->head;

	if (loads < taken)
		fail(r, "%u barriers for %u CQEs", loads, taken);
}

static void check_ret(void *run, const json_t *value, struct report *r)
{
	const struct poll *p = run;
	int expected = (int)number_of(value);

	if (p->polls)
		check_loads(p, r);
	if (quirk_chooses(p->w->vector, "ret")) {
		if (p->ret < 1 || p->wc[p->ret - 1].status == IBV_WC_SUCCESS)
			fail(r, "ret is %d and nothing failed; expected a completion with an error",
			     p->ret);
		return;
	}
	if (is_unknown_queue(expected) && p->ret == UNKNOWN_QUEUE)
		return;
	if (p->ret != expected)
		fail(r, "ret is %d, expected %d", p->ret, expected);
}

/* For references that report payload in these members: they must be 0. */
static void without_data(json_t *wc)
{
	static const char *const members[] = {"src_qp", "slid", "sl", "dlid_path_bits"};

	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++)
		json_object_set_new(wc, members[i], json_integer(0));
	json_object_set_new(wc, "wc_flags", json_array());
}

static void check_wc(void *run, const json_t *value, struct report *r)
{
	const struct poll *p = run;

	if (quirk_chooses(p->w->vector, "wc"))
		return;
	if (p->ret >= 0)
		check_number(r, "number of completions", (uint64_t)p->ret, json_array_size(value));
	for (size_t i = 0; p->ret >= 0 && i < json_array_size(value) && i < MAX_WC; i++) {
		const uint32_t cqe = p->head + (uint32_t)i;
		struct wc_rule rule = {.preset = p->preset,
				       .imm_by_flag = p->w->words->imm_by_flag,
				       .quirk = quirk_of(p->w->vector)};
		json_t *wc = json_copy(json_array_get(value, i));

		if (p->w->words->rule)
			p->w->words->rule(p->w, &p->wc[i], p->whole ? &cqe : NULL, &rule);
		if (quirk_says(quirk_of(p->w->vector), QUIRK_TAKES_DATA_FOR_SOURCE))
			without_data(wc);
		check_completion(wc, &p->wc[i], i, &rule, r);
		json_decref(wc);
	}
}

/* A poll that finds nothing rings no doorbell; references ring with the same value again. */
static void check_doorbells(void *run, const json_t *value, struct report *r)
{
	const struct poll *p = run;

	if (p->polls && p->ret == 0 && p->w->polled->head == p->head)
		value = NULL;
	check_doorbells_of(p->w, value, r);
}

static void check_nothing(void *run, const json_t *value, struct report *r)
{
	(void)run;
	(void)value;
	(void)r;
}

static const struct expectation expectations[] = {
	{"num_entries", check_nothing}, /* belongs to a polling step */
	{"ret", check_ret},
	{"wc", check_wc},
	{"doorbells", check_doorbells},
	{"trace", check_nothing}, /* compared during the poll */
	{"access_order", check_nothing},
	{"store_order", check_nothing},
	{NULL, NULL},
};

static void check_numbers(const struct golden_number *n, const struct world *w,
			  const struct golden_qp *q, const json_t *json, struct report *r)
{
	for (; n && n->key; n++) {
		if (json_object_get(json, n->key))
			check_number(r, n->key, n->now(w, q), number(json, n->key, 0));
	}
}

void check_qps_after(struct world *w, const json_t *value, struct report *r)
{
	size_t index;
	json_t *json;

	json_array_foreach((json_t *)(uintptr_t)value, index, json)
	{
		struct golden_qp *q = queue_pair(w, (uint32_t)number(json, "qpn", 0));

		if (!q)
			fail(r, "%s[%zu] names an unknown queue pair", w->words->qps_key, index);
		else if (w->words->check_qp)
			w->words->check_qp(w, json, q, r);
		else
			check_numbers(w->words->qp_numbers, w, q, json, r);
	}
}

void check_srqs_after(struct world *w, const json_t *value, struct report *r)
{
	size_t index;
	json_t *json;

	json_array_foreach((json_t *)(uintptr_t)value, index, json)
	{
		struct inverbs_srq *srq = shared_queue(w, (uint32_t)number(json, "srqn", 0));

		if (srq)
			w->words->check_srq(w, json, srq, r);
		else
			fail(r, "%s[%zu] names an unknown shared queue", w->words->srqs_key, index);
	}
}

static bool check_own(struct world *w, const char *key, const json_t *value, struct report *r)
{
	const struct golden_vocabulary *words = w->words;

	for (const struct golden_number *n = words->cq_numbers; n->key; n++) {
		if (same_text(n->key, key)) {
			check_number(r, key, n->now(w, NULL), number_of(value));
			return true;
		}
	}
	if (words->check_cq && words->check_cq(w, key, value, r))
		return true;
	if (words->qps_key && same_text(key, words->qps_key)) {
		check_qps_after(w, value, r);
		return true;
	}
	if (words->srqs_key && same_text(key, words->srqs_key)) {
		check_srqs_after(w, value, r);
		return true;
	}
	return false;
}

void poll_judge(struct poll *p, struct report *r)
{
	json_t *shared = json_object();
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)p->expect, key, value)
	{
		if (!check_own(p->w, key, value, r))
			json_object_set(shared, key, value);
	}
	check_expectations(shared, expectations, p, r);
	json_decref(shared);
	picture_check_rest(&p->w->completions.picture, r);
	if (p->w->polled->lock.held)
		fail(r, "the completion queue was left locked");
}

/* ---- one call ---- */

/* True if the reference stops at an unknown queue without an error, but consumes the CQE. */
static bool skips_unknown(const json_t *vector)
{
	return quirk_says(quirk_of(vector), QUIRK_FAILS_AT_UNKNOWN);
}

void check_pollable(const struct world *w)
{
	if (!w->polled->buf && !w->provider)
		malformed("no ring to poll");
}

void begin_polls(const struct world *w)
{
	inverbs_cq_forget(w->polled);
	if (w->words->calls->cq_seek)
		w->words->calls->cq_seek(w->polled);
}

/* Completions before an unknown queue are returned first; only the next call reports the error. */
static void poll_once(struct poll *p, int entries, bool unknown)
{
	int more;

	check_pollable(p->w);
	memset(p->wc, p->preset, sizeof(p->wc));
	begin_polls(p->w);
	p->head = p->w->polled->head;
	p->ret = p->w->words->calls->poll_cq(&p->w->polled->ibv, entries, p->wc);
	if (!unknown || p->ret <= 0)
		return;
	p->loads = recorder.load_barriers;
	recorder_forget();
	more = p->w->words->calls->poll_cq(&p->w->polled->ibv, entries - p->ret, p->wc + p->ret);
	if (more == UNKNOWN_QUEUE && is_unknown_queue(p->expected))
		p->ret = more;
}

/* Returns the num_entries of a call, which must not exceed the array. */
static int entries_of(const json_t *value, int most)
{
	const json_int_t asked = value ? (json_int_t)number_of(value) : 1;

	if (asked > most)
		malformed("num_entries is %lld, more than %d", (long long)asked, most);
	return asked < 0 ? -1 : (int)asked;
}

/* Compare the results of several calls together, however they are distributed among the calls. */
static void call_together(struct poll *p, const json_t *calls, struct report *r)
{
	const json_t *entries = json_object_get(p->w->vector, "num_entries");
	json_t *all = json_array(), *last = NULL, *expect;
	size_t index;
	int got = 0;

	memset(p->wc, p->preset, sizeof(p->wc));
	p->head = p->w->polled->head;
	json_array_foreach((json_t *)(uintptr_t)calls, index, expect)
	{
		got += p->w->words->calls->poll_cq(
			&p->w->polled->ibv,
			entries_of(json_array_get(entries, index), MAX_WC - got), p->wc + got);
		json_array_extend(all, json_object_get(expect, "wc"));
		last = expect;
	}
	last = json_copy(last);
	json_object_del(last, "doorbells");
	json_object_set_new(last, "ret", json_integer((json_int_t)json_array_size(all)));
	json_object_set_new(last, "wc", all);
	p->ret = got;
	p->expect = last;
	poll_judge(p, r);
	json_decref(last);
}

/* Make the calls one after another, and compare each with its expectations. */
static void call_all(struct poll *p, const json_t *calls, struct report *r)
{
	const json_t *entries = json_object_get(p->w->vector, "num_entries");
	size_t index;
	json_t *expect;

	json_array_foreach((json_t *)(uintptr_t)calls, index, expect)
	{
		if (r->failed)
			return;
		p->expect = expect;
		recorder_forget();
		poll_once(p, entries_of(json_array_get(entries, index), MAX_WC), false);
		poll_judge(p, r);
	}
}

void replay_poll_step(struct world *w, int entries, const json_t *expect, struct report *r)
{
	struct poll *p = zeroed(1, sizeof(*p));

	p->w = w;
	p->expect = expect;
	p->polls = true;
	recorder_forget();
	picture_take(&w->completions.picture, "completion ring", w->completions.memory,
		     w->completions.bytes);
	p->expected = (int)number(expect, "ret", 0);
	poll_once(p, entries, is_unknown_queue(p->expected));
	poll_judge(p, r);
	free(p);
}

/* Where the reference wrongly delivers a completion, returns the expectations without it. */
static const json_t *without_swallowed(const json_t *vector, const json_t *expect)
{
	json_t *const copy = json_deep_copy(expect);

	if (quirk_of(vector) && strstr(quirk_of(vector), "it should be swallowed") &&
	    json_array_size(json_object_get(expect, "wc")) == number(expect, "ret", 0)) {
		json_array_remove(json_object_get(copy, "wc"), 0);
		json_object_set_new(
			copy, "ret",
			json_integer((json_int_t)json_array_size(json_object_get(copy, "wc"))));
	}
	return copy;
}

/*
 * Runs the case twice, with memory preset to all zeros and all ones, so that the members that the
 * vector lists must be assigned.
 */
void replay_poll_cq(const struct golden_vocabulary *words, const json_t *vector, struct report *r)
{
	static const uint8_t presets[] = {0x00, 0xff};
	const json_t *const expect = without_swallowed(vector, json_object_get(vector, "expect"));

	for (size_t i = 0; i < sizeof(presets) && !r->failed; i++) {
		struct poll *p = zeroed(1, sizeof(*p));

		p->w = world_of(words, vector, r);
		p->expect = expect;
		p->preset = presets[i];
		p->polls = true;
		if (json_object_get(expect, "calls")) {
			(quirk_says(quirk_of(vector), QUIRK_STOPS_EARLY)
				 ? call_together
				 : call_all)(p, json_object_get(expect, "calls"), r);
		} else if (!r->failed) {
			p->expected = (int)number(expect, "ret", 0);
			p->whole = true;
			poll_once(p, entries_of(json_object_get(vector, "num_entries"), MAX_WC),
				  is_unknown_queue(p->expected) || skips_unknown(vector));
			poll_judge(p, r);
		}
		world_free(p->w);
		free(p);
	}
}

/* ---- arming ---- */

void replay_arm_cq(const struct golden_vocabulary *words, const json_t *vector, struct report *r)
{
	struct poll *p = zeroed(1, sizeof(*p));

	p->w = world_of(words, vector, r);
	p->expect = json_object_get(vector, "expect");
	if (!r->failed) {
		recorder_forget();
		p->ret = words->calls->arm_cq(&p->w->polled->ibv,
					      (int)number(vector, "solicited_only", 0));
		check_barriers(r);
		poll_judge(p, r);
	}
	world_free(p->w);
	free(p);
}
