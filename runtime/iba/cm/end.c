/* SPDX-License-Identifier: BSD-2-Clause */
/* Disconnecting, by the program and by the peer. */
#include <arpa/inet.h>

#include "cm.h"

static void send_dreq(struct iba_cm *cm, const ib_cm_dreq_t *dreq)
{
	struct ibcm_dreq v = {
		.local_id = cm->local_id, .remote_id = cm->remote_id, .remote_qpn = cm->remote_qpn};

	if (dreq && dreq->dreq_length)
		memcpy(v.private_data, dreq->p_dreq_pdata, dreq->dreq_length);
	ibcm_dreq_put(iba_cm_begin(cm, IBCM_ATTRIBUTE_DREQ), &v);
	cm->state = IBA_CM_DREQ_SENT;
	cm->lap = IBA_CM_NO_LAP;
	iba_cm_send_with_retries(cm);
}

static void send_drep(struct iba_cm *cm, const ib_cm_drep_t *drep)
{
	struct ibcm_drep v = {.local_id = cm->local_id, .remote_id = cm->remote_id};

	if (drep && drep->drep_length)
		memcpy(v.private_data, drep->p_drep_pdata, drep->drep_length);
	ibcm_drep_put(iba_cm_begin(cm, IBCM_ATTRIBUTE_DREP), &v);
	iba_cm_send(cm);
}

static void put_qp(struct iba_qp *qp)
{
	if (qp)
		iba_put(&qp->reporter.object);
}

void iba_cm_disconnect(struct iba_cm *cm)
{
	cm->drep = NULL;
	send_dreq(cm, NULL);
}

/* --- disconnecting by the program ----------------------------------------------------------- */

static ib_api_status_t check_dreq(const struct iba_qp *qp, const ib_cm_dreq_t *dreq)
{
	if (!dreq->pfn_cm_drep_cb)
		return IB_INVALID_PARAMETER;
	if (dreq->flags & IB_FLAGS_SYNC && iba_on_dispatcher())
		return IB_UNSUPPORTED;
	if (dreq->qp_type != qp->type)
		return IB_INVALID_SETTING;
	return iba_cm_check_data(dreq->p_dreq_pdata, dreq->dreq_length, IB_DREQ_PDATA_SIZE);
}

static ib_api_status_t request_disconnect(struct iba_qp *qp, const ib_cm_dreq_t *dreq)
{
	struct iba_cm *cm = iba_cm_of_qp(qp);
	ib_api_status_t status = IB_INVALID_STATE;

	if (!cm)
		return status;
	if (cm->state == IBA_CM_CONNECTED) {
		cm->drep = dreq->pfn_cm_drep_cb;
		cm->finished = false;
		iba_cm_qp_error(cm);
		send_dreq(cm, dreq);
		status = IB_SUCCESS;
	}
	iba_cm_unlock(cm);
	if (status == IB_SUCCESS && dreq->flags & IB_FLAGS_SYNC)
		iba_cm_wait_finished(cm);
	iba_put(&cm->object);
	return status;
}

ib_api_status_t ib_cm_dreq(const ib_cm_dreq_t *p_cm_dreq)
{
	ib_api_status_t status;
	struct iba_qp *qp;

	if (!p_cm_dreq)
		return IB_INVALID_PARAMETER;
	qp = iba_get(p_cm_dreq->h_qp, INVERBS_IBA_QP);
	if (!qp)
		return iba_refusal(p_cm_dreq->h_qp, IB_INVALID_QP_HANDLE);
	status = check_dreq(qp, p_cm_dreq);
	if (status == IB_SUCCESS)
		status = request_disconnect(qp, p_cm_dreq);
	iba_put(&qp->reporter.object);
	return status;
}

void iba_cm_finish_disconnect(struct iba_cm *cm, ib_api_status_t status, const uint8_t *data)
{
	static const uint8_t none[IB_DREP_PDATA_SIZE];
	ib_cm_drep_rec_t rec = {.cm_status = status, .p_drep_pdata = data ? data : none};
	struct iba_qp *qp = iba_cm_detach(cm);

	iba_cm_time_wait(cm);
	iba_cm_unlock(cm);
	if (qp && cm->drep) {
		rec.h_qp = iba_handle(&qp->reporter.object);
		rec.qp_context = qp->reporter.object.context;
		cm->drep(&rec);
	}
	put_qp(qp);
	iba_cm_signal_finished(cm);
}

