/* SPDX-License-Identifier: BSD-2-Clause */
/* post_send, post_recv, post_srq_recv: one call on a queue made by hand. */
#include "hooks.h"

#include "ops.h"
#include "post.h"

#include <stdlib.h>
#include <string.h>

#include "quirk.h"
#include "workreq.h"

/* ---- the ring before the call ---- */

static void fill_send_ring(struct post *p, bool initialised)
{
	uint8_t *ring = p->memory + p->ring_offset;

	memset(p->memory, 0xcc, p->memory_bytes);
	for (uint32_t i = 0; i < p->entries; i++) {
		uint8_t *slot = ring + ((size_t)i << p->shift);
		uint8_t units = (uint8_t)(1U << (p->shift - 4));

		memset(slot + 4, 0, 3);
		if (!initialised)
			continue;
		memcpy(slot, "\x80\0\0", 4);
		slot[7] = units;
		for (uint32_t at = 64; at < (units & 63U) * 16; at += 64)
			memset(slot + at, 0xff, 4);
	}
}

static void fill_srq_ring(struct post *p, const json_t *links)
{
	static const uint8_t end[4] = {0, 0, 1, 0};

	memset(p->memory, 0xcc, p->memory_bytes);
	for (uint32_t i = 0; i < p->entries; i++) {
		uint8_t *slot = p->memory + ((size_t)i << p->shift);
		uint64_t next = number_of(json_array_get(links, i));

		slot[2] = (uint8_t)(next >> 8);
		slot[3] = (uint8_t)next;
		for (uint32_t at = 16; at < 1U << p->shift; at += 16)
			memcpy(slot + at + 4, end, sizeof(end));
	}
}

static void fill_explicit(struct post *p, struct report *r)
{
	struct bytes b = bytes(p->expect, "queue_before");

	if (!b.len || b.len > p->memory_bytes - p->ring_offset)
		fail(r, "queue_before has %zu bytes, which do not fit the ring", b.len);
	else
		memcpy(p->memory + p->ring_offset, b.data, b.len);
	free_bytes(&b);
}

static void fill_ring(struct post *p, struct report *r)
{
	const char *fill = text(p->expect, "queue_before_fill");

	if (same_text(fill, "srq-init:cc"))
		fill_srq_ring(p, json_object_get(json_object_get(p->vector, "srq"),
						 "next_wqe_index_before"));
	else if (same_text(fill, "sq-init:cc") || same_text(fill, "cc") || !*fill)
		is_send(p) ? fill_send_ring(p, *fill == 's')
			   : (void)memset(p->memory, 0xcc, p->memory_bytes);
	else if (same_text(fill, "explicit"))
		fill_explicit(p, r);
	else
		fail(r, "unknown queue_before_fill '%s'", fill);
}

/* ---- making the queue ---- */

static void make_memory(struct post *p, size_t bytes, size_t offset)
{
	size_t ring = (size_t)p->entries << p->shift;

	p->ring_offset = offset;
	p->memory_bytes = bytes > offset + ring ? bytes : offset + ring;
	p->memory = guarded_memory(p->memory_bytes);
	p->region = recorder_watch("queue", p->memory, p->memory_bytes);
}

static uint32_t *make_record(const char *name)
{
	uint32_t *record = (uint32_t *)(void *)guarded_memory(4);

	recorder_watch(name, record, 4);
	return record;
}

