/* SPDX-License-Identifier: BSD-2-Clause */
/* Rejections, requests for more time (MRA), and peers that do not respond. */
#include <arpa/inet.h>

#include "cm.h"

/* --- rejecting ------------------------------------------------------------------------------ */

void iba_cm_refuse(struct iba_cm_port *port, const struct iba_cm_arrival *arrival,
		   uint32_t remote_id, uint8_t rejected, uint16_t reason)
{
	const struct ibcm_rej rej = {.remote_id = remote_id, .message = rejected, .reason = reason};
	uint8_t data[IBCM_REJ_SIZE];

	ibcm_rej_put(data, &rej);
	iba_cm_reply(port, arrival, IBCM_ATTRIBUTE_REJ, data);
}

static uint8_t rejected_message(const struct iba_cm *cm)
{
	switch (cm->state) {
	case IBA_CM_REQ_RECEIVED:
		return IBCM_REJECTED_REQ;
	case IBA_CM_REP_RECEIVED:
		return IBCM_REJECTED_REP;
	default:
		return IBCM_REJECTED_OTHER;
	}
}

static void add_rejection_data(struct ibcm_rej *v, const ib_cm_rej_t *rej)
{
	if (rej->p_ari) {
		v->info_length = rej->ari_length;
		memcpy(v->info, rej->p_ari, rej->ari_length);
	}
	if (rej->rej_length)
		memcpy(v->private_data, rej->p_rej_pdata, rej->rej_length);
}

static void send_reject(struct iba_cm *cm, ib_net16_t reason, const ib_cm_rej_t *rej)
{
	const uint64_t guid = cm->port->port.ca_guid;
	struct ibcm_rej v = {
		.local_id = cm->local_id,
		.remote_id = cm->remote_id,
		.message = rejected_message(cm),
		.reason = ntohs(reason),
	};

	if (reason == IB_REJ_TIMEOUT) { /* lets the peer identify the request */
		v.info_length = sizeof(guid);
		memcpy(v.info, &guid, sizeof(guid));
	}
	if (rej)
		add_rejection_data(&v, rej);
	ibcm_rej_put(iba_cm_begin(cm, IBCM_ATTRIBUTE_REJ), &v);
	iba_cm_send(cm);
}

struct iba_qp *iba_cm_reject(struct iba_cm *cm, ib_net16_t reason, const ib_cm_rej_t *rej)
{
	if (cm->type == IB_QPT_UNRELIABLE_DGRM)
		iba_cm_refuse_sidr(cm, IBCM_SIDR_STATUS_REJECTED);
	else
		send_reject(cm, reason, rej);
	iba_cm_qp_error(cm);
	iba_cm_close(cm);
	return iba_cm_detach(cm);
}

static ib_api_status_t check_reject(const ib_cm_rej_t *rej)
{
	ib_api_status_t status;

	if (!rej)
		return IB_INVALID_PARAMETER;
	status = iba_cm_check_data(rej->p_rej_pdata, rej->rej_length, IB_REJ_PDATA_SIZE);
	return status == IB_SUCCESS ? iba_cm_check_data(rej->p_ari, rej->ari_length, IB_ARI_SIZE)
				    : status;
}

static bool can_reject(const struct iba_cm *cm)
{
	return (cm->state == IBA_CM_REQ_RECEIVED || cm->state == IBA_CM_REP_RECEIVED ||
		cm->state == IBA_CM_REP_SENT || cm->state == IBA_CM_SIDR_REQ_RECEIVED) &&
	       !cm->handed_to;
}

ib_api_status_t ib_cm_rej(ib_cm_handle_t h_cm, const ib_cm_rej_t *p_cm_rej)
{
	struct iba_cm *cm = iba_cm_get(&h_cm);
	struct iba_qp *qp = NULL;
	ib_api_status_t status;

	if (!cm)
		return iba_refusal(h_cm.h_al, IB_INVALID_HANDLE);
	status = check_reject(p_cm_rej);
	if (status == IB_SUCCESS && !can_reject(cm))
		status = IB_INVALID_STATE;
	if (status == IB_SUCCESS)
		qp = iba_cm_reject(cm, p_cm_rej->rej_status, p_cm_rej);
	iba_cm_put(cm);
	if (qp)
		iba_put(&qp->reporter.object);
	return status;
}

