/* SPDX-License-Identifier: BSD-2-Clause */
#include "hooks.h"

#include "state.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "runtime/provider.h"
#include "workreq.h"

static void *zeroed(size_t bytes)
{
	void *at = calloc(1, bytes);

	if (!at)
		abort();
	return at;
}

void bench_init(struct bench *b, uint32_t bf_buf_size, uint32_t bf_offset)
{
	struct inverbs_context *ctx = &b->ctx;

	b->uar = guarded_memory(PAGE);
	b->push = guarded_memory(PAGE);
	recorder_watch("uar", b->uar, PAGE);
	recorder_watch("bf", b->push, PAGE);
	ctx->adapter = INVERBS_ADAPTER_MLX4;
	ctx->uar = b->uar;
	ctx->push.page = bf_buf_size ? b->push : NULL;
	ctx->push.size = ctx->push.most = bf_buf_size;
	ctx->push.offset = bf_offset;
	pthread_mutex_init(&ctx->table_lock, NULL);
	pthread_mutex_init(&ctx->record_lock, NULL);
}

struct ibv_ah *bench_ah(const json_t *ud, struct report *r)
{
	struct inverbs_ah *ah = zeroed(sizeof(*ah));

	(void)r;
	copy_bytes(ud, "av", ah->av, sizeof(ah->av));
	copy_bytes(ud, "mac", ah->mac, sizeof(ah->mac));
	ah->vlan = (uint16_t)number(ud, "vlan", 0);
	return &ah->ibv;
}

uint8_t bench_sq_flags(const json_t *qp, int qp_type)
{
	uint8_t flags = 0;

	if (number(qp, "sq_signal_all", 0))
		flags |= INVERBS_SQ_SIGNAL_ALL;
	if (is_text(qp, "link_layer", "ETHERNET"))
		flags |= INVERBS_SQ_ETHERNET;
	if ((qp_type == IBV_QPT_UD && number(qp, "ip_csum_ud_ok", 0)) ||
	    (qp_type == IBV_QPT_RAW_PACKET && number(qp, "ip_csum_raw_ok", 0)))
		flags |= INVERBS_SQ_CSUM;
	if (number(qp, "rx_csum_valid", 0))
		flags |= INVERBS_RX_CSUM;
	return flags;
}

uint64_t *bench_wr_ids(uint64_t base, uint32_t entries)
{
	uint64_t *table = zeroed((entries + 1) * sizeof(*table));

	for (uint32_t i = 0; i < entries; i++)
		table[i] = base + i;
	return table;
}

/* ---- completion queues ---- */

static void *ring(struct bench_cq *b, size_t bytes, bool owned)
{
	return owned ? inverbs_queue_alloc(&b->bench.ctx, bytes) : guarded_memory(bytes);
}

static uint32_t *record(struct bench_cq *b, const char *name, size_t bytes, bool owned)
{
	uint32_t *at = owned ? inverbs_record_alloc(&b->bench.ctx, bytes) : zeroed(bytes);

	if (!at)
		abort();
	memset(at, RECORD_SENTINEL, bytes);
	recorder_watch(name, at, bytes);
	return at;
}

static void make_send_queue(struct bench_cq *b, const json_t *json, struct bench_qp *q)
{
	struct inverbs_sq *sq = &q->qp.sq;

	sq->entries = (uint32_t)number(json, "wqe_cnt", 0);
	sq->head = sq->position = (uint32_t)number(json, "head", 0);
	sq->tail = (uint32_t)number(json, "tail", 0);
	sq->shift = 6;
	sq->max_post = sq->entries;
	sq->wr_id = bench_wr_ids(number(json, "wr_id_base", 0), sq->entries);
	sq->push = &b->bench.ctx.push;
	sq->bell = b->bench.uar;
}

