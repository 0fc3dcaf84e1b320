/* SPDX-License-Identifier: BSD-2-Clause */
/* The active side of a connection: requests, received replies, and ready-to-use messages. */
#include <arpa/inet.h>
#include <sys/random.h>

#include "cm.h"

enum {
	PSN_MASK = 0xffffff,
	RETRIES_MAX = 15,
	COUNT_MAX = 7,
	TIMEOUT_MAX = 31
};

uint32_t iba_cm_random_psn(void)
{
	uint32_t psn = 0;

	/*
	 * without random numbers, use 0: this only matters if stale packets of an old connection
	 * arrive
	 */
	if (getrandom(&psn, sizeof(psn), GRND_NONBLOCK) < 0)
		psn = 0;
	return psn & PSN_MASK;
}

static uint8_t service_type(ib_qp_type_t type)
{
	return type == IB_QPT_UNRELIABLE_CONN ? IBCM_SERVICE_TYPE_UC : IBCM_SERVICE_TYPE_RC;
}

static uint8_t min_u8(uint8_t a, uint8_t b)
{
	return a < b ? a : b;
}

/* --- the request ---------------------------------------------------------------------------- */

static ib_api_status_t check_req(const ib_cm_req_t *req, const struct iba_qp *qp)
{
	const struct iba_ca *ca = iba_ca_of((struct iba_object *)(uintptr_t)&qp->reporter.object);

	if (!req->p_primary_path || !req->pfn_cm_rep_cb || !req->pfn_cm_rej_cb)
		return IB_INVALID_PARAMETER;
	if (req->flags & IB_FLAGS_SYNC && iba_on_dispatcher())
		return IB_UNSUPPORTED;
	if (iba_cm_check_peer(req) != IB_SUCCESS)
		return iba_cm_check_peer(req);
	if (qp->type != req->qp_type || req->max_cm_retries > RETRIES_MAX ||
	    req->retry_cnt > COUNT_MAX || req->rnr_retry_cnt > COUNT_MAX ||
	    req->remote_resp_timeout > TIMEOUT_MAX || req->local_resp_timeout > TIMEOUT_MAX ||
	    req->rnr_nak_timeout > TIMEOUT_MAX || req->resp_res > ca->attr.max_qp_rd_atom ||
	    req->init_depth > ca->attr.max_qp_init_rd_atom)
		return IB_INVALID_SETTING;
	return iba_cm_check_data(req->p_req_pdata, req->req_length, IB_REQ_PDATA_SIZE);
}

static void set_active_ends(struct iba_cm *cm, const ib_cm_req_t *req)
{
	const struct iba_ca *ca = iba_ca_of(&cm->qp->reporter.object);
	const ib_path_rec_t *path = req->p_primary_path;
	struct iba_cm_ends *ends = &cm->ends;

	ends->primary = iba_cm_av(&cm->port->port, path);
	ends->ack_timeout = iba_cm_ack_timeout(ib_path_rec_pkt_life(path),
					       (uint8_t)ca->attr.local_ca_ack_delay);
	ends->has_alternate = req->p_alt_path != NULL;
	ends->rq_psn = iba_cm_random_psn();
	ends->responder_resources = req->resp_res;
	ends->initiator_depth = req->init_depth;
	ends->rnr_nak_timeout = req->rnr_nak_timeout;
	ends->retry_count = req->retry_cnt;
	cm->retries = req->max_cm_retries;
	cm->wait_ms = iba_cm_timeout_ms(req->remote_resp_timeout) +
		      iba_cm_timeout_ms(ends->ack_timeout);
	cm->time_wait_ms = 2 * iba_cm_timeout_ms(ends->ack_timeout);
}

static struct ibcm_req encode_req(const struct iba_cm *cm, const ib_cm_req_t *req)
{
	const struct iba_cm_ends *ends = &cm->ends;
	struct ibcm_req v = {
		.local_id = cm->local_id,
		.service_id = be64toh(req->svc_id),
		.ca_guid = be64toh(cm->port->port.ca_guid),
		.qpn = cm->qp->qp->qp_num,
		.responder_resources = req->resp_res,
		.initiator_depth = req->init_depth,
		.remote_response_timeout = req->remote_resp_timeout,
		.service_type = service_type(req->qp_type),
		.flow_control = req->flow_ctrl ? 1 : 0,
		.starting_psn = ends->rq_psn,
		.local_response_timeout = req->local_resp_timeout,
		.retry_count = req->retry_cnt,
		.pkey = ntohs(req->p_primary_path->pkey),
		.path_mtu = ib_path_rec_mtu(req->p_primary_path),
		.rnr_retry_count = req->rnr_retry_cnt,
		.cm_retries = req->max_cm_retries,
		.srq = cm->qp->srq != NULL,
		.primary = iba_cm_wire_path(req->p_primary_path, ends->ack_timeout),
	};

