/* SPDX-License-Identifier: BSD-2-Clause */
/* The vocabulary of cxgb3's vectors. A provider creates the objects, see cxgb3/t3.h. */
#include "hooks.h"

#include <inverbs/adapters/cxgb3.h>
#include <inverbs/device/cxgb3_device.h>

#include <stdlib.h>
#include <string.h>

#include "cxgb3/ledger.h"
#include "cxgb3/ops.h"
#include "queues.h"
#include "quirk.h"

enum {
	SLOT = 128,
	DOORBELL_BYTES = 4096,
	WORD_BEHIND = 4, /* size of the word behind a completion ring */
};

static struct t3 *t3_of(const struct world *w)
{
	return w->provider;
}

static const struct t3_qp *qp_of(const struct golden_qp *q)
{
	return q->provider;
}

static struct ibv_ah *no_ah(const json_t *ud, struct report *r)
{
	(void)ud;
	fail(r, "this adapter has no datagrams");
	return NULL;
}

/* ---- bookkeeping of requests ---- */

static void check_oldest_read(const struct inverbs_work *work, const json_t *value,
			      struct report *r)
{
	check_number(r, "a read is open", work->late_open, !json_is_null(value));
	if (!r->failed && work->late_open)
		check_number(r, "index of the oldest read",
			     work->oldest_late & (work->requests - 1), number_of(value));
}

/* sq_sig_all has the effect of the signaled flag on each request, which the reference forgets. */
static void check_sends(struct inverbs_qp *qp, const json_t *rows, struct report *r)
{
	const bool all = qp->sq.flags & INVERBS_SQ_SIGNAL_ALL;
	size_t index;
	json_t *row;

	json_array_foreach((json_t *)(uintptr_t)rows, index, row)
	{
		const struct inverbs_send_record *rec = inverbs_record_of(
			qp, (uint32_t)number(row, "sq_wptr", 0));

		check_number(r, "wr_id of a send", rec->wr_id, number(row, "wr_id", 0));
		check_number(r, "send is signaled", rec->signaled,
			     all || number(row, "signaled", 0));
		check_number(r, "send is complete", rec->complete, number(row, "complete", 0));
		check_number(r, "send is a read", rec->late,
			     is_text(row, "rdma_opcode", "READ_REQ"));
		if (rec->late)
			check_number(r, "length of a read", rec->done.length,
				     number(row, "read_len", 0));
	}
}

static void check_receives(const struct inverbs_rq *rq, const json_t *rows, struct report *r)
{
	size_t index;
	json_t *row;

	json_array_foreach((json_t *)(uintptr_t)rows, index, row)
	{
		const uint32_t at = (uint32_t)number(row, "rq_wptr", 0) & (rq->entries - 1);

		check_number(r, "wr_id of a receive", rq->wr_id[at], number(row, "wr_id", 0));
	}
}

static bool check_post(struct world *w, const struct golden_qp *q, const char *key,
		       const json_t *value, struct report *r)
{
	if (same_text(key, "oldest_read_index_after"))
		check_oldest_read(q->object->sq.work, value, r);
	else if (same_text(key, "sw_sq_new"))
		check_sends(q->object, value, r);
	else if (same_text(key, "sw_rq_new"))
		check_receives(&q->object->rq, value, r);
	else if (same_text(key, "uverbs"))
		kernel_check_commands(t3_of(w)->kernel, value, r);
	else if (same_text(key, "cq_pending_after"))
		check_pending(t3_of(w), value);
	else
		return false;
	return true;
}

/* ---- completion rings ---- */

/* The reference leaves a mark in some CQEs; ours remain unchanged then. */
static void check_ring(struct world *w, const json_t *value, struct report *r)
{
	const size_t entries = (size_t)w->polled->entries << w->polled->shift;
	size_t index;
	json_t *range;

	json_array_foreach((json_t *)(uintptr_t)value, index, range)
	{
		const size_t at = number_up_to(range, "offset", 0, w->completions.bytes);
		struct bytes b = expected_bytes(json_object_get(range, "bytes"), r);

		if (quirk_chooses(w->vector, "cq_memory_changes") && at < entries)
			;
		else if (!picture_cover(&w->completions.picture, at, b.len))
			fail(r, "cq_memory_changes lies outside of the ring");
		else
			check_bytes(r, "completion ring", w->polled->buf + at, b.data, b.len);
		free_bytes(&b);
	}
}

static void check_qps(struct world *w, const json_t *rows, struct report *r)
{
	size_t index;
	json_t *row;

	json_array_foreach((json_t *)(uintptr_t)rows, index, row)
	{
		const struct t3_qp *q = find_qp(t3_of(w), (uint32_t)number(row, "qpid", 0));

		if (q && !r->failed)
			check_qp(q, row, r);
	}
}

/* Compare the consumer index that the kernel reads. */
static void check_told(const struct world *w, const json_t *value, struct report *r)
{
	const struct t3 *t3 = t3_of(w);
	uint32_t told;

	for (size_t i = 0; i < t3->cq_count; i++) {
		if (t3->cqs[i].cq != w->polled)
			continue;
		memcpy(&told, t3->cqs[i].counter, sizeof(told));
		check_number(r, "number of consumed CQEs that the kernel knows", told,
			     number_of(value));
	}
	check_number(r, "CQEs consumed", w->polled->head, number_of(value));
}

static bool check_cq(struct world *w, const char *key, const json_t *value, struct report *r)
{
	if (same_text(key, "cq_memory_changes"))
		check_ring(w, value, r);
	else if (same_text(key, "qp_after"))
		check_qps(w, value, r);
	else if (same_text(key, "cons_index_after"))
		check_told(w, value, r);
	else if (same_text(key, "uverbs"))
		kernel_check_commands(t3_of(w)->kernel, value, r);
	else /* where pending completions are stored is up to the library; later polls return
	      * them */
		return same_text(key, "sw_pending_after");
	return true;
}

