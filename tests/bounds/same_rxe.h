/* SPDX-License-Identifier: BSD-2-Clause */
#include <inverbs/adapters/rxe.h>

#define SAME(call)              rxe_##call
#define SAME_POST_SRQ_RECV_FULL rxe_post_srq_recv_full
#define SAME_TYPES              IBV_QPT_RC, IBV_QPT_UC, IBV_QPT_UD
#define SAME_SHARED             true
#define SAME_LATE               false
#define SAME_RING_HEAD          RXE_QUEUE_HEAD
#define SAME_KINDS              4
#define SAME_CODES                                                                                 \
	RXE_OP_SEND, RXE_OP_SEND, RXE_OP_RDMA_WRITE, RXE_OP_SEND_WITH_IMM, RXE_OP_RDMA_READ,       \
		RXE_OP_ATOMIC_CMP_AND_SWP, RXE_OP_LOCAL_INV

static inline void same_before_poll(struct inverbs_cq *cq)
{
	inverbs_lock(&cq->lock);
}

/** Returns 1 if a completion was polled, 0 if there is none. */
static inline int same_take(struct inverbs_cq *cq, struct ibv_wc *wc, bool first)
{
	const uint8_t *const cqe = rxe_next_cqe(cq);
	struct rxe_found found = {NULL, 0, 0};
	struct rxe_cqe e;

	(void)first;
	if (!cqe)
		return 0;
	e = rxe_cqe_get(cqe);
	rxe_find(cq, &e, &found);
	rxe_consume(cq);
	rxe_fill_wc(cqe, &e, &found, wc);
	return 1;
}

static inline void same_after_poll(struct inverbs_cq *cq)
{
	rxe_cq_publish_ci(cq);
	inverbs_unlock(&cq->lock);
}
