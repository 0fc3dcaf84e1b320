/* SPDX-License-Identifier: BSD-2-Clause */
/* poll_cq, poll_cq_ex, req_notify_cq. */
#include "hooks.h"

#include "queues.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "completion.h"
#include "quirk.h"

enum {
	MAX_WC = 1024,
	UNKNOWN_QUEUE = -2,
};

/* A poll and what it is judged by. */
struct poll {
	struct world *w;
	const json_t *expect;
	uint8_t preset; /* every byte of the array before the call */
	struct ibv_wc wc[MAX_WC];
	int ret, expected;
	bool polls;     /* otherwise it arms */
	uint32_t head;  /* consumer index before the call */
	bool unordered; /* doorbells of two calls, where the reference needed one */
};

static const json_t *queue_pairs(const json_t *vector)
{
	return json_object_get(vector, "qps");
}

static struct world *world_of(const struct golden_vocabulary *words, const json_t *vector,
			      struct report *r)
{
	struct world *w = world_new(words, vector);
	size_t index;
	json_t *json;

	json_array_foreach(queue_pairs(vector), index, json)
	{
		struct golden_qp *q = &w->qps[w->qp_count++];

		words->read_qp(w, json, q, r);
	}
	json_array_foreach(json_object_get(vector, "srqs"), index, json)
	{
		words->read_srq(w, json, &w->srqs[w->srq_count++], r);
	}
	words->read_cq(w, json_object_get(vector, "cq"), r);
	picture_take(&w->completions.picture, "completion ring", w->completions.memory,
		     w->completions.bytes);
	return w;
}

static void free_world(struct world *w)
{
	free(w);
}

/* ---- judging ---- */

/* The references have several answers to an unknown queue, here there is one. */
static bool is_unknown(int ret)
{
	return ret == UNKNOWN_QUEUE || ret == EINVAL || ret == -EINVAL;
}

static void check_ret(void *run, const json_t *value, struct report *r)
{
	const struct poll *p = run;
	int expected = (int)number_of(value);

	if (is_unknown(expected) && p->ret == UNKNOWN_QUEUE)
		return;
	if (p->ret != expected)
		fail(r, "ret is %d, expected %d", p->ret, expected);
}

/* A reference that reports payload as members: they are 0. */
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

	if (p->ret >= 0)
		check_number(r, "number of completions", (uint64_t)p->ret, json_array_size(value));
	for (size_t i = 0; p->ret >= 0 && i < json_array_size(value) && i < MAX_WC; i++) {
		struct wc_rule rule = {.preset = p->preset, .quirk = quirk_of(p->w->vector)};
		json_t *wc = json_copy(json_array_get(value, i));

		if (quirk_of(p->w->vector) && strstr(quirk_of(p->w->vector), "opcode"))
			json_object_del(wc, "opcode");
		if (quirk_of(p->w->vector) && strstr(quirk_of(p->w->vector), "overlap the data"))
			without_data(wc);
		if (p->w->words->no_matter && p->w->words->no_matter(p->w->vector))
			json_object_del(wc, p->w->words->no_matter(p->w->vector));
		check_completion(wc, &p->wc[i], i, &rule, r);
		json_decref(wc);
	}
}

/* A poll that found nothing tells the adapter nothing; references repeat what they said before. */
static void check_bells(void *run, const json_t *value, struct report *r)
{
	const struct poll *p = run;

	if (p->unordered)
		return;
	if (p->polls && p->ret == 0 && p->w->cq.head == p->head)
		value = NULL;
	check_doorbells_of(p->w, value, r);
	if (!p->polls)
		check_barriers(r);
}

static void check_nothing(void *run, const json_t *value, struct report *r)
{
	(void)run;
	(void)value;
	(void)r;
}

static const struct expectation expectations[] = {
	{"ret", check_ret},
	{"wc", check_wc},
	{"doorbells", check_bells},
	{"trace", check_nothing}, /* compared while polling */
	{"access_order", check_nothing},
	{"store_order", check_nothing},
	{NULL, NULL},
};

static void check_qps(struct world *w, const json_t *value, struct report *r)
{
	size_t index;
	json_t *json;

	json_array_foreach((json_t *)(uintptr_t)value, index, json)
	{
		struct golden_qp *q = queue_pair(w, (uint32_t)number(json, "qpn", 0));

		if (q)
			w->words->check_qp(w, json, q, r);
		else
			fail(r, "%s[%zu] names an unknown queue pair", w->words->qps_key, index);
	}
}