NUMBER(ring_head, q->object->sq.position)
NUMBER(send_head, inverbs_sq_head(&q->object->sq))
NUMBER(recv_head, inverbs_rq_head(&q->object->rq))
NUMBER(state, t3_state(qp_of(q)))
NUMBER(flushed, q->object->sq.work->flushed)

static const struct golden_number numbers[] = {
	{"wq_wptr_after", ring_head},   {"sq_wptr_after", send_head}, {"rq_wptr_after", recv_head},
	{"wq_error_word_after", state}, {"flushed_after", flushed},   {NULL, NULL},
};

static const struct golden_number none[] = {{NULL, NULL}};

/* For queue pairs whose posts are commands there is no bookkeeping and no credit. */
static void send_credit(struct inverbs_sq *sq)
{
	if (sq->work)
		cxgb3_send_credit(sq);
}

static void recv_credit(struct inverbs_rq *rq)
{
	if (rq->wr_id)
		cxgb3_recv_credit(rq);
}

static const struct golden_calls calls = {
	.send_credit = send_credit,
	.recv_credit = recv_credit,
	.post_send = cxgb3_post_send,
	.post_recv = cxgb3_post_recv,
	.poll_cq = cxgb3_poll_cq,
	.decode_send = cxgb3_dev_decode_send,
	.decode_recv = cxgb3_dev_decode_recv,
	.send_bytes = cxgb3_dev_send_bytes,
};

static const struct golden_vocabulary cxgb3_words = {
	.name = "cxgb3",
	.calls = &calls,
	.read_ah = no_ah,
	.kinds = {{"user_doorbell", "doorbell", -1, 4, .last = false}},
	.seen_flags = IBV_SEND_SIGNALED | IBV_SEND_SOLICITED | IBV_SEND_FENCE,
	.seen_lkey = ~0U,
	.seen_most = ~0U,
	.plain_ops = 1U << IBV_WR_RDMA_READ,
	.bare_ops = 1U << IBV_WR_RDMA_READ,
	.handover = {.at = 4, .bytes = 4, .again = 120, .again_bytes = 8},
	.recv_handover = {.at = 4, .bytes = 4, .again = 120, .again_bytes = 8},
	.one_ring = true,
	.check_post = check_post,
	.send_numbers = numbers,
	.recv_numbers = numbers,
	.cq_numbers = none,
	.check_cq = check_cq,
};

/* ---- steps ---- */

/* When judged only by the contract, the step itself has no expectations. */
static json_t *step_for_judge(const json_t *step, enum judge judge)
{
	json_t *copy = json_copy((json_t *)(uintptr_t)step);

	if (judge == JUDGE_CONTRACT)
		json_object_del(copy, "expect");
	return copy;
}

/* Record the accepted requests in the ledger. */
static void note_posted(const struct t3_qp *q, const json_t *step, bool recv, uint32_t posted)
{
	const bool all = q->qp->sq.flags & INVERBS_SQ_SIGNAL_ALL;
	const json_t *wrs = json_object_get(step, "wrs");

	for (uint32_t i = 0; i < posted; i++) {
		const json_t *wr = json_array_get(wrs, i);
		const json_t *flags = json_object_get(wr, "send_flags");
		const uint64_t wr_id = number(wr, "wr_id", 0);
		bool signaled = all;
		size_t index;
		json_t *flag;

		json_array_foreach(flags, index, flag)
			signaled = signaled || same_text(text_of(flag), "SIGNALED");
		if (recv)
			ledger_received(q->ledger, wr_id);
		else
			ledger_sent(q->ledger, wr_id, signaled);
	}
}

void replay_post(struct t3 *t3, struct t3_qp *q, const json_t *vector, bool recv, enum judge judge)
{
	json_t *const step = step_for_judge(vector, judge);
	struct world *const w = world_new(&cxgb3_words, step);
	struct golden_qp *const g = &w->qps[0];
	const uint32_t sends = q->qp->sq.head, receives = q->qp->rq.head;

	w->provider = t3;
	w->qp_count = 1;
	g->object = q->qp;
	g->provider = q;
	g->send_unit = SLOT;
	world_ring_around(&g->send, "send ring", q->qp->buf, q->qp->buf_bytes);
	recorder_watch("doorbell", q->doorbell, DOORBELL_BYTES);
	if (recv)
		replay_recv_step(w, step, t3->report);
	else
		replay_send_step(w, step, t3->report);
	note_posted(q, vector, recv, recv ? q->qp->rq.head - receives : q->qp->sq.head - sends);
	json_decref(step);
	world_free(w);
}

void replay_poll(struct t3 *t3, struct t3_cq *c, const json_t *vector)
{
	struct world *const w = world_new(&cxgb3_words, vector);
	const bool word = c->cq->attention != &c->cq->soft->by_command;

	w->provider = t3;
	w->polled = c->cq;
	world_ring_around(&w->completions, "completion ring", c->cq->buf,
			  ((size_t)c->cq->entries << c->cq->shift) + (word ? WORD_BEHIND : 0));
	for (size_t i = 0; i < t3->qp_count && i + 1 < MAX_REGIONS; i++) {
		if (t3->qps[i].id)
			recorder_watch("doorbell", t3->qps[i].doorbell, 1);
	}
	replay_poll_step(w, (int)number(vector, "num_entries", 0),
			 json_object_get(vector, "expect"), t3->report);
	world_free(w);
}
