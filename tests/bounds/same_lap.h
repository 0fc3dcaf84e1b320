/* SPDX-License-Identifier: BSD-2-Clause */
/* Polls without the hot path, for adapters whose CQEs are valid by the lap. */

static inline void same_before_poll(struct inverbs_cq *cq)
{
	inverbs_lock(&cq->lock);
}

/** Returns 1 if a completion was polled, 0 if there is none, -2 if its queue is unknown. */
static inline int same_take(struct inverbs_cq *cq, struct ibv_wc *wc, bool first)
{
	return SAME(cq_has_more)(cq) ? SAME(take_rare)(cq, wc, first) : 0;
}

static inline void same_after_poll(struct inverbs_cq *cq)
{
	SAME(cq_publish_ci)(cq);
	inverbs_unlock(&cq->lock);
}
