/* SPDX-License-Identifier: BSD-2-Clause */
/* rxe: queues as its kernel driver creates them for these capabilities. The doorbell is a
 * command; its instructions count up to the system call. */
#include <infiniband/verbs.h>
#include <inverbs/adapters/rxe.h>
#include <inverbs/device/rxe_device.h>
#include <inverbs/kernel/transport.h>

#include "queues.h"

static int accept_command(struct inverbs_transport *t, const void *cmd, size_t bytes)
{
	(void)t;
	(void)cmd;
	(void)bytes;
	return 0;
}

static const struct inverbs_transport_ops ops = {.command = accept_command};
static struct inverbs_transport transport = {.ops = &ops, .fd = -1};

static uint8_t shift_for(uint32_t bytes)
{
	uint8_t shift = 0;

	while (1U << shift < bytes)
		shift++;
	return shift;
}

/** Returns slot 0 of a new queue. */
static uint8_t *make_queue(struct bench_queues *q, uint32_t entries, uint8_t shift)
{
	uint8_t *head = queues_memory(q, RXE_QUEUE_HEAD + ((size_t)entries << shift));

	rxe_queue_init(head, entries, shift);
	return head + RXE_QUEUE_HEAD;
}

static void open_sends(struct bench_queues *q)
{
	struct inverbs_sq *sq = &q->qp.sq;

	q->ctx.transport = &transport;
	sq->shift = shift_for(rxe_send_bytes(sq->max_sge, MAX_INLINE));
	sq->entries = MAX_SEND_WR;
	sq->buf = make_queue(q, sq->entries, sq->shift);
}

static void open_receives(struct bench_queues *q)
{
	struct inverbs_rq *rq = &q->qp.rq;

	rq->shift = shift_for(rxe_recv_bytes(rq->max_sge));
	rq->buf = make_queue(q, rq->entries, rq->shift);
}

static void open_shared(struct bench_queues *q)
{
	struct inverbs_srq *srq = &q->srq;

	srq->entries = MAX_RECV_WR;
	srq->shift = shift_for(rxe_recv_bytes(1));
	srq->buf = make_queue(q, srq->entries, srq->shift);
}

static void open_completions(struct bench_queues *q)
{
	struct inverbs_cq *cq = &q->cq;

	cq->shift = shift_for(RXE_CQE_SIZE);
	cq->buf = make_queue(q, cq->entries, cq->shift);
	rxe_cq_seek(cq);
}

static void take_ring_wqes(uint8_t *slots)
{
	if (slots)
		rxe_set_consumer(slots, rxe_producer(slots));
}

static void take_all_wqes(struct bench_queues *q)
{
	take_ring_wqes(q->qp.sq.buf);
	take_ring_wqes(q->qp.rq.buf);
	take_ring_wqes(q->srq.buf);
}

/** CQEs contain the wr_id, so the WQEs need not be kept. */
static void consume_wqes(struct bench_queues *q, struct inverbs_dev_cqe *cqe)
{
	take_all_wqes(q);
	cqe->grh = !cqe->is_send;
}

static void publish_cqe(void *cqe, uint32_t cqe_bytes, uint32_t index, uint32_t entries)
{
	const uint32_t slot = index & (entries - 1);

	rxe_set_producer((uint8_t *)cqe - (size_t)slot * cqe_bytes, rxe_next(slot, entries));
}

const struct bench_adapter bench_adapter = {
	.adapter = INVERBS_ADAPTER_RXE,
	.qpn = 0x000011,
	.send_opcode = RXE_OP_SEND,
	.open_sends = open_sends,
	.open_receives = open_receives,
	.open_shared = open_shared,
	.open_completions = open_completions,
	.takes_all = take_all_wqes,
	.tells = consume_wqes,
	.encode = rxe_dev_encode_cqe,
	.publish = publish_cqe,
};
