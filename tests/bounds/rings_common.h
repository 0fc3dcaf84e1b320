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
	for (uint32_t i = 0; i < cq->entries; i++)
		SAME(dev_init_cqe)
	(cq->buf + ((size_t)i << cq->shift), 1U << cq->shift, i, cq->entries);
	SAME(cq_seek)(cq);
#else
	(void)cq;
#endif
}

/** Pointers stay. */
#ifndef RINGS_HAS_POINTERS
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
