/* SPDX-License-Identifier: BSD-2-Clause */
/* post_send, post_recv, post_srq_recv: one call, from a case or a step. */
#include "hooks.h"

#include "post.h"

#include <stdlib.h>
#include <string.h>

#include "quirk.h"
#include "seen.h"
#include "workreq.h"

static void keep_ids(struct post *p, const uint64_t *ids, uint32_t count)
{
	const size_t bytes = count * sizeof(*ids);

	p->ids = ids;
	p->id_count = count;
	if (!ids)
		return;
	p->ids_before = zeroed(1, bytes);
	memcpy(p->ids_before, ids, bytes);
}

/* False if the ring is malformed, or if the kernel serves the queue of a provider. */
static bool has_units(const struct post *p)
{
	const uint32_t units = post_units(p);

	return p->ring->memory && p->unit && units && !(units & (units - 1)) &&
	       p->ring->start <= p->ring->bytes &&
	       units <= (p->ring->bytes - p->ring->start) / p->unit;
}

static void begin_post(struct post *p, const char *name)
{
	if (!has_units(p) && !(p->q && p->q->provider))
		malformed("no ring to post to");
	picture_take(&p->ring->picture, name, p->ring->memory, p->ring->bytes);
	p->first = post_position(p);
	p->posted_before = post_requests(p);
	p->quirk = quirk_of(p->vector);
	p->expect = json_object_get(p->vector, "expect");
	recorder_forget();
}

/* Prepares the next call on the world's first queue pair. */
static struct post next_post(struct world *w, const json_t *step, bool sends)
{
	struct post p = {.w = w, .q = &w->qps[0], .sends = sends, .bad = -1, .vector = step};

	p.in_send = sends || w->words->one_ring;
	p.ring = p.in_send ? &p.q->send : &p.q->recv;
	p.unit = p.in_send ? p.q->send_unit : p.q->recv_unit;
	if (sends)
		keep_ids(&p, p.q->object->sq.wr_id, p.q->object->sq.entries);
	else
		keep_ids(&p, p.q->object->rq.wr_id, p.q->object->rq.entries);
	begin_post(&p, sends ? "send ring" : "receive ring");
	return p;
}

static void finish_post(struct post *p, struct report *r)
{
	p->last = post_position(p);
	post_judge(p, r);
	free(p->ids_before);
}

/* ---- queue pairs ---- */

/* Calls ibv_bind_mw(), which posts the request and updates the window's key. */
static void call_bind(struct post *p, const json_t *json, struct report *r)
{
	static struct ibv_mw mw, before;
	struct ibv_send_wr wr = {.opcode = IBV_WR_BIND_MW, .bind_mw = {.mw = &before}};
	struct inverbs_mr mr = {
		.ibv = {.lkey = (uint32_t)number(json, "mr_lkey", 0), .pd = &p->w->pd}};
	struct ibv_mw_bind bind = {
		.wr_id = number(json, "wr_id", 0),
		.send_flags = send_flags(json_object_get(json, "send_flags"), r),
		.bind_info =
			{
				.mr = json_object_get(json, "mr_lkey") ? &mr.ibv : NULL,
				.addr = number(json, "addr", 0),
				.length = number(json, "length", 0),
				.mw_access_flags = (unsigned int)number(json, "mw_access_flags", 0),
			},
	};

	mw = (struct ibv_mw){.context = &p->w->ctx.ibv, .pd = &p->w->pd};
	mw.rkey = (uint32_t)number(json, "mw_rkey_before", 0);
	mw.type = (enum ibv_mw_type)number(json, "mw_type", IBV_MW_TYPE_1);
	before = mw;
	wr.send_flags = bind.send_flags;
	wr.bind_mw.bind_info = bind.bind_info;
	p->mw = &mw;
	p->ret = ibv_bind_mw(&p->q->object->ibv, &mw, &bind);
	inverbs_sq_recall(&p->q->object->sq);
	wr.bind_mw.rkey = mw.rkey;
	check_seen_sends(p->w->words, p->q, &wr, p->first, post_position(p), r);
}

