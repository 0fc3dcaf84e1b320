/* SPDX-License-Identifier: BSD-2-Clause */
#include <inverbs/adapters/cxgb3.h>

#define SAME(call)                            cxgb3_##call
#define SAME_POST_SRQ_RECV_FULL(srq, wr, bad) EOPNOTSUPP
#define SAME_TYPES                            IBV_QPT_RC
#define SAME_SHARED                           false
#define SAME_LATE                             true
#define SAME_RING_HEAD                        0
#define SAME_KINDS                            1
#define SAME_CODES                            CXGB3_WR_SEND, CXGB3_WR_SEND, CXGB3_WR_RDMA_WRITE

static inline void same_before_poll(struct inverbs_cq *cq)
{
	if (*cq->attention)
		cxgb3_flush_failed(cq);
	inverbs_lock(&cq->lock);
}

/** Returns 1 if a completion was polled, 0 if there is none; CQEs without a completion are
 * skipped. */
static inline int same_take(struct inverbs_cq *cq, struct ibv_wc *wc, bool first)
{
	int taken;

	(void)first;
	do {
		taken = cxgb3_take_any(cq, wc);
	} while (taken == 0);
	return taken > 0;
}

static inline void same_after_poll(struct inverbs_cq *cq)
{
	cxgb3_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
}
