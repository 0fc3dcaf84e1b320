/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds the CQE and the WQE of a completion that has already been polled. They remain in the rings
 * until the adapter (CQEs) or the program (WQEs) overwrites them.
 */
#include <inverbs/fast/wqe.h>
#include <sched.h>

#include "explain.h"

enum {
	LOCK_TRIES = 10000,
};

/** State of a walk through the polled CQEs, newest first. */
struct walk {
	struct inverbs_cq *cq;
	const struct ibv_wc *wc;
	const struct inverbs_provider *p;
	struct explain_finding *f;
	struct explain_match next;
	uint32_t receives; /**< receives of the queue pair seen so far */
};

/**
 * Try to take a lock that may never be released: the caller may be between ibv_start_poll() and
 * ibv_end_poll(), or a debugger may have stopped the holder. Returns false if it gave up.
 */
static bool try_lock(struct inverbs_lock *lock)
{
	for (int i = 0; i < LOCK_TRIES; i++) {
		if (lock->off || inverbs_hold(lock))
			return true;
		sched_yield();
	}
	return false;
}

static bool queue_has(const uint64_t *wr_ids, uint32_t entries, uint32_t index, uint64_t wr_id)
{
	return wr_ids && entries && wr_ids[index & (entries - 1)] == wr_id;
}

static void copy_wqe(struct explain_match *m, const void *slot, uint32_t bytes)
{
	m->wqe_bytes = bytes < EXPLAIN_MAX_WQE ? bytes : EXPLAIN_MAX_WQE;
	memcpy(m->wqe, slot, m->wqe_bytes);
}

/* --- WQEs -------------------------------------------------------------------------------- */

/** The newest retired index whose low bits are those in the CQE. */
static uint32_t whole_index(const struct inverbs_dump_cqe *cqe, uint32_t tail)
{
	return tail - 1 - ((tail - 1 - cqe->index) & cqe->index_mask);
}

static enum explain_kept find_send(struct explain_match *m, const struct inverbs_provider *p,
				   struct inverbs_sq *sq, uint64_t wr_id)
{
	const void *slot = NULL;

	if (!sq->entries)
		return KEPT_UNKNOWN;
	if (!try_lock(&sq->lock))
		return KEPT_BUSY;
	m->wqe_index = whole_index(&m->cqe, __atomic_load_n(&sq->tail, __ATOMIC_ACQUIRE));
	if (queue_has(sq->wr_id, sq->entries, m->wqe_index, wr_id))
		slot = p->sq_kept(sq, m->wqe_index);
	if (slot)
		copy_wqe(m, slot, 1U << sq->shift);
	inverbs_unlock(&sq->lock);
	return slot ? KEPT : KEPT_NOT;
}

/** Find the WQE of a receive. Receives complete in order: `later` more have completed since. */
static enum explain_kept find_receive(struct explain_match *m, struct inverbs_rq *rq,
				      uint32_t later, uint64_t wr_id)
{
	bool kept;

	if (!rq->entries)
		return KEPT_UNKNOWN;
	if (!try_lock(&rq->lock))
		return KEPT_BUSY;
	m->wqe_index = __atomic_load_n(&rq->tail, __ATOMIC_ACQUIRE) - 1 - later;
	kept = inverbs_rq_head(rq) - m->wqe_index <= rq->entries &&
	       queue_has(rq->wr_id, rq->entries, m->wqe_index, wr_id);
	if (kept)
		copy_wqe(m, inverbs_slot(rq->buf, m->wqe_index, rq->entries, rq->shift),
			 1U << rq->shift);
	inverbs_unlock(&rq->lock);
	return kept ? KEPT : KEPT_NOT;
}

/** Is the slot free, meaning that nothing has been posted to it since? */
static bool slot_is_free(const struct inverbs_srq *srq, const struct inverbs_dump *dump,
			 uint32_t slot)
{
	uint32_t at = srq->head;

	for (uint32_t i = 0; i < srq->entries; i++) {
		if (at == slot)
			return true;
		if (at == srq->tail)
			return false;
		at = dump->shared_next(inverbs_slot(srq->buf, at, srq->entries, srq->shift)) &
		     (srq->entries - 1);
	}
	return false;
}

static enum explain_kept find_shared(struct explain_match *m, const struct inverbs_dump *dump,
				     struct inverbs_srq *srq, uint64_t wr_id)
{
	bool kept;

	if (!dump->shared_next || !srq->entries)
		return KEPT_UNKNOWN;
	if (!try_lock(&srq->lock))
		return KEPT_BUSY;
	m->shared = true;
	m->wqe_index = m->cqe.index & (srq->entries - 1);
	kept = srq->wr_id[m->wqe_index] == wr_id && slot_is_free(srq, dump, m->wqe_index);
	if (kept)
		copy_wqe(m, inverbs_slot(srq->buf, m->wqe_index, srq->entries, srq->shift),
			 1U << srq->shift);
	inverbs_unlock(&srq->lock);
	return kept ? KEPT : KEPT_NOT;
}

/* --- WQEs of a ring that sends and receives share --------------------------------------- */

/** Find the newest retired send with this wr_id. */
static bool find_serial(const struct inverbs_qp *qp, uint64_t wr_id, uint32_t *serial)
{
	const struct inverbs_work *work = qp->sq.work;

	for (uint32_t back = 1; back <= work->requests; back++) {
		*serial = qp->sq.tail - back;
		if (work->records[*serial & (work->requests - 1)].wr_id == wr_id)
			return true;
	}
	return false;
}

