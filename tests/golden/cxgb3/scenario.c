/* SPDX-License-Identifier: BSD-2-Clause */
/* Scenarios: several steps of program, kernel and adapter on the same objects. */
#include "hooks.h"

#include "ops.h"

#include <inverbs/kernel/uverbs.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "ledger.h"

struct step {
	struct t3 *w;
	const json_t *json;
	const json_t *expect;
	struct t3_qp *q; /* named by the step */
	struct t3_cq *c;
	enum judge judge;
	int ret;
};

void check_pending(struct t3 *w, const json_t *expected)
{
	for (size_t i = 0; i < json_array_size(expected) && !w->report->failed; i++) {
		const json_t *json = json_array_get(expected, i);
		const struct t3_cq *c = find_cq(w, (uint32_t)number(json, "cqid", 0));

		if (!c)
			return;
		check_number(w->report, "CQEs consumed", c->cq->head, number(json, "rptr", 0));
		check_number(w->report, "word behind the ring", t3_attention(c),
			     number(json, "status_word", 0));
	}
}

/* ---- expected results of steps ---- */

static void check_ret(void *run, const json_t *value, struct report *r)
{
	const struct step *s = run;

	check_number(r, "ret", (uint64_t)(int64_t)s->ret, number_of(value));
}

static void check_pending_after(void *run, const json_t *value, struct report *r)
{
	const struct step *s = run;

	(void)r;
	check_pending(s->w, value);
}

static void check_state(void *run, const json_t *value, struct report *r)
{
	const struct step *s = run;

	check_number(r, "wq_error_word_after", t3_state(s->q), number_of(value));
}

static void check_flushed(void *run, const json_t *value, struct report *r)
{
	const struct step *s = run;

	check_number(r, "flushed", s->q->qp->sq.work->flushed, number_of(value));
}

/*
 * After a RESET the reference still treats the queue pair as flushed, but it must be possible to
 * flush it again.
 */
static void check_qp_after(void *run, const json_t *value, struct report *r)
{
	const struct step *s = run;
	const struct inverbs_work *work = s->q->qp->sq.work;
	const bool reset = is_text(s->json, "qp_state", "RESET") && !s->ret;

	check_qp(s->q, value, r);
	check_number(r, "flushed", work->flushed, reset ? 0 : number(value, "flushed", 0));
}

static void check_zero(void *run, const json_t *value, struct report *r)
{
	const struct step *s = run;
	const uint8_t *ring = s->q->qp->sq.buf;
	size_t i = 0;

	while (i < s->q->qp->buf_bytes && !ring[i])
		i++;
	check_number(r, "ring is all zero", i == s->q->qp->buf_bytes, number_of(value));
}

static void check_commands(void *run, const json_t *value, struct report *r)
{
	const struct step *s = run;

	kernel_check_commands(s->w->kernel, value, r);
}

static void check_told(void *run, const json_t *value, struct report *r)
{
	const struct step *s = run;
	uint32_t told;

	memcpy(&told, s->c->counter, sizeof(told));
	check_number(r, "what the kernel reads", told, number_of(value));
}

static const struct expectation expectations[] = {
	{"ret", check_ret},
	{"qp_after", check_qp_after},
	{"wq_memory_all_zero_after", check_zero},
	{"wq_error_word_after", check_state},
	{"flushed_after", check_flushed},
	{"cq_pending_after", check_pending_after},
	{"uverbs", check_commands},
	{"consumer_counter_in_user_memory", check_told},
	{NULL, NULL},
};

static void check_step(struct step *s)
{
	if (!s->w->report->failed)
		check_expectations(s->expect, expectations, s, s->w->report);
}

/* ---- steps ---- */

static void post_send(struct step *s)
{
	replay_post(s->w, s->q, s->json, false, s->judge);
}

static void post_recv(struct step *s)
{
	replay_post(s->w, s->q, s->json, true, s->judge);
}

static void poll_cq(struct step *s)
{
	if (s->judge == JUDGE_EXACT)
		replay_poll(s->w, s->c, s->json);
	else
		poll_by_contract(s->w, s->c, s->json);
}

static void write_cqes(struct step *s)
{
	t3_write_cqes(s->c, json_object_get(s->json, "cqes"), s->w->report);
}

static void set_state(struct step *s)
{
	t3_set_state(s->q, number(s->json, "value", 0));
}

static void set_attention(struct step *s)
{
	if (s->c->cq->attention != &s->c->cq->soft->by_command)
		*s->c->cq->attention = (uint32_t)number(s->json, "value", 0);
	else
		fail(s->w->report, "no word follows this ring");
}

static void arm_cq(struct step *s)
{
	kernel_mark(s->w->kernel);
	s->ret = ibv_req_notify_cq(&s->c->cq->ibv, (int)number(s->json, "solicited_only", 0));
	check_step(s);
}

