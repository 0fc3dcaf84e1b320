/* SPDX-License-Identifier: BSD-2-Clause */
/* Service ID resolution (SIDR): finds the datagram queue pair that provides a service. */
#include <arpa/inet.h>

#include "cm.h"

enum {
	RETRIES_MAX = 15,
	REPEATS_MS = 4000 /* how long the peer may repeat its request */
};

static_assert(sizeof(ib_class_port_info_t) == sizeof(((struct ibcm_sidr_rep *)0)->info),
	      "as on the wire");

/* --- the request ---------------------------------------------------------------------------- */

static ib_api_status_t check_sidr_req(const ib_cm_req_t *req)
{
	if (!req->p_primary_path || !req->pfn_cm_rep_cb)
		return IB_INVALID_PARAMETER;
	if (req->flags & IB_FLAGS_SYNC && iba_on_dispatcher())
		return IB_UNSUPPORTED;
	if (req->max_cm_retries > RETRIES_MAX || req->timeout_ms > INT32_MAX)
		return IB_INVALID_SETTING;
	return iba_cm_check_data(req->p_req_pdata, req->req_length, IB_SIDR_REQ_PDATA_SIZE);
}

/* The connection is locked. */
static ib_api_status_t send_sidr_req(struct iba_cm *cm, const ib_cm_req_t *req)
{
	struct ibcm_sidr_req v = {
		.request_id = cm->local_id,
		.pkey = ntohs(req->pkey ? req->pkey : req->p_primary_path->pkey),
		.service_id = be64toh(req->svc_id),
	};

	cm->active = true;
	cm->type = req->qp_type;
	cm->tid = cm->local_id;
	cm->to = iba_cm_address_header(cm->port, req->p_primary_path);
	cm->rep = req->pfn_cm_rep_cb;
	cm->rej = req->pfn_cm_rej_cb;
	cm->sidr_context = req->sidr_context;
	cm->wait_ms = req->timeout_ms;
	cm->retries = req->max_cm_retries;
	cm->state = IBA_CM_SIDR_REQ_SENT;
	if (req->req_length)
		memcpy(v.private_data, req->p_req_pdata, req->req_length);
	ibcm_sidr_req_put(iba_cm_begin(cm, IBCM_ATTRIBUTE_SIDR_REQ), &v);
	return iba_umad_status(iba_cm_send_with_retries(cm));
}

static ib_api_status_t request_sidr_from_port(struct iba_cm_port *port, const ib_cm_req_t *req)
{
	struct iba_cm *cm = iba_cm_make(port);
	ib_api_status_t status;

	if (!cm)
		return IB_INSUFFICIENT_MEMORY;
	iba_cm_lock(cm);
	status = send_sidr_req(cm, req);
	if (status != IB_SUCCESS)
		iba_cm_close(cm);
	iba_cm_unlock(cm);
	if (status == IB_SUCCESS && req->flags & IB_FLAGS_SYNC)
		iba_cm_wait_finished(cm);
	iba_put(&cm->object);
	return status;
}

static ib_api_status_t request_sidr(struct iba_al *al, const ib_cm_req_t *req)
{
	ib_api_status_t status = check_sidr_req(req);
	struct iba_cm_port *port;
	struct iba_port at;

	if (status != IB_SUCCESS)
		return status;
	if (!iba_cm_port_of_path(req->p_primary_path, 0, &at))
		return IB_INVALID_SETTING;
	status = iba_cm_port_get(al, &at, &port);
	if (status != IB_SUCCESS)
		return status;
	status = request_sidr_from_port(port, req);
	iba_put(&port->object);
	return status;
}

ib_api_status_t iba_cm_request_sidr(const ib_cm_req_t *req)
{
	struct iba_al *al = iba_get(req->h_al, INVERBS_IBA_AL);
	ib_api_status_t status;

	if (!al)
		return iba_refusal(req->h_al, IB_INVALID_AL_HANDLE);
	status = request_sidr(al, req);
	iba_put(&al->object);
	return status;
}

void iba_cm_sidr_rep_arrived(struct iba_cm_port *port, const struct iba_cm_arrival *arrival)
{
	const struct ibcm_sidr_rep rep = ibcm_sidr_rep_get(arrival->data);
	struct iba_cm *cm = iba_cm_find(port, rep.request_id);
	ib_cm_rep_rec_t rec = {
		.p_rep_pdata = rep.private_data,
		.qp_type = IB_QPT_UNRELIABLE_DGRM,
		.status = rep.status,
		.remote_qp = htonl(rep.qpn),
		.remote_qkey = htonl(rep.qkey),
	};

	if (!cm)
		return;
	if (cm->state != IBA_CM_SIDR_REQ_SENT) {
		iba_cm_put(cm);
		return;
	}
	memcpy(&rec.class_info, rep.info, sizeof(rec.class_info));
	rec.h_cm_rep = iba_cm_handle(cm);
	rec.sidr_context = cm->sidr_context;
	iba_cm_close(cm);
	iba_cm_unlock(cm);
	cm->rep(&rec);
	iba_cm_signal_finished(cm);
	iba_put(&cm->object);
}

/* --- receiving the request ------------------------------------------------------------------ */

static bool is_repeated_sidr_req(const struct iba_cm *cm, const struct iba_cm_arrival *arrival,
				 uint32_t request_id)
{
	return cm->type == IB_QPT_UNRELIABLE_DGRM && !cm->active && cm->remote_id == request_id &&
	       cm->to.lid == arrival->from->lid &&
	       !memcmp(cm->to.gid, arrival->from->gid, sizeof(cm->to.gid));
}

