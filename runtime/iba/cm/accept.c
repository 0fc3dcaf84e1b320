/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The passive side of a connection: received requests, replies to them, and ready-to-use messages.
 */
#include <arpa/inet.h>

#include "cm.h"

/* --- the request ---------------------------------------------------------------------------- */

/* Find the connection of a repeated request. Returns it locked, with a reference, or NULL. */
static struct iba_cm *find_repeated_request(struct iba_cm_port *port, uint32_t remote_id,
					    uint64_t guid)
{
	struct iba_cm *at;

	pthread_mutex_lock(&port->lock);
	at = port->connections;
	while (at && (at->active || at->remote_id != remote_id || at->remote_guid != guid))
		at = at->next;
	if (at && iba_hold_alive(&at->object))
		return at;
	pthread_mutex_unlock(&port->lock);
	return NULL;
}

/*
 * Find an earlier connection of the peer's queue pair, which the peer has forgotten. Returns it
 * like find_repeated_request().
 */
static struct iba_cm *find_stale_connection(struct iba_cm_port *port, const struct ibcm_req *req)
{
	struct iba_cm *at;

	pthread_mutex_lock(&port->lock);
	at = port->connections;
	while (at && (at->state != IBA_CM_CONNECTED || at->remote_qpn != req->qpn ||
		      at->remote_guid != req->ca_guid))
		at = at->next;
	if (at && iba_hold_alive(&at->object))
		return at;
	pthread_mutex_unlock(&port->lock);
	return NULL;
}

static void resend_response(struct iba_cm *cm)
{
	if (cm->state == IBA_CM_REQ_RECEIVED)
		iba_cm_repeat(cm, IBCM_ATTRIBUTE_MRA);
	else if (cm->state == IBA_CM_REP_SENT)
		iba_cm_repeat(cm, IBCM_ATTRIBUTE_REP);
	iba_cm_put(cm);
}

ib_qp_type_t iba_cm_type_of(const struct ibcm_req *req)
{
	return req->service_type == IBCM_SERVICE_TYPE_UC ? IB_QPT_UNRELIABLE_CONN
							 : IB_QPT_RELIABLE_CONN;
}

void iba_cm_store_request(struct iba_cm *cm, const struct iba_cm_arrival *arrival,
			  const struct ibcm_req *req)
{
	cm->state = IBA_CM_REQ_RECEIVED;
	cm->type = iba_cm_type_of(req);
	cm->request = *req;
	memcpy(cm->private_data, req->private_data, sizeof(req->private_data));
	cm->remote_id = req->local_id;
	cm->remote_qpn = req->qpn;
	cm->remote_guid = req->ca_guid;
	cm->to = iba_cm_reply_header(cm->port, arrival->from);
	cm->tid = arrival->tid;
	cm->retries = req->cm_retries;
	cm->wait_ms = iba_cm_timeout_ms(req->local_response_timeout) +
		      iba_cm_timeout_ms(req->primary.ack_timeout);
	cm->time_wait_ms = 2 * iba_cm_timeout_ms(req->primary.ack_timeout);
}

static struct iba_cm *make_passive_connection(struct iba_cm_port *port,
					      const struct iba_cm_arrival *arrival,
					      const struct ibcm_req *req)
{
	struct iba_cm *cm = iba_cm_make(port);

	if (!cm)
		return NULL;
	iba_cm_lock(cm);
	iba_cm_store_request(cm, arrival, req);
	iba_cm_unlock(cm);
	return cm;
}

static void refuse_new_request(struct iba_cm_port *port, const struct iba_cm_arrival *arrival,
			       const struct ibcm_req *req, uint16_t reason)
{
	iba_cm_refuse(port, arrival, req->local_id, IBCM_REJECTED_REQ, reason);
}

static void report_new_request(struct iba_cm_port *port, const struct iba_cm_arrival *arrival,
			       const struct ibcm_req *req)
{
	const struct iba_cm_wanted wanted = {.service = htobe64(req->service_id),
					     .pkey = htons(req->pkey),
					     .data = req->private_data,
					     .type = iba_cm_type_of(req)};
	bool served, known = req->service_type == IBCM_SERVICE_TYPE_RC ||
			     req->service_type == IBCM_SERVICE_TYPE_UC;
	struct iba_listener *listener = iba_cm_find_listener(port, &wanted, &served);
	struct iba_cm *cm = listener && known ? make_passive_connection(port, arrival, req) : NULL;

	if (cm) {
		iba_cm_report_request(cm, listener);
		iba_put(&cm->object);
		return;
	}
	iba_cm_listener_put(listener);
	if (served)
		refuse_new_request(port, arrival, req,
				   listener && known ? IBCM_REASON_NO_RESOURCES
						     : IBCM_REASON_INVALID_SERVICE_TYPE);
	else
		refuse_new_request(port, arrival, req, IBCM_REASON_INVALID_SERVICE_ID);
}

