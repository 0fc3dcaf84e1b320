/* SPDX-License-Identifier: BSD-2-Clause */
/* mlx4: geometry as its provider computes it for these capabilities (providers/mlx4/geometry.c). */
#include <infiniband/verbs.h>
#include <inverbs/adapters/mlx4.h>
#include <inverbs/device/mlx4_device.h>

#include "queues.h"

enum {
	RC_SHIFT =
		7, /* control, remote and 64 inline bytes with two headers: 112 bytes; or 4 SGEs */
	UD_SHIFT = 8, /* control, datagram and inline segments: 144 bytes */
	PREFETCH_BYTES = 2048,
	SRQ_SHIFT = 5,
	CQE_SHIFT = 5,
	PAGE = 4096,
	PUSH_SIZE = 256,
};

static void open_sends(struct bench_queues *q)
{
	struct inverbs_sq *sq = &q->qp.sq;

	inverbs_push_open(&q->push, queues_memory(q, PAGE), PUSH_SIZE);
	sq->shift = sq->qp_type == IBV_QPT_UD ? UD_SHIFT : RC_SHIFT;
	sq->spare = (uint8_t)((PREFETCH_BYTES >> sq->shift) + 1);
	sq->entries = inverbs_round_up_pow2(MAX_SEND_WR + sq->spare);
	sq->max_post = sq->entries - sq->spare;
	sq->buf = queues_memory(q, (size_t)sq->entries << sq->shift);
	sq->wr_id = queues_memory(q, sq->entries * sizeof(*sq->wr_id));
	sq->doorbell = queues_memory(q, PAGE);
	mlx4_sq_init(sq);
	sq->one_chunk = 1;
}

static void open_receives(struct bench_queues *q)
{
	struct inverbs_rq *rq = &q->qp.rq;

	rq->shift = queues_sge_shift(rq->max_sge);
	rq->buf = queues_memory(q, (size_t)rq->entries << rq->shift);
}

static void open_shared(struct bench_queues *q)
{
	struct inverbs_srq *srq = &q->srq;

	srq->tail = srq->entries - 1;
	srq->shift = SRQ_SHIFT;
	srq->buf = queues_memory(q, (size_t)srq->entries << srq->shift);
	mlx4_srq_init(srq);
}

static void open_completions(struct bench_queues *q)
{
	struct inverbs_cq *cq = &q->cq;

	cq->shift = CQE_SHIFT;
	cq->buf = queues_memory(q, (size_t)cq->entries << cq->shift);
	for (uint32_t i = 0; i < cq->entries; i++)
		mlx4_dev_init_cqe(cq->buf + ((size_t)i << CQE_SHIFT), 1U << CQE_SHIFT, i,
				  cq->entries);
	mlx4_cq_seek(cq);
}

const struct bench_adapter bench_adapter = {
	.adapter = INVERBS_ADAPTER_MLX4,
	.number_bits = 24,
	.qpn = 0x000048,
	.send_opcode = MLX4_OP_SEND,
	.open_sends = open_sends,
	.open_receives = open_receives,
	.open_shared = open_shared,
	.open_completions = open_completions,
	.free_slot = mlx4_srq_free,
	.encode = mlx4_dev_encode_cqe,
	.publish = mlx4_dev_publish_cqe,
};