static void make_recv_queue(struct bench_cq *b, const json_t *json, struct bench_qp *q, bool owned)
{
	struct inverbs_rq *rq = &q->qp.rq;

	rq->entries = (uint32_t)number(json, "wqe_cnt", 0);
	rq->head = (uint32_t)number(json, "head", 0);
	rq->tail = (uint32_t)number(json, "tail", 0);
	rq->shift = 4;
	rq->max_post = rq->entries;
	rq->wr_id = bench_wr_ids(number(json, "wr_id_base", 0), rq->entries);
	rq->record = owned ? inverbs_record_alloc(&b->bench.ctx, 4) : zeroed(4);
	memset(rq->record, RECORD_SENTINEL, 4);
}

static bool make_qp(struct bench_cq *b, const json_t *json, bool owned, struct report *r)
{
	struct bench_qp *q = &b->qps[b->qp_count];
	struct inverbs_qp *qp = &q->qp;
	int type = qp_type_named(text(json, "type"), r);

	if (type < 0 || b->qp_count == MAX_QPS)
		return false;
	b->qp_count++;
	qp->ibv.context = &b->bench.ctx.ibv;
	qp->ibv.qp_type = (enum ibv_qp_type)type;
	qp->ibv.qp_num = (uint32_t)number(json, "qpn", 0);
	qp->ibv.handle = (uint32_t)b->qp_count;
	qp->ibv.state = IBV_QPS_RTS;
	qp->ibv.send_cq = &b->cq.ibv;
	qp->ibv.recv_cq = &b->cq.ibv;
	qp->sq.qpn = qp->ibv.qp_num;
	qp->sq.qp_type = (uint8_t)type;
	qp->sq.adapter = INVERBS_ADAPTER_MLX4;
	qp->sq.flags = bench_sq_flags(json, type);
	make_send_queue(b, json_object_get(json, "sq"), q);
	if (json_object_get(json, "rq"))
		make_recv_queue(b, json_object_get(json, "rq"), q, owned);
	if (json_object_get(json, "srqn"))
		qp->srq = bench_srq(b, (uint32_t)number(json, "srqn", 0));
	qp->buf_bytes = PAGE;
	qp->buf = ring(b, qp->buf_bytes, owned);
	return !inverbs_table_enter(&b->bench.ctx.qps, qp->ibv.qp_num, qp);
}

static uint8_t *srq_slot(const struct inverbs_srq *srq, uint32_t i)
{
	return srq->buf + ((size_t)i << srq->shift);
}

static bool make_srq(struct bench_cq *b, const json_t *json, bool owned)
{
	struct inverbs_srq *srq = &b->srqs[b->srq_count];

	if (b->srq_count == MAX_SRQS)
		return false;
	b->srq_count++;
	srq->ibv.context = &b->bench.ctx.ibv;
	srq->ibv.handle = (uint32_t)b->srq_count;
	srq->srqn = (uint32_t)number(json, "srqn", 0);
	srq->is_xrc = is_text(json, "type", "XRC");
	srq->xrc_cq = &b->cq.ibv;
	srq->entries = (uint32_t)number(json, "wqe_cnt", 0);
	srq->shift = (uint8_t)number(json, "wqe_shift", 5);
	srq->head = (uint32_t)number(json, "head", 0);
	srq->tail = (uint32_t)number(json, "tail", 0);
	srq->adapter = INVERBS_ADAPTER_MLX4;
	srq->wr_id = bench_wr_ids(number(json, "wr_id_base", 0), srq->entries);
	srq->buf_bytes = (size_t)srq->entries << srq->shift;
	srq->buf = ring(b, srq->buf_bytes, owned);
	if (owned)
		srq->record = inverbs_record_alloc(&b->bench.ctx, 4);
	for (uint32_t i = 0; i < srq->entries; i++) {
		struct mlx4_srq_next next = {.next = (uint16_t)((i + 1) % srq->entries)};

		mlx4_srq_next_put(srq_slot(srq, i), &next);
	}
	return !srq->is_xrc || !inverbs_table_enter(&b->bench.ctx.xrc_srqs, srq->srqn, srq);
}

