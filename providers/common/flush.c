/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * When the device is gone, nothing writes CQEs any more. The library then writes flush CQEs for
 * outstanding work requests, in the adapter's format, so that every kind of poll finds them.
 * Receives of an SRQ complete on the first CQ that is polled for one of its queue pairs; those of
 * an XRC SRQ complete on its own CQ.
 */
#include <inverbs/device/device.h>
#include <inverbs/fast/wqe.h>
#include <stdlib.h>

#include "control.h"
#include "joint.h"
#include "runtime/provider.h"

/* State while flush CQEs are written to an empty CQ. */
struct flush {
	struct inverbs_cq *cq;
	const struct inverbs_control *control;
	uint32_t index; /* index of the next CQE */
	uint32_t room;
};

static void write_cqe(struct flush *f, struct inverbs_dev_cqe cqe)
{
	cqe.status = IBV_WC_WR_FLUSH_ERR;
	f->control->cq_write(f->cq, f->index++, &cqe);
	f->room--;
}

/* --- queues of one queue pair ------------------------------------------------------------- */

static struct inverbs_dev_cqe cqe_of(const struct inverbs_qp *qp, bool is_send)
{
	return (struct inverbs_dev_cqe){.qpn = qp->sq.qpn, .key = qp->sq.key, .is_send = is_send};
}

/* For a ring with both indexes in a header: the library consumes WQEs as the adapter would. */
static void flush_indexed(struct flush *f, uint8_t *units, uint32_t entries, uint8_t shift,
			  struct inverbs_dev_cqe cqe)
{
	const struct inverbs_queue_head *const head = f->control->head;
	const uint32_t end = head->producer(units);
	uint32_t i = head->consumer(units);

	for (; i != end && f->room; i = (i + 1) & (entries - 1)) {
		const uint8_t *const wqe = inverbs_slot(units, i, entries, shift);

		cqe.wr_id = cqe.is_send ? head->send_id(wqe) : head->recv_id(wqe);
		write_cqe(f, cqe);
	}
	head->set_consumer(units, i);
}

static void flush_range(struct flush *f, uint32_t tail, uint32_t head, struct inverbs_dev_cqe cqe)
{
	for (; tail != head && f->room; tail++) {
		cqe.wqe_index = tail;
		write_cqe(f, cqe);
	}
}

static void flush_sends(struct flush *f, struct inverbs_qp *qp)
{
	struct inverbs_sq *const sq = &qp->sq;

	inverbs_lock(&sq->lock);
	if (f->control->head)
		flush_indexed(f, sq->buf, sq->entries, sq->shift, cqe_of(qp, true));
	else
		flush_range(f, sq->tail, inverbs_sq_head(sq), cqe_of(qp, true));
	inverbs_unlock(&sq->lock);
}

static void flush_receives(struct flush *f, struct inverbs_qp *qp)
{
	struct inverbs_rq *const rq = &qp->rq;

	inverbs_lock(&rq->lock);
	if (f->control->head)
		flush_indexed(f, rq->buf, rq->entries, rq->shift, cqe_of(qp, false));
	else
		flush_range(f, rq->tail, inverbs_rq_head(rq), cqe_of(qp, false));
	inverbs_unlock(&rq->lock);
}

/* --- shared receive queues ---------------------------------------------------------------- */

/* A CQ must not be accessed without its lock: another thread may be using it. */
static bool is_cq_empty(const struct flush *f, struct inverbs_cq *cq)
{
	bool empty;

	if (cq == f->cq)
		return true;
	if (cq->lock.off || !inverbs_hold(&cq->lock))
		return false;
	empty = !f->control->cqe_ready(f->control->cq_entry(cq, cq->head), cq->head, cq->entries);
	inverbs_unlock(&cq->lock);
	return empty;
}

/*
 * A slot whose CQE has not been polled is not free, but must not complete twice. So wait until all
 * CQs that may hold such a CQE are empty; a program that waits for completions polls them.
 */
