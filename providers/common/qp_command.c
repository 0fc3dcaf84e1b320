/* SPDX-License-Identifier: BSD-2-Clause */
/* MODIFY_QP, QUERY_QP and DESTROY_QP, and conversion of queue pair attributes. */
#include <inverbs/kernel/uverbs_call.h>
#include <string.h>

#include "runtime/provider.h"
#include "qp_command.h"

enum {
	/* Attributes above this bit exist only in the extended command. */
	PLAIN_ATTRIBUTES = IBV_QP_DEST_QPN * 2 - 1,
};

static struct inverbs_transport *transport_of(const struct inverbs_qp *qp)
{
	return inverbs_context_of(qp->ibv.context)->transport;
}

static void put_path(struct uverbs_qp_dest *to, const struct ibv_ah_attr *from)
{
	memcpy(to->dgid, from->grh.dgid.raw, sizeof(to->dgid));
	to->flow_label = from->grh.flow_label;
	to->dlid = from->dlid;
	to->sgid_index = from->grh.sgid_index;
	to->hop_limit = from->grh.hop_limit;
	to->traffic_class = from->grh.traffic_class;
	to->sl = from->sl;
	to->src_path_bits = from->src_path_bits;
	to->static_rate = from->static_rate;
	to->is_global = from->is_global;
	to->port_num = from->port_num;
}

static void get_path(struct ibv_ah_attr *to, const struct uverbs_qp_dest *from)
{
	memcpy(to->grh.dgid.raw, from->dgid, sizeof(from->dgid));
	to->grh.flow_label = from->flow_label;
	to->dlid = from->dlid;
	to->grh.sgid_index = from->sgid_index;
	to->grh.hop_limit = from->hop_limit;
	to->grh.traffic_class = from->traffic_class;
	to->sl = from->sl;
	to->src_path_bits = from->src_path_bits;
	to->static_rate = from->static_rate;
	to->is_global = from->is_global;
	to->port_num = from->port_num;
}

/* Only attributes in the mask are read: the others may be uninitialised. */
static void put_numbers(struct uverbs_modify_qp_req *req, const struct ibv_qp_attr *attr,
			uint32_t mask)
{
	if (mask & IBV_QP_QKEY)
		req->qkey = attr->qkey;
	if (mask & IBV_QP_RQ_PSN)
		req->rq_psn = attr->rq_psn;
	if (mask & IBV_QP_SQ_PSN)
		req->sq_psn = attr->sq_psn;
	if (mask & IBV_QP_DEST_QPN)
		req->dest_qp_num = attr->dest_qp_num;
	if (mask & IBV_QP_ACCESS_FLAGS)
		req->qp_access_flags = attr->qp_access_flags;
	if (mask & IBV_QP_PKEY_INDEX)
		req->pkey_index = attr->pkey_index;
	if (mask & IBV_QP_PORT)
		req->port_num = attr->port_num;
	if (mask & IBV_QP_TIMEOUT)
		req->timeout = attr->timeout;
	if (mask & IBV_QP_RETRY_CNT)
		req->retry_cnt = attr->retry_cnt;
	if (mask & IBV_QP_RNR_RETRY)
		req->rnr_retry = attr->rnr_retry;
	if (mask & IBV_QP_MIN_RNR_TIMER)
		req->min_rnr_timer = attr->min_rnr_timer;
	if (mask & IBV_QP_MAX_QP_RD_ATOMIC)
		req->max_rd_atomic = attr->max_rd_atomic;
	if (mask & IBV_QP_MAX_DEST_RD_ATOMIC)
		req->max_dest_rd_atomic = attr->max_dest_rd_atomic;
}

static void put_states(struct uverbs_modify_qp_req *req, const struct ibv_qp_attr *attr,
		       uint32_t mask)
{
	if (mask & IBV_QP_STATE)
		req->qp_state = (uint8_t)attr->qp_state;
	if (mask & IBV_QP_CUR_STATE)
		req->cur_qp_state = (uint8_t)attr->cur_qp_state;
	if (mask & IBV_QP_PATH_MTU)
		req->path_mtu = (uint8_t)attr->path_mtu;
	if (mask & IBV_QP_PATH_MIG_STATE)
		req->path_mig_state = (uint8_t)attr->path_mig_state;
	if (mask & IBV_QP_EN_SQD_ASYNC_NOTIFY)
		req->en_sqd_async_notify = attr->en_sqd_async_notify;
}

