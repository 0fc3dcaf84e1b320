/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Software's send log, for adapters whose sends and receives share one ring: it puts completions
 * that the adapter delivers out of order into the order of the work requests, and flushes a failed
 * queue pair. The caller holds the locks of the CQ and the queue pair (sq.lock).
 */
#ifndef INVERBS_REORDER_H
#define INVERBS_REORDER_H

#include <inverbs/fast/objects.h>

/** The log record of a posted send. */
INVERBS_INLINE struct inverbs_send_record *inverbs_record_of(const struct inverbs_qp *qp,
							     uint32_t serial)
{
	return &qp->sq.work->records[serial & (qp->sq.work->requests - 1)];
}

/** Returns false if no outstanding work request has this number, so the CQE is invalid. */
INVERBS_INLINE bool inverbs_is_known(const struct inverbs_qp *qp, uint32_t serial)
{
	return inverbs_sq_head(&qp->sq) - 1 - serial < qp->sq.work->requests;
}

/** Record a work request that completes in order. */
INVERBS_INLINE void inverbs_record_at(struct inverbs_send_record *rec, uint64_t wr_id,
				      uint32_t length, uint8_t opcode, bool signaled)
{
	rec->wr_id = wr_id;
	rec->done.length = length;
	rec->done.opcode = opcode;
	rec->signaled = signaled;
	rec->late = false;
	rec->complete = false;
}

/**
 * Record a work request before its WQE is passed to the adapter. The hot path has no credit
 * meanwhile.
 */
INVERBS_INLINE void inverbs_record(struct inverbs_sq *sq, uint64_t wr_id, uint32_t length,
				   uint8_t opcode, bool signaled, bool late)
{
	struct inverbs_work *const work = sq->work;
	struct inverbs_send_record *const rec = &work->records[sq->head & (work->requests - 1)];

	inverbs_record_at(rec, wr_id, length, opcode, signaled);
	rec->late = late;
	if (late && !work->late_open) {
		work->late_open = true;
		work->oldest_late = sq->head;
	}
}

/**
 * Queue a completion that software generated or reordered. Returns false if there is no room, which
 * cannot happen, because the queue has room for every work request.
 */
INVERBS_INLINE bool inverbs_soft_push(struct inverbs_soft_cq *soft, const struct inverbs_done *done)
{
	if (soft->tail - soft->head == soft->entries)
		return false;
	soft->ring[soft->tail & (soft->entries - 1)] = *done;
	soft->tail++;
	return true;
}

/**
 * Insert a completion at the front: the CQE just consumed made it deliverable, so it precedes every
 * later CQE. There is room: the slot of that CQE is free, or the queue is empty.
 */
INVERBS_INLINE void inverbs_soft_push_front(struct inverbs_soft_cq *soft,
					    const struct inverbs_done *done)
{
	soft->head--;
	soft->ring[soft->head & (soft->entries - 1)] = *done;
}

/** Find the next out-of-order work request after `serial`, if there is one. */
INVERBS_INLINE void inverbs_next_late(struct inverbs_qp *qp, uint32_t serial)
{
	while (++serial != inverbs_sq_head(&qp->sq)) {
		if (inverbs_record_of(qp, serial)->late) {
			qp->sq.work->oldest_late = serial;
			return;
		}
	}
	qp->sq.work->late_open = false;
}

/**
 * An out-of-order completion does not identify its work request: it belongs to the oldest
 * outstanding one of its kind. Returns false if there is none; the CQE is then ignored.
 */
INVERBS_INLINE bool inverbs_resolve_late(struct inverbs_qp *qp, struct inverbs_done *done)
{
	const struct inverbs_send_record *rec;

	if (!qp->sq.work->late_open)
		return false;
	done->serial = qp->sq.work->oldest_late;
	rec = inverbs_record_of(qp, done->serial);
	done->is_send = true;
	done->is_late = false;
	done->opcode = rec->done.opcode;
	done->length = rec->done.length;
	inverbs_next_late(qp, done->serial);
	return true;
}

/**
 * If the oldest signaled work request is complete, make it the next to be delivered; unsignaled
 * ones before it do not matter. Call this at most once per CQE.
 */
INVERBS_INLINE void inverbs_advance(struct inverbs_qp *qp, struct inverbs_soft_cq *soft)
{
	for (uint32_t serial = qp->sq.tail; serial != inverbs_sq_head(&qp->sq); serial++) {
		struct inverbs_send_record *const rec = inverbs_record_of(qp, serial);

		if (!__builtin_expect(rec->signaled, 1))
			continue;
		if (__builtin_expect(rec->complete, 0)) {
			inverbs_soft_push_front(soft, &rec->done);
			rec->signaled = false;
			qp->sq.work->held--;
		}
		return;
	}
}

