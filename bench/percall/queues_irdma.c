/* SPDX-License-Identifier: BSD-2-Clause */
/* irdma, a draft: queues as its vendor's library creates them for these capabilities on the
 * second generation, on a RoCE port. tests/bounds also compiles this file for X722, whose WQEs have
 * at most two units. */
#include <infiniband/verbs.h>
#ifdef QUEUES_OF_X722
#include <inverbs/adapters/x722.h>
#include <inverbs/device/x722_device.h>
#define CALL(name)       x722_##name
#define SEND             X722_OP_SEND
#define BOUNDARY         2  /* in units; no WQE crosses a multiple of it */
#define MAX_WQE_UNITS    2  /* units of a WQE with all SGEs, or all inline bytes */
#define MAX_WQE_SGES     3  /* 0: any number that is requested */
#define MAX_INLINE_BYTES 48 /* inline bytes */
#else
#include <inverbs/adapters/irdma.h>
#include <inverbs/device/irdma_device.h>
#define CALL(name)       irdma_##name
#define SEND             IRDMA_OP_SEND
#define BOUNDARY         8
#define MAX_WQE_UNITS    4
#define MAX_WQE_SGES     0
#define MAX_INLINE_BYTES MAX_INLINE
#endif

#include "queues.h"

enum {
	UNIT_SHIFT = 5,
	SPARE = 258, /* units that stay free */
	CQE_SHIFT = 5,
	PAGE = 4096,
};

static void open_sends(struct bench_queues *q)
{
	struct inverbs_sq *sq = &q->qp.sq;

	sq->max_inline = MAX_INLINE_BYTES;
	sq->entries = inverbs_round_up_pow2(MAX_WQE_UNITS * MAX_SEND_WR + SPARE);
	sq->boundary = BOUNDARY;
	sq->counts_fill = sq->flush_once = 1;
	sq->flags = INVERBS_SQ_SEND_IMM;
	sq->buf = queues_memory(q, (size_t)sq->entries << UNIT_SHIFT);
	sq->posted = queues_memory(q, sq->entries * sizeof(*sq->posted));
	sq->doorbell = queues_memory(q, PAGE);
	CALL(sq_init)(sq);
}

static void open_receives(struct bench_queues *q)
{
	struct inverbs_rq *rq = &q->qp.rq;

	rq->entries = 2 * MAX_RECV_WR;
	rq->max_post = rq->entries - 1;
	rq->counts_fill = 1;
	rq->shift = (uint8_t)(UNIT_SHIFT + (rq->max_sge > 1 ? __builtin_ctz(MAX_WQE_UNITS) : 0));
	rq->buf = queues_memory(q, (size_t)rq->entries << rq->shift);
}

/** Twice as many CQEs as requested, because a CQE may have an extension. */
static void open_completions(struct bench_queues *q)
{
	struct inverbs_cq *cq = &q->cq;

	cq->entries = 2 * CQ_ENTRIES;
	cq->shift = CQE_SHIFT;
	cq->buf = queues_memory(q, (size_t)cq->entries << cq->shift);
	CALL(cq_seek)(cq);
}

const struct bench_adapter bench_adapter = {
	.max_sge = MAX_WQE_SGES,
	.qpn = 0x000048,
	.send_opcode = SEND,
	.open_sends = open_sends,
	.open_receives = open_receives,
	.open_completions = open_completions,
	.encode = CALL(dev_encode_cqe),
	.publish = CALL(dev_publish_cqe),
};
