/* SPDX-License-Identifier: BSD-2-Clause */
/* Definitions for rings.c that most adapters share. */
#include <errno.h>
#include <stdbool.h>

#include "bench/percall/queues.h"

/** Doubles the size of CQEs if the adapter supports it. */
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
	RINGS_LEFT = 6, /**< requests that a nearly full queue still has room for */
};

/** Maximum number of units that can be outstanding in a send queue. */
#ifndef RINGS_UNITS
#define RINGS_UNITS(sq) ((sq)->max_post)
#endif

/**
 * Starts all queues at these indexes, as if they had been used before. full: most requests posted
 * before are outstanding. Returns false if the kernel owns the index, or if it is not a plain
 * index.
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

/** Opens queues; an adapter's header may define its own if bench_adapter has no shared receive
 * queue. */
#ifndef RINGS_OPENS_SHARED
static inline void rings_open(struct bench_queues *q, enum ibv_qp_type type, bool shared,
			      unsigned int max_sge)
{
	queues_open(q, type, shared, max_sge);
}
#endif

/** Pointers in CQEs, and bits that mark them, must not be overwritten. */
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

/** Translates a code to the first list of codes, if the adapter has two lists. */
static inline uint32_t rings_translated(uint32_t code)
{
#ifdef RINGS_HAS_EVENTS
	return SAME(translated)(code);
#else
	return code;
#endif
}
