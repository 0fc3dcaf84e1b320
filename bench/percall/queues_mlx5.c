/* SPDX-License-Identifier: BSD-2-Clause */
/* mlx5, a draft: queues as its vendor's library creates them for these capabilities, with a
 * BlueFlame register of two halves. Those of Connect-IB are the same; tests/bounds also compiles
 * this file for it. */
#include <infiniband/verbs.h>
#ifdef QUEUES_OF_CONNECTIB
#include <inverbs/adapters/connectib.h>
#include <inverbs/device/connectib_device.h>
#define CALL(name) connectib_##name
#define SEND       CONNECTIB_OP_SEND
#else
#include <inverbs/adapters/mlx5.h>
#include <inverbs/device/mlx5_device.h>
#define CALL(name) mlx5_##name
#define SEND       MLX5_OP_SEND
#endif

#include "queues.h"

enum {
	UNIT_SHIFT = 6,
	UNIT = 1 << UNIT_SHIFT,
	UNITS = 2 * MAX_SEND_WR, /* no WQE in the cases has more than two */
	MAX_UNITS = 4,
	SRQ_SHIFT = 5,
	CQE_SHIFT = 6,
	PAGE = 4096,
	PUSH_SIZE = 256,
};

static void open_sends(struct bench_queues *q)
{
	struct inverbs_sq *sq = &q->qp.sq;

	inverbs_push_open(&q->push, queues_memory(q, PAGE), PUSH_SIZE);
	sq->entries = UNITS;
	sq->shift = UNIT_SHIFT; /* used when rings are compared */
	sq->max_units = MAX_UNITS;
	sq->key = sq->qpn;
	sq->buf = queues_memory(q, (size_t)UNITS * UNIT);
	sq->posted = queues_memory(q, UNITS * sizeof(*sq->posted));
	sq->stage = queues_memory(q, MAX_UNITS * UNIT);
	sq->doorbell_record = queues_memory(q, UNIT);
	sq->doorbell = q->push.page;
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

	srq->shift = SRQ_SHIFT;
	srq->buf = queues_memory(q, (size_t)srq->entries << srq->shift);
	CALL(srq_init)(srq);
}

static void open_completions(struct bench_queues *q)
{
	struct inverbs_cq *cq = &q->cq;

	cq->shift = CQE_SHIFT;
	cq->buf = queues_memory(q, (size_t)cq->entries << cq->shift);
	for (uint32_t i = 0; i < cq->entries; i++) {
		uint8_t *const cqe = cq->buf + ((size_t)i << CQE_SHIFT);

		CALL(dev_init_cqe)(cqe, 1U << CQE_SHIFT, i, cq->entries);
	}
	CALL(cq_seek)(cq);
}

const struct bench_adapter bench_adapter = {
	.number_bits = 24,
	.qpn = 0x000048,
	.send_opcode = SEND,
	.open_sends = open_sends,
	.open_receives = open_receives,
	.open_shared = open_shared,
	.open_completions = open_completions,
	.free_slot = CALL(srq_free),
	.encode = CALL(dev_encode_cqe),
	.publish = CALL(dev_publish_cqe),
};
