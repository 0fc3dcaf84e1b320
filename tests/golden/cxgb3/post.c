/* SPDX-License-Identifier: BSD-2-Clause */
/* Cases of post_send and post_recv. */
#include "hooks.h"

#include "ops.h"

/* Prepares the kernel's response to the next command: this index, and possibly an error. */
static void prepare_response(struct t3 *w, const json_t *vector)
{
	const json_t *reply = json_object_get(vector, "kernel_reply");
	uint32_t bad = (uint32_t)number(reply, "bad_wr", 0);

	kernel_mark(w->kernel);
	kernel_response(w->kernel, &bad, sizeof(bad), (int)number(reply, "errno", 0));
}

static void run_filled(const json_t *vector, bool recv, enum judge judge, uint8_t fill,
		       struct report *r)
{
	struct t3 *w = t3_open(vector, r);
	struct t3_qp *q = w ? t3_qp(w, json_object_get(vector, "qp")) : NULL;

	if (!q)
		return;
	if (q->qp->sq.work)
		t3_age_ring(q, fill);
	prepare_response(w, vector);
	replay_post(w, q, vector, recv, judge);
	if (judge == JUDGE_CONTRACT && !r->failed)
		drain(w);
}

/* The previous contents of the ring must not matter. */
static void run_post(const json_t *vector, enum judge judge, struct report *r)
{
	const bool recv = is_text(vector, "op", "post_recv");

	run_filled(vector, recv, judge, 0x00, r);
	run_filled(vector, recv, judge, 0xa5, r);
	run_filled(vector, recv, judge, 0x5a, r);
}

void cxgb3_replay_post_send(const json_t *vector, struct report *r)
{
	judge_twice(vector, r, run_post);
}

void cxgb3_replay_post_recv(const json_t *vector, struct report *r)
{
	judge_twice(vector, r, run_post);
}
