/* SPDX-License-Identifier: BSD-2-Clause */
/* Queries of queue pair attributes. */
#include <endian.h>
#include <inverbs/iba/maps.h>
#include <string.h>

#include "layer.h"
#include "mad/service.h"

/* Set a path, with the related attributes of connected queue pairs. */
static void set_queried_path(struct ibv_context *context, ib_av_attr_t *to,
			     const struct ibv_ah_attr *from, const struct ibv_qp_attr *attr,
			     uint8_t timeout)
{
	iba_av_attr(context, from, to);
	to->conn.path_mtu = (uint8_t)inverbs_iba_mtu_of_verbs(attr->path_mtu);
	to->conn.local_ack_timeout = timeout;
	to->conn.seq_err_retry_cnt = attr->retry_cnt;
	to->conn.rnr_retry_cnt = attr->rnr_retry;
}

static ib_qp_state_t qp_state_of(const struct ibv_qp_attr *attr)
{
	if (attr->qp_state == IBV_QPS_SQD)
		return attr->sq_draining ? IB_QPS_SQD_DRAINING : IB_QPS_SQD_DRAINED;
	return inverbs_iba_qp_state_of_verbs(attr->qp_state);
}

static void set_sizes(ib_qp_attr_t *to, const struct ibv_qp_cap *cap)
{
	to->sq_max_inline = cap->max_inline_data;
	to->sq_depth = cap->max_send_wr;
	to->rq_depth = cap->max_recv_wr;
	to->sq_sge = cap->max_send_sge;
	to->rq_sge = cap->max_recv_sge;
}

static void set_own(ib_qp_attr_t *to, const struct iba_qp *qp)
{
	to->h_pd = iba_handle(qp->reporter.object.parent);
	to->qp_type = qp->type;
	to->sq_signaled = qp->signals_all;
	if (qp->type == IB_QPT_MAD)
		return; /* its CQ belongs to the layer */
	to->h_sq_cq = qp->send_cq ? iba_handle(&qp->send_cq->reporter.object) : NULL;
	to->h_rq_cq = qp->recv_cq ? iba_handle(&qp->recv_cq->reporter.object) : NULL;
	to->h_srq = qp->srq ? iba_handle(&qp->srq->reporter.object) : NULL;
}

static void set_verbs(ib_qp_attr_t *to, const struct ibv_qp *qp, const struct ibv_qp_attr *from)
{
	to->access_ctrl = inverbs_iba_access_of_verbs(from->qp_access_flags);
	to->pkey_index = from->pkey_index;
	to->init_depth = from->max_rd_atomic;
	to->resp_res = from->max_dest_rd_atomic;
	to->state = qp_state_of(from);
	to->num = htobe32(qp->qp_num);
	to->dest_num = htobe32(from->dest_qp_num);
	to->qkey = htobe32(from->qkey);
	to->sq_psn = htobe32(from->sq_psn);
	to->rq_psn = htobe32(from->rq_psn);
	to->primary_port = from->port_num;
	to->alternate_port = from->alt_port_num;
	set_queried_path(qp->context, &to->primary_av, &from->ah_attr, from, from->timeout);
	set_queried_path(qp->context, &to->alternate_av, &from->alt_ah_attr, from,
			 from->alt_timeout);
	to->apm_state = (ib_apm_state_t)inverbs_iba_apm_of_verbs(from->path_mig_state);
}

/* An alias is always in RTS, and has no CQs. */
static void set_alias(ib_qp_attr_t *to, const struct iba_spl_qp *qp)
{
	to->state = IB_QPS_RTS;
	to->num = htobe32(qp->qpn);
	to->primary_port = (uint8_t)qp->port.number;
}

static ib_api_status_t query_qp(struct iba_qp *qp, ib_qp_attr_t *attr)
{
	struct ibv_qp_attr verbs = {0};
	struct ibv_qp_init_attr init;
	int err = qp->qp ? iba_query_verbs(qp, &verbs, ~0 & ~IBV_QP_RATE_LIMIT, &init) : 0;

	if (err)
		return iba_status(err);
	memset(attr, 0, sizeof(*attr));
	set_own(attr, qp);
	if (qp->qp) {
		set_sizes(attr, &init.cap);
		set_verbs(attr, qp->qp, &verbs);
	} else {
		set_alias(attr, (struct iba_spl_qp *)qp);
	}
	return IB_SUCCESS;
}

ib_api_status_t ib_query_qp(ib_qp_handle_t h_qp, ib_qp_attr_t *p_qp_attr)
{
	struct iba_qp *qp = iba_get(h_qp, INVERBS_IBA_QP);
	ib_api_status_t status;

	if (!qp)
		return iba_refusal(h_qp, IB_INVALID_QP_HANDLE);
	status = p_qp_attr ? query_qp(qp, p_qp_attr) : IB_INVALID_PARAMETER;
	iba_put(&qp->reporter.object);
	return status;
}
