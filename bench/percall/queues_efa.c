/* SPDX-License-Identifier: BSD-2-Clause */
/* efa, a draft: queues as its vendor's library creates them for these capabilities, on a device
 * with one ring per completion queue. */
#include <infiniband/verbs.h>
#include <inverbs/adapters/efa.h>
#include <inverbs/device/efa_device.h>

#include "queues.h"

enum {
	WQE_SHIFT = 7,    /* 64 bytes of payload fit into a WQE of the larger size */
	MAX_SEND_SGE = 2, /* in WQEs of either size */
	MAX_BATCH = 16,   /* WQEs per doorbell */
	DESCRIPTOR_SHIFT = 4,
	CQE_SHIFT = 5,
	PAGE = 4096,
};

static struct inverbs_tags *make_tags(struct bench_queues *q, uint32_t requests)
{
	struct inverbs_tags *tags = queues_memory(q, sizeof(*tags));

	tags->wr_id = queues_memory(q, requests * sizeof(*tags->wr_id));
	tags->pool = queues_memory(q, requests * sizeof(*tags->pool));
	tags->mask = (uint16_t)(requests - 1);
	for (uint32_t i = 0; i < requests; i++)
		tags->pool[i] = (uint16_t)i;
	return tags;
}

static void open_sends(struct bench_queues *q)
{
	struct inverbs_sq *sq = &q->qp.sq;

	sq->shift = WQE_SHIFT;
	sq->entries = MAX_SEND_WR;
	sq->max_batch = MAX_BATCH;
	sq->buf = queues_memory(q, (size_t)sq->entries << sq->shift);
	sq->stage = queues_memory(q, 1U << WQE_SHIFT);
	sq->doorbell = queues_memory(q, PAGE);
	sq->tags = make_tags(q, MAX_SEND_WR);
}

static void open_receives(struct bench_queues *q)
{
	struct inverbs_rq *rq = &q->qp.rq;

	rq->entries = inverbs_round_up_pow2(MAX_RECV_WR * rq->max_sge);
	rq->shift = DESCRIPTOR_SHIFT;
	rq->buf = queues_memory(q, (size_t)rq->entries << rq->shift);
	rq->doorbell = queues_memory(q, PAGE);
	rq->tags = make_tags(q, MAX_RECV_WR);
}

static void open_completions(struct bench_queues *q)
{
	struct inverbs_cq *cq = &q->cq;

	cq->shift = CQE_SHIFT;
	cq->rings = 1;
	cq->ring_head = queues_memory(q, sizeof(*cq->ring_head));
	cq->doorbell = queues_memory(q, PAGE);
	cq->buf = queues_memory(q, (size_t)cq->entries << cq->shift);
	efa_cq_seek(cq);
}

/** No tag is in use afterwards. */
static void take_all_wqes(struct bench_queues *q)
{
	q->qp.sq.tags->next = 0;
	q->qp.rq.tags->next = 0;
}

static uint64_t tag_of_send(const struct inverbs_sq *sq, uint32_t unit)
{
	struct inverbs_dev_wr wr = {0};

	efa_dev_decode_send(sq->qp_type,
			    inverbs_dev_copied(inverbs_slot(sq->buf, unit, sq->entries, sq->shift)),
			    1U << sq->shift, &wr);
	return wr.tag;
}

static uint64_t tag_of_receive(const struct inverbs_rq *rq, uint32_t unit)
{
	struct inverbs_dev_recv wr = {0};

	efa_dev_decode_recv(inverbs_dev_copied(inverbs_slot(rq->buf, unit, rq->entries, rq->shift)),
			    1U << rq->shift, &wr);
	return wr.tag;
}

/** A CQE identifies a work request by the tag in its WQE. */
static void fill_tag(struct bench_queues *q, struct inverbs_dev_cqe *cqe)
{
	cqe->tag = cqe->is_send ? tag_of_send(&q->qp.sq, cqe->wqe_index)
				: tag_of_receive(&q->qp.rq, cqe->wqe_index);
}

const struct bench_adapter bench_adapter = {
	.number_bits = 16,
	.max_sge = MAX_SEND_SGE,
	.qpn = 0x0048,
	.send_opcode = EFA_OP_SEND,
	.open_sends = open_sends,
	.open_receives = open_receives,
	.open_completions = open_completions,
	.takes_all = take_all_wqes,
	.tells = fill_tag,
	.encode = efa_dev_encode_cqe,
	.publish = efa_dev_publish_cqe,
};