/** Hold back a completion until earlier work requests have completed. */
INVERBS_INLINE void inverbs_hold_back(struct inverbs_qp *qp, const struct inverbs_done *done)
{
	struct inverbs_send_record *const rec = inverbs_record_of(qp, done->serial);

	if (!inverbs_is_known(qp, done->serial))
		return;
	qp->sq.work->held += rec->signaled && !rec->complete;
	rec->done = *done;
	rec->done.in_order = true;
	rec->complete = true;
}

/**
 * Whether this completion of a send may be delivered now: all earlier ones were delivered, or
 * belong to unsignaled work requests.
 */
INVERBS_INLINE bool inverbs_is_next(const struct inverbs_qp *qp, const struct inverbs_done *done)
{
	return done->in_order ||
	       (done->serial == qp->sq.tail && inverbs_record_of(qp, done->serial)->signaled);
}

/** Retire the work request of a completion, and all sends before it. Returns its wr_id. */
INVERBS_INLINE uint64_t inverbs_retire(struct inverbs_qp *qp, const struct inverbs_done *done)
{
	struct inverbs_rq *const rq = &qp->rq;
	uint64_t wr_id;

	if (!done->is_send) {
		wr_id = rq->wr_id[rq->tail & (rq->entries - 1)];
		__atomic_store_n(&rq->tail, rq->tail + 1, __ATOMIC_RELEASE);
		return wr_id;
	}
	wr_id = inverbs_record_of(qp, done->serial)->wr_id;
	if ((int32_t)(done->serial + 1 - qp->sq.tail) > 0)
		__atomic_store_n(&qp->sq.tail, done->serial + 1, __ATOMIC_RELEASE);
	return wr_id;
}

/** Queue a flush completion for each receive for which no completion is queued. */
INVERBS_INLINE void inverbs_flush_recvs(struct inverbs_qp *qp, struct inverbs_soft_cq *soft,
					struct inverbs_done done)
{
	uint32_t waiting = 0;

	for (uint32_t i = soft->head; i != soft->tail; i++) {
		const struct inverbs_done *const d = &soft->ring[i & (soft->entries - 1)];

		waiting += d->number == done.number && !d->is_send && !d->is_late;
	}
	done.is_send = false;
	for (uint32_t at = qp->rq.tail + waiting; (int32_t)(inverbs_rq_head(&qp->rq) - at) > 0;
	     at++) {
		done.serial = at + 1;
		inverbs_soft_push(soft, &done);
	}
}

/**
 * Sends whose completions are queued are not signaled any more. Returns the serial after the last
 * of them.
 */
INVERBS_INLINE uint32_t inverbs_pass_waiting(struct inverbs_qp *qp, struct inverbs_soft_cq *soft)
{
	uint32_t end = qp->sq.tail;

	for (uint32_t i = soft->head; i != soft->tail; i++) {
		struct inverbs_done *const d = &soft->ring[i & (soft->entries - 1)];

		if (d->number != qp->sq.qpn || !(d->is_send || d->is_late))
			continue;
		if (d->is_late && !inverbs_resolve_late(qp, d))
			continue;
		inverbs_record_of(qp, d->serial)->signaled = false;
		if ((int32_t)(d->serial + 1 - end) > 0)
			end = d->serial + 1;
	}
	return end;
}

/**
 * Queue a completion for each send for which none is queued: those held back with their actual
 * result; unsignaled ones that a later completion covers as done; all others as flushed.
 */
INVERBS_INLINE void inverbs_flush_sends(struct inverbs_qp *qp, struct inverbs_soft_cq *soft,
					struct inverbs_done done)
{
	const uint32_t end = inverbs_pass_waiting(qp, soft);

	done.is_send = true;
	for (uint32_t serial = qp->sq.tail; (int32_t)(inverbs_sq_head(&qp->sq) - serial) > 0;
	     serial++) {
		struct inverbs_send_record *const rec = inverbs_record_of(qp, serial);

		if (rec->signaled || (int32_t)(serial - end) >= 0) {
			done.serial = serial;
			done.opcode = rec->done.opcode;
			inverbs_soft_push(soft, rec->complete ? &rec->done : &done);
		}
		rec->signaled = false;
	}
	qp->sq.work->late_open = false;
	qp->sq.work->held = 0;
}

#endif
