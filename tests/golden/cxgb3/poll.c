/* SPDX-License-Identifier: BSD-2-Clause */
/* Cases of poll_cq, and polls that are judged by the contract. */
#include "hooks.h"

#include "ops.h"

#include <stdlib.h>

#include "ledger.h"

enum {
	MAX_WC = 4096,
	DRAIN = 64,
};

/* Polls once and records the completions in the ledgers. */
static int poll_and_settle(struct t3 *w, struct t3_cq *c, int asked)
{
	struct ibv_wc *wc = malloc(MAX_WC * sizeof(*wc));
	int ret;

	if (!wc || asked > MAX_WC)
		malformed("more completions than are polled");
	ret = ibv_poll_cq(&c->cq->ibv, asked, wc);
	for (int i = 0; i < ret; i++) {
		struct t3_qp *q = NULL;

		for (size_t j = 0; j < w->qp_count; j++) {
			if (w->qps[j].id == wc[i].qp_num)
				q = &w->qps[j];
		}
		if (q)
			ledger_take(q->ledger, &wc[i], w->report);
		else
			fail(w->report, "completion of unknown queue pair %u", wc[i].qp_num);
	}
	free(wc);
	return ret;
}

void poll_by_contract(struct t3 *w, struct t3_cq *c, const json_t *vector)
{
	const int ret = poll_and_settle(w, c, (int)number(vector, "num_entries", 0));

	if (ret < 0)
		fail(w->report, "poll_cq returned %d", ret);
	if (c->cq->lock.held)
		fail(w->report, "the completion queue was left locked");
}

void drain(struct t3 *w)
{
	for (size_t i = 0; i < w->cq_count && !w->report->failed; i++) {
		while (poll_and_settle(w, &w->cqs[i], DRAIN) > 0 && !w->report->failed)
			;
	}
	for (size_t i = 0; i < w->qp_count && !w->report->failed; i++) {
		if (w->qps[i].id && w->qps[i].qp->sq.work->flushed && t3_state(&w->qps[i]) & 1)
			ledger_check_empty(w->qps[i].ledger, w->report);
	}
}

/* Prepares the kernel's response to the next command: these completions. */
static void prepare_response(struct t3 *w, const json_t *vector)
{
	const json_t *reply = json_object_get(vector, "kernel_reply");
	struct bytes b = bytes(reply, "bytes");

	kernel_mark(w->kernel);
	kernel_response(w->kernel, b.data, b.len, (int)number(reply, "errno", 0));
	free_bytes(&b);
}

static void run_poll(const json_t *vector, enum judge judge, struct report *r)
{
	struct t3 *w = t3_open(vector, r);
	const json_t *qps = json_object_get(vector, "qps");
	const json_t *others = json_object_get(json_object_get(vector, "cq"), "other_cqs");
	struct t3_cq *c =
		w ? t3_cq(w, json_object_get(vector, "cq"), json_object_get(vector, "cqes")) : NULL;

	if (!c)
		return;
	for (size_t i = 0; i < json_array_size(others) && !r->failed; i++)
		t3_cq(w, json_array_get(others, i), NULL);
	for (size_t i = 0; i < json_array_size(qps) && !r->failed; i++)
		t3_qp(w, json_array_get(qps, i));
	if (r->failed)
		return;
	prepare_response(w, vector);
	if (judge == JUDGE_EXACT)
		replay_poll(w, c, vector);
	else
		poll_by_contract(w, c, vector);
	if (judge == JUDGE_CONTRACT && !r->failed)
		drain(w);
}

void cxgb3_replay_poll(const json_t *vector, struct report *r)
{
	judge_twice(vector, r, run_poll);
}