static bool none_is_completed(const struct flush *f, const struct inverbs_srq *srq)
{
	const struct inverbs_qp *qp;
	uint32_t number = 0;

	if (srq->is_xrc)
		return true; /* all CQEs are in the SRQ's own CQ */
	while ((qp = inverbs_next(f->cq->qps, &number))) {
		if (qp->srq == srq && qp->ibv.recv_cq &&
		    !is_cq_empty(f, inverbs_cq_of(qp->ibv.recv_cq)))
			return false;
	}
	return true;
}

/* Flush slots in use, oldest first if receives complete in order. */
static void flush_list(struct flush *f, const struct inverbs_srq *srq, struct inverbs_dev_cqe cqe)
{
	bool *const is_free = calloc(srq->entries, sizeof(*is_free));
	uint32_t slot = srq->head;

	if (!is_free)
		return;
	for (is_free[slot] = true; slot != srq->tail; is_free[slot] = true)
		slot = f->control->srq_next(srq, slot) & (srq->entries - 1);
	for (uint32_t i = 0; i < srq->entries && f->room; i++) {
		cqe.wqe_index = (srq->head + i) & (srq->entries - 1);
		if (!is_free[cqe.wqe_index])
			write_cqe(f, cqe);
	}
	free(is_free);
}

static void flush_shared(struct flush *f, struct inverbs_srq *srq, struct inverbs_dev_cqe cqe)
{
	inverbs_lock(&srq->lock);
	if (f->control->head)
		flush_indexed(f, srq->buf, srq->entries, srq->shift, cqe);
	else if (none_is_completed(f, srq))
		flush_list(f, srq, cqe);
	inverbs_unlock(&srq->lock);
}

static void flush_xrc(struct flush *f, struct inverbs_srq *srq)
{
	const struct inverbs_dev_cqe cqe = {
		.qpn = f->control->xrc_bit, .srqn = srq->srqn, .is_xrc = true};

	if (srq->xrc_cq == &f->cq->ibv)
		flush_shared(f, srq, cqe);
}

/* ------------------------------------------------------------------------------------------ */

/* An SRQ is flushed with the first queue pair that receives from it into this completion queue. */
static bool is_first_user_of_srq(const struct flush *f, const struct inverbs_qp *qp)
{
	const struct inverbs_qp *first;
	uint32_t number = 0;

	do {
		first = inverbs_next(f->cq->qps, &number);
	} while (first->srq != qp->srq || first->ibv.recv_cq != &f->cq->ibv);
	return first == qp;
}

static void flush_qp(struct flush *f, struct inverbs_qp *qp)
{
	if (qp->ibv.recv_cq == &f->cq->ibv && qp->srq && is_first_user_of_srq(f, qp))
		flush_shared(f, qp->srq, cqe_of(qp, false));
	if (qp->ibv.recv_cq == &f->cq->ibv && !qp->srq && qp->rq.entries)
		flush_receives(f, qp);
	if (qp->ibv.send_cq == &f->cq->ibv && qp->sq.entries)
		flush_sends(f, qp);
}

/* A thread that destroys a queue pair locks the table before the queues. If the table is locked,
 * the work is left to the next poll. */
void inverbs_control_flush_cq(struct inverbs_cq *cq)
{
	struct inverbs_context *ctx = inverbs_context_of(cq->ibv.context);
	struct flush f = {
		.cq = cq,
		.control = ctx->provider->control,
		.index = cq->head,
		.room = cq->entries - 1,
	};
	struct inverbs_srq *srq;
	struct inverbs_qp *qp;
	uint32_t number = 0;

	if (f.control->joint) {
		inverbs_joint_fail_cq(cq);
		return;
	}
	if (pthread_mutex_trylock(&ctx->table_lock))
		return;
	while ((srq = inverbs_next(&ctx->xrc_srqs, &number)))
		flush_xrc(&f, srq);
	number = 0;
	while ((qp = inverbs_next(&ctx->qps, &number)))
		flush_qp(&f, qp);
	pthread_mutex_unlock(&ctx->table_lock);
}
