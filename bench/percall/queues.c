/* SPDX-License-Identifier: BSD-2-Clause */
/* Queues set up by hand: the part that all adapters have in common. */
#include "queues.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	PAGE = 4096,
	LINE = 64,
	SGE_SHIFT = 4,
	LEAF_BITS = 8, /* bits of a number that select a leaf of the number table */
	PEER_QPN = 0x000123,
};

void *queues_memory(struct bench_queues *q, size_t bytes)
{
	const size_t rounded = (bytes + PAGE - 1) / PAGE * PAGE;
	void *at = q->allocations < MAX_ALLOCATIONS ? aligned_alloc(PAGE, rounded) : NULL;

	if (!at) {
		fprintf(stderr, "percall: no memory\n");
		exit(EXIT_FAILURE);
	}
	q->allocated[q->allocations++] = at;
	return memset(at, 0, rounded);
}

uint8_t queues_sge_shift(unsigned int sges)
{
	return (uint8_t)(SGE_SHIFT + __builtin_ctz(inverbs_round_up_pow2(sges)));
}

static void open_sq(struct bench_queues *q, enum ibv_qp_type type, unsigned int max_sge)
{
	struct inverbs_sq *sq = &q->qp.sq;

	sq->max_post = MAX_SEND_WR;
	sq->max_sge = (uint16_t)max_sge;
	sq->max_inline = MAX_INLINE;
	sq->qpn = bench_adapter.qpn;
	sq->qp_type = (uint8_t)type;
	sq->adapter = bench_adapter.adapter;
	sq->push = &q->push;
	bench_adapter.open_sends(q);
}

static void open_rq(struct bench_queues *q, unsigned int max_sge)
{
	struct inverbs_rq *rq = &q->qp.rq;

	rq->entries = MAX_RECV_WR;
	rq->max_post = MAX_RECV_WR;
	rq->max_sge = (uint16_t)max_sge;
	rq->adapter = bench_adapter.adapter;
	rq->doorbell_record = queues_memory(q, LINE);
	bench_adapter.open_receives(q);
	rq->wr_id = queues_memory(q, rq->entries * sizeof(*rq->wr_id));
}

static void open_srq(struct bench_queues *q)
{
	struct inverbs_srq *srq = &q->srq;

	srq->entries = 2 * MAX_RECV_WR;
	srq->max_sge = 1;
	srq->adapter = bench_adapter.adapter;
	srq->doorbell_record = queues_memory(q, LINE);
	bench_adapter.open_shared(q);
	srq->wr_id = queues_memory(q, srq->entries * sizeof(*srq->wr_id));
	q->qp.srq = srq;
}

static void open_cq(struct bench_queues *q)
{
	struct inverbs_cq *cq = &q->cq;

	cq->entries = CQ_ENTRIES;
	cq->adapter = bench_adapter.adapter;
	cq->doorbell_record = queues_memory(q, LINE);
	cq->doorbell = q->qp.sq.doorbell;
	cq->qps = &q->qps;
	cq->srqs = &q->qps;
	inverbs_cq_forget(cq);
	bench_adapter.open_completions(q);
}

/** Create the table in which the queue pair is looked up for CQEs. */
static void open_table(struct bench_queues *q)
{
	struct inverbs_number_table *table = &q->qps;
	void **leaf;

	if (!bench_adapter.number_bits)
		return;
	table->mask = (1U << bench_adapter.number_bits) - 1;
	table->shift = bench_adapter.number_bits - LEAF_BITS;
	leaf = queues_memory(q, sizeof(void *) << table->shift);
	leaf[bench_adapter.qpn & ((1U << table->shift) - 1)] = &q->qp;
	table->leaf[bench_adapter.qpn >> table->shift] = leaf;
}

void queues_open(struct bench_queues *q, enum ibv_qp_type type, bool with_srq, unsigned int max_sge)
{
	memset(q, 0, sizeof(*q));
	open_sq(q, type, max_sge);
	if (with_srq)
		open_srq(q);
	else
		open_rq(q, max_sge);
	open_cq(q);
	open_table(q);
	for (uint32_t i = 0; i < STAGE_AHS; i++)
		q->ah[i].number = i;
	q->qp.ibv.context = &q->ctx.ibv;
	q->cq.ibv.context = &q->ctx.ibv;
	q->srq.ibv.context = &q->ctx.ibv;
	q->qp.ibv.send_cq = &q->cq.ibv;
	q->qp.ibv.recv_cq = &q->cq.ibv;
	q->qp.ibv.qp_num = bench_adapter.qpn;
	q->completes_to = q;
}

void queues_close(struct bench_queues *q)
{
	while (q->allocations)
		free(q->allocated[--q->allocations]);
}

/** Return slots to the list in the order in which they were taken. */
static void give_slots_back(struct inverbs_srq *srq)
{
	for (uint32_t slot = (srq->tail + 1) & (srq->entries - 1); slot != srq->head;
	     slot = (slot + 1) & (srq->entries - 1))
		bench_adapter.free_slot(srq, slot);
}

void device_takes_all(struct bench_queues *q)
{
	q->device_send = inverbs_sq_position(&q->qp.sq);
	q->device_recv = inverbs_rq_head(&q->qp.rq);
	if (bench_adapter.takes_all)
		bench_adapter.takes_all(q);
	q->qp.sq.tail = inverbs_sq_head(&q->qp.sq);
	q->qp.rq.tail = inverbs_rq_head(&q->qp.rq);
	if (q->qp.srq && bench_adapter.free_slot)
		give_slots_back(&q->srq);
}

void device_publishes(struct bench_queues *on, const struct inverbs_dev_cqe *cqe)
{
	struct bench_queues *q = on->completes_to;
	const uint32_t bytes = 1U << q->cq.shift;
	uint8_t *at = inverbs_slot(q->cq.buf, q->produced, q->cq.entries, q->cq.shift);

	bench_adapter.encode(at, bytes, cqe);
	bench_adapter.publish(at, bytes, q->produced++, q->cq.entries);
}

/** Complete a work request with a CQE that identifies it. */
static void complete_request(struct bench_queues *q, struct inverbs_dev_cqe *cqe)
{
	cqe->qpn = q->qp.sq.qpn;
	cqe->key = q->qp.sq.key;
	cqe->context = (uintptr_t)&q->qp;
	if (bench_adapter.tells)
		bench_adapter.tells(q, cqe);
	device_publishes(q, cqe);
}

void device_completes_sends(struct bench_queues *q, unsigned int count)
{
	while (count--) {
		struct inverbs_dev_cqe cqe = {
			.is_send = true,
			.hw_opcode = bench_adapter.send_opcode,
			.wqe_index = q->device_send,
			.serial = q->device_send,
		};

		complete_request(q, &cqe);
		q->device_send++; /* each took one unit */
	}
}

void device_completes_receives(struct bench_queues *q, unsigned int count)
{
	while (count--) {
		/* slots of the SRQ are returned in order here, so the oldest is the one after
		 * the tail */
		struct inverbs_dev_cqe cqe = {
			.recv = INVERBS_DEV_RECV_SEND,
			.byte_len = 64,
			.src_qp = PEER_QPN,
			.slid = 1,
			.wqe_index = q->qp.srq ? q->produced & (q->srq.entries - 1)
					       : q->device_recv,
			.serial = q->device_recv + 1,
		};

		complete_request(q, &cqe);
		q->device_recv++;
	}
}
