/* SPDX-License-Identifier: BSD-2-Clause */
/* Polls without a hot path, of adapters whose CQEs are known by the lap. */

static inline void same_before_poll(struct inverbs_cq *cq)
{
	inverbs_lock(&cq->lock);
}

/** 1: one was taken; 0: there is none; -2: it is of no queue. */
static inline int same_take(struct inverbs_cq *cq, struct ibv_wc *wc, bool first)
{
	return SAME(cq_has_more)(cq) ? SAME(take_rare)(cq, wc, first) : 0;
}

static inline void same_after_poll(struct inverbs_cq *cq)
{
	SAME(cq_publish_ci)(cq);
	inverbs_unlock(&cq->lock);
}
