/* SPDX-License-Identifier: BSD-2-Clause */
/* cxgb3: geometry as its kernel driver answers for these capabilities (providers/cxgb3/qp.c). */
#include <infiniband/verbs.h>
#include <inverbs/adapters/cxgb3.h>
#include <inverbs/adapters/cxgb3_device.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "queues.h"

enum {
	QPN = 0x000041,
	SLOTS = MAX_SEND_WR + MAX_RECV_WR,
	PAGE = 4096,
};

static void *zeroed(size_t bytes)
{
	void *at = aligned_alloc(PAGE, (bytes + PAGE - 1) / PAGE * PAGE);

	if (!at) {
		fprintf(stderr, "percall: no memory\n");
		exit(EXIT_FAILURE);
	}
	return memset(at, 0, bytes);
}

static void open_sq(struct bench_queues *q, unsigned int max_sge)
{
	struct inverbs_sq *sq = &q->qp.sq;

	sq->shift = CXGB3_SLOT_SHIFT;
	sq->entries = SLOTS;
	sq->max_post = MAX_SEND_WR;
	sq->max_sge = (uint16_t)max_sge;
	sq->max_inline = CXGB3_MAX_INLINE;
	sq->qpn = QPN;
	sq->qp_type = IBV_QPT_RC;
	sq->adapter = INVERBS_ADAPTER_CXGB3;
	sq->buf = zeroed((size_t)SLOTS << sq->shift);
	sq->bell = zeroed(PAGE);
	sq->push = &q->push;
}

static void open_rq(struct bench_queues *q, unsigned int max_sge)
{
	struct inverbs_rq *rq = &q->qp.rq;

	rq->entries = MAX_RECV_WR;
	rq->max_post = rq->entries - 1;
	rq->max_sge = (uint16_t)max_sge;
	rq->adapter = INVERBS_ADAPTER_CXGB3;
	rq->wr_id = zeroed(rq->entries * sizeof(*rq->wr_id));
}

static void open_work(struct bench_queues *q)
{
	struct inverbs_work *work = zeroed(sizeof(*work));

	work->requests = MAX_SEND_WR;
	work->records = zeroed(MAX_SEND_WR * sizeof(*work->records));
	q->qp.sq.work = work;
}

static void open_cq(struct bench_queues *q)
{
	struct inverbs_cq *cq = &q->cq;

	cq->entries = CQ_ENTRIES;
	cq->shift = CXGB3_CQE_SHIFT;
	cq->adapter = INVERBS_ADAPTER_CXGB3;
	cq->buf = zeroed(((size_t)cq->entries << cq->shift) + sizeof(uint32_t));
	cq->record = zeroed(64);
	cq->qps = &q->qps;
	cq->soft = zeroed(sizeof(*cq->soft));
	cq->soft->entries = 2 * CQ_ENTRIES;
	cq->soft->ring = zeroed(cq->soft->entries * sizeof(*cq->soft->ring));
	cq->attention = (uint32_t *)(void *)(cq->buf + ((size_t)cq->entries << cq->shift));
	inverbs_cq_forget(cq);
	cxgb3_cq_seek(cq);
}

void queues_open(struct bench_queues *q, enum ibv_qp_type type, bool with_srq, unsigned int max_sge)
{
	(void)type;
	(void)with_srq;
	memset(q, 0, sizeof(*q));
	open_sq(q, max_sge);
	open_rq(q, max_sge);
	open_work(q);
	open_cq(q);
	q->qps.mask = 0xffff;
	q->qps.shift = 8;
	q->qps.leaf[QPN >> 8] = zeroed(256 * sizeof(void *));
	q->qps.leaf[QPN >> 8][QPN & 0xff] = &q->qp;
	q->qp.ibv.context = &q->ctx.ibv;
	q->qp.ibv.send_cq = &q->cq.ibv;
	q->qp.ibv.recv_cq = &q->cq.ibv;
	q->cq.ibv.context = &q->ctx.ibv;
	q->qp.ibv.qp_num = QPN;
	q->completes_to = q;
}

void queues_close(struct bench_queues *q)
{
	free(q->qp.sq.buf);
	free(q->qp.sq.bell);
	free(q->qp.rq.wr_id);
	free(q->qp.sq.work->records);
	free(q->qp.sq.work);
	free(q->cq.soft->ring);
	free(q->cq.soft);
	free(q->cq.buf);
	free(q->cq.record);
	free(q->qps.leaf[QPN >> 8]);
}

void device_takes_all(struct bench_queues *q)
{
	q->qp.sq.tail = q->device_send = inverbs_sq_head(&q->qp.sq);
	q->qp.rq.tail = q->device_recv = inverbs_rq_head(&q->qp.rq);
	q->qp.sq.work->late_open = false;
}

void device_publishes(struct bench_queues *on, const struct inverbs_dev_cqe *cqe)
{
	struct bench_queues *q = on->completes_to;
	uint8_t *slot = inverbs_slot(q->cq.buf, q->produced, q->cq.entries, q->cq.shift);

	cxgb3_dev_encode_cqe(slot, CXGB3_CQE_SIZE, cqe);
	cxgb3_dev_publish_cqe(slot, CXGB3_CQE_SIZE, q->produced, q->cq.entries);
	q->produced++;
}

void device_completes_sends(struct bench_queues *q, unsigned int count)
{
	struct inverbs_dev_cqe cqe = {
		.qpn = q->qp.sq.qpn, .is_send = true, .hw_opcode = CXGB3_WR_SEND};

	while (count--) {
		cqe.serial = q->device_send++;
		device_publishes(q, &cqe);
	}
}

void device_completes_receives(struct bench_queues *q, unsigned int count)
{
	struct inverbs_dev_cqe cqe = {.qpn = q->qp.sq.qpn, .byte_len = 64};

	while (count--) {
		cqe.serial = ++q->device_recv;
		device_publishes(q, &cqe);
	}
}