static const json_t *first_bytes(const json_t *sg)
{
	size_t n = 0;

	while (n < json_array_size(sg) && !number(json_array_get(sg, n), "length", 0))
		n++;
	return json_array_get(sg, n);
}

/* Checks what every post dereferences: a datagram's address handle, and the beginning of a raw
 * packet. */
static void check_readable(const struct post *p, const struct ibv_send_wr *wr)
{
	const uint8_t type = p->q->object->sq.qp_type;
	const bool datagram = type == IBV_QPT_UD || type == IBV_QPT_DRIVER;
	size_t index;
	json_t *json;

	json_array_foreach(json_object_get(p->vector, "wrs"), index, json)
	{
		const json_t *first = first_bytes(json_object_get(json, "sg"));

		if (datagram && !wr[index].wr.ud.ah &&
		    (wr[index].opcode == IBV_WR_SEND || wr[index].opcode == IBV_WR_SEND_WITH_IMM))
			malformed("a datagram without an address handle");
		if (type == IBV_QPT_RAW_PACKET && first && !*text(first, "data") &&
		    !*text(first, "data_head"))
			malformed("a raw packet without data");
	}
}

static void call_send(struct post *p, const struct golden_calls *calls, struct report *r)
{
	struct ibv_send_wr *bad = NULL, *wr;
	size_t n;

	wr = send_requests(json_object_get(p->vector, "wrs"), p->w->words->read_ah, &n, r);
	if (r->failed)
		return;
	check_readable(p, wr);
	if (calls->send_credit)
		calls->send_credit(&p->q->object->sq);
	p->ret = calls->post_send(&p->q->object->ibv, wr, &bad);
	inverbs_sq_recall(&p->q->object->sq);
	inverbs_rq_recall(&p->q->object->rq);
	p->bad = bad ? bad - wr : -1;
	p->send_wrs = wr;
	check_seen_sends(p->w->words, p->q, wr, p->first, post_position(p), r);
}

void replay_send_step(struct world *w, const json_t *step, struct report *r)
{
	const json_t *bind = json_object_get(step, "bind_mw");
	struct post p = next_post(w, step, true);

	if (bind)
		call_bind(&p, bind, r);
	else if (json_object_get(step, "calls"))
		post_built(&p, r);
	else
		call_send(&p, w->words->calls, r);
	finish_post(&p, r);
}

void replay_recv_step(struct world *w, const json_t *step, struct report *r)
{
	const struct golden_calls *const calls = w->words->calls;
	struct post p = next_post(w, step, false);
	struct ibv_recv_wr *bad = NULL, *wr;
	size_t n;

	wr = recv_requests(json_object_get(step, "wrs"), &n, r);
	if (r->failed)
		return;
	if (calls->send_credit && w->words->one_ring)
		calls->send_credit(&p.q->object->sq);
	if (calls->recv_credit)
		calls->recv_credit(&p.q->object->rq);
	p.ret = calls->post_recv(&p.q->object->ibv, wr, &bad);
	inverbs_sq_recall(&p.q->object->sq);
	inverbs_rq_recall(&p.q->object->rq);
	p.bad = bad ? bad - wr : -1;
	p.recv_wrs = wr;
	check_seen_receives(w->words, p.q, wr, p.first, post_position(&p), r);
	finish_post(&p, r);
}

static void replay_post(const struct golden_vocabulary *words, const json_t *vector,
			void (*step)(struct world *, const json_t *, struct report *),
			struct report *r)
{
	struct world *w = world_new(words, vector);

	w->qp_count = 1;
	words->read_qp(w, json_object_get(vector, "qp"), &w->qps[0], r);
	if (!r->failed)
		step(w, vector, r);
	world_free(w);
}

void replay_post_send(const struct golden_vocabulary *words, const json_t *vector, struct report *r)
{
	replay_post(words, vector, replay_send_step, r);
}

void replay_wr_api(const struct golden_vocabulary *words, const json_t *vector, struct report *r)
{
	replay_post(words, vector, replay_send_step, r);
}

void replay_post_recv(const struct golden_vocabulary *words, const json_t *vector, struct report *r)
{
	replay_post(words, vector, replay_recv_step, r);
}

