/* SPDX-License-Identifier: BSD-2-Clause */
/* cxgb3: geometry as its kernel driver returns it for these capabilities (providers/cxgb3/qp.c). */
#include <infiniband/verbs.h>
#include <inverbs/adapters/cxgb3.h>
#include <inverbs/device/cxgb3_device.h>

#include "queues.h"

enum {
	SLOTS = MAX_SEND_WR + MAX_RECV_WR,
	PAGE = 4096,
};

static void open_sends(struct bench_queues *q)
{
	struct inverbs_work *work = queues_memory(q, sizeof(*work));
	struct inverbs_sq *sq = &q->qp.sq;

	sq->shift = CXGB3_SLOT_SHIFT;
	sq->entries = SLOTS;
	sq->max_inline = CXGB3_MAX_INLINE;
	sq->buf = queues_memory(q, (size_t)SLOTS << sq->shift);
	sq->doorbell = queues_memory(q, PAGE);
	work->requests = MAX_SEND_WR;
	work->records = queues_memory(q, MAX_SEND_WR * sizeof(*work->records));
	sq->work = work;
}

/** Receives are posted to the send ring. */
static void open_receives(struct bench_queues *q)
{
	q->qp.rq.max_post = q->qp.rq.entries - 1;
}

static void open_completions(struct bench_queues *q)
{
	struct inverbs_cq *cq = &q->cq;
	const size_t bytes = (size_t)cq->entries << CXGB3_CQE_SHIFT;

	cq->shift = CXGB3_CQE_SHIFT;
	cq->buf = queues_memory(q, bytes + sizeof(uint32_t));
	cq->soft = queues_memory(q, sizeof(*cq->soft));
	cq->soft->entries = 2 * CQ_ENTRIES;
	cq->soft->ring = queues_memory(q, cq->soft->entries * sizeof(*cq->soft->ring));
	cq->attention = (uint32_t *)(void *)(cq->buf + bytes);
	cxgb3_cq_seek(cq);
}

static void take_all_wqes(struct bench_queues *q)
{
	q->device_send = inverbs_sq_head(&q->qp.sq); /* CQEs have the number, not the slot */
	q->qp.sq.work->late_open = false;
}

const struct bench_adapter bench_adapter = {
	.adapter = INVERBS_ADAPTER_CXGB3,
	.number_bits = 16,
	.qpn = 0x000041,
	.send_opcode = CXGB3_WR_SEND,
	.open_sends = open_sends,
	.open_receives = open_receives,
	.open_completions = open_completions,
	.takes_all = take_all_wqes,
	.encode = cxgb3_dev_encode_cqe,
	.publish = cxgb3_dev_publish_cqe,
};
