/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory of the send log in <inverbs/fast/reorder.h>: what software keeps beside a ring that sends
 * and receives share, and beside the completion queues of such rings.
 */
#ifndef PROVIDERS_SHARED_RING_H
#define PROVIDERS_SHARED_RING_H

#include <inverbs/fast/objects.h>

/** cq->soft, with room for every CQE of a ring of `entries`. ENOMEM. */
int inverbs_soft_alloc(struct inverbs_cq *cq, uint32_t entries);
void inverbs_soft_free(struct inverbs_cq *cq);

/**
 * Reserve room for the requests of one more queue, all of which may have to be flushed. Takes the
 * queue's lock. ENOMEM. Released room may be reserved again; memory stays.
 */
int inverbs_soft_reserve(struct inverbs_cq *cq, uint32_t requests);
void inverbs_soft_release(struct inverbs_cq *cq, uint32_t requests);

/** Drop the queued completions of one queue pair; the caller holds the queue's lock. */
void inverbs_soft_drop(struct inverbs_cq *cq, uint32_t number);

/** Logs for so many sends, a power of two, and for rq.entries receives. ENOMEM. */
int inverbs_work_alloc(struct inverbs_qp *qp, uint32_t requests);
void inverbs_work_free(struct inverbs_qp *qp);

/**
 * Reset to the initial state. Takes the queue pair's lock and clears the ring's memory, `bytes` of
 * it.
 */
void inverbs_work_reset(struct inverbs_qp *qp, size_t bytes);

#endif