	if (req->p_alt_path)
		v.alternate = iba_cm_wire_path(req->p_alt_path, ends->ack_timeout);
	if (req->req_length)
		memcpy(v.private_data, req->p_req_pdata, req->req_length);
	return v;
}

/* The connection is locked. */
static ib_api_status_t send_req(struct iba_cm *cm, const ib_cm_req_t *req)
{
	const int pkey_index = iba_port_pkey_index(&cm->port->port, req->p_primary_path->pkey);
	ib_api_status_t status;
	struct ibcm_req v;

	if (pkey_index < 0)
		return IB_INVALID_SETTING;
	set_active_ends(cm, req);
	if (req->p_alt_path && !iba_cm_set_alternate(cm, req->p_alt_path, cm->ends.ack_timeout))
		return IB_INVALID_SETTING;
	cm->ends.pkey_index = (uint16_t)pkey_index;
	cm->active = true;
	cm->type = req->qp_type;
	cm->tid = cm->local_id;
	cm->to = iba_cm_address_header(cm->port, req->p_primary_path);
	cm->rep = req->pfn_cm_rep_cb;
	cm->rej = req->pfn_cm_rej_cb;
	cm->mra = req->pfn_cm_mra_cb;
	status = iba_cm_qp_init(cm);
	if (status != IB_SUCCESS)
		return status;
	iba_cm_expect_peer(cm, req);
	v = encode_req(cm, req);
	ibcm_req_put(iba_cm_begin(cm, IBCM_ATTRIBUTE_REQ), &v);
	cm->state = IBA_CM_REQ_SENT;
	return iba_umad_status(iba_cm_send_with_retries(cm));
}

static ib_api_status_t attach_and_request(struct iba_cm *cm, struct iba_qp *qp,
					  const ib_cm_req_t *req)
{
	struct iba_qp *refused = NULL;
	ib_api_status_t status;

	iba_cm_lock(cm);
	status = iba_cm_attach(cm, qp);
	if (status == IB_SUCCESS)
		status = send_req(cm, req);
	if (status != IB_SUCCESS) {
		iba_cm_close(cm);
		refused = iba_cm_detach(cm);
	}
	iba_cm_unlock(cm);
	if (refused)
		iba_put(&refused->reporter.object);
	return status;
}

static ib_api_status_t request_from_port(struct iba_cm_port *port, struct iba_qp *qp,
					 const ib_cm_req_t *req)
{
	struct iba_cm *cm = iba_cm_make(port);
	ib_api_status_t status;

	if (!cm)
		return IB_INSUFFICIENT_MEMORY;
	status = attach_and_request(cm, qp, req);
	if (status == IB_SUCCESS && req->flags & IB_FLAGS_SYNC)
		iba_cm_wait_finished(cm);
	iba_put(&cm->object);
	return status;
}

static ib_api_status_t request_with_qp(struct iba_qp *qp, const ib_cm_req_t *req)
{
	ib_api_status_t status = check_req(req, qp);
	struct iba_cm_port *port;
	struct iba_port at;

	if (status != IB_SUCCESS)
		return status;
	if (!iba_cm_port_of_path(req->p_primary_path, iba_ca_of(&qp->reporter.object)->guid, &at))
		return IB_INVALID_SETTING;
	status = iba_cm_port_get(iba_al_of(&qp->reporter.object), &at, &port);
	if (status != IB_SUCCESS)
		return status;
	status = request_from_port(port, qp, req);
	iba_put(&port->object);
	return status;
}

static ib_api_status_t request_connection(const ib_cm_req_t *req)
{
	struct iba_qp *qp = iba_get(req->h_qp, INVERBS_IBA_QP);
	ib_api_status_t status;

	if (!qp)
		return iba_refusal(req->h_qp, IB_INVALID_QP_HANDLE);
	status = qp->qp ? request_with_qp(qp, req) : IB_INVALID_SETTING;
	iba_put(&qp->reporter.object);
	return status;
}

ib_api_status_t ib_cm_req(const ib_cm_req_t *p_cm_req)
{
	if (!p_cm_req)
		return IB_INVALID_PARAMETER;
	switch (p_cm_req->qp_type) {
	case IB_QPT_RELIABLE_CONN:
	case IB_QPT_UNRELIABLE_CONN:
		return request_connection(p_cm_req);
	case IB_QPT_UNRELIABLE_DGRM:
		return iba_cm_request_sidr(p_cm_req);
	default:
		return IB_INVALID_SETTING;
	}
}

/* --- the reply ------------------------------------------------------------------------------ */

