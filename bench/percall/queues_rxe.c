/* SPDX-License-Identifier: BSD-2-Clause */
/* rxe: queues as its kernel driver makes them for these capabilities. The doorbell is a command;
 * its instructions count up to the system call. */
#include <infiniband/verbs.h>
#include <inverbs/adapters/rxe.h>
#include <inverbs/adapters/rxe_device.h>
#include <inverbs/transport.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "queues.h"

enum {
	QPN = 0x000011,
	LINE = 64,
};

static int answer(struct inverbs_transport *t, const void *cmd, size_t bytes)
{
	(void)t;
	(void)cmd;
	(void)bytes;
	return 0;
}

static const struct inverbs_transport_ops ops = {.command = answer};
static struct inverbs_transport transport = {.ops = &ops, .fd = -1};

static uint8_t shift_for(uint32_t bytes)
{
	uint8_t shift = 0;

	while (1U << shift < bytes)
		shift++;
	return shift;
}

/** Slot 0 of a new queue. */
static uint8_t *make_queue(uint32_t entries, uint8_t shift)
{
	const size_t bytes = RXE_QUEUE_HEAD + ((size_t)entries << shift);
	uint8_t *head = aligned_alloc(LINE, bytes);

	if (!head) {
		fprintf(stderr, "percall: no memory\n");
		exit(EXIT_FAILURE);
	}
	memset(head, 0, bytes);
	rxe_queue_init(head, entries, shift);
	return head + RXE_QUEUE_HEAD;
}

static void free_queue(uint8_t *slots)
{
	if (slots)
		free(slots - RXE_QUEUE_HEAD);
}

static void open_sq(struct bench_queues *q, enum ibv_qp_type type, unsigned int max_sge)
{
	struct inverbs_sq *sq = &q->qp.sq;

	sq->shift = shift_for(rxe_send_bytes(max_sge, MAX_INLINE));
	sq->entries = MAX_SEND_WR;
	sq->max_sge = (uint16_t)max_sge;
	sq->max_inline = MAX_INLINE;
	sq->qpn = QPN;
	sq->qp_type = (uint8_t)type;
	sq->adapter = INVERBS_ADAPTER_RXE;
	sq->buf = make_queue(sq->entries, sq->shift);
}

static void open_rq(struct bench_queues *q, unsigned int max_sge)
{
	struct inverbs_rq *rq = &q->qp.rq;

	rq->shift = shift_for(rxe_recv_bytes(max_sge));
	rq->entries = MAX_RECV_WR;
	rq->max_sge = (uint16_t)max_sge;
	rq->adapter = INVERBS_ADAPTER_RXE;
	rq->buf = make_queue(rq->entries, rq->shift);
}

static void open_srq(struct bench_queues *q)
{
	struct inverbs_srq *srq = &q->srq;

	srq->shift = shift_for(rxe_recv_bytes(1));
	srq->entries = MAX_RECV_WR;
	srq->max_sge = 1;
	srq->adapter = INVERBS_ADAPTER_RXE;
	srq->buf = make_queue(srq->entries, srq->shift);
	q->qp.srq = srq;
}

static void open_cq(struct bench_queues *q)
{
	struct inverbs_cq *cq = &q->cq;

	cq->shift = shift_for(RXE_CQE_SIZE);
	cq->entries = CQ_ENTRIES;
	cq->adapter = INVERBS_ADAPTER_RXE;
	cq->buf = make_queue(cq->entries, cq->shift);
	cq->qps = &q->qps;
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
	q->ctx.transport = &transport;
	q->qp.ibv.context = &q->ctx.ibv;
	q->cq.ibv.context = &q->ctx.ibv;
	q->srq.ibv.context = &q->ctx.ibv;
	q->qp.ibv.qp_num = QPN;
	q->completes_to = q;
}

void queues_close(struct bench_queues *q)
{
	free_queue(q->qp.sq.buf);
	free_queue(q->qp.rq.buf);
	free_queue(q->srq.buf);
	free_queue(q->cq.buf);
}

static void take_all(uint8_t *slots)
{
	if (slots)
		rxe_set_consumer(slots, rxe_producer(slots));
}

void device_takes_all(struct bench_queues *q)
{
	take_all(q->qp.sq.buf);
	take_all(q->qp.rq.buf);
	take_all(q->srq.buf);
}

void device_publishes(struct bench_queues *on, const struct inverbs_dev_cqe *cqe)
{
	struct bench_queues *q = on->completes_to;
	const uint32_t index = rxe_producer(q->cq.buf);

	rxe_dev_encode_cqe(inverbs_slot(q->cq.buf, index, q->cq.entries, q->cq.shift),
			   1U << q->cq.shift, cqe);
	rxe_set_producer(q->cq.buf, rxe_next(index, q->cq.entries));
}

void device_completes_sends(struct bench_queues *q, unsigned int count)
{
	const struct inverbs_dev_cqe cqe = {
		.qpn = q->qp.sq.qpn, .is_send = true, .hw_opcode = RXE_OP_SEND};

	device_takes_all(q);
	while (count--)
		device_publishes(q, &cqe);
}

void device_completes_receives(struct bench_queues *q, unsigned int count)
{
	const struct inverbs_dev_cqe cqe = {
		.qpn = q->qp.sq.qpn, .recv = INVERBS_DEV_RECV_SEND, .byte_len = 64, .grh = true};

	device_takes_all(q);
	while (count--)
		device_publishes(q, &cqe);
}
