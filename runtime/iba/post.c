/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Posts that are not inlined: lists, datagrams, rare requests, and what is wrong. A list becomes
 * lists of verbs, so that the doorbell is rung once for many requests.
 */
#include <endian.h>
#include <errno.h>

#include <inverbs/iba/fast.h>

#include "layer.h"

enum {
	AT_ONCE = 16
};

/* Requests that are posted together. */
struct batch {
	struct ibv_send_wr wr[AT_ONCE];
	ib_send_wr_t *from[AT_ONCE];
	int n;
};

static ib_api_status_t fail(ib_send_wr_t *wr, ib_send_wr_t **failed, ib_api_status_t status)
{
	if (failed)
		*failed = wr;
	return status;
}

/* What verbs call EINVAL and ENOMEM has several names here. */
static ib_api_status_t send_status(const struct ibv_qp *qp, const ib_send_wr_t *wr, int err)
{
	if (err == ENOMEM || err == EINVAL)
		if (wr->num_ds > inverbs_qp_of((struct ibv_qp *)(uintptr_t)qp)->sq.max_sge)
			return IB_INVALID_MAX_SGE;
	if (err == ENOMEM)
		return IB_INSUFFICIENT_RESOURCES;
	return err == EINVAL ? IB_INVALID_WR_TYPE : iba_status(err);
}

ib_api_status_t inverbs_iba_send_refused(ib_qp_handle_t h_qp, ib_send_wr_t *wr,
					 ib_send_wr_t **failed, int err)
{
	struct iba_qp *qp = iba_get(h_qp, INVERBS_IBA_QP);
	ib_api_status_t status = IB_INVALID_QP_HANDLE;

	if (qp) {
		status = send_status(qp->qp, wr, err);
		iba_put(&qp->reporter.object);
	}
	return fail(wr, failed, status);
}

/* Adapters would take requests in states that have no sends. */
static bool takes_sends(const struct ibv_qp *qp)
{
	return qp->state != IBV_QPS_RESET && qp->state != IBV_QPS_INIT && qp->state != IBV_QPS_RTR;
}

static ib_api_status_t set_datagram(struct ibv_send_wr *to, const ib_send_wr_t *from)
{
	const struct inverbs_iba_slot *av = inverbs_iba_slot(from->dgrm.ud.h_av, INVERBS_IBA_AV);

	if (!av || !av->verbs)
		return IB_INVALID_AV_HANDLE;
	to->wr.ud.ah = __atomic_load_n((struct ibv_ah *const *)(const void *)&av->verbs,
				       __ATOMIC_ACQUIRE);
	to->wr.ud.remote_qpn = be32toh(from->dgrm.ud.remote_qp);
	to->wr.ud.remote_qkey = be32toh(from->dgrm.ud.remote_qkey);
	return IB_SUCCESS;
}

static ib_api_status_t translate(struct ibv_send_wr *to, const ib_send_wr_t *from, bool datagram)
{
	if (from->wr_type == WR_LSO || from->wr_type == WR_FAST_REG_MR || from->wr_type == WR_NOP ||
	    from->send_opt & IB_SEND_OPT_TX_TCP_UDP_CSUM)
		return IB_UNSUPPORTED;
	if (!inverbs_iba_request(to, from))
		return IB_INVALID_WR_TYPE;
	switch (from->wr_type) {
	case WR_COMPARE_SWAP:
	case WR_FETCH_ADD:
		to->wr.atomic.remote_addr = from->remote_ops.vaddr;
		to->wr.atomic.rkey = be32toh(from->remote_ops.rkey);
		to->wr.atomic.compare_add = be64toh(from->remote_ops.atomic1);
		to->wr.atomic.swap = be64toh(from->remote_ops.atomic2);
		break;
	case WR_LOCAL_INV:
		to->invalidate_rkey = be32toh(from->remote_ops.rkey);
		break;
	default:
		if (datagram)
			return set_datagram(to, from);
		inverbs_iba_remote(to, from);
	}
	return IB_SUCCESS;
}

/* The next requests of the list, up to one that cannot be translated, whose status is told. */
static ib_send_wr_t *gather(struct batch *b, ib_send_wr_t *wr, bool datagram,
			    ib_api_status_t *status)
{
	b->n = 0;
	while (wr && b->n < AT_ONCE) {
		*status = translate(&b->wr[b->n], wr, datagram);
		if (*status != IB_SUCCESS)
			break;
		if (b->n)
			b->wr[b->n - 1].next = &b->wr[b->n];
		b->from[b->n++] = wr;
		wr = wr->p_next;
	}
	return wr;
}

static ib_api_status_t post_list(struct ibv_qp *qp, ib_send_wr_t *wr, bool datagram,
				 ib_send_wr_t **failed)
{
	ib_api_status_t status = IB_SUCCESS;
	struct ibv_send_wr *bad;
	struct batch b;

	while (wr && status == IB_SUCCESS) {
		wr = gather(&b, wr, datagram, &status);
		int err = b.n ? ibv_post_send(qp, b.wr, &bad) : 0;

		if (err) {
			wr = b.from[bad - b.wr];
			status = send_status(qp, wr, err);
		}
	}
	return status == IB_SUCCESS ? IB_SUCCESS : fail(wr, failed, status);
}

ib_api_status_t inverbs_iba_post_send(ib_qp_handle_t h_qp, ib_send_wr_t *wr, ib_send_wr_t **failed)
{
	struct iba_qp *qp = iba_get(h_qp, INVERBS_IBA_QP);
	ib_api_status_t status;

	if (!qp)
		return iba_refusal(h_qp, IB_INVALID_QP_HANDLE);
	if (!wr || (wr->p_next && !failed))
		status = IB_INVALID_PARAMETER;
	else if (!qp->qp)
		status = fail(wr, failed, IB_UNSUPPORTED);
	else if (!takes_sends(qp->qp))
		status = fail(wr, failed, IB_INVALID_QP_STATE);
	else
		status = post_list(qp->qp, wr, qp->type == IB_QPT_UNRELIABLE_DGRM, failed);
	iba_put(&qp->reporter.object);
	return status;
}
