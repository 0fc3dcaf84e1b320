/* SPDX-License-Identifier: BSD-2-Clause */
/* poll_cq_ex: extended polls, call by call. */
#include "hooks.h"

#include "poll.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "completion.h"
#include "quirk.h"

/* Reads a field of the current completion and compares it by the functions for work completions. */
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

/* True for fields that are invalid for this completion or not supported, although the vector reads
 * them. */
static bool means_nothing(const struct world *w, const char *key)
{
	const char *quirk = quirk_of(w->vector);

	if (same_text(key, "cvlan") || same_text(key, "flow_tag"))
		return true;
	if (quirk && strstr(quirk, key))
		return true;
	if (same_text(key, "imm_data") && w->words->hides_keys &&
	    w->polled->ibv_ex.read_wc_flags(&w->polled->ibv_ex) & IBV_WC_WITH_INV)
		return true;
	return false;
}

/* True if the reference omits a doorbell, which its text calls a defect. */
static bool forgets_doorbell(const struct world *w, const char *call_name)
{
	return quirk_says(quirk_of(w->vector), QUIRK_FORGETS_DOORBELL) &&
	       same_text(call_name, "end_poll");
}

static void check_step(struct world *w, const json_t *step, bool *started, struct report *r)
{
	const json_t *values = json_object_get(step, "values");
	struct ibv_cq_ex *cq = &w->polled->ibv_ex;
	const char *name = text(step, "call"), *key;
	struct ibv_poll_cq_attr attr = {.comp_mask = (uint32_t)number(step, "comp_mask", 0)};
	json_t *value;
	int ret = 0;

	recorder_forget();
	if (!same_text(name, "start_poll") && !*started)
		malformed("%s without a successful start_poll", name);
	if (same_text(name, "start_poll")) {
		ret = cq->start_poll(cq, &attr);
		*started = !ret;
	} else if (same_text(name, "next_poll")) {
		ret = cq->next_poll(cq);
	} else if (same_text(name, "end_poll")) {
		cq->end_poll(cq);
		*started = false;
	} else if (!same_text(name, "read")) {
		malformed("unknown call \"%.40s\"", name);
	}
	if (json_object_get(step, "ret") &&
	    !(ret == UNKNOWN_QUEUE && is_unknown_queue((int)number(step, "ret", 0))))
		check_number(r, name, (uint64_t)(int64_t)ret, number(step, "ret", 0));
	if (json_object_get(step, "doorbells") && !forgets_doorbell(w, name))
		check_doorbells_of(w, json_object_get(step, "doorbells"), r);
	if (json_object_get(step, "cq_shadow_index") && same_text(name, "end_poll"))
		check_number(r, "index in the shadow", *w->polled->doorbell_record,
			     number(step, "cq_shadow_index", 0));
	if (json_object_get(step, "cq_record_ci")) {
		struct bytes record = expected_bytes(json_object_get(step, "cq_record_ci"), r);

		check_bytes(r, "consumer index in the record", w->polled->doorbell_record,
			    record.data, record.len);
		free_bytes(&record);
	}
	json_object_foreach((json_t *)(uintptr_t)values, key, value)
	{
		if (w->words->check_reader && w->words->check_reader(w, key, value, r))
			continue;
		if (!means_nothing(w, key))
			check_reader(cq, key, value, r);
	}
}

static void follow_trace(struct poll *p, struct report *r)
{
	bool started = false;
	size_t index;
	json_t *step;

	json_array_foreach(json_object_get(p->expect, "trace"), index, step)
	{
		if (!r->failed)
			check_step(p->w, step, &started, r);
	}
	if (!r->failed)
		poll_judge(p, r);
}

/* ---- lists of completions, polled with as many calls as needed ---- */

static void check_member(json_t *expect, const char *key, int64_t actual, struct report *r)
{
	if (json_object_get(expect, key))
		check_number(r, key, (uint64_t)actual, number(expect, key, 0));
	json_object_del(expect, key);
}

static void check_walk(struct poll *p, json_t *expect, struct report *r)
{
	const json_t *wc = json_object_get(expect, "wc");
	struct ibv_cq_ex *cq = &p->w->polled->ibv_ex;
	struct ibv_poll_cq_attr attr = {
		.comp_mask = (uint32_t)number(p->w->vector, "comp_mask", 0)};
	const uint32_t head = p->w->polled->head;
	uint64_t left = number(p->w->vector, "max_next_poll", 0);
	const int started = cq->start_poll(cq, &attr);
	int ret = started;
	size_t n = 0;

	while (!ret) {
		if (n < json_array_size(wc))
			check_readers(json_array_get(wc, n), cq, r);
		n++;
		if (!left--)
			break;
		ret = cq->next_poll(cq);
	}
	check_number(r, "number of completions", n, json_array_size(wc));
	if (recorder.load_barriers < p->w->polled->head - head)
		fail(r, "%u barriers for %u CQEs", recorder.load_barriers,
		     p->w->polled->head - head);
	check_member(expect, "start_poll_ret", started, r);
	check_member(expect, "last_next_poll_ret", ret, r);
	check_member(expect, "cons_index_before_end_poll", p->w->polled->head, r);
	check_member(expect, "end_poll_called", !started, r);
	if (!started)
		cq->end_poll(cq);
	json_object_del(expect, "wc");
}

static void poll_list(struct poll *p, struct report *r)
{
	json_t *rest = json_copy((json_t *)(uintptr_t)p->expect);

	recorder_forget();
	check_walk(p, rest, r);
	p->expect = rest;
	if (!r->failed)
		poll_judge(p, r);
	json_decref(rest);
}

void replay_poll_cq_ex(const struct golden_vocabulary *words, const json_t *vector,
		       struct report *r)
{
	struct poll *p = zeroed(1, sizeof(*p));

	p->w = world_of(words, vector, r);
	p->expect = json_object_get(vector, "expect");
	check_pollable(p->w);
	begin_polls(p->w);
	words->calls->extended(&p->w->polled->ibv_ex);
	(json_object_get(p->expect, "trace") ? follow_trace : poll_list)(p, r);
	world_free(p->w);
	free(p);
}