static void make_send_queue(struct post *p, const json_t *json)
{
	struct inverbs_sq *sq = &p->qp.sq;

	p->entries = sq->entries = (uint32_t)number(json, "sq_wqe_cnt", 0);
	p->shift = sq->shift = (uint8_t)number(json, "sq_wqe_shift", 6);
	make_memory(p, number(json, "queue_bytes", 0), number(json, "sq_offset", 0));
	p->wr_id_base = number(json, "sq_wr_id_table_before_base", 0);
	sq->buf = p->memory + p->ring_offset;
	sq->wr_id = bench_wr_ids(p->wr_id_base, sq->entries);
	sq->bell = p->bench.uar;
	sq->push = &p->bench.ctx.push;
	sq->head = sq->position = (uint32_t)number(json, "sq_head_before", 0);
	sq->tail = (uint32_t)number(json, "sq_tail_before", 0);
	sq->max_post = (uint32_t)number(json, "sq_max_post", 0);
	sq->max_sge = (uint16_t)number(json, "max_send_sge", 0);
	sq->max_inline = (uint16_t)number(json, "max_inline_data", 0);
	sq->spare = (uint8_t)number(json, "sq_spare_wqes", 0);
	sq->one_chunk = sq->shift == 6; /* such a slot has no later chunk */
	sq->long_at = sq->position;     /* any of the others may have been written whole just now */
	p->wr_id = sq->wr_id;
	p->first = sq->head;
}

static void make_recv_queue(struct post *p, const json_t *json)
{
	struct inverbs_rq *rq = &p->qp.rq;

	p->entries = rq->entries = (uint32_t)number(json, "rq_wqe_cnt", 0);
	p->shift = rq->shift = (uint8_t)number(json, "rq_wqe_shift", 4);
	make_memory(p, number(json, "queue_bytes", 0), number(json, "rq_offset", 0));
	p->wr_id_base = number(json, "rq_wr_id_table_before_base", 0);
	rq->buf = p->memory + p->ring_offset;
	rq->wr_id = bench_wr_ids(p->wr_id_base, rq->entries);
	rq->record = make_record("rq");
	rq->head = (uint32_t)number(json, "rq_head_before", 0);
	rq->tail = (uint32_t)number(json, "rq_tail_before", 0);
	rq->max_post = (uint32_t)number(json, "rq_max_post", 0);
	rq->max_sge = (uint16_t)number(json, "max_recv_sge", 0);
	rq->adapter = INVERBS_ADAPTER_MLX4;
	p->wr_id = rq->wr_id;
	p->first = rq->head;
}

static void make_srq(struct post *p, const json_t *json)
{
	struct inverbs_srq *srq = &p->srq;

	p->entries = srq->entries = (uint32_t)number(json, "srq_wqe_cnt", 0);
	p->shift = srq->shift = (uint8_t)number(json, "srq_wqe_shift", 5);
	make_memory(p, 0, 0);
	p->wr_id_base = number(json, "wr_id_table_before_base", 0);
	srq->ibv.context = &p->bench.ctx.ibv;
	srq->buf = p->memory;
	srq->wr_id = bench_wr_ids(p->wr_id_base, srq->entries);
	srq->record = make_record("srq");
	srq->head = (uint32_t)number(json, "head_before", 0);
	srq->tail = (uint32_t)number(json, "tail_before", 0);
	srq->counter = (uint32_t)number(json, "counter_before", 0);
	srq->max_sge = (uint16_t)number(json, "max_sge", 0);
	srq->is_xrc = is_text(json, "type", "XRC");
	srq->adapter = INVERBS_ADAPTER_MLX4;
	p->wr_id = srq->wr_id;
	p->first = srq->head;
}

static void make_qp(struct post *p, const json_t *json, struct report *r)
{
	struct inverbs_qp *qp = &p->qp;
	int type = qp_type_named(text(json, "type"), r);

	qp->ibv.context = &p->bench.ctx.ibv;
	qp->ibv.qp_num = (uint32_t)number(json, "qpn", 0);
	qp->ibv.qp_type = (enum ibv_qp_type)type;
	qp->ibv.state = IBV_QPS_RTS;
	qp->sq.qpn = qp->ibv.qp_num;
	qp->sq.qp_type = (uint8_t)type;
	qp->sq.adapter = INVERBS_ADAPTER_MLX4;
	qp->sq.flags = bench_sq_flags(json, type);
	if (json_object_get(json, "sq_wqe_cnt"))
		make_send_queue(p, json);
	else
		make_recv_queue(p, json);
}

