/* SPDX-License-Identifier: BSD-2-Clause */
#include "bounds.h"

const size_t bounds_head = 0;

/* Sends and receives share a ring. */
struct bounds_ring bounds_sends(struct inverbs_qp *qp)
{
	return (struct bounds_ring){&qp->sq.buf, qp->sq.entries, qp->sq.shift};
}

struct bounds_ring bounds_receives(struct inverbs_qp *qp)
{
	return bounds_sends(qp);
}

struct bounds_ring bounds_shared(struct inverbs_srq *srq)
{
	return (struct bounds_ring){&srq->buf, srq->entries, srq->shift};
}

void bounds_next_send(struct inverbs_qp *qp, uint32_t slot)
{
	qp->sq.position = slot;
	qp->sq.tail = qp->sq.head;
}

uint32_t bounds_next_shared(const struct inverbs_srq *srq)
{
	return srq->head;
}