void iba_cm_abandon(struct iba_cm *cm)
{
	const struct ibcm_drep drep = {.local_id = cm->local_id, .remote_id = cm->remote_id};

	switch (cm->state) {
	case IBA_CM_REQ_SENT:
		send_reject(cm, IB_REJ_TIMEOUT, NULL);
		break;
	case IBA_CM_REQ_RECEIVED:
	case IBA_CM_REP_RECEIVED:
	case IBA_CM_REP_SENT:
		send_reject(cm, IB_REJ_USER_DEFINED, NULL);
		break;
	case IBA_CM_CONNECTED:
		iba_cm_disconnect(cm);
		break;
	case IBA_CM_DREQ_RECEIVED:
		ibcm_drep_put(iba_cm_begin(cm, IBCM_ATTRIBUTE_DREP), &drep);
		iba_cm_send(cm);
		break;
	case IBA_CM_SIDR_REQ_RECEIVED:
		iba_cm_refuse_sidr(cm, IBCM_SIDR_STATUS_REJECTED);
		break;
	default: /* no thread waits for the program */
		break;
	}
}

/* --- received rejections -------------------------------------------------------------------- */

static void report_reject(struct iba_cm *cm, struct iba_qp *qp, const struct ibcm_rej *rej)
{
	ib_cm_rej_rec_t rec = {
		.rej_status = htons(rej->reason),
		.p_ari = rej->info,
		.ari_length = rej->info_length < IB_ARI_SIZE ? rej->info_length : IB_ARI_SIZE,
		.p_rej_pdata = rej->private_data,
	};

	if (qp) {
		rec.h_qp = iba_handle(&qp->reporter.object);
		rec.qp_context = qp->reporter.object.context;
	} else {
		rec.qp_context = cm->sidr_context;
	}
	if (cm->rej && (qp || cm->type == IB_QPT_UNRELIABLE_DGRM))
		cm->rej(&rec);
	if (qp)
		iba_put(&qp->reporter.object);
}

/* The program may use the queue pair for the next attempt as soon as it gets this report. */
void iba_cm_report_rejection(struct iba_cm *cm, const struct ibcm_rej *rej)
{
	struct iba_qp *qp;

	if (cm->state != IBA_CM_REQ_SENT)
		iba_cm_qp_error(cm);
	iba_cm_close(cm);
	qp = iba_cm_detach(cm);
	iba_cm_unlock(cm);
	report_reject(cm, qp, rej);
	iba_cm_signal_finished(cm);
}

/* Find the connection that the peer has given up, possibly without knowing its id. */
static struct iba_cm *find_given_up_by_peer(struct iba_cm_port *port, const struct ibcm_rej *rej)
{
	struct iba_cm *at;
	uint64_t guid;

	memcpy(&guid, rej->info, sizeof(guid));
	pthread_mutex_lock(&port->lock);
	at = port->connections;
	while (at && (at->remote_id != rej->local_id || at->remote_guid != be64toh(guid)))
		at = at->next;
	if (at && iba_hold_alive(&at->object))
		return at;
	pthread_mutex_unlock(&port->lock);
	return NULL;
}

static struct iba_cm *find_rejected(struct iba_cm_port *port, const struct ibcm_rej *rej)
{
	struct iba_cm *cm;

	if (!rej->remote_id)
		return rej->reason == IBCM_REASON_TIMEOUT ? find_given_up_by_peer(port, rej) : NULL;
	cm = iba_cm_find(port, rej->remote_id);
	if (!cm || cm->remote_id == rej->local_id || !cm->remote_id || !rej->local_id)
		return cm;
	iba_cm_put(cm);
	return NULL;
}

void iba_cm_rej_arrived(struct iba_cm_port *port, const struct iba_cm_arrival *arrival)
{
	const struct ibcm_rej rej = ibcm_rej_get(arrival->data);
	struct iba_cm *cm = find_rejected(port, &rej);

	if (!cm)
		return;
	if (iba_cm_is_too_early(cm, &rej)) {
		iba_cm_put(cm);
		return;
	}
	switch (cm->state) {
	case IBA_CM_REQ_SENT:
	case IBA_CM_REP_RECEIVED:
	case IBA_CM_REQ_RECEIVED:
	case IBA_CM_REP_SENT:
		iba_cm_report_rejection(cm, &rej);
		break;
	case IBA_CM_CONNECTED: /* the peer did not receive the RTU */
		iba_cm_peer_disconnected(cm, NULL);
		break;
	case IBA_CM_DREQ_SENT:
		iba_cm_finish_disconnect(cm, IB_SUCCESS, NULL);
		break;
	default:
		iba_cm_unlock(cm);
	}
	iba_put(&cm->object);
}

