/* SPDX-License-Identifier: BSD-2-Clause */
/* The adapter's part of rings.c, as far as it is the same for most. */
#include <errno.h>
#include <stdbool.h>

#include "bench/percall/queues.h"

/** CQEs of twice the size, where an adapter has them. */
static inline void rings_widen(struct inverbs_cq *cq)
{
#if RINGS_WIDE
	cq->shift++;
	cq->entries /= 2;
#else
	(void)cq;
#endif
}

enum {
	RINGS_LEFT = 6, /**< requests that there is room for where a queue is nearly full */
};

/** Units of a send queue that can be taken. */
#ifndef RINGS_UNITS
#define RINGS_UNITS(sq) ((sq)->max_post)
#endif

/**
 * Everything begins with this index, as if the queues had been used before. full: most of what was
 * posted before is outstanding. False where the index is the kernel's, or not an index alone.
 */
static inline bool rings_begin(struct bench_queues *q, uint32_t sends, uint32_t recvs,
			       uint32_t cqes, bool full)
{
#if RINGS_INDEXES
	struct inverbs_cq *const cq = &q->cq;

	q->qp.sq.head = q->qp.sq.position = q->qp.sq.tail = sends;
	q->qp.rq.head = q->qp.rq.position = q->qp.rq.tail = recvs;
	if (full) {
		q->qp.sq.tail -= RINGS_UNITS(&q->qp.sq) - RINGS_LEFT;
		q->qp.rq.tail -= q->qp.rq.max_post - RINGS_LEFT;
	}
	q->produced = cq->head = cqes;
	for (uint32_t i = cqes; i != cqes + cq->entries; i++) {
		void *const cqe = inverbs_slot(cq->buf, i, cq->entries, cq->shift);

		SAME(dev_init_cqe)(cqe, 1U << cq->shift, i, cq->entries);
	}
	SAME(cq_seek)(cq);
	return true;
#else
	(void)q, (void)sends, (void)recvs, (void)cqes, (void)full;
	return false;
#endif
}

/** Queues with a shared receive queue, where bench_adapter has one, or the header has. */
#ifndef RINGS_OPENS_SHARED
static inline void rings_open(struct bench_queues *q, enum ibv_qp_type type, bool shared,
			      unsigned int max_sge)
{
	queues_open(q, type, shared, max_sge);
}
#endif

/** Pointers stay, and what says that they are some. */
#ifdef RINGS_HAS_POINTERS
#define RINGS_POINTERS true
#else
#define RINGS_POINTERS false
static inline bool rings_may_spoil(uint32_t at)
{
	(void)at;
	return true;
}
#endif

static inline int rings_post_shared(struct ibv_srq *srq, bool hot, struct ibv_recv_wr *wr,
				    struct ibv_recv_wr **bad)
{
#if SAME_SHARED
	return hot ? SAME(post_srq_recv)(srq, wr, bad) : SAME(post_srq_recv_full)(srq, wr, bad);
#else
	(void)srq, (void)hot, (void)wr, (void)bad;
	return EOPNOTSUPP;
#endif
}

static inline uint64_t rings_time(struct ibv_cq_ex *cq)
{
#if RINGS_HAS_TIME
	return SAME(read_completion_ts)(cq);
#else
	(void)cq;
	return 0;
#endif
}

static inline uint8_t rings_path_bits(struct ibv_cq_ex *cq)
{
#if RINGS_HAS_PATH
	return SAME(read_dlid_path_bits)(cq);
#else
	(void)cq;
	return 0;
#endif
}

/** The code of the first list for one of the second, where an adapter has two. */
static inline uint32_t rings_translated(uint32_t code)
{
#ifdef RINGS_HAS_EVENTS
	return SAME(translated)(code);
#else
	return code;
#endif
}