/* Reads an event as programs do, from the pipe of events. */
static void take_event(struct step *s)
{
	static const struct name_value types[] = {
		{"CQ_ERR", IBV_EVENT_CQ_ERR},
		{"QP_FATAL", IBV_EVENT_QP_FATAL},
		{"QP_REQ_ERR", IBV_EVENT_QP_REQ_ERR},
		{"QP_ACCESS_ERR", IBV_EVENT_QP_ACCESS_ERR},
		{"COMM_EST", IBV_EVENT_COMM_EST},
		{"SQ_DRAINED", IBV_EVENT_SQ_DRAINED},
		{"PATH_MIG", IBV_EVENT_PATH_MIG},
		{"PATH_MIG_ERR", IBV_EVENT_PATH_MIG_ERR},
		{"QP_LAST_WQE_REACHED", IBV_EVENT_QP_LAST_WQE_REACHED},
		{NULL, 0},
	};
	struct uverbs_async_event record = {.element = (uintptr_t)&s->q->qp->ibv};
	struct ibv_async_event event;
	uint64_t type;

	if (!value_named(types, text(s->json, "event"), &type)) {
		fail(s->w->report, "unknown event '%s'", text(s->json, "event"));
		return;
	}
	record.event_type = (uint32_t)type;
	if (write(s->w->kernel->events, &record, sizeof(record)) != (ssize_t)sizeof(record) ||
	    ibv_get_async_event(&s->w->ctx->ibv, &event))
		fail(s->w->report, "ibv_get_cq_event() fails");
	else
		ibv_ack_async_event(&event);
	check_step(s);
}

static void modify_qp(struct step *s)
{
	static const struct name_value states[] = {
		{"RESET", IBV_QPS_RESET}, {"INIT", IBV_QPS_INIT},
		{"RTR", IBV_QPS_RTR},     {"RTS", IBV_QPS_RTS},
		{"SQD", IBV_QPS_SQD},     {"SQE", IBV_QPS_SQE},
		{"ERR", IBV_QPS_ERR},     {NULL, 0},
	};
	struct ibv_qp_attr attr = {0};
	uint64_t state;

	if (!value_named(states, text(s->json, "qp_state"), &state)) {
		fail(s->w->report, "unknown state '%s'", text(s->json, "qp_state"));
		return;
	}
	attr.qp_state = (enum ibv_qp_state)state;
	kernel_mark(s->w->kernel);
	kernel_response(s->w->kernel, NULL, 0, (int)number(s->json, "kernel_errno", 0));
	s->ret = ibv_modify_qp(&s->q->qp->ibv, &attr, IBV_QP_STATE);
	if (!s->ret && state == IBV_QPS_RESET)
		ledger_clear(s->q->ledger);
	check_step(s);
}

static void destroy_qp(struct step *s)
{
	kernel_mark(s->w->kernel);
	s->ret = ibv_destroy_qp(&s->q->qp->ibv);
	s->q->id = 0;
	check_step(s);
}

static const struct {
	const char *op;
	void (*run)(struct step *s);
	const char *object; /* member that the step must have */
} steps[] = {
	{"post_send", post_send, "qpid"},
	{"post_recv", post_recv, "qpid"},
	{"poll_cq", poll_cq, "cqid"},
	{"device_writes_cqes", write_cqes, "cqid"},
	{"kernel_sets_wq_error_word", set_state, "qpid"},
	{"kernel_sets_cq_status_word", set_attention, "cqid"},
	{"req_notify_cq", arm_cq, "cqid"},
	{"async_event", take_event, "op"},
	{"modify_qp", modify_qp, "qpid"},
	{"destroy_qp", destroy_qp, "qpid"},
};

static void find_objects(struct step *s)
{
	if (json_object_get(s->json, "qpid"))
		s->q = find_qp(s->w, (uint32_t)number(s->json, "qpid", 0));
	if (json_object_get(s->json, "cqid"))
		s->c = find_cq(s->w, (uint32_t)number(s->json, "cqid", 0));
}

static void run_step(struct t3 *w, const json_t *json, enum judge judge)
{
	struct step s = {
		.w = w, .json = json, .expect = json_object_get(json, "expect"), .judge = judge};

	find_objects(&s);
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]) && !w->report->failed; i++) {
		if (is_text(json, "op", steps[i].op)) {
			if (!json_object_get(json, steps[i].object))
				malformed("a step without %s", steps[i].object);
			steps[i].run(&s);
			return;
		}
	}
	fail(w->report, "unknown step '%s'", text(json, "op"));
}

/* Add the step to the reason of a failure. */
static void name_step(struct report *r, size_t i, const json_t *json)
{
	struct report named = {.failed = false};

	if (!r->failed)
		return;
	fail(&named, "step %zu, %s: %s", i, text(json, "op"), r->reason);
	*r = named;
}

static void make_objects(struct t3 *w, const json_t *initial)
{
	const json_t *cqs = json_object_get(initial, "cqs"), *qps = json_object_get(initial, "qps");

	for (size_t i = 0; i < json_array_size(cqs) && !w->report->failed; i++)
		t3_cq(w, json_array_get(cqs, i), NULL);
	for (size_t i = 0; i < json_array_size(qps) && !w->report->failed; i++)
		t3_qp(w, json_array_get(qps, i));
}

static void run_scenario(const json_t *vector, enum judge judge, struct report *r)
{
	const json_t *list = json_object_get(vector, "steps");
	struct t3 *w = t3_open(vector, r);

	if (!w)
		return;
	make_objects(w, json_object_get(vector, "initial"));
	if (!json_array_size(list))
		fail(r, "no steps");
	for (size_t i = 0; i < json_array_size(list) && !r->failed; i++) {
		run_step(w, json_array_get(list, i), judge);
		name_step(r, i, json_array_get(list, i));
	}
	if (judge == JUDGE_CONTRACT && !r->failed)
		drain(w);
}

void cxgb3_replay_scenario(const json_t *vector, struct report *r)
{
	judge_twice(vector, r, run_scenario);
}