/* ---- shared receive queues ---- */

static void srq_post_step(struct world *w, const json_t *step, struct report *r)
{
	struct inverbs_srq *srq = &w->srqs[0];
	struct post p = {.w = w, .srq = srq, .ring = &w->shared[0], .bad = -1, .vector = step};
	const uint32_t slot = srq->head & (srq->entries - 1);
	struct ibv_recv_wr *bad = NULL, *wr;
	size_t n;

	wr = recv_requests(json_object_get(step, "wrs"), &n, r);
	if (r->failed)
		return;
	p.unit = 1U << srq->shift;
	keep_ids(&p, srq->wr_id, srq->entries);
	begin_post(&p, "shared ring");
	if (!p.expect) /* the expectations are members of the step */
		p.expect = step;
	p.ret = w->words->calls->post_srq_recv(&srq->ibv, wr, &bad);
	p.bad = bad ? bad - wr : -1;
	p.recv_wrs = wr;
	check_seen_slots(w->words, srq, p.ring->watched, wr, slot, post_position(&p) - p.first, r);
	finish_post(&p, r);
}

/*
 * Which slots are used next is the library's choice, so the recording may complete slots that were
 * not posted here. Such a case is not replayed further.
 */
static void srq_step(struct world *w, const json_t *step, uint32_t *completed_so_far,
		     struct report *r)
{
	const json_t *completed = json_object_get(step, "entries");
	size_t index;
	json_t *slot;

	if (!completed)
		srq_post_step(w, step, r);
	*completed_so_far += (uint32_t)json_array_size(completed);
	if (*completed_so_far > w->srqs[0].counter) {
		leave_out(r, "which slots are free next is the library's choice, and the case "
			     "completes slots that only the reference has posted");
		return;
	}
	json_array_foreach(completed, index, slot)
		w->words->calls->srq_free(&w->srqs[0], (uint32_t)number_of(slot));
}

static void check_slots(const struct inverbs_srq *srq, const json_t *entry, struct report *r)
{
	const uint64_t slot = index_in(entry, "entry", srq->entries);
	const size_t slot_bytes = (size_t)1 << srq->shift;
	size_t index;
	json_t *range;

	json_array_foreach(json_object_get(entry, "ranges"), index, range)
	{
		struct bytes expected = expected_bytes(json_object_get(range, "bytes"), r);

		if (expected.len > slot_bytes)
			malformed("%zu bytes of a slot of %zu", expected.len, slot_bytes);
		check_bytes(r, "slot of the shared queue",
			    srq->buf + (slot << srq->shift) +
				    number_up_to(range, "offset", 0, slot_bytes - expected.len),
			    expected.data, expected.len);
		free_bytes(&expected);
	}
}

static void replay_srq_steps(struct world *w, const json_t *vector, struct report *r)
{
	const json_t *expect = json_object_get(vector, "expect");
	const struct inverbs_srq *srq = &w->srqs[0];
	uint32_t completed = 0;
	size_t index;
	json_t *json;

	json_array_foreach(json_object_get(vector, "steps"), index, json)
	{
		if (!r->failed && !*r->left_out)
			srq_step(w, json, &completed, r);
	}
	if (*r->left_out)
		expect = NULL;
	json_array_foreach(json_object_get(expect, "entries_after"), index, json)
		check_slots(srq, json, r);
	json_array_foreach(json_object_get(expect, "wr_id_table_changes"), index, json)
	{
		check_number(r, "wr_id", srq->wr_id[index_in(json, "index", srq->entries)],
			     number(json, "wr_id", 0));
	}
}

void replay_post_srq_recv(const struct golden_vocabulary *words, const json_t *vector,
			  struct report *r)
{
	struct world *w = world_new(words, vector);

	w->srq_count = 1;
	words->read_srq(w, json_object_get(vector, "srq"), &w->srqs[0], r);
	if (json_object_get(vector, "steps"))
		replay_srq_steps(w, vector, r);
	else if (!r->failed)
		srq_post_step(w, vector, r);
	world_free(w);
}
