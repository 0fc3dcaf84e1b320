/* SPDX-License-Identifier: BSD-2-Clause */
/* post_send and post_recv: bytes in the ring, the bell, the books, or a command of the kernel. */
#include "hooks.h"

#include "ops.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ledger.h"
#include "memory.h"
#include "workreq.h"

enum {
	PAGE = 4096,
	SLOT = 128,
	SLOT_BITS = 7,
	GENERATION_AT = 4,
	REPEAT_AT = 120,
	STATE_AT = 104,
};

/* One call and what it left. */
struct post {
	struct world *w;
	struct world_qp *q;
	const json_t *vector;
	bool recv;
	size_t n;
	int ret;
	long bad;      /* index; -1: not written */
	uint32_t head; /* of the ring before */
	uint32_t sent; /* counters before */
	uint32_t received;
	struct picture ring;
	const struct region *slots;
	const struct region *bell;
};

static uint32_t posted(const struct post *p)
{
	return p->recv ? p->q->qp->rq.head - p->received : p->q->qp->sq.head - p->sent;
}

static bool chosen(const struct post *p, const char *member)
{
	return is_choice(p->vector, member);
}

static struct ibv_ah *no_ah(const json_t *ud, struct report *r)
{
	(void)ud;
	fail(r, "this adapter has no datagrams");
	return NULL;
}

static void call_send(struct post *p, const json_t *wrs, struct report *r)
{
	struct ibv_send_wr *wr = send_requests(wrs, no_ah, &p->n, r), *bad = NULL;

	if (r->failed)
		return;
	p->ret = ibv_post_send(&p->q->qp->ibv, wr, &bad);
	p->bad = bad ? bad - wr : -1;
	for (size_t i = 0; i < posted(p); i++)
		ledger_sent(p->q->ledger, wr[i].wr_id,
			    wr[i].send_flags & IBV_SEND_SIGNALED ||
				    p->q->qp->sq.flags & INVERBS_SQ_SIGNAL_ALL);
}

static void call_recv(struct post *p, const json_t *wrs, struct report *r)
{
	struct ibv_recv_wr *wr = recv_requests(wrs, &p->n, r), *bad = NULL;

	if (r->failed)
		return;
	p->ret = ibv_post_recv(&p->q->qp->ibv, wr, &bad);
	p->bad = bad ? bad - wr : -1;
	for (size_t i = 0; i < posted(p); i++)
		ledger_received(p->q->ledger, wr[i].wr_id);
}

static size_t ring_bytes(const struct post *p)
{
	return p->q->qp->sq.work ? (size_t)p->q->qp->sq.entries << SLOT_BITS : 0;
}

static void call(struct post *p, struct report *r)
{
	const struct inverbs_qp *qp = p->q->qp;
	const json_t *wrs = json_object_get(p->vector, "wrs");

	recorder_reset();
	p->bell = recorder_watch("bell", p->q->bell, PAGE);
	p->slots = recorder_watch("ring", qp->buf, qp->buf_bytes);
	p->head = qp->sq.position;
	p->sent = qp->sq.head;
	p->received = qp->rq.head;
	picture_take(&p->ring, "ring", qp->buf, qp->buf_bytes);
	if (p->recv)
		call_recv(p, wrs, r);
	else
		call_send(p, wrs, r);
	if (recorder.overflow)
		fail(r, "more stores than can be watched");
}

/* ---- what the call says ---- */

/* Where the reference says -1: an errno value that verbs documents for it. */
static void check_ret(void *run, const json_t *value, struct report *r)
{
	const struct post *p = run;

	if (!chosen(p, "ret"))
		check_number(r, "ret", (uint64_t)(int64_t)p->ret, number_of(value));
	else if (p->n && p->ret != ENOMEM && p->ret != EINVAL)
		fail(r, "ret is %d, expected ENOMEM or EINVAL", p->ret);
}

static void check_bad(void *run, const json_t *value, struct report *r)
{
	const struct post *p = run;
	long expected = json_is_null(value) ? -1 : (long)number_of(value);

	if (chosen(p, "bad_wr_index"))
		expected = p->n ? (long)posted(p) : -1;
	if (p->bad != expected)
		fail(r, "bad_wr is request %ld, expected %ld", p->bad, expected);
}

/* ---- ring and bell ---- */

static bool is_posted(const struct post *p, size_t slot)
{
	const uint32_t entries = p->q->qp->sq.entries;

	return (((uint32_t)slot - p->head) & (entries - 1)) < p->q->qp->sq.position - p->head;
}