void iba_cm_drep_arrived(struct iba_cm_port *port, const struct iba_cm_arrival *arrival)
{
	const struct ibcm_drep drep = ibcm_drep_get(arrival->data);
	struct iba_cm *cm = iba_cm_match(port, drep.remote_id, drep.local_id);

	if (!cm)
		return;
	if (cm->state == IBA_CM_DREQ_SENT)
		iba_cm_finish_disconnect(cm, IB_SUCCESS, drep.private_data);
	else
		iba_cm_unlock(cm);
	iba_put(&cm->object);
}

/* --- disconnecting by the peer -------------------------------------------------------------- */

/* There is no program to notify, so the layer responds. */
static void respond_unreported(struct iba_cm *cm)
{
	struct iba_qp *qp = iba_cm_detach(cm);

	send_drep(cm, NULL);
	iba_cm_time_wait(cm);
	iba_cm_unlock(cm);
	put_qp(qp);
}

void iba_cm_peer_disconnected(struct iba_cm *cm, const uint8_t *data)
{
	static const uint8_t none[IB_DREQ_PDATA_SIZE];
	ib_cm_dreq_rec_t rec = {.h_cm_dreq = iba_cm_handle(cm), .p_dreq_pdata = data ? data : none};

	iba_cm_timer_clear(cm);
	cm->lap = IBA_CM_NO_LAP;
	if (!cm->qp || !cm->dreq) {
		respond_unreported(cm);
		return;
	}
	cm->state = IBA_CM_DREQ_RECEIVED;
	rec.qp_context = cm->qp->reporter.object.context;
	iba_cm_unlock(cm);
	cm->dreq(&rec);
	iba_cm_signal_finished(cm); /* for threads that wait for an RTU or an APR */
}

/* The sender may not know that the connection does not exist (any more): respond anyway. */
static void respond_to_unknown(struct iba_cm_port *port, const struct iba_cm_arrival *arrival,
			       const struct ibcm_dreq *dreq)
{
	const struct ibcm_drep drep = {.local_id = dreq->remote_id, .remote_id = dreq->local_id};
	uint8_t data[IBCM_DREP_SIZE];

	ibcm_drep_put(data, &drep);
	iba_cm_reply(port, arrival, IBCM_ATTRIBUTE_DREP, data);
}

void iba_cm_dreq_arrived(struct iba_cm_port *port, const struct iba_cm_arrival *arrival)
{
	const struct ibcm_dreq dreq = ibcm_dreq_get(arrival->data);
	struct iba_cm *cm = iba_cm_match(port, dreq.remote_id, dreq.local_id);

	if (!cm) {
		respond_to_unknown(port, arrival, &dreq);
		return;
	}
	switch (cm->state) {
	case IBA_CM_REP_SENT: /* the RTU was lost */
	case IBA_CM_CONNECTED:
		iba_cm_peer_disconnected(cm, dreq.private_data);
		break;
	case IBA_CM_DREQ_SENT: /* both sides disconnect at the same time */
		send_drep(cm, NULL);
		iba_cm_finish_disconnect(cm, IB_SUCCESS, NULL);
		break;
	case IBA_CM_TIME_WAIT:
		if (cm->message != IBCM_ATTRIBUTE_DREP)
			send_drep(cm, NULL);
		else
			iba_cm_send(cm);
		iba_cm_unlock(cm);
		break;
	default:
		iba_cm_unlock(cm);
	}
	iba_put(&cm->object);
}

static ib_api_status_t respond_disconnect(struct iba_cm *cm, const ib_cm_drep_t *drep,
					  struct iba_qp **qp)
{
	ib_api_status_t status = IB_INVALID_PARAMETER;

	if (drep)
		status = iba_cm_check_data(drep->p_drep_pdata, drep->drep_length,
					   IB_DREP_PDATA_SIZE);
	if (status == IB_SUCCESS && cm->state != IBA_CM_DREQ_RECEIVED)
		status = IB_INVALID_STATE;
	if (status != IB_SUCCESS)
		return status;
	iba_cm_qp_error(cm);
	*qp = iba_cm_detach(cm);
	send_drep(cm, drep);
	iba_cm_time_wait(cm);
	return IB_SUCCESS;
}

ib_api_status_t ib_cm_drep(ib_cm_handle_t h_cm_dreq, const ib_cm_drep_t *p_cm_drep)
{
	struct iba_cm *cm = iba_cm_get(&h_cm_dreq);
	struct iba_qp *qp = NULL;
	ib_api_status_t status;

	if (!cm)
		return iba_refusal(h_cm_dreq.h_al, IB_INVALID_HANDLE);
	status = respond_disconnect(cm, p_cm_drep, &qp);
	iba_cm_put(cm);
	put_qp(qp);
	return status;
}