static bool check_own(struct world *w, const char *key, const json_t *value, struct report *r)
{
	const struct golden_vocabulary *words = w->words;
	size_t index;
	json_t *json;

	for (const struct golden_number *n = words->cq_numbers; n->key; n++) {
		if (same_text(n->key, key)) {
			check_number(r, key, n->now(w, NULL), number_of(value));
			return true;
		}
	}
	if (words->check_cq && words->check_cq(w, key, value, r))
		return true;
	if (words->qps_key && same_text(key, words->qps_key)) {
		check_qps(w, value, r);
		return true;
	}
	if (words->srqs_key && same_text(key, words->srqs_key)) {
		json_array_foreach((json_t *)(uintptr_t)value, index, json)
			words->check_srq(w, json, r);
		return true;
	}
	return false;
}

static void judge(struct poll *p, struct report *r)
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
	if (p->w->cq.lock.held)
		fail(r, "the completion queue was left locked");
}

/* ---- one call ---- */

/* A reference that stops at an unknown queue without a word about it consumes it all the same. */
static bool skips_unknown(const json_t *vector)
{
	return quirk_of(vector) && strstr(quirk_of(vector), "consume it");
}

/* Good completions in front of an unknown queue are returned first; the next call has to say it. */
static void call(struct poll *p, int entries, bool unknown)
{
	int more;

	memset(p->wc, p->preset, sizeof(p->wc));
	if (p->w->words->calls->cq_seek)
		p->w->words->calls->cq_seek(&p->w->cq);
	p->head = p->w->cq.head;
	p->ret = p->w->words->calls->poll_cq(&p->w->cq.ibv, entries, p->wc);
	if (!unknown || p->ret <= 0)
		return;
	recorder_forget();
	more = p->w->words->calls->poll_cq(&p->w->cq.ibv, entries - p->ret, p->wc + p->ret);
	if (more == UNKNOWN_QUEUE && is_unknown(p->expected))
		p->ret = more;
}

/* A reference that stops at a CQE of which nothing comes, where going on is called better. */
static bool stops_early(const struct world *w)
{
	return quirk_of(w->vector) && strstr(quirk_of(w->vector), "going on");
}

/* All that comes out of several calls, whichever of them it comes out of. */
static void call_together(struct poll *p, const json_t *calls, struct report *r)
{
	const json_t *entries = json_object_get(p->w->vector, "num_entries");
	json_t *all = json_array(), *last = NULL, *expect;
	size_t index;
	int got = 0;

	memset(p->wc, p->preset, sizeof(p->wc));
	json_array_foreach((json_t *)(uintptr_t)calls, index, expect)
	{
		got += p->w->words->calls->poll_cq(
			&p->w->cq.ibv, (int)number_of(json_array_get(entries, index)), p->wc + got);
		json_array_extend(all, json_object_get(expect, "wc"));
		last = expect;
	}
	last = json_copy(last);
	json_object_del(last, "doorbells");
	json_object_set_new(last, "ret", json_integer((json_int_t)json_array_size(all)));
	json_object_set_new(last, "wc", all);
	p->ret = got;
	p->expect = last;
	judge(p, r);
	json_decref(last);
}

/* One call after the other, each with what it is judged by. */
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
		call(p, (int)number_of(json_array_get(entries, index)), false);
		judge(p, r);
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
	call(p, entries, false);
	judge(p, r);
	free(p);
}

/*
 * Twice, with memory preset to all zeros and all ones: what the vector lists must be assigned
 * either way.
 */
void replay_poll_cq(const struct golden_vocabulary *words, const json_t *vector, struct report *r)
{
	static const uint8_t presets[] = {0x00, 0xff};
	const json_t *expect = json_object_get(vector, "expect");

	for (size_t i = 0; i < sizeof(presets) && !r->failed; i++) {
		struct poll *p = zeroed(1, sizeof(*p));

		p->w = world_of(words, vector, r);
		p->expect = expect;
		p->preset = presets[i];
		p->polls = true;
		if (json_object_get(expect, "calls")) {
			(stops_early(p->w) ? call_together
					   : call_all)(p, json_object_get(expect, "calls"), r);
		} else if (!r->failed) {
			p->expected = (int)number(expect, "ret", 0);
			call(p, (int)number(vector, "num_entries", 1),
			     is_unknown(p->expected) || skips_unknown(vector));
			if (skips_unknown(vector))
				p->unordered = true;
			judge(p, r);
		}
		free_world(p->w);
		free(p);
	}
}

/* ---- extended poll ---- */

/* A reader's value under the name that the shared readers know. */
static void check_reader(struct ibv_cq_ex *cq, const char *key, const json_t *value,
			 struct report *r)
{
	struct ibv_wc wc = {.wr_id = cq->wr_id, .status = cq->status};
	struct wc_rule rule = {.preset = 0};
	json_t *one = json_object();