/** Find the newest slot of a send or a receive with this number. Returns NULL if it was reused. */
static const void *find_slot(const struct inverbs_qp *qp, const struct inverbs_dump *dump,
			     bool is_send, uint32_t number)
{
	const struct inverbs_sq *sq = &qp->sq;
	uint32_t receive = inverbs_rq_head(&qp->rq);

	for (uint32_t back = 1; back <= sq->entries; back++) {
		const uint32_t index = inverbs_sq_position(sq) - back;
		const void *slot = inverbs_slot(sq->buf, index, sq->entries, sq->shift);

		if (!dump->send_owned(slot, index, sq->entries))
			return NULL;
		if (dump->is_recv(slot) ? !is_send && --receive == number
					: is_send && dump->serial(slot) == number)
			return slot;
	}
	return NULL;
}

static enum explain_kept find_in_shared_ring(struct explain_match *m,
					     const struct inverbs_dump *dump, struct inverbs_qp *qp,
					     uint32_t later, uint64_t wr_id)
{
	const void *slot = NULL;
	bool known;

	if (!try_lock(&qp->sq.lock))
		return KEPT_BUSY;
	m->wqe_index = qp->rq.tail - 1 - later;
	known = m->cqe.is_send ? find_serial(qp, wr_id, &m->wqe_index)
			       : queue_has(qp->rq.wr_id, qp->rq.entries, m->wqe_index, wr_id);
	if (known)
		slot = find_slot(qp, dump, m->cqe.is_send, m->wqe_index);
	if (slot)
		copy_wqe(m, slot, 1U << qp->sq.shift);
	inverbs_unlock(&qp->sq.lock);
	return slot ? KEPT : KEPT_NOT;
}

static enum explain_kept find_wqe(const struct walk *w, struct explain_match *m)
{
	struct inverbs_qp *qp = w->f->qp;
	struct inverbs_srq *srq = qp ? qp->srq : NULL;

	if (qp && qp->sq.work)
		return find_in_shared_ring(m, w->p->dump, qp, w->receives, w->wc->wr_id);
	if (m->cqe.is_send)
		return qp ? find_send(m, w->p, &qp->sq, w->wc->wr_id) : KEPT_UNKNOWN;
	if (!qp)
		srq = (struct inverbs_srq *)inverbs_lookup(w->cq->srqs, m->cqe.srqn);
	if (srq)
		return find_shared(m, w->p->dump, srq, w->wc->wr_id);
	return qp ? find_receive(m, &qp->rq, w->receives, w->wc->wr_id) : KEPT_UNKNOWN;
}

/* --- CQEs -------------------------------------------------------------------------------- */

static bool matches_completion(const struct walk *w, const struct inverbs_dump_cqe *cqe)
{
	return cqe->failed && cqe->status == w->wc->status && cqe->vendor_err == w->wc->vendor_err;
}

/**
 * Consider a CQE that matches. One whose WQE is still in its slot and has the right number is
 * preferred.
 */
static void consider_cqe(struct walk *w, const struct inverbs_dump_cqe *cqe, const uint8_t *raw)
{
	struct explain_finding *f = w->f;
	struct explain_match *m = &w->next;

	memset(m, 0, offsetof(struct explain_match, wqe));
	m->cqe = *cqe;
	memcpy(m->raw, raw, w->p->dump->cqe_bytes);
	m->wqe_kept = find_wqe(w, m);
	if (f->kept == KEPT && m->wqe_kept != KEPT)
		return;
	if (f->kept == KEPT && f->match.wqe_kept == KEPT) {
		f->alike++;
		return;
	}
	f->kept = KEPT;
	f->match = *m;
}

static void visit_cqe(struct walk *w, const uint8_t *raw)
{
	struct inverbs_dump_cqe cqe;

	w->p->dump->read_cqe(raw, &cqe);
	if (cqe.marker || cqe.qpn != w->wc->qp_num)
		return;
	if (matches_completion(w, &cqe))
		consider_cqe(w, &cqe, raw);
	if (cqe.failed && cqe.status != IBV_WC_WR_FLUSH_ERR) {
		w->f->have_first = true;
		w->f->first = cqe;
	}
	w->receives += !cqe.is_send;
}

void inverbs_explain_find(struct inverbs_cq *cq, const struct ibv_wc *wc,
			  const struct inverbs_provider *provider, struct explain_finding *out)
{
	struct walk w = {.cq = cq, .wc = wc, .p = provider, .f = out};
	uint8_t raw[EXPLAIN_MAX_CQE];

	memset(out, 0, sizeof(*out));
	out->qp = (struct inverbs_qp *)inverbs_lookup(cq->qps, wc->qp_num);
	if (out->qp && out->qp->ibv.qp_num != wc->qp_num)
		out->qp = NULL; /* a different queue pair, whose number has the same low bits */
	if (!provider) {
		out->kept = KEPT_BUSY;
		return;
	}
	if (!provider->dump || (cq->soft && cq->soft->by_command))
		return; /* no printers, or no access to the rings */
	if (!try_lock(&cq->lock)) {
		out->kept = KEPT_BUSY;
		return;
	}
	out->kept = KEPT_NOT;
	for (uint32_t back = 1; back <= cq->entries; back++) {
		if (!provider->cq_taken(cq, cq->head - back, raw))
			break;
		visit_cqe(&w, raw);
	}
	inverbs_unlock(&cq->lock);
	if (out->kept == KEPT_NOT && cq->soft && wc->status == IBV_WC_WR_FLUSH_ERR)
		out->kept = KEPT_NONE;
}
