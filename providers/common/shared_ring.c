/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory of the send log and of software's completion queue. */
#include "shared_ring.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/provider.h"

int inverbs_soft_alloc(struct inverbs_cq *cq, uint32_t entries)
{
	cq->soft = calloc(1, sizeof(*cq->soft));
	if (!cq->soft)
		return ENOMEM;
	cq->soft->entries = entries;
	cq->soft->ring = calloc(entries, sizeof(*cq->soft->ring));
	if (cq->soft->ring)
		return 0;
	inverbs_soft_free(cq);
	return ENOMEM;
}

void inverbs_soft_free(struct inverbs_cq *cq)
{
	if (cq->soft)
		free(cq->soft->ring);
	free(cq->soft);
	cq->soft = NULL;
}

static int grow_soft_ring(struct inverbs_soft_cq *soft, uint32_t entries)
{
	struct inverbs_done *ring;

	if (entries <= soft->entries)
		return 0;
	ring = calloc(entries, sizeof(*ring));
	if (!ring)
		return ENOMEM;
	for (uint32_t i = soft->head; i != soft->tail; i++)
		ring[i & (entries - 1)] = soft->ring[i & (soft->entries - 1)];
	free(soft->ring);
	soft->ring = ring;
	soft->entries = entries;
	return 0;
}

int inverbs_soft_reserve(struct inverbs_cq *cq, uint32_t requests)
{
	struct inverbs_soft_cq *soft = cq->soft;
	int err;

	inverbs_lock(&cq->lock);
	err = grow_soft_ring(soft, inverbs_round_up_pow2(cq->entries + soft->requests + requests));
	if (!err)
		soft->requests += requests;
	inverbs_unlock(&cq->lock);
	return err;
}

void inverbs_soft_release(struct inverbs_cq *cq, uint32_t requests)
{
	inverbs_lock(&cq->lock);
	cq->soft->requests -= requests;
	inverbs_unlock(&cq->lock);
}

void inverbs_soft_drop(struct inverbs_cq *cq, uint32_t number)
{
	struct inverbs_soft_cq *soft = cq->soft;
	const uint32_t mask = soft->entries - 1;
	uint32_t to = soft->head;

	for (uint32_t i = soft->head; i != soft->tail; i++) {
		if (soft->ring[i & mask].number != number)
			soft->ring[to++ & mask] = soft->ring[i & mask];
	}
	soft->tail = to;
}

int inverbs_work_alloc(struct inverbs_qp *qp, uint32_t requests)
{
	struct inverbs_work *work = inverbs_object_alloc(sizeof(*work));

	if (!work)
		return ENOMEM;
	qp->sq.work = work;
	work->requests = requests;
	work->records = calloc(requests, sizeof(*work->records));
	qp->rq.wr_id = calloc(qp->rq.entries, sizeof(*qp->rq.wr_id));
	if (work->records && qp->rq.wr_id)
		return 0;
	inverbs_work_free(qp);
	return ENOMEM;
}

void inverbs_work_free(struct inverbs_qp *qp)
{
	if (qp->sq.work)
		free(qp->sq.work->records);
	free(qp->sq.work);
	free(qp->rq.wr_id);
	qp->sq.work = NULL;
	qp->rq.wr_id = NULL;
}

void inverbs_work_reset(struct inverbs_qp *qp, size_t bytes)
{
	struct inverbs_work *work = qp->sq.work;

	inverbs_lock(&qp->sq.lock);
	memset(qp->sq.buf, 0, bytes);
	inverbs_sq_recall(&qp->sq);
	inverbs_rq_recall(&qp->rq);
	qp->sq.head = 0;
	qp->sq.tail = 0;
	qp->rq.head = 0;
	qp->rq.tail = 0;
	qp->sq.position = 0;
	work->late_open = false;
	work->held = 0;
	work->flushed = false;
	inverbs_unlock(&qp->sq.lock);
}
