/* SPDX-License-Identifier: BSD-2-Clause */
/* mlx5, a draft: queues as its library makes them for these capabilities, with a BlueFlame register
 * of two halves. */
#include <infiniband/verbs.h>
#include <inverbs/adapters/mlx5.h>
#include <inverbs/adapters/mlx5_device.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "queues.h"

enum {
	QPN = 0x000048,
	PEER_QPN = 0x000123,
	UNIT = 64,
	UNITS = 2 * MAX_SEND_WR, /* no WQE of the cases has more than two */
	MAX_UNITS = 4,
	SGE_SHIFT = 4,
	SRQ_SHIFT = 5,
	CQE_SHIFT = 6,
	CQE_BYTES = 1 << CQE_SHIFT,
	PAGE = 4096,
	PUSH_SIZE = 256,
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

static void open_sq(struct bench_queues *q, enum ibv_qp_type type, unsigned int max_sge)
{
	struct inverbs_sq *sq = &q->qp.sq;

	q->push.page = zeroed(PAGE);
	q->push.size = PUSH_SIZE;
	q->push.most = PUSH_SIZE;
	sq->entries = UNITS;
	sq->max_post = MAX_SEND_WR;
	sq->max_units = MAX_UNITS;
	sq->max_sge = (uint16_t)max_sge;
	sq->max_inline = MAX_INLINE;
	sq->qpn = QPN;
	sq->key = QPN;
	sq->qp_type = (uint8_t)type;
	sq->buf = zeroed((size_t)UNITS * UNIT);
	sq->posted = zeroed(UNITS * sizeof(*sq->posted));
	sq->stage = zeroed(MAX_UNITS * UNIT);
	sq->record = zeroed(UNIT);
	sq->bell = q->push.page;
	sq->push = &q->push;
}

static void open_rq(struct bench_queues *q, unsigned int max_sge)
{
	struct inverbs_rq *rq = &q->qp.rq;

	rq->entries = MAX_RECV_WR;
	rq->max_post = MAX_RECV_WR;
	rq->max_sge = (uint16_t)max_sge;
	rq->shift = (uint8_t)(SGE_SHIFT + __builtin_ctz(inverbs_round_up_pow2(max_sge)));
	rq->buf = zeroed((size_t)rq->entries << rq->shift);
	rq->wr_id = zeroed(rq->entries * sizeof(*rq->wr_id));
	rq->record = zeroed(UNIT);
}

static void open_srq(struct bench_queues *q)
{
	struct inverbs_srq *srq = &q->srq;

	srq->entries = 2 * MAX_RECV_WR;
	srq->max_sge = 1;
	srq->shift = SRQ_SHIFT;
	srq->buf = zeroed((size_t)srq->entries << srq->shift);
	srq->wr_id = zeroed(srq->entries * sizeof(*srq->wr_id));
	srq->record = zeroed(UNIT);
	mlx5_srq_init(srq);
	q->qp.srq = srq;
}

static void open_cq(struct bench_queues *q)
{
	struct inverbs_cq *cq = &q->cq;

	cq->entries = CQ_ENTRIES;
	cq->shift = CQE_SHIFT;
	cq->buf = zeroed((size_t)cq->entries << cq->shift);
	cq->record = zeroed(UNIT);
	cq->bell = q->push.page;
	cq->qps = &q->qps;
	cq->srqs = &q->qps;
	for (uint32_t i = 0; i < cq->entries; i++)
		mlx5_dev_init_cqe(cq->buf + ((size_t)i << CQE_SHIFT), CQE_BYTES, i, cq->entries);
	inverbs_cq_forget(cq);
	mlx5_cq_seek(cq);
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
	q->qps.mask = 0xffffff;
	q->qps.shift = 16;
	q->qps.leaf[QPN >> 16] = zeroed(65536 * sizeof(void *));
	q->qps.leaf[QPN >> 16][QPN] = &q->qp;
	q->qp.ibv.context = &q->ctx.ibv;
	q->cq.ibv.context = &q->ctx.ibv;
	q->srq.ibv.context = &q->ctx.ibv;
	q->qp.ibv.qp_num = QPN;
	q->completes_to = q;
}

void queues_close(struct bench_queues *q)
{
	free(q->push.page);
	free(q->qp.sq.buf);
	free(q->qp.sq.posted);
	free(q->qp.sq.stage);
	free(q->qp.sq.record);
	free(q->qp.rq.buf);
	free(q->qp.rq.wr_id);
	free(q->qp.rq.record);
	free(q->srq.buf);
	free(q->srq.wr_id);
	free(q->srq.record);
	free(q->cq.buf);
	free(q->cq.record);
	free(q->qps.leaf[QPN >> 16]);
}

void device_takes_all(struct bench_queues *q)
{
	struct inverbs_srq *srq = q->qp.srq;

	q->qp.sq.tail = inverbs_sq_head(&q->qp.sq);
	q->qp.rq.tail = inverbs_rq_head(&q->qp.rq);
	q->device_send = q->qp.sq.position - q->qp.sq.room;
	q->device_recv = q->qp.rq.tail;
	/* slots go back to the list in the order in which they were taken */
	for (uint32_t slot = srq ? (srq->tail + 1) & (srq->entries - 1) : 0;
	     srq && slot != srq->head; slot = (slot + 1) & (srq->entries - 1))
		mlx5_srq_free(srq, slot);
}

void device_publishes(struct bench_queues *on, const struct inverbs_dev_cqe *cqe)
{
	struct bench_queues *q = on->completes_to;
	uint8_t *at = inverbs_slot(q->cq.buf, q->produced, q->cq.entries, CQE_SHIFT);

	mlx5_dev_encode_cqe(at, CQE_BYTES, cqe);
	mlx5_dev_publish_cqe(at, CQE_BYTES, q->produced, q->cq.entries);
	q->produced++;
}

void device_completes_sends(struct bench_queues *q, unsigned int count)
{
	struct inverbs_dev_cqe cqe = {
		.qpn = q->qp.sq.qpn,
		.key = q->qp.sq.key,
		.is_send = true,
		.hw_opcode = MLX5_OP_SEND,
	};

	/* each of one unit */
	while (count--) {
		cqe.wqe_index = q->device_send++;
		device_publishes(q, &cqe);
	}
}

void device_completes_receives(struct bench_queues *q, unsigned int count)
{
	struct inverbs_dev_cqe cqe = {
		.qpn = q->qp.sq.qpn,
		.key = q->qp.sq.key,
		.recv = INVERBS_DEV_RECV_SEND,
		.byte_len = 64,
		.src_qp = PEER_QPN,
		.slid = 1,
	};

	while (count--) {
		cqe.wqe_index = q->qp.srq ? q->produced & (q->srq.entries - 1) : q->device_recv++;
		device_publishes(q, &cqe);
	}
}
