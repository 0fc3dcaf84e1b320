/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory windows of type 1. A window has a reference to the region that it is bound to. */
#include <endian.h>
#include <errno.h>
#include <inverbs/iba/maps.h>
#include <stdlib.h>

#include "layer.h"

/*
 * Record that the window is now bound to another region, or to none. Takes over the caller's
 * reference to the region.
 */
static void record_binding(struct iba_mw *mw, struct iba_mr *mr)
{
	struct iba_mr *old;

	iba_lock();
	old = mw->mr;
	mw->mr = mr;
	if (mr)
		mr->windows++;
	if (old)
		old->windows--;
	iba_unlock();
	if (old)
		iba_put(&old->object);
}

static void release_mw(struct iba_object *object)
{
	struct iba_mw *mw = (struct iba_mw *)object;

	ibv_dealloc_mw(mw->mw);
	record_binding(mw, NULL);
}

static ib_api_status_t create_mw(struct iba_pd *pd, net32_t *rkey, ib_mw_handle_t *handle)
{
	struct iba_mw *mw = calloc(1, sizeof(*mw));
	ib_api_status_t status;
	uint32_t key;

	if (!mw)
		return IB_INSUFFICIENT_MEMORY;
	mw->mw = ibv_alloc_mw(pd->pd, IBV_MW_TYPE_1);
	if (!mw->mw) {
		status = errno == EINVAL ? IB_UNSUPPORTED : iba_status(errno);
		free(mw);
		return status;
	}
	mw->object.release = release_mw;
	key = mw->mw->rkey;
	status = iba_publish(&mw->object, INVERBS_IBA_MW, &pd->object, mw->mw, handle);
	if (status == IB_SUCCESS)
		*rkey = htobe32(key);
	return status;
}

ib_api_status_t ib_create_mw(ib_pd_handle_t h_pd, net32_t *p_rkey, ib_mw_handle_t *ph_mw)
{
	struct iba_pd *pd = iba_get_verbs_pd(h_pd);
	ib_api_status_t status;

	if (!pd)
		return iba_refusal(h_pd, IB_INVALID_PD_HANDLE);
	status = p_rkey && ph_mw ? create_mw(pd, p_rkey, ph_mw) : IB_INVALID_PARAMETER;
	iba_put(&pd->object);
	return status;
}

ib_api_status_t ib_query_mw(ib_mw_handle_t h_mw, ib_pd_handle_t *ph_pd, net32_t *p_rkey)
{
	struct iba_mw *mw = iba_get(h_mw, INVERBS_IBA_MW);

	if (!mw)
		return iba_refusal(h_mw, IB_INVALID_MW_HANDLE);
	if (ph_pd && p_rkey) {
		*ph_pd = iba_handle(mw->object.parent);
		*p_rkey = htobe32(mw->mw->rkey);
	}
	iba_put(&mw->object);
	return ph_pd && p_rkey ? IB_SUCCESS : IB_INVALID_PARAMETER;
}

static ib_api_status_t check_bind(const struct iba_mw *mw, const struct iba_qp *qp,
				  const struct iba_mr *mr, const ib_bind_wr_t *bind)
{
	const ib_access_t known = IB_AC_RDMA_READ | IB_AC_RDMA_WRITE | IB_AC_ATOMIC;

	if (qp->type != IB_QPT_RELIABLE_CONN && qp->type != IB_QPT_UNRELIABLE_CONN)
		return IB_INVALID_SERVICE_TYPE;
	if (be32toh(bind->current_rkey) != mw->mw->rkey)
		return IB_INVALID_RKEY;
	if (bind->access_ctrl & ~known)
		return IB_UNSUPPORTED;
	if (!mr)
		return bind->local_ds.vaddr || bind->access_ctrl ? IB_INVALID_PARAMETER
								 : IB_SUCCESS;
	if (!(mr->access & IB_AC_MW_BIND) ||
	    (bind->access_ctrl & (IB_AC_RDMA_WRITE | IB_AC_ATOMIC) &&
	     !(mr->access & IB_AC_LOCAL_WRITE)))
		return IB_INVALID_PERMISSION;
	return IB_SUCCESS;
}

static ib_api_status_t post_bind(struct iba_mw *mw, struct iba_qp *qp, struct iba_mr *mr,
				 const ib_bind_wr_t *bind)
{
	struct ibv_mw_bind verbs = {
		.wr_id = bind->wr_id,
		.send_flags = inverbs_iba_send_opt_to_verbs(bind->send_opt),
		.bind_info = {.mr = mr ? mr->mr : NULL,
			      .addr = bind->local_ds.vaddr,
			      .length = bind->local_ds.length,
			      .mw_access_flags = inverbs_iba_access_to_verbs(bind->access_ctrl)},
	};
	int err = ibv_bind_mw(qp->qp, mw->mw, &verbs);

	return err == ENOMEM   ? IB_INSUFFICIENT_RESOURCES
	       : err == EINVAL ? IB_INVALID_PARAMETER
			       : iba_status(err);
}

/* A length of 0 unbinds the window. */
static ib_api_status_t bind_window(struct iba_mw *mw, struct iba_qp *qp, const ib_bind_wr_t *bind,
				   net32_t *rkey)
{
	const bool binds = bind->local_ds.length;
	struct iba_mr *mr = binds ? iba_get(bind->h_mr, INVERBS_IBA_MR) : NULL;
	ib_api_status_t status;

	if (binds && !mr)
		return iba_refusal(bind->h_mr, IB_INVALID_MR_HANDLE);
	status = mr && iba_ca_of(&mr->object) != iba_ca_of(&mw->object)
			 ? IB_INVALID_MR_HANDLE
			 : check_bind(mw, qp, mr, bind);
	if (status == IB_SUCCESS)
		status = post_bind(mw, qp, mr, bind);
	if (status == IB_SUCCESS) {
		*rkey = htobe32(mw->mw->rkey);
		record_binding(mw, mr); /* takes the reference */
	} else if (mr) {
		iba_put(&mr->object);
	}
	return status;
}

ib_api_status_t ib_bind_mw(ib_mw_handle_t h_mw, ib_qp_handle_t h_qp, ib_bind_wr_t *p_mw_bind,
			   net32_t *p_rkey)
{
	struct iba_mw *mw = iba_get(h_mw, INVERBS_IBA_MW);
	struct iba_qp *qp = mw ? iba_get(h_qp, INVERBS_IBA_QP) : NULL;
	ib_api_status_t status;

	if (!mw)
		return iba_refusal(h_mw, IB_INVALID_MW_HANDLE);
	if (!qp)
		status = iba_refusal(h_qp, IB_INVALID_QP_HANDLE);
	else if (iba_ca_of(&qp->reporter.object) != iba_ca_of(&mw->object))
		status = IB_INVALID_QP_HANDLE;
	else if (!p_mw_bind || !p_rkey)
		status = IB_INVALID_PARAMETER;
	else
		status = bind_window(mw, qp, p_mw_bind, p_rkey);
	if (qp)
		iba_put(&qp->reporter.object);
	iba_put(&mw->object);
	return status;
}

ib_api_status_t ib_destroy_mw(ib_mw_handle_t h_mw)
{
	return iba_destroy_handle(h_mw, INVERBS_IBA_MW, IB_INVALID_MW_HANDLE, NULL);
}
