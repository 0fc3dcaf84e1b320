/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory that software needs beside a ring that sends and receives share, and beside the CQs of
 * such rings: the send log of <inverbs/fast/reorder.h>.
 */
#ifndef PROVIDERS_SHARED_RING_H
#define PROVIDERS_SHARED_RING_H

#include <inverbs/fast/objects.h>

/** Allocate cq->soft, with room for every CQE in a ring of `entries`. Returns 0 or ENOMEM. */
int inverbs_soft_alloc(struct inverbs_cq *cq, uint32_t entries);
void inverbs_soft_free(struct inverbs_cq *cq);

/**
 * Reserve room for the work requests of one more queue, all of which may have to be flushed. Takes
 * the CQ's lock. Released room can be reserved again; the memory is kept. Returns 0 or ENOMEM.
 */
int inverbs_soft_reserve(struct inverbs_cq *cq, uint32_t requests);
void inverbs_soft_release(struct inverbs_cq *cq, uint32_t requests);

/** Drop a queue pair's completions from the software queue; the caller holds the CQ's lock. */
void inverbs_soft_drop(struct inverbs_cq *cq, uint32_t number);

/**
 * Allocate logs for `requests` sends, a power of two, and rq.entries receives. Returns 0 or ENOMEM.
 */
int inverbs_work_alloc(struct inverbs_qp *qp, uint32_t requests);
void inverbs_work_free(struct inverbs_qp *qp);

/**
 * Reset the logs to their initial state, and clear `bytes` bytes of the ring. Takes the queue
 * pair's lock.
 */
void inverbs_work_reset(struct inverbs_qp *qp, size_t bytes);

#endif