void iba_cm_req_arrived(struct iba_cm_port *port, const struct iba_cm_arrival *arrival)
{
	const struct ibcm_req req = ibcm_req_get(arrival->data);
	struct iba_cm *cm = find_repeated_request(port, req.local_id, req.ca_guid);

	if (cm) {
		resend_response(cm);
		return;
	}
	cm = find_stale_connection(port, &req);
	if (cm) {
		refuse_new_request(port, arrival, &req, IBCM_REASON_STALE_CONNECTION);
		iba_cm_peer_disconnected(cm, NULL);
		iba_put(&cm->object);
		return;
	}
	cm = iba_cm_find_peer(port, arrival, &req);
	if (cm) {
		iba_cm_peer_req_received(cm, arrival, &req);
		iba_put(&cm->object);
		return;
	}
	report_new_request(port, arrival, &req);
}

/* --- the reply ------------------------------------------------------------------------------ */

enum {
	COUNT_MAX = 7,
	TIMEOUT_MAX = 31
};

static ib_api_status_t check_rep(const struct iba_cm *cm, const ib_cm_rep_t *rep)
{
	if (!rep->pfn_cm_rej_cb || !rep->pfn_cm_rtu_cb || !rep->pfn_cm_dreq_cb)
		return IB_INVALID_PARAMETER;
	if (rep->flags & IB_FLAGS_SYNC && iba_on_dispatcher())
		return IB_UNSUPPORTED;
	if (rep->qp_type != cm->type || rep->rnr_retry_cnt > COUNT_MAX ||
	    rep->rnr_nak_timeout > TIMEOUT_MAX || rep->target_ack_delay > TIMEOUT_MAX ||
	    rep->failover_accepted > IB_FAILOVER_ACCEPT_ERROR)
		return IB_INVALID_SETTING;
	return iba_cm_check_data(rep->p_rep_pdata, rep->rep_length, IB_REP_PDATA_SIZE);
}

static uint8_t min_u8(unsigned int a, unsigned int b)
{
	return (uint8_t)(a < b ? a : b);
}

static ib_api_status_t set_passive_ends(struct iba_cm *cm, const ib_cm_rep_t *rep)
{
	const struct iba_ca *ca = iba_ca_of(&cm->qp->reporter.object);
	const ib_path_rec_t path = iba_cm_reverse_path(&cm->request, &cm->request.primary);
	const ib_path_rec_t alternate = iba_cm_reverse_path(&cm->request, &cm->request.alternate);
	const bool wants_alternate = cm->request.alternate.local_lid &&
				     rep->failover_accepted == IB_FAILOVER_ACCEPT_SUCCESS;
	const int pkey_index = iba_port_pkey_index(&cm->port->port, path.pkey);
	struct iba_cm_ends *ends = &cm->ends;

	if (ca->guid != cm->port->port.ca_guid ||
	    iba_al_of(&cm->qp->reporter.object) != iba_al_of(&cm->object))
		return IB_INVALID_QP_HANDLE;
	if (pkey_index < 0)
		return IB_INVALID_SETTING;
	ends->primary = iba_cm_av(&cm->port->port, &path);
	ends->ack_timeout = cm->request.primary.ack_timeout;
	ends->has_alternate = wants_alternate;
	if (wants_alternate &&
	    !iba_cm_set_alternate(cm, &alternate, cm->request.alternate.ack_timeout))
		return IB_INVALID_SETTING;
	ends->pkey_index = (uint16_t)pkey_index;
	ends->rq_psn = iba_cm_random_psn();
	ends->sq_psn = cm->request.starting_psn;
	ends->responder_resources = min_u8(cm->request.initiator_depth,
					   (unsigned int)ca->attr.max_qp_rd_atom);
	ends->initiator_depth = min_u8(min_u8(rep->init_depth, cm->request.responder_resources),
				       (unsigned int)ca->attr.max_qp_init_rd_atom);
	ends->rnr_nak_timeout = rep->rnr_nak_timeout;
	ends->retry_count = cm->request.retry_count;
	ends->rnr_retry_count = cm->request.rnr_retry_count;
	ends->access = rep->access_ctrl;
	return IB_SUCCESS;
}

/* Make the queue pair ready to receive, because the peer may send as soon as it gets the reply. */
static ib_api_status_t prepare_passive_qp(struct iba_cm *cm, const ib_cm_rep_t *rep)
{
	ib_api_status_t status = set_passive_ends(cm, rep);

	if (status == IB_SUCCESS)
		status = iba_cm_qp_init(cm);
	if (status == IB_SUCCESS && rep->p_recv_wr)
		status = ib_post_recv(rep->h_qp, rep->p_recv_wr, rep->pp_recv_failure);
	return status == IB_SUCCESS ? iba_cm_qp_rtr(cm) : status;
}

static struct ibcm_rep encode_rep(const struct iba_cm *cm, const ib_cm_rep_t *rep)
{
	struct ibcm_rep v = {
		.local_id = cm->local_id,
		.remote_id = cm->remote_id,
		.qpn = cm->qp->qp->qp_num,
		.starting_psn = cm->ends.rq_psn,
		.responder_resources = cm->ends.responder_resources,
		.initiator_depth = cm->ends.initiator_depth,
		.ack_delay = rep->target_ack_delay,
		.failover_accepted = cm->request.alternate.local_lid
					     ? rep->failover_accepted
					     : IB_FAILOVER_ACCEPT_UNSUPPORTED,
		.flow_control = rep->flow_ctrl ? 1 : 0,
		.rnr_retry_count = rep->rnr_retry_cnt,
		.srq = cm->qp->srq != NULL,
		.ca_guid = be64toh(cm->port->port.ca_guid),
	};