/* Every entry looks hardware-owned for the first index not yet consumed that falls on it. */
static void fill_entries(const struct inverbs_cq *cq)
{
	memset(cq->buf, 0xcc, (size_t)cq->entries << cq->shift);
	for (uint32_t i = 0; i < cq->entries; i++) {
		uint32_t index = cq->head + i;
		uint8_t *entry = mlx4_cq_entry(cq, index);

		entry[MLX4_CQE_SIZE - 1] = 0x4c;
		mlx4_cqe_take_place(entry, index + cq->entries, cq->entries);
	}
}

static void write_entries(const struct inverbs_cq *cq, const json_t *list, struct report *r)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *json = json_array_get(list, i);
		uint32_t index = (uint32_t)number(json, "index", 0);
		struct bytes b = bytes(json, "bytes");

		if (b.len != (size_t)1 << cq->shift)
			fail(r, "cqes[%zu] has %zu bytes", i, b.len);
		else
			memcpy(inverbs_slot(cq->buf, index, cq->entries, cq->shift), b.data, b.len);
		free_bytes(&b);
	}
}

static void make_cq(struct bench_cq *b, const json_t *json, bool owned)
{
	struct inverbs_cq *cq = &b->cq;

	cq->ibv.context = &b->bench.ctx.ibv;
	cq->ibv.handle = 1;
	cq->cqn = (uint32_t)number(json, "cqn", 0);
	cq->entries = (uint32_t)number(json, "cq_entries", 8);
	cq->ibv.cqe = (int)cq->entries - 1;
	cq->shift = number(json, "cqe_size", 64) == 64 ? 6 : 5;
	cq->head = (uint32_t)number(json, "cons_index_before", 0);
	cq->arm_sn = (uint32_t)(number(json, "arm_sn_before", 1) +
				number(json, "cq_events_delivered_before", 0));
	cq->adapter = INVERBS_ADAPTER_MLX4;
	cq->lock.off = number(json, "single_threaded", 0) != 0;
	cq->bell = b->bench.uar;
	cq->qps = &b->bench.ctx.qps;
	cq->srqs = &b->bench.ctx.xrc_srqs;
	cq->buf_bytes = (size_t)cq->entries << cq->shift;
	cq->buf = ring(b, cq->buf_bytes, owned);
	cq->record = record(b, "cq", 8, owned);
	fill_entries(cq);
	inverbs_cq_forget(cq);
	mlx4_cq_seek(cq);
}

bool bench_cq_init(struct bench_cq *b, const json_t *vector, bool owned, struct report *r)
{
	const json_t *cq = json_object_get(vector, "cq"), *qps = json_object_get(vector, "qps");
	const json_t *srqs = json_object_get(vector, "srqs");
	uint32_t numbers = (uint32_t)number(cq, "qp_table_size", 131072);
	bool ok = true;

	bench_init(&b->bench, 0, 0);
	inverbs_table_init(&b->bench.ctx.qps, numbers);
	inverbs_table_init(&b->bench.ctx.xrc_srqs, numbers);
	make_cq(b, cq, owned);
	for (size_t i = 0; i < json_array_size(srqs); i++)
		ok = ok && make_srq(b, json_array_get(srqs, i), owned);
	for (size_t i = 0; i < json_array_size(qps); i++)
		ok = ok && make_qp(b, json_array_get(qps, i), owned, r);
	write_entries(&b->cq, json_object_get(vector, "cqes"), r);
	if (!ok)
		fail(r, "the case's queue pairs and shared queues cannot be made");
	return !r->failed;
}

struct inverbs_srq *bench_srq(struct bench_cq *b, uint32_t srqn)
{
	for (size_t i = 0; i < b->srq_count; i++) {
		if (b->srqs[i].srqn == srqn)
			return &b->srqs[i];
	}
	return NULL;
}

struct bench_qp *bench_qp(struct bench_cq *b, uint32_t qpn)
{
	for (size_t i = 0; i < b->qp_count; i++) {
		if (b->qps[i].qp.ibv.qp_num == qpn)
			return &b->qps[i];
	}
	return NULL;
}