/* A slot that the adapter may not take yet: neither copy of the generation may have changed. */
static void check_untaken(const struct post *p, size_t slot, struct report *r)
{
	const uint8_t *now = p->q->qp->sq.buf + slot * SLOT, *then = p->ring.before + slot * SLOT;

	check_bytes(r, "head of a slot that was not posted", now, then, 8);
	check_bytes(r, "end of a slot that was not posted", now + REPEAT_AT, then + REPEAT_AT, 8);
}

/* The generation is stored after everything else, its copy after that. */
static void check_order(const struct post *p, size_t slot, struct report *r)
{
	const size_t at = slot * SLOT;
	const long body = last_touch(p->slots, at + GENERATION_AT + 4,
				     REPEAT_AT - GENERATION_AT - 4);
	const long generation = first_touch(p->slots, at + GENERATION_AT, 4);
	const long repeat = last_touch(p->slots, at + REPEAT_AT, 8);

	if (generation < last_touch(p->slots, at, GENERATION_AT) || generation < body)
		fail(r, "slot %zu was handed over before it was complete", slot);
	else if (!barrier_between(last_touch(p->slots, at, GENERATION_AT), generation))
		fail(r, "slot %zu: no barrier before its generation", slot);
	if (repeat < generation)
		fail(r, "slot %zu: the generation at its end was stored first", slot);
}

/* Whatever was stored before the doorbell is visible when it rings. */
static void check_bell_order(const struct post *p, struct report *r)
{
	for (size_t i = 1; i < recorder.count; i++) {
		if (recorder.stores[i].region == p->bell && !barrier_between((long)i - 1, (long)i))
			fail(r, "no barrier before the doorbell");
	}
}

static void check_ring(void *run, const json_t *value, struct report *r)
{
	struct post *p = run;

	for (size_t i = 0; i < json_array_size(value) && !r->failed; i++) {
		const json_t *range = json_array_get(value, i);
		size_t at = number(range, "offset", 0);
		struct bytes b = expected_bytes(json_object_get(range, "bytes"), r);

		if (at + b.len > ring_bytes(p))
			fail(r, "queue_after lies outside of the ring");
		else
			check_bytes(r, "ring", p->q->qp->sq.buf + at, b.data, b.len);
		free_bytes(&b);
	}
	check_bell_order(p, r);
	for (size_t slot = 0; slot < ring_bytes(p) / SLOT && !r->failed; slot++) {
		if (is_posted(p, slot))
			check_order(p, slot, r);
		else
			check_untaken(p, slot, r);
	}
	if (!p->q->qp->sq.work)
		picture_check_rest(&p->ring, r);
}

/* One bell, after all of the ring. */
static void check_bell(const struct post *p, const json_t *json, struct report *r)
{
	const long at = first_touch(p->bell, 0, PAGE);
	struct bytes b = expected_bytes(json_object_get(json, "bytes"), r);

	check_text(r, "kind of doorbell", "user_doorbell", text(json, "kind"));
	if (at < 0) {
		fail(r, "the bell was not rung");
	} else {
		check_number(r, "bell stores", (uint64_t)(last_touch(p->bell, 0, PAGE) - at), 0);
		check_number(r, "place of the bell", recorder.stores[at].offset,
			     number(json, "offset", 0));
		check_number(r, "bytes of the bell", recorder.stores[at].len, b.len);
		check_bytes(r, "bell", recorder.stores[at].data, b.data, b.len);
		if (at < last_touch(p->slots, 0, p->q->qp->buf_bytes))
			fail(r, "the bell was rung before the ring was complete");
	}
	free_bytes(&b);
}

/* The reference may ring for nothing; this library does not. */
static void check_bells(void *run, const json_t *value, struct report *r)
{
	const struct post *p = run;
	const bool none = chosen(p, "doorbells") && !posted(p);

	if (none || !json_array_size(value))
		check_number(r, "the bell was rung", first_touch(p->bell, 0, PAGE) >= 0, 0);
	else
		check_bell(p, json_array_get(value, 0), r);
	check_number(r, "doorbells of the vector", json_array_size(value) < 2, true);
}

/* ---- the books ---- */