	if (rep->rep_length)
		memcpy(v.private_data, rep->p_rep_pdata, rep->rep_length);
	return v;
}

static void set_callbacks(struct iba_cm *cm, const ib_cm_rep_t *rep)
{
	cm->rej = rep->pfn_cm_rej_cb;
	cm->mra = rep->pfn_cm_mra_cb;
	cm->rtu = rep->pfn_cm_rtu_cb;
	cm->lap_received = rep->pfn_cm_lap_cb;
	cm->dreq = rep->pfn_cm_dreq_cb;
}

/* The connection is locked. */
static ib_api_status_t send_rep(struct iba_cm *cm, struct iba_qp *qp, const ib_cm_rep_t *rep)
{
	/* a peer-to-peer connection that sent its own request already has its queue pair */
	ib_api_status_t status = cm->qp == qp ? IB_SUCCESS : iba_cm_attach(cm, qp);
	struct ibcm_rep v;

	if (status != IB_SUCCESS)
		return status;
	status = prepare_passive_qp(cm, rep);
	if (status != IB_SUCCESS) {
		iba_put(&iba_cm_detach(cm)->reporter.object); /* the caller has another reference */
		return status;
	}
	set_callbacks(cm, rep);
	cm->finished = false;
	cm->state = IBA_CM_REP_SENT;
	v = encode_rep(cm, rep);
	ibcm_rep_put(iba_cm_begin(cm, IBCM_ATTRIBUTE_REP), &v);
	iba_cm_send_with_retries(cm);
	return IB_SUCCESS;
}

static ib_api_status_t reply_connected(struct iba_cm *cm, struct iba_qp *qp, const ib_cm_rep_t *rep)
{
	ib_api_status_t status;

	if (!qp)
		return iba_refusal(rep->h_qp, IB_INVALID_QP_HANDLE);
	if (cm->qp && cm->qp != qp)
		return IB_INVALID_QP_HANDLE;
	if (qp->type != cm->type)
		return IB_INVALID_SETTING;
	if (cm->state != IBA_CM_REQ_RECEIVED || cm->handed_to)
		return IB_INVALID_STATE;
	status = check_rep(cm, rep);
	return status == IB_SUCCESS ? send_rep(cm, qp, rep) : status;
}

static ib_api_status_t reply_by_type(struct iba_cm *cm, struct iba_qp *qp, const ib_cm_rep_t *rep)
{
	if (!rep)
		return IB_INVALID_PARAMETER;
	return cm->type == IB_QPT_UNRELIABLE_DGRM ? iba_cm_respond_sidr(cm, qp, rep)
						  : reply_connected(cm, qp, rep);
}

ib_api_status_t ib_cm_rep(ib_cm_handle_t h_cm_req, const ib_cm_rep_t *p_cm_rep)
{
	struct iba_qp *qp = p_cm_rep ? iba_get(p_cm_rep->h_qp, INVERBS_IBA_QP) : NULL;
	struct iba_cm *cm = iba_cm_get(&h_cm_req);
	ib_api_status_t status = iba_refusal(h_cm_req.h_al, IB_INVALID_HANDLE);

	if (cm) {
		status = reply_by_type(cm, qp, p_cm_rep);
		iba_cm_unlock(cm);
		if (status == IB_SUCCESS && p_cm_rep->flags & IB_FLAGS_SYNC &&
		    cm->type != IB_QPT_UNRELIABLE_DGRM)
			iba_cm_wait_finished(cm);
		iba_put(&cm->object);
	}
	if (qp)
		iba_put(&qp->reporter.object);
	return status;
}

/* --- ready to use --------------------------------------------------------------------------- */

void iba_cm_rtu_arrived(struct iba_cm_port *port, const struct iba_cm_arrival *arrival)
{
	const struct ibcm_rtu rtu = ibcm_rtu_get(arrival->data);
	struct iba_cm *cm = iba_cm_match(port, rtu.remote_id, rtu.local_id);
	ib_cm_rtu_rec_t rec;

	if (!cm)
		return;
	if (cm->state != IBA_CM_REP_SENT || !cm->qp) {
		iba_cm_put(cm);
		return;
	}
	iba_cm_timer_clear(cm);
	cm->state = IBA_CM_CONNECTED;
	iba_cm_qp_rts(cm); /* if the QP was destroyed, the program's sends report it */
	rec = (ib_cm_rtu_rec_t){
		.p_rtu_pdata = rtu.private_data,
		.h_qp = iba_handle(&cm->qp->reporter.object),
		.qp_context = cm->qp->reporter.object.context,
	};
	iba_cm_unlock(cm);
	cm->rtu(&rec);
	iba_cm_signal_finished(cm);
	iba_put(&cm->object);
}
