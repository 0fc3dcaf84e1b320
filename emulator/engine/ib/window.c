/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory windows: programs bind and invalidate their keys by work requests. */
#include "engine/ib/internal.h"

enum {
	KEY_BYTE = 0xff, /**< the low byte of a key, which the program chooses */
};

void softhca_engine_window_release(struct softhca_mw *mw)
{
	if (mw->mr)
		mw->mr->obj.users--;
	mw->mr = NULL;
	mw->qpn = 0;
}

/** Returns the window of a key, ignoring the low byte. */
static struct softhca_mw *window_of(const struct softhca_qp *qp, uint32_t rkey)
{
	struct softhca_object *o = softhca_table_get(&qp->device->keys, rkey >> 8);

	return o && o->type == SOFTHCA_MW ? (struct softhca_mw *)o : NULL;
}

/**
 * Returns why the window cannot be bound to the region, and notes the numbers;
 * SOFTHCA_REASON_UNKNOWN: it can.
 */
static enum softhca_reason region_refusal(const struct softhca_mr *mr,
					  const struct inverbs_dev_wr *wr,
					  struct softhca_refusal *note)
{
	const uint64_t end = wr->bind.addr + wr->bind.length;
	uint32_t needed = IBV_ACCESS_MW_BIND;

	if (wr->bind.access & (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC))
		needed |= IBV_ACCESS_LOCAL_WRITE;
	note->access = needed;
	note->rights = mr->access;
	note->start = mr->hca_va;
	note->length = mr->length;
	if (needed & ~mr->access)
		return SOFTHCA_REASON_BIND_NO_RIGHT;
	if (end >= wr->bind.addr && wr->bind.addr >= mr->hca_va &&
	    wr->bind.addr - mr->hca_va <= mr->length &&
	    wr->bind.length <= mr->length - (wr->bind.addr - mr->hca_va))
		return SOFTHCA_REASON_UNKNOWN;
	return SOFTHCA_REASON_BIND_RANGE;
}

/** A type 2 window must be unbound; a type 1 window may be bound repeatedly. */
static enum softhca_reason window_refusal(const struct softhca_mw *mw, const struct softhca_qp *qp,
					  const struct inverbs_dev_wr *wr,
					  struct softhca_refusal *note)
{
	if (!mw)
		return SOFTHCA_REASON_BIND_NO_WINDOW;
	note->other_pd = mw->pd->pdn;
	note->held = mw->rkey;
	note->other = mw->qpn;
	if (mw->pd != qp->pd)
		return SOFTHCA_REASON_BIND_OTHER_PD;
	/* WQEs that do not contain the type of the window contain its current key. */
	if (wr->bind.old_rkey ? wr->bind.old_rkey != mw->rkey
			      : (mw->type == IBV_MW_TYPE_2) != wr->bind.type2)
		return SOFTHCA_REASON_BIND_OLD_KEY;
	return mw->type == IBV_MW_TYPE_1 || !mw->mr ? SOFTHCA_REASON_UNKNOWN
						    : SOFTHCA_REASON_BIND_TWICE;
}

static void set_window(struct softhca_mw *mw, const struct softhca_qp *qp, struct softhca_mr *mr,
		       const struct inverbs_dev_wr *wr)
{
	softhca_engine_window_release(mw);
	mw->rkey = (mw->rkey & ~(uint32_t)KEY_BYTE) | (wr->bind.rkey & KEY_BYTE);
	if (!wr->bind.length)
		return;
	mw->mr = mr;
	mr->obj.users++;
	mw->qpn = qp->qpn;
	mw->addr = wr->bind.addr;
	mw->length = wr->bind.length;
	mw->access = wr->bind.access;
	mw->zero_based = wr->bind.zero_based;
}

/** A bind with length 0 unbinds the window and needs no region. */
static enum softhca_reason bind_refusal(const struct softhca_qp *qp, const struct softhca_mw *mw,
					const struct softhca_mr *mr,
					const struct inverbs_dev_wr *wr,
					struct softhca_refusal *note)
{
	const enum softhca_reason reason = window_refusal(mw, qp, wr, note);

	if (reason || !wr->bind.length)
		return reason;
	if (mr && mr->pd == qp->pd)
		return region_refusal(mr, wr, note);
	note->held = wr->bind.lkey;
	return SOFTHCA_REASON_BIND_NO_REGION;
}

enum ibv_wc_status softhca_engine_bind(struct engine_qp *eq)
{
	const struct softhca_qp *qp = eq->qp;
	const struct inverbs_dev_wr *wr = &eq->wr;
	struct softhca_mw *mw = window_of(qp, wr->bind.rkey);
	struct softhca_mr *mr = wr->bind.length ? softhca_find_mr(qp->device, wr->bind.lkey) : NULL;
	struct softhca_refusal *note = softhca_engine_note_reason(eq->engine->hca,
								  SOFTHCA_REASON_UNKNOWN, 0);

	note->key = wr->bind.rkey;
	note->addr = wr->bind.addr;
	note->bytes = wr->bind.length;
	note->pd = qp->pd->pdn;
	note->reason = bind_refusal(qp, mw, mr, wr, note);
	if (note->reason)
		return IBV_WC_MW_BIND_ERR;
	set_window(mw, qp, mr, wr);
	return IBV_WC_SUCCESS;
}

/** Only type 2 windows can be invalidated, and only on the queue pair that bound them. */
static enum softhca_reason invalidate_refusal(const struct softhca_mw *mw,
					      const struct softhca_qp *qp,
					      const struct softhca_pd *pd)
{
	if (!mw || mw->type != IBV_MW_TYPE_2)
		return SOFTHCA_REASON_INVALIDATE_NO_WINDOW;
	if (!mw->mr)
		return SOFTHCA_REASON_INVALIDATE_UNBOUND;
	if (mw->pd != pd)
		return SOFTHCA_REASON_INVALIDATE_OTHER_PD;
	return mw->qpn == qp->qpn ? SOFTHCA_REASON_UNKNOWN : SOFTHCA_REASON_INVALIDATE_OTHER_QP;
}

static struct softhca_mw *find_revocable_window(const struct engine_qp *eq,
						const struct softhca_pd *pd, uint32_t rkey)
{
	struct softhca_mw *mw = softhca_find_mw(eq->qp->device, rkey);
	const enum softhca_reason reason = invalidate_refusal(mw, eq->qp, pd);
	struct softhca_refusal *note;

	if (!reason)
		return mw;
	note = softhca_engine_note_reason(eq->engine->hca, reason, eq->qp->qpn);
	note->key = rkey;
	note->pd = pd->pdn;
	note->other_pd = mw ? mw->pd->pdn : 0;
	note->other = mw ? mw->qpn : 0;
	return NULL;
}

enum ibv_wc_status softhca_engine_invalidate_local(struct engine_qp *eq)
{
	struct softhca_mw *mw = find_revocable_window(eq, eq->qp->pd, eq->wr.invalidate_rkey);

	if (!mw)
		return IBV_WC_LOC_QP_OP_ERR;
	softhca_engine_window_release(mw);
	return IBV_WC_SUCCESS;
}

bool softhca_engine_invalidate_remote(struct engine_qp *eq, const struct softhca_pd *pd,
				      uint32_t rkey, bool now)
{
	struct softhca_mw *mw = find_revocable_window(eq, pd, rkey);

	if (mw && now)
		softhca_engine_window_release(mw);
	return mw != NULL;
}
