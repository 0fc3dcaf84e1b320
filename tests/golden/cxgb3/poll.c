/* SPDX-License-Identifier: BSD-2-Clause */
/* poll_cq: completions, what was consumed, what is remembered. */
#include "hooks.h"

#include "ops.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "completion.h"
#include "ledger.h"
#include "memory.h"

enum {
	PRESET = 0xee,
	MAX_WC = 4096,
	DRAIN = 64,
};

struct poll {
	struct world *w;
	struct world_cq *c;
	const json_t *vector;
	int asked;
	uint32_t head; /* entries consumed before the call */
	int ret;
	struct ibv_wc *wc;
	struct picture ring;
};

static size_t ring_bytes(const struct world_cq *c)
{
	size_t bytes = (size_t)c->cq->entries << c->cq->shift;

	return c->cq->soft->attention && !c->cq->soft->by_command ? bytes + sizeof(uint32_t)
								  : bytes;
}

static void take_all(struct poll *p)
{
	for (int i = 0; i < p->ret; i++) {
		struct world_qp *q = NULL;

		for (size_t j = 0; j < p->w->qp_count; j++) {
			if (p->w->qps[j].id == p->wc[i].qp_num)
				q = &p->w->qps[j];
		}
		if (q)
			ledger_take(q->ledger, &p->wc[i], p->w->report);
		else
			fail(p->w->report, "completion of unknown queue pair %u", p->wc[i].qp_num);
	}
}

static void call(struct poll *p)
{
	p->wc = malloc(MAX_WC * sizeof(*p->wc));
	if (!p->wc || p->asked > MAX_WC)
		abort();
	memset(p->wc, PRESET, MAX_WC * sizeof(*p->wc));
	recorder_reset();
	for (size_t i = 0; i < p->w->qp_count; i++) {
		if (p->w->qps[i].id && i < MAX_REGIONS)
			recorder_watch("bell", p->w->qps[i].bell, 1);
	}
	picture_take(&p->ring, "completion ring", p->c->cq->buf, ring_bytes(p->c));
	p->head = p->c->cq->head;
	p->ret = ibv_poll_cq(&p->c->cq->ibv, p->asked, p->wc);
}

/*
 * The reference fails as a whole where an entry makes no sense; here that entry is a completion
 * that failed, the last of the call.
 */
static void check_ret(void *run, const json_t *value, struct report *r)
{
	const struct poll *p = run;

	if (!is_choice(p->vector, "ret"))
		check_number(r, "ret", (uint64_t)(int64_t)p->ret, number_of(value));
	else if (p->ret < 1 || p->wc[p->ret - 1].status == IBV_WC_SUCCESS)
		fail(r, "ret is %d and nothing failed; expected a completion with an error",
		     p->ret);
	if (recorder.load_barriers < p->c->cq->head - p->head)
		fail(r, "%u barriers for %u entries", recorder.load_barriers,
		     p->c->cq->head - p->head);
}

static void check_wc(void *run, const json_t *value, struct report *r)
{
	const struct wc_rule rule = {.preset = PRESET};
	const struct poll *p = run;

	if (is_choice(p->vector, "wc"))
		return;
	if (p->ret >= 0)
		check_number(r, "completions", (uint64_t)p->ret, json_array_size(value));
	for (size_t i = 0; i < json_array_size(value) && !r->failed; i++)
		check_completion(json_array_get(value, i), &p->wc[i], i, &rule, r);
}

static void check_counter(void *run, const json_t *value, struct report *r)
{
	const struct poll *p = run;
	uint32_t told;

	memcpy(&told, p->c->counter, sizeof(told));
	check_number(r, "entries consumed", p->c->cq->head, number_of(value));
	check_number(r, "the kernel's view of it", told, number_of(value));
}

static void check_bells(void *run, const json_t *value, struct report *r)
{
	(void)run;
	check_number(r, "stores to registers", recorder.count, json_array_size(value));
}