static void put_paths(struct uverbs_modify_qp_req *req, const struct ibv_qp_attr *attr,
		      uint32_t mask)
{
	if (mask & IBV_QP_AV)
		put_path(&req->dest, &attr->ah_attr);
	if (!(mask & IBV_QP_ALT_PATH))
		return;
	put_path(&req->alt_dest, &attr->alt_ah_attr);
	req->alt_pkey_index = attr->alt_pkey_index;
	req->alt_port_num = attr->alt_port_num;
	req->alt_timeout = attr->alt_timeout;
}

int inverbs_provider_modify_qp(struct inverbs_qp *qp, const struct ibv_qp_attr *attr, int attr_mask)
{
	struct uverbs_ex_modify_qp_req req = {0};
	struct uverbs_ex_modify_qp_resp resp = {0};
	uint32_t mask = (uint32_t)attr_mask;

	req.base.qp_handle = qp->ibv.handle;
	req.base.attr_mask = mask;
	put_states(&req.base, attr, mask);
	put_numbers(&req.base, attr, mask);
	put_paths(&req.base, attr, mask);
	if (!(mask & ~(uint32_t)PLAIN_ATTRIBUTES))
		return uverbs_call_modify_qp(transport_of(qp), &req.base);
	if (mask & IBV_QP_RATE_LIMIT)
		req.rate_limit = attr->rate_limit;
	return uverbs_call_ex_modify_qp(transport_of(qp), &req, NULL, 0, &resp, NULL, 0);
}

static void get_cap(struct ibv_qp_cap *to, const struct uverbs_query_qp_resp *from)
{
	to->max_send_wr = from->max_send_wr;
	to->max_recv_wr = from->max_recv_wr;
	to->max_send_sge = from->max_send_sge;
	to->max_recv_sge = from->max_recv_sge;
	to->max_inline_data = from->max_inline_data;
}

static void get_attributes(struct ibv_qp_attr *attr, const struct uverbs_query_qp_resp *resp)
{
	attr->qp_state = (enum ibv_qp_state)resp->qp_state;
	attr->cur_qp_state = (enum ibv_qp_state)resp->cur_qp_state;
	attr->path_mtu = (enum ibv_mtu)resp->path_mtu;
	attr->path_mig_state = (enum ibv_mig_state)resp->path_mig_state;
	attr->qkey = resp->qkey;
	attr->rq_psn = resp->rq_psn;
	attr->sq_psn = resp->sq_psn;
	attr->dest_qp_num = resp->dest_qp_num;
	attr->qp_access_flags = resp->qp_access_flags;
	get_cap(&attr->cap, resp);
	get_path(&attr->ah_attr, &resp->dest);
	get_path(&attr->alt_ah_attr, &resp->alt_dest);
	attr->pkey_index = resp->pkey_index;
	attr->alt_pkey_index = resp->alt_pkey_index;
	attr->sq_draining = resp->sq_draining;
	attr->max_rd_atomic = resp->max_rd_atomic;
	attr->max_dest_rd_atomic = resp->max_dest_rd_atomic;
	attr->min_rnr_timer = resp->min_rnr_timer;
	attr->port_num = resp->port_num;
	attr->timeout = resp->timeout;
	attr->retry_cnt = resp->retry_cnt;
	attr->rnr_retry = resp->rnr_retry;
	attr->alt_port_num = resp->alt_port_num;
	attr->alt_timeout = resp->alt_timeout;
}

int inverbs_provider_query_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask,
			      struct ibv_qp_init_attr *init_attr)
{
	struct uverbs_query_qp_req req = {.qp_handle = qp->ibv.handle,
					  .attr_mask = (uint32_t)attr_mask};
	struct uverbs_query_qp_resp resp = {0};
	int err = uverbs_call_query_qp(transport_of(qp), &req, &resp);

	if (err)
		return err;
	get_attributes(attr, &resp);
	init_attr->qp_context = qp->ibv.qp_context;
	init_attr->send_cq = qp->ibv.send_cq;
	init_attr->recv_cq = qp->ibv.recv_cq;
	init_attr->srq = qp->ibv.srq;
	init_attr->qp_type = qp->ibv.qp_type;
	init_attr->cap = attr->cap;
	init_attr->sq_sig_all = resp.sq_sig_all;
	return 0;
}

int inverbs_provider_destroy_qp(struct inverbs_qp *qp, uint32_t *events)
{
	struct uverbs_destroy_qp_req req = {.qp_handle = qp->ibv.handle};
	struct uverbs_destroy_qp_resp resp = {0};
	int err = uverbs_call_destroy_qp(transport_of(qp), &req, &resp);

	if (!err)
		*events = resp.events_reported;
	return inverbs_ignore_gone(err);
}