static bool prepare(struct post *p, const json_t *vector, struct report *r)
{
	const json_t *qp = json_object_get(vector, "qp"), *srq = json_object_get(vector, "srq");

	recorder_reset();
	p->vector = vector;
	p->expect = json_object_get(vector, "expect");
	p->quirk = quirk_of(vector);
	p->bad = -1;
	bench_init(&p->bench, (uint32_t)number(qp, "bf_buf_size", 0),
		   (uint32_t)number(qp, "bf_offset_before", 0));
	if (qp)
		make_qp(p, qp, r);
	else if (srq)
		make_srq(p, srq);
	if (!p->entries || p->entries & (p->entries - 1)) {
		fail(r, "the case's ring cannot be made");
		return false;
	}
	fill_ring(p, r);
	picture_take(&p->picture, "ring", p->memory, p->memory_bytes);
	return !r->failed;
}

/* ---- the calls ---- */

static void call_bind(struct post *p, const json_t *json, struct report *r)
{
	struct ibv_pd *pd = calloc(1, sizeof(*pd));
	struct ibv_mr mr = {.lkey = (uint32_t)number(json, "mr_lkey", 0), .pd = pd};
	struct ibv_mw_bind bind = {
		.wr_id = number(json, "wr_id", 0),
		.send_flags = send_flags(json_object_get(json, "send_flags"), r),
		.bind_info =
			{
				.mr = json_object_get(json, "mr_lkey") ? &mr : NULL,
				.addr = number(json, "addr", 0),
				.length = number(json, "length", 0),
				.mw_access_flags = (unsigned int)number(json, "mw_access_flags", 0),
			},
	};

	p->mw = (struct ibv_mw){.context = &p->bench.ctx.ibv, .pd = pd};
	p->mw.rkey = (uint32_t)number(json, "mw_rkey_before", 0);
	p->mw.type = (enum ibv_mw_type)number(json, "mw_type", IBV_MW_TYPE_1);
	p->qp.ibv.pd = pd;
	p->ret = ibv_bind_mw(&p->qp.ibv, &p->mw, &bind);
	free(pd);
}

static void call_send(struct post *p, struct report *r)
{
	const json_t *bind = json_object_get(p->vector, "bind_mw");
	struct ibv_send_wr *wr, *bad = NULL;
	size_t n;

	if (bind) {
		call_bind(p, bind, r);
		return;
	}
	wr = send_requests(json_object_get(p->vector, "wrs"), bench_ah, &n, r);
	if (r->failed)
		return;
	mlx4_send_credit(&p->qp.sq); /* the hot path takes what it can */
	p->ret = ibv_post_send(&p->qp.ibv, wr, &bad);
	p->bad = bad ? bad - wr : -1;
}

static void call_recv(struct post *p, struct report *r)
{
	struct ibv_recv_wr *wr, *bad = NULL;
	size_t n;

	wr = recv_requests(json_object_get(p->vector, "wrs"), &n, r);
	if (r->failed)
		return;
	if (p->srq.entries) {
		p->ret = ibv_post_srq_recv(&p->srq.ibv, wr, &bad);
	} else {
		mlx4_recv_credit(&p->qp.rq);
		p->ret = ibv_post_recv(&p->qp.ibv, wr, &bad);
	}
	p->bad = bad ? bad - wr : -1;
}

static void run_post(const json_t *vector, void (*call)(struct post *, struct report *),
		     struct report *r)
{
	struct post *p = calloc(1, sizeof(*p));

	if (!p)
		abort();
	if (prepare(p, vector, r))
		call(p, r);
	if (!r->failed)
		post_judge(p, r);
	free(p);
}

void mlx4_replay_post_send(const json_t *vector, struct report *r)
{
	run_post(vector, call_send, r);
}

void mlx4_replay_post_recv(const json_t *vector, struct report *r)
{
	run_post(vector, call_recv, r);
}