/* The mark that the reference leaves in an entry is its own; ours stays untouched then. */
static void check_ring(void *run, const json_t *value, struct report *r)
{
	struct poll *p = run;
	const size_t entries = (size_t)p->c->cq->entries << p->c->cq->shift;

	for (size_t i = 0; i < json_array_size(value) && !r->failed; i++) {
		const json_t *json = json_array_get(value, i);
		size_t at = number(json, "offset", 0);
		struct bytes b = expected_bytes(json_object_get(json, "bytes"), r);

		if (is_choice(p->vector, "cq_memory_changes") && at < entries)
			;
		else if (!picture_cover(&p->ring, at, b.len))
			fail(r, "cq_memory_changes lies outside of the ring");
		else
			check_bytes(r, "completion ring", p->c->cq->buf + at, b.data, b.len);
		free_bytes(&b);
	}
	picture_check_rest(&p->ring, r);
}

static void check_qps(void *run, const json_t *value, struct report *r)
{
	const struct poll *p = run;

	for (size_t i = 0; i < json_array_size(value) && !r->failed; i++) {
		const json_t *json = json_array_get(value, i);
		const struct world_qp *q = find_qp(p->w, (uint32_t)number(json, "qpid", 0));

		if (q)
			check_qp(q, json, r);
	}
}

static void check_commands(void *run, const json_t *value, struct report *r)
{
	const struct poll *p = run;

	kernel_check_commands(p->w->kernel, value, r);
}

/* Where completions wait is the library's business; later polls show them. */
static void ignore(void *run, const json_t *value, struct report *r)
{
	(void)run;
	(void)value;
	(void)r;
}

static const struct expectation expectations[] = {
	{"ret", check_ret},
	{"wc", check_wc},
	{"cons_index_after", check_counter},
	{"doorbells", check_bells},
	{"cq_memory_changes", check_ring},
	{"qp_after", check_qps},
	{"sw_pending_after", ignore},
	{"uverbs", check_commands},
	{NULL, NULL},
};

void replay_poll(struct world *w, struct world_cq *c, const json_t *vector, enum judge judge)
{
	struct poll p = {
		.w = w, .c = c, .vector = vector, .asked = (int)number(vector, "num_entries", 0)};

	call(&p);
	if (judge == JUDGE_EXACT)
		check_expectations(json_object_get(vector, "expect"), expectations, &p, w->report);
	else if (p.ret < 0)
		fail(w->report, "poll_cq returned %d", p.ret);
	else
		take_all(&p);
	if (c->cq->lock.held)
		fail(w->report, "the completion queue was left locked");
	free(p.wc);
}

void drain(struct world *w)
{
	for (size_t i = 0; i < w->cq_count && !w->report->failed; i++) {
		struct poll p = {.w = w, .c = &w->cqs[i], .asked = DRAIN};

		do {
			call(&p);
			take_all(&p);
			free(p.wc);
		} while (p.ret > 0 && !w->report->failed);
	}
	for (size_t i = 0; i < w->qp_count && !w->report->failed; i++) {
		if (w->qps[i].id && w->qps[i].qp->sq.work->flushed && world_state(&w->qps[i]) & 1)
			ledger_check_empty(w->qps[i].ledger, w->report);
	}
}

/* The kernel answers the next command with whole completions. */
static void prepare_answer(struct world *w, const json_t *vector)
{
	const json_t *reply = json_object_get(vector, "kernel_reply");
	struct bytes b = bytes(reply, "bytes");

	kernel_mark(w->kernel);
	kernel_answer(w->kernel, b.data, b.len, (int)number(reply, "errno", 0));
	free_bytes(&b);
}

static void run_poll(const json_t *vector, enum judge judge, struct report *r)
{
	struct world *w = world_open(vector, r);
	const json_t *qps = json_object_get(vector, "qps");
	const json_t *others = json_object_get(json_object_get(vector, "cq"), "other_cqs");
	struct world_cq *c = w ? world_cq(w, json_object_get(vector, "cq"),
					  json_object_get(vector, "cqes"))
			       : NULL;

	if (!c)
		return;
	for (size_t i = 0; i < json_array_size(others) && !r->failed; i++)
		world_cq(w, json_array_get(others, i), NULL);
	for (size_t i = 0; i < json_array_size(qps) && !r->failed; i++)
		world_qp(w, json_array_get(qps, i));
	if (r->failed)
		return;
	prepare_answer(w, vector);
	replay_poll(w, c, vector, judge);
	if (judge == JUDGE_CONTRACT && !r->failed)
		drain(w);
}

void cxgb3_replay_poll(const json_t *vector, struct report *r)
{
	judge_twice(vector, r, run_poll);
}