#define CHECK_COUNTER(name, actual)                                                                \
	static void check_##name(void *run, const json_t *value, struct report *r)                 \
	{                                                                                          \
		const struct post *p = run;                                                        \
                                                                                                   \
		check_number(r, #name, actual, number_of(value));                                  \
	}

CHECK_COUNTER(ring_head, p->q->qp->sq.position)
CHECK_COUNTER(send_head, p->q->qp->sq.head)
CHECK_COUNTER(recv_head, p->q->qp->rq.head)
CHECK_COUNTER(state, world_state(p->q))
CHECK_COUNTER(flushed, p->q->qp->sq.work->flushed)

static void check_oldest_read(void *run, const json_t *value, struct report *r)
{
	const struct post *p = run;
	const struct inverbs_work *work = p->q->qp->sq.work;

	check_number(r, "a read is open", work->late_open, !json_is_null(value));
	if (!r->failed && work->late_open)
		check_number(r, "index of the oldest read",
			     work->oldest_late & (work->requests - 1), number_of(value));
}

/* sq_sig_all counts as the flag of each request, which the reference forgets. */
static void check_sends(void *run, const json_t *value, struct report *r)
{
	const struct post *p = run;
	const bool all = p->q->qp->sq.flags & INVERBS_SQ_SIGNAL_ALL;

	for (size_t i = 0; i < json_array_size(value) && !r->failed; i++) {
		const json_t *json = json_array_get(value, i);
		const struct inverbs_send_record *rec = inverbs_record_of(
			p->q->qp, (uint32_t)number(json, "sq_wptr", 0));

		check_number(r, "wr_id of a send", rec->wr_id, number(json, "wr_id", 0));
		check_number(r, "send is signaled", rec->signaled,
			     all || number(json, "signaled", 0));
		check_number(r, "send is complete", rec->complete, number(json, "complete", 0));
		check_number(r, "send is a read", rec->late,
			     is_text(json, "rdma_opcode", "READ_REQ"));
		if (rec->late)
			check_number(r, "length of a read", rec->done.length,
				     number(json, "read_len", 0));
	}
}

static void check_recvs(void *run, const json_t *value, struct report *r)
{
	const struct post *p = run;
	const struct inverbs_rq *rq = &p->q->qp->rq;

	for (size_t i = 0; i < json_array_size(value); i++) {
		const json_t *json = json_array_get(value, i);
		uint32_t at = (uint32_t)number(json, "rq_wptr", 0) & (rq->entries - 1);

		check_number(r, "wr_id of a receive", rq->wr_id[at], number(json, "wr_id", 0));
	}
}

static void check_commands(void *run, const json_t *value, struct report *r)
{
	const struct post *p = run;

	kernel_check_commands(p->w->kernel, value, r);
}

static void check_pending_after(void *run, const json_t *value, struct report *r)
{
	const struct post *p = run;

	(void)r;
	check_pending(p->w, value);
}

static void ignore(void *run, const json_t *value, struct report *r)
{
	(void)run;
	(void)value;
	(void)r;
}

static const struct expectation expectations[] = {
	{"ret", check_ret},
	{"bad_wr_index", check_bad},
	{"queue_before_fill", ignore}, /* all of them are tried */
	{"queue_after", check_ring},
	{"doorbells", check_bells},
	{"wq_wptr_after", check_ring_head},
	{"sq_wptr_after", check_send_head},
	{"rq_wptr_after", check_recv_head},
	{"oldest_read_index_after", check_oldest_read},
	{"wq_error_word_after", check_state},
	{"flushed_after", check_flushed},
	{"sw_sq_new", check_sends},
	{"sw_rq_new", check_recvs},
	{"uverbs", check_commands},
	{"cq_pending_after", check_pending_after},
	{NULL, NULL},
};

void replay_post(struct world *w, struct world_qp *q, const json_t *vector, bool recv,
		 enum judge judge)
{
	struct post p = {.w = w, .q = q, .vector = vector, .recv = recv};

	call(&p, w->report);
	if (judge == JUDGE_EXACT && !w->report->failed)
		check_expectations(json_object_get(vector, "expect"), expectations, &p, w->report);
	if (q->qp->sq.lock.held)
		fail(w->report, "the queue pair was left locked");
}

/* The kernel answers the next command with an index, and maybe an error. */
static void prepare_answer(struct world *w, const json_t *vector)
{
	const json_t *reply = json_object_get(vector, "kernel_reply");
	uint32_t bad = (uint32_t)number(reply, "bad_wr", 0);

	kernel_mark(w->kernel);
	kernel_answer(w->kernel, &bad, sizeof(bad), (int)number(reply, "errno", 0));
}

static void run_filled(const json_t *vector, bool recv, enum judge judge, uint8_t fill,
		       struct report *r)
{
	struct world *w = world_open(vector, r);
	struct world_qp *q = w ? world_qp(w, json_object_get(vector, "qp")) : NULL;

	if (!q)
		return;
	if (q->qp->sq.work)
		world_age_ring(q, fill);
	prepare_answer(w, vector);
	replay_post(w, q, vector, recv, judge);
	if (judge == JUDGE_CONTRACT && !r->failed)
		drain(w);
}

/* Whatever the ring held before. */
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