/* Store the reply's data about the peer. The connection is locked. */
static void accept_reply(struct iba_cm *cm, const struct ibcm_rep *rep)
{
	struct iba_cm_ends *ends = &cm->ends;

	iba_cm_timer_clear(cm);
	iba_cm_stop_expecting_peer(cm);
	cm->state = IBA_CM_REP_RECEIVED;
	cm->remote_id = rep->local_id;
	cm->remote_qpn = rep->qpn;
	cm->remote_guid = rep->ca_guid;
	ends->sq_psn = rep->starting_psn;
	ends->responder_resources = min_u8(ends->responder_resources, rep->initiator_depth);
	ends->initiator_depth = min_u8(ends->initiator_depth, rep->responder_resources);
	ends->rnr_retry_count = rep->rnr_retry_count;
	if (rep->ack_delay >= ends->ack_timeout)
		ends->ack_timeout = iba_cm_ack_timeout(0, rep->ack_delay);
	if (rep->failover_accepted != IB_FAILOVER_ACCEPT_SUCCESS)
		ends->has_alternate = false;
}

static void report_reply(struct iba_cm *cm, const struct ibcm_rep *rep)
{
	ib_cm_rep_rec_t rec = {
		.p_rep_pdata = rep->private_data,
		.qp_type = cm->type,
		.h_cm_rep = iba_cm_handle(cm),
		.qp_context = cm->qp->reporter.object.context,
		.resp_res = rep->responder_resources,
		.flow_ctrl = rep->flow_control ? TRUE : FALSE,
		.apr_status = rep->failover_accepted,
	};

	iba_cm_unlock(cm);
	cm->rep(&rec);
	iba_cm_signal_finished(cm);
}

/* The connection no longer exists: reject the reply, so that its sender does not wait. */
static void refuse_reply(struct iba_cm_port *port, const struct iba_cm_arrival *arrival,
			 uint32_t remote_id)
{
	iba_cm_refuse(port, arrival, remote_id, IBCM_REJECTED_REP,
		      IBCM_REASON_INVALID_COMMUNICATION_ID);
}

void iba_cm_rep_arrived(struct iba_cm_port *port, const struct iba_cm_arrival *arrival)
{
	const struct ibcm_rep rep = ibcm_rep_get(arrival->data);
	struct iba_cm *cm = iba_cm_find(port, rep.remote_id);

	if (!cm) {
		refuse_reply(port, arrival, rep.local_id);
		return;
	}
	if (cm->state == IBA_CM_REQ_SENT && cm->qp) {
		accept_reply(cm, &rep);
		report_reply(cm, &rep);
		iba_put(&cm->object);
		return;
	}
	if (cm->state == IBA_CM_REP_RECEIVED)
		iba_cm_repeat(cm, IBCM_ATTRIBUTE_MRA);
	else if (cm->state == IBA_CM_CONNECTED && cm->remote_id == rep.local_id)
		iba_cm_repeat(cm, IBCM_ATTRIBUTE_RTU);
	iba_cm_put(cm);
}

/* --- ready to use --------------------------------------------------------------------------- */

static ib_api_status_t check_rtu(const ib_cm_rtu_t *rtu)
{
	if (!rtu || !rtu->pfn_cm_dreq_cb)
		return IB_INVALID_PARAMETER;
	return iba_cm_check_data(rtu->p_rtu_pdata, rtu->rtu_length, IB_RTU_PDATA_SIZE);
}

/* The connection is locked. If the queue pair cannot be connected, the attempt is aborted. */
static ib_api_status_t complete_connection(struct iba_cm *cm, const ib_cm_rtu_t *rtu,
					   struct iba_qp **qp)
{
	struct ibcm_rtu v = {.local_id = cm->local_id, .remote_id = cm->remote_id};
	ib_api_status_t status;

	if (cm->state != IBA_CM_REP_RECEIVED || !cm->qp)
		return IB_INVALID_STATE;
	cm->ends.access = rtu->access_ctrl;
	status = iba_cm_qp_rtr(cm);
	if (status == IB_SUCCESS)
		status = iba_cm_qp_rts(cm);
	if (status != IB_SUCCESS) {
		*qp = iba_cm_reject(cm, IB_REJ_INSUF_RESOURCES, NULL);
		return status;
	}
	if (rtu->rtu_length)
		memcpy(v.private_data, rtu->p_rtu_pdata, rtu->rtu_length);
	cm->apr = rtu->pfn_cm_apr_cb;
	cm->dreq = rtu->pfn_cm_dreq_cb;
	cm->state = IBA_CM_CONNECTED;
	ibcm_rtu_put(iba_cm_begin(cm, IBCM_ATTRIBUTE_RTU), &v);
	iba_cm_send(cm); /* if it is lost, the peer repeats its reply */
	return IB_SUCCESS;
}

ib_api_status_t ib_cm_rtu(ib_cm_handle_t h_cm_rep, const ib_cm_rtu_t *p_cm_rtu)
{
	struct iba_cm *cm = iba_cm_get(&h_cm_rep);
	struct iba_qp *qp = NULL;
	ib_api_status_t status;

	if (!cm)
		return iba_refusal(h_cm_rep.h_al, IB_INVALID_HANDLE);
	status = check_rtu(p_cm_rtu);
	if (status == IB_SUCCESS)
		status = complete_connection(cm, p_cm_rtu, &qp);
	iba_cm_put(cm);
	if (qp)
		iba_put(&qp->reporter.object);
	return status;
}