void iba_cm_retries_exhausted(struct iba_cm *cm)
{
	const struct ibcm_rej rej = {.reason = IBCM_REASON_TIMEOUT};

	switch (cm->state) {
	case IBA_CM_REQ_SENT:
	case IBA_CM_REP_SENT:
		send_reject(cm, IB_REJ_TIMEOUT, NULL);
		iba_cm_report_rejection(cm, &rej);
		break;
	case IBA_CM_SIDR_REQ_SENT:
		iba_cm_report_rejection(cm, &rej);
		break;
	case IBA_CM_DREQ_SENT:
		iba_cm_finish_disconnect(cm, IB_TIMEOUT, NULL);
		break;
	case IBA_CM_CONNECTED:
		iba_cm_report_lap_response(cm, NULL);
		break;
	default:
		iba_cm_unlock(cm);
	}
}

/* --- requests for more time (MRA) ----------------------------------------------------------- */

static int delayed_message(const struct iba_cm *cm)
{
	if (cm->state == IBA_CM_REQ_RECEIVED && !cm->handed_to)
		return IBCM_DELAYED_REQ;
	if (cm->state == IBA_CM_REP_RECEIVED)
		return IBCM_DELAYED_REP;
	return cm->state == IBA_CM_CONNECTED && cm->lap == IBA_CM_LAP_RECEIVED ? IBCM_DELAYED_LAP
									       : -1;
}

static ib_api_status_t check_mra(const struct iba_cm *cm, const ib_cm_mra_t *mra)
{
	ib_api_status_t status = IB_INVALID_PARAMETER;

	if (mra)
		status = iba_cm_check_data(mra->p_mra_pdata, mra->mra_length, IB_MRA_PDATA_SIZE);
	if (status == IB_SUCCESS && mra->svc_timeout > 31)
		status = IB_INVALID_SETTING;
	return status == IB_SUCCESS && delayed_message(cm) < 0 ? IB_INVALID_STATE : status;
}

ib_api_status_t ib_cm_mra(ib_cm_handle_t h_cm, const ib_cm_mra_t *p_cm_mra)
{
	struct iba_cm *cm = iba_cm_get(&h_cm);
	ib_api_status_t status;
	struct ibcm_mra v;

	if (!cm)
		return iba_refusal(h_cm.h_al, IB_INVALID_HANDLE);
	status = check_mra(cm, p_cm_mra);
	if (status == IB_SUCCESS) {
		v = (struct ibcm_mra){.local_id = cm->local_id,
				      .remote_id = cm->remote_id,
				      .message = (uint8_t)delayed_message(cm),
				      .service_timeout = p_cm_mra->svc_timeout};
		if (p_cm_mra->mra_length)
			memcpy(v.private_data, p_cm_mra->p_mra_pdata, p_cm_mra->mra_length);
		ibcm_mra_put(iba_cm_begin(cm, IBCM_ATTRIBUTE_MRA), &v);
		iba_cm_send(cm);
	}
	iba_cm_put(cm);
	return status;
}

/* Whether the connection is waiting for the message that the peer delays. */
static bool waits_for_delayed(const struct iba_cm *cm, const struct ibcm_mra *mra)
{
	switch (mra->message) {
	case IBCM_DELAYED_REQ:
		return cm->state == IBA_CM_REQ_SENT;
	case IBCM_DELAYED_REP:
		return cm->state == IBA_CM_REP_SENT;
	default:
		return cm->state == IBA_CM_CONNECTED && cm->lap == IBA_CM_LAP_SENT;
	}
}

void iba_cm_mra_arrived(struct iba_cm_port *port, const struct iba_cm_arrival *arrival)
{
	const struct ibcm_mra mra = ibcm_mra_get(arrival->data);
	struct iba_cm *cm = iba_cm_find(port, mra.remote_id);
	ib_cm_mra_rec_t rec = {.p_mra_pdata = mra.private_data};
	struct iba_qp *qp;

	if (!cm)
		return;
	if (!waits_for_delayed(cm, &mra) || !cm->qp) {
		iba_cm_put(cm);
		return;
	}
	iba_cm_timer_set(cm, cm->wait_ms + iba_cm_timeout_ms(mra.service_timeout));
	qp = cm->qp;
	iba_hold(&qp->reporter.object);
	iba_cm_unlock(cm);
	rec.h_qp = iba_handle(&qp->reporter.object);
	rec.qp_context = qp->reporter.object.context;
	if (cm->mra)
		cm->mra(&rec);
	iba_put(&qp->reporter.object);
	iba_put(&cm->object);
}
