/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory windows: remote keys that programs bind and invalidate by work requests. */
#include "engine/ib/internal.h"

enum {
	KEY_BYTE = 0xff, /**< the low byte of a key, which its owner chooses */
};

void softhca_engine_window_release(struct softhca_mw *mw)
{
	if (mw->mr)
		mw->mr->obj.users--;
	mw->mr = NULL;
	mw->qpn = 0;
}

/** The window of a new key: all bits but the owner's byte. */
static struct softhca_mw *window_of(const struct softhca_qp *qp, uint32_t rkey)
{
	struct softhca_object *o = softhca_table_get(&qp->device->keys, rkey >> 8);

	return o && o->type == SOFTHCA_MW ? (struct softhca_mw *)o : NULL;
}

static bool region_allows(const struct softhca_mr *mr, const struct inverbs_dev_wr *wr)
{
	uint64_t end = wr->bind.addr + wr->bind.length;

	if (!(mr->access & IBV_ACCESS_MW_BIND))
		return false;
	if ((wr->bind.access & (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC)) &&
	    !(mr->access & IBV_ACCESS_LOCAL_WRITE))
		return false;
	return end >= wr->bind.addr && wr->bind.addr >= mr->hca_va &&
	       wr->bind.addr - mr->hca_va <= mr->length &&
	       wr->bind.length <= mr->length - (wr->bind.addr - mr->hca_va);
}

/** A type 2 window must be unbound; a type 1 window may be bound repeatedly. */
static bool window_allows(const struct softhca_mw *mw, const struct softhca_qp *qp,
			  const struct inverbs_dev_wr *wr)
{
	/* Where WQEs do not carry the type, they carry the current key. */
	if (mw->pd != qp->pd || (wr->bind.old_rkey ? wr->bind.old_rkey != mw->rkey
						   : (mw->type == IBV_MW_TYPE_2) != wr->bind.type2))
		return false;
	return mw->type == IBV_MW_TYPE_1 || !mw->mr;
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

enum ibv_wc_status softhca_engine_bind(struct engine_qp *eq)
{
	const struct softhca_qp *qp = eq->qp;
	const struct inverbs_dev_wr *wr = &eq->wr;
	struct softhca_mw *mw = window_of(qp, wr->bind.rkey);
	struct softhca_mr *mr = NULL;

	if (!mw || !window_allows(mw, qp, wr))
		return IBV_WC_MW_BIND_ERR;
	/* Length 0 unbinds, and needs no region. */
	if (wr->bind.length) {
		mr = softhca_find_mr(qp->device, wr->bind.lkey);
		if (!mr || mr->pd != qp->pd || !region_allows(mr, wr))
			return IBV_WC_MW_BIND_ERR;
	}
	set_window(mw, qp, mr, wr);
	return IBV_WC_SUCCESS;
}

/** Only type 2 windows can be invalidated, and only on the queue pair that bound them. */
static struct softhca_mw *revocable(const struct softhca_qp *qp, const struct softhca_pd *pd,
				    uint32_t rkey)
{
	struct softhca_mw *mw = softhca_find_mw(qp->device, rkey);

	if (!mw || mw->type != IBV_MW_TYPE_2 || !mw->mr || mw->pd != pd || mw->qpn != qp->qpn)
		return NULL;
	return mw;
}

enum ibv_wc_status softhca_engine_invalidate_local(struct engine_qp *eq)
{
	struct softhca_mw *mw = revocable(eq->qp, eq->qp->pd, eq->wr.invalidate_rkey);

	if (!mw)
		return IBV_WC_LOC_QP_OP_ERR;
	softhca_engine_window_release(mw);
	return IBV_WC_SUCCESS;
}

bool softhca_engine_invalidate_remote(struct engine_qp *eq, const struct softhca_pd *pd,
				      uint32_t rkey, bool now)
{
	struct softhca_mw *mw = revocable(eq->qp, pd, rkey);

	if (mw && now)
		softhca_engine_window_release(mw);
	return mw != NULL;
}
