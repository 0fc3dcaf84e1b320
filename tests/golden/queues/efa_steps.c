/* SPDX-License-Identifier: BSD-2-Clause */
/* Cases of several steps on efa's queues: posts, receives and polls. */
#include "hooks.h"

#include <inverbs/adapters/efa.h>

#include "efa.h"

#include <stdlib.h>

/* Converts a step to a case, with the expectations in "expect" under the names that cases use. */
static json_t *as_case(const json_t *step)
{
	static const char *const given[] = {"call", "wrs", "calls", "num_entries"};
	json_t *one = json_object(), *expect = json_object(), *value;
	const char *key;

	json_object_foreach((json_t *)(uintptr_t)step, key, value)
	{
		bool is_given = false;

		for (size_t i = 0; i < sizeof(given) / sizeof(*given); i++)
			is_given = is_given || same_text(key, given[i]);
		json_object_set(is_given ? one : expect,
				same_text(key, "queue_writes") ? "queue_after" : key, value);
	}
	json_object_set_new(one, "expect", expect);
	return one;
}

static void device_step(struct world *w, const json_t *cqes)
{
	size_t index;
	json_t *cqe;

	json_array_foreach((json_t *)(uintptr_t)cqes, index, cqe)
	{
		copy_bytes(cqe, "bytes",
			   efa_slot_of(&w->cq, index_in(cqe, "sub_cq", w->cq.rings),
				       index_in(cqe, "slot", w->cq.entries)),
			   EFA_CQE_BYTES);
	}
}

static void run_step(struct world *w, const json_t *step, struct report *r)
{
	const char *const name = text(step, "call");
	json_t *one;

	if (json_object_get(step, "device")) {
		device_step(w, json_object_get(step, "cqes"));
		return;
	}
	one = as_case(step);
	if (same_text(name, "post_recv"))
		replay_recv_step(w, one, r);
	else if (same_text(name, "poll_cq"))
		replay_poll_step(w, (int)number(step, "num_entries", 1),
				 json_object_get(one, "expect"), r);
	else
		replay_send_step(w, one, r);
	json_decref(one);
}

static void check_final(struct world *w, const json_t *final, struct report *r)
{
	const struct inverbs_sq *const sq = &w->qps[0].qp.sq;
	const struct inverbs_rq *const rq = &w->qps[0].qp.rq;
	const json_t *sends = json_object_get(final, "sq"), *recvs = json_object_get(final, "rq"),
		     *cq = json_object_get(final, "cq");

	check_number(r, "units of sends at the end", sq->position & 0xffff, number(sends, "pc", 0));
	check_number(r, "parity of the lap", (sq->position & sq->entries) != 0,
		     number(sends, "phase", 0));
	check_number(r, "sends at the end", sq->head, number(sends, "posted", 0));
	check_number(r, "sends that ended", sq->tail, number(sends, "completed", 0));
	check_number(r, "buffers at the end", rq->position & 0xffff, number(recvs, "pc", 0));
	check_number(r, "receives at the end", rq->head, number(recvs, "posted", 0));
	check_number(r, "receives that ended", rq->tail, number(recvs, "completed", 0));
	check_number(r, "CQEs consumed", w->cq.head & 0xffff, number(cq, "cons_index", 0));
	efa_check_rings(w, "consumed_after", json_object_get(cq, "consumed"), r);
	efa_check_rings(w, "phase_after", json_object_get(cq, "phase"), r);
}

void efa_run_scenario(const json_t *vector, struct report *r)
{
	const json_t *const qp = json_object_get(vector, "qp");
	struct world *const w = world_new(&efa_words, vector);
	struct golden_qp *const q = &w->qps[0];
	json_t *step;
	size_t index;

	w->qp_count = 1;
	efa_read_send(qp, q);
	efa_read_recv(json_object_get(qp, "rq"), q);
	efa_read_numbers(qp, q, r);
	world_enter(&w->ctx.qps, q->qp.sq.qpn, &q->qp);
	efa_read_cq(w, json_object_get(vector, "cq"), r);
	json_array_foreach(json_object_get(vector, "steps"), index, step)
	{
		if (!r->failed)
			run_step(w, step, r);
	}
	if (!r->failed)
		check_final(w, json_object_get(json_object_get(vector, "expect"), "final"), r);
	free(w);
}
