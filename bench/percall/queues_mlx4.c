/* SPDX-License-Identifier: BSD-2-Clause */
/* mlx4: geometry as its provider computes it for these capabilities (providers/mlx4/geometry.c). */
#include <infiniband/verbs.h>
#include <inverbs/adapters/mlx4.h>
#include <inverbs/adapters/mlx4_device.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "queues.h"

enum {
	QPN = 0x000048,
	PEER_QPN = 0x000123,
	RC_SHIFT =
		7, /* control, remote and 64 inline bytes with two headers: 112 bytes; or 4 SGEs */
	UD_SHIFT = 8, /* control, datagram and inline: 144 bytes */
	PREFETCH_BYTES = 2048,
	SGE_SHIFT = 4,
	SRQ_SHIFT = 5,
	CQE_SHIFT = 5,
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

static void open_push(struct bench_queues *q)
{
	q->push.page = zeroed(PAGE);
	q->push.size = q->push.most = PUSH_SIZE;
}

static void open_sq(struct bench_queues *q, enum ibv_qp_type type, unsigned int max_sge)
{
	struct inverbs_sq *sq = &q->qp.sq;

	sq->shift = type == IBV_QPT_UD ? UD_SHIFT : RC_SHIFT;
	sq->spare = (uint8_t)((PREFETCH_BYTES >> sq->shift) + 1);
	sq->entries = inverbs_round_up_pow2(MAX_SEND_WR + sq->spare);
	sq->max_post = sq->entries - sq->spare;
	sq->max_sge = (uint16_t)max_sge;
	sq->max_inline = MAX_INLINE;
	sq->qpn = QPN;
	sq->qp_type = (uint8_t)type;
	sq->adapter = INVERBS_ADAPTER_MLX4;
	sq->buf = zeroed((size_t)sq->entries << sq->shift);
	sq->wr_id = zeroed(sq->entries * sizeof(*sq->wr_id));
	sq->bell = zeroed(PAGE);
	sq->push = &q->push;
	mlx4_sq_init(sq);
	sq->one_chunk = 1;
}

static void open_rq(struct bench_queues *q, unsigned int max_sge)
{
	struct inverbs_rq *rq = &q->qp.rq;

	rq->entries = MAX_RECV_WR;
	rq->max_post = MAX_RECV_WR;
	rq->max_sge = (uint16_t)max_sge;
	rq->shift = (uint8_t)(SGE_SHIFT + __builtin_ctz(inverbs_round_up_pow2(max_sge)));
	rq->adapter = INVERBS_ADAPTER_MLX4;
	rq->buf = zeroed((size_t)rq->entries << rq->shift);
	rq->wr_id = zeroed(rq->entries * sizeof(*rq->wr_id));
	rq->record = zeroed(64);
}

static void open_srq(struct bench_queues *q)
{
	struct inverbs_srq *srq = &q->srq;

	srq->entries = 2 * MAX_RECV_WR;
	srq->tail = srq->entries - 1;
	srq->max_sge = 1;
	srq->shift = SRQ_SHIFT;
	srq->adapter = INVERBS_ADAPTER_MLX4;
	srq->buf = zeroed((size_t)srq->entries << srq->shift);
	srq->wr_id = zeroed(srq->entries * sizeof(*srq->wr_id));
	srq->record = zeroed(64);
	mlx4_srq_init(srq);
	q->qp.srq = srq;
}

static void open_cq(struct bench_queues *q)
{
	struct inverbs_cq *cq = &q->cq;

	cq->entries = CQ_ENTRIES;
	cq->shift = CQE_SHIFT;
	cq->adapter = INVERBS_ADAPTER_MLX4;
	cq->buf = zeroed((size_t)cq->entries << cq->shift);
	cq->record = zeroed(64);
	cq->bell = q->qp.sq.bell;
	cq->qps = &q->qps;
	cq->srqs = &q->qps;
	for (uint32_t i = 0; i < cq->entries; i++)
		mlx4_dev_init_cqe(cq->buf + ((size_t)i << CQE_SHIFT), CQE_BYTES, i, cq->entries);
	inverbs_cq_forget(cq);
	mlx4_cq_seek(cq);
}

void queues_open(struct bench_queues *q, enum ibv_qp_type type, bool with_srq, unsigned int max_sge)
{
	memset(q, 0, sizeof(*q));
	open_push(q);
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
	free(q->qp.sq.wr_id);
	free(q->qp.sq.bell);
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

/** Slots go back to the list in the order in which they were taken. */
static void give_slots_back(struct inverbs_srq *srq)
{
	for (uint32_t slot = (srq->tail + 1) & (srq->entries - 1); slot != srq->head;
	     slot = (slot + 1) & (srq->entries - 1))
		mlx4_srq_free(srq, slot);
}

void device_takes_all(struct bench_queues *q)
{
	q->qp.sq.tail = q->device_send = inverbs_sq_head(&q->qp.sq);
	q->qp.rq.tail = q->device_recv = inverbs_rq_head(&q->qp.rq);
	if (q->qp.srq)
		give_slots_back(&q->srq);
}

void device_publishes(struct bench_queues *on, const struct inverbs_dev_cqe *cqe)
{
	struct bench_queues *q = on->completes_to;
	uint8_t *at = inverbs_slot(q->cq.buf, q->produced, q->cq.entries, CQE_SHIFT);

	mlx4_dev_encode_cqe(at, CQE_BYTES, cqe);
	mlx4_dev_publish_cqe(at, CQE_BYTES, q->produced, q->cq.entries);
	q->produced++;
}

void device_completes_sends(struct bench_queues *q, unsigned int count)
{
	struct inverbs_dev_cqe cqe = {
		.qpn = q->qp.sq.qpn, .is_send = true, .hw_opcode = MLX4_OP_SEND};

	while (count--) {
		cqe.wqe_index = q->device_send++;
		device_publishes(q, &cqe);
	}
}

void device_completes_receives(struct bench_queues *q, unsigned int count)
{
	struct inverbs_dev_cqe cqe = {
		.qpn = q->qp.sq.qpn,
		.recv = INVERBS_DEV_RECV_SEND,
		.byte_len = 64,
		.src_qp = PEER_QPN,
		.slid = 1,
	};

	while (count--) {
		/* slots of a shared queue come back in order here, so the oldest is the one after
		 * the tail */
		cqe.wqe_index = q->qp.srq ? q->produced & (q->srq.entries - 1) : 0;
		device_publishes(q, &cqe);
	}
}