/* A repeated request gets the same response. */
static bool resend_sidr_rep(struct iba_cm_port *port, const struct iba_cm_arrival *arrival,
			    uint32_t request_id)
{
	struct iba_cm *at;

	pthread_mutex_lock(&port->lock);
	at = port->connections;
	while (at && !is_repeated_sidr_req(at, arrival, request_id))
		at = at->next;
	if (at)
		iba_cm_repeat(at, IBCM_ATTRIBUTE_SIDR_REP);
	pthread_mutex_unlock(&port->lock);
	return at;
}

static void refuse_sidr_req(struct iba_cm_port *port, const struct iba_cm_arrival *arrival,
			    const struct ibcm_sidr_req *req, uint8_t status)
{
	const struct ibcm_sidr_rep rep = {
		.request_id = req->request_id, .status = status, .service_id = req->service_id};
	uint8_t data[IBCM_SIDR_REP_SIZE];

	ibcm_sidr_rep_put(data, &rep);
	iba_cm_reply(port, arrival, IBCM_ATTRIBUTE_SIDR_REP, data);
}

static struct iba_cm *make_sidr(struct iba_cm_port *port, const struct iba_cm_arrival *arrival,
				const struct ibcm_sidr_req *req)
{
	struct iba_cm *cm = iba_cm_make(port);

	if (!cm)
		return NULL;
	iba_cm_lock(cm);
	cm->state = IBA_CM_SIDR_REQ_RECEIVED;
	cm->type = IB_QPT_UNRELIABLE_DGRM;
	cm->request.service_id = req->service_id;
	cm->request.pkey = req->pkey;
	memcpy(cm->private_data, req->private_data, sizeof(cm->private_data));
	cm->remote_id = req->request_id;
	cm->to = iba_cm_reply_header(port, arrival->from);
	cm->tid = arrival->tid;
	cm->time_wait_ms = REPEATS_MS;
	iba_cm_unlock(cm);
	return cm;
}

void iba_cm_sidr_req_arrived(struct iba_cm_port *port, const struct iba_cm_arrival *arrival)
{
	const struct ibcm_sidr_req req = ibcm_sidr_req_get(arrival->data);
	const struct iba_cm_wanted wanted = {.service = htobe64(req.service_id),
					     .pkey = htons(req.pkey),
					     .data = req.private_data,
					     .type = IB_QPT_UNRELIABLE_DGRM};
	struct iba_listener *listener;
	struct iba_cm *cm;
	bool served;

	if (resend_sidr_rep(port, arrival, req.request_id))
		return;
	listener = iba_cm_find_listener(port, &wanted, &served);
	cm = listener ? make_sidr(port, arrival, &req) : NULL;
	if (cm) {
		iba_cm_report_request(cm, listener);
		iba_put(&cm->object);
		return;
	}
	iba_cm_listener_put(listener);
	refuse_sidr_req(port, arrival, &req,
			listener ? IBCM_SIDR_STATUS_NO_QP : IBCM_SIDR_STATUS_UNKNOWN_SERVICE);
}

/* --- the response --------------------------------------------------------------------------- */

static void send_sidr_rep(struct iba_cm *cm, const struct ibcm_sidr_rep *rep)
{
	struct ibcm_sidr_rep v = *rep;

	v.request_id = cm->remote_id;
	v.service_id = cm->request.service_id;
	ibcm_sidr_rep_put(iba_cm_begin(cm, IBCM_ATTRIBUTE_SIDR_REP), &v);
	iba_cm_send(cm);
}

void iba_cm_refuse_sidr(struct iba_cm *cm, uint8_t status)
{
	const struct ibcm_sidr_rep v = {.status = status};

	send_sidr_rep(cm, &v);
}

static ib_api_status_t put_sidr_qp(struct ibcm_sidr_rep *v, const struct iba_qp *qp)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	int err;

	if (!qp)
		return IB_INVALID_QP_HANDLE;
	if (qp->type != IB_QPT_UNRELIABLE_DGRM)
		return IB_INVALID_SETTING;
	err = iba_query_verbs((struct iba_qp *)(uintptr_t)qp, &attr, IBV_QP_QKEY, &init);
	v->qpn = qp->qp->qp_num;
	v->qkey = attr.qkey;
	return iba_status(err);
}

ib_api_status_t iba_cm_respond_sidr(struct iba_cm *cm, const struct iba_qp *qp,
				    const ib_cm_rep_t *rep)
{
	struct ibcm_sidr_rep v = {.status = rep->status};
	ib_api_status_t status = iba_cm_check_data(rep->p_rep_pdata, rep->rep_length,
						   IB_SIDR_REP_PDATA_SIZE);

	if (status == IB_SUCCESS && rep->qp_type != IB_QPT_UNRELIABLE_DGRM)
		status = IB_INVALID_SETTING;
	if (status == IB_SUCCESS && (cm->state != IBA_CM_SIDR_REQ_RECEIVED || cm->handed_to))
		status = IB_INVALID_STATE;
	if (status == IB_SUCCESS && rep->status == IB_SIDR_SUCCESS)
		status = put_sidr_qp(&v, qp);
	if (status != IB_SUCCESS)
		return status;
	if (rep->status == IB_SIDR_REDIRECT) {
		v.info_length = sizeof(v.info);
		memcpy(v.info, &rep->class_info, sizeof(v.info));
	}
	if (rep->rep_length)
		memcpy(v.private_data, rep->p_rep_pdata, rep->rep_length);
	send_sidr_rep(cm, &v);
	iba_cm_time_wait(cm);
	return IB_SUCCESS;
}