	json_object_set(one, key, (json_t *)(uintptr_t)value);
	if (same_text(key, "ts") || same_text(key, "completion_ts")) {
		check_number(r, key, cq->read_completion_ts(cq), number_of(value));
	} else {
		wc.opcode = cq->read_opcode(cq);
		wc.vendor_err = cq->read_vendor_err(cq);
		wc.wc_flags = cq->read_wc_flags(cq);
		wc.byte_len = cq->read_byte_len(cq);
		wc.qp_num = cq->read_qp_num(cq);
		wc.src_qp = cq->read_src_qp(cq);
		wc.slid = (uint16_t)cq->read_slid(cq);
		wc.sl = cq->read_sl(cq);
		if (cq->read_dlid_path_bits)
			wc.dlid_path_bits = cq->read_dlid_path_bits(cq);
		if (cq->read_imm_data)
			wc.imm_data = cq->read_imm_data(cq);
		check_completion(one, &wc, 0, &rule, r);
	}
	json_decref(one);
}

/* What a vector reads of a completion for which it means nothing, or that nobody offers. */
static bool means_nothing(const struct world *w, const json_t *values, const char *key)
{
	const char *quirk = quirk_of(w->vector);
	bool failed = !is_text(values, "status", "SUCCESS");

	if (same_text(key, "cvlan") || same_text(key, "flow_tag"))
		return true;
	if (quirk && strstr(quirk, key))
		return true;
	if (w->words->no_matter && w->words->no_matter(w->vector) &&
	    same_text(w->words->no_matter(w->vector), key))
		return true;
	return failed && !same_text(key, "wr_id") && !same_text(key, "status") &&
	       !same_text(key, "vendor_err") && !same_text(key, "qp_num");
}

/* The reference leaves out a doorbell that it calls wrong itself to leave out. */
static bool forgets_doorbell(const struct world *w, const char *call_name)
{
	const char *quirk = quirk_of(w->vector);

	return quirk && strstr(quirk, "does not write the consumer doorbell") &&
	       same_text(call_name, "end_poll");
}

static void check_step(struct world *w, const json_t *step, struct report *r)
{
	const json_t *values = json_object_get(step, "values");
	struct ibv_cq_ex *cq = &w->cq.ibv_ex;
	const char *name = text(step, "call"), *key;
	struct ibv_poll_cq_attr attr = {.comp_mask = (uint32_t)number(step, "comp_mask", 0)};
	json_t *value;
	int ret = 0;

	recorder_forget();
	if (same_text(name, "start_poll"))
		ret = cq->start_poll(cq, &attr);
	else if (same_text(name, "next_poll"))
		ret = cq->next_poll(cq);
	else if (same_text(name, "end_poll"))
		cq->end_poll(cq);
	if (json_object_get(step, "ret") &&
	    !(ret == UNKNOWN_QUEUE && is_unknown((int)number(step, "ret", 0))))
		check_number(r, name, (uint64_t)(int64_t)ret, number(step, "ret", 0));
	if (json_object_get(step, "doorbells") && !forgets_doorbell(w, name))
		check_doorbells_of(w, json_object_get(step, "doorbells"), r);
	if (json_object_get(step, "cq_shadow_index") && same_text(name, "end_poll"))
		check_number(r, "index in the shadow", *w->cq.record,
			     number(step, "cq_shadow_index", 0));
	if (json_object_get(step, "cq_record_ci")) {
		struct bytes record = expected_bytes(json_object_get(step, "cq_record_ci"), r);

		check_bytes(r, "consumer index in the record", w->cq.record, record.data,
			    record.len);
		free_bytes(&record);
	}
	json_object_foreach((json_t *)(uintptr_t)values, key, value)
	{
		if (!means_nothing(w, values, key))
			check_reader(cq, key, value, r);
	}
}

void replay_poll_cq_ex(const struct golden_vocabulary *words, const json_t *vector,
		       struct report *r)
{
	struct poll *p = zeroed(1, sizeof(*p));
	size_t index;
	json_t *step;

	p->w = world_of(words, vector, r);
	p->expect = json_object_get(vector, "expect");
	words->calls->extended(&p->w->cq.ibv_ex);
	json_array_foreach(json_object_get(p->expect, "trace"), index, step)
	{
		if (!r->failed)
			check_step(p->w, step, r);
	}
	if (!r->failed)
		judge(p, r);
	free_world(p->w);
	free(p);
}

/* ---- arming ---- */

void replay_arm_cq(const struct golden_vocabulary *words, const json_t *vector, struct report *r)
{
	struct poll *p = zeroed(1, sizeof(*p));

	p->w = world_of(words, vector, r);
	p->expect = json_object_get(vector, "expect");
	if (!r->failed) {
		recorder_forget();
		p->ret = words->calls->arm_cq(&p->w->cq.ibv,
					      (int)number(vector, "solicited_only", 0));
		judge(p, r);
	}
	free_world(p->w);
	free(p);
}
