/* SPDX-License-Identifier: BSD-2-Clause */
/* Alternate paths: requests to load them (LAP), and responses (APR). */
#include <arpa/inet.h>

#include "cm.h"

enum {
	TIMEOUT_MAX = 31
};

/* The alternate path may start at another port of the adapter. */
bool iba_cm_set_alternate(struct iba_cm *cm, const ib_path_rec_t *path, uint8_t ack_timeout)
{
	struct iba_port port;

	if (!iba_cm_port_of_path(path, cm->port->port.ca_guid, &port))
		return false;
	cm->ends.alternate = iba_cm_av(&port, path);
	cm->ends.alternate.conn.local_ack_timeout = ack_timeout;
	return true;
}

/* --- the request ---------------------------------------------------------------------------- */

static struct ibcm_lap encode_lap(const struct iba_cm *cm, const ib_cm_lap_t *lap)
{
	const struct ibcm_path path = iba_cm_wire_path(lap->p_alt_path, cm->ends.ack_timeout);
	struct ibcm_lap v = {
		.local_id = cm->local_id,
		.remote_id = cm->remote_id,
		.remote_qpn = cm->remote_qpn,
		.remote_response_timeout = lap->remote_resp_timeout,
		.local_lid = path.local_lid,
		.remote_lid = path.remote_lid,
		.flow_label = path.flow_label,
		.traffic_class = path.traffic_class,
		.hop_limit = path.hop_limit,
		.packet_rate = path.packet_rate,
		.sl = path.sl,
		.subnet_local = path.subnet_local,
		.ack_timeout = path.ack_timeout,
	};

	memcpy(v.local_gid, path.local_gid, sizeof(v.local_gid));
	memcpy(v.remote_gid, path.remote_gid, sizeof(v.remote_gid));
	if (lap->lap_length)
		memcpy(v.private_data, lap->p_lap_pdata, lap->lap_length);
	return v;
}

static ib_api_status_t check_lap(const struct iba_qp *qp, const ib_cm_lap_t *lap)
{
	if (!lap->p_alt_path)
		return IB_INVALID_PARAMETER;
	if (lap->flags & IB_FLAGS_SYNC && iba_on_dispatcher())
		return IB_UNSUPPORTED;
	if (lap->qp_type != qp->type || lap->remote_resp_timeout > TIMEOUT_MAX)
		return IB_INVALID_SETTING;
	return iba_cm_check_data(lap->p_lap_pdata, lap->lap_length, IB_LAP_PDATA_SIZE);
}

/* Only the active side may request an alternate path. The connection is locked. */
static ib_api_status_t request_alternate(struct iba_cm *cm, const ib_cm_lap_t *lap)
{
	struct ibcm_lap v;

	if (cm->state != IBA_CM_CONNECTED || !cm->active || cm->lap != IBA_CM_NO_LAP)
		return IB_INVALID_STATE;
	if (!lap->pfn_cm_apr_cb && !cm->apr)
		return IB_INVALID_PARAMETER;
	if (!iba_cm_set_alternate(cm, lap->p_alt_path, cm->ends.ack_timeout))
		return IB_INVALID_SETTING;
	if (lap->pfn_cm_apr_cb)
		cm->apr = lap->pfn_cm_apr_cb;
	v = encode_lap(cm, lap);
	ibcm_lap_put(iba_cm_begin(cm, IBCM_ATTRIBUTE_LAP), &v);
	cm->lap_wait_ms = iba_cm_timeout_ms(lap->remote_resp_timeout) +
			  iba_cm_timeout_ms(cm->ends.ack_timeout);
	cm->lap = IBA_CM_LAP_SENT;
	cm->finished = false;
	iba_cm_send_with_retries(cm);
	return IB_SUCCESS;
}

static ib_api_status_t request_alternate_of_qp(struct iba_qp *qp, const ib_cm_lap_t *lap)
{
	ib_api_status_t status = check_lap(qp, lap);
	struct iba_cm *cm;

	if (status != IB_SUCCESS)
		return status;
	cm = iba_cm_of_qp(qp);
	if (!cm)
		return IB_INVALID_STATE;
	status = request_alternate(cm, lap);
	iba_cm_unlock(cm);
	if (status == IB_SUCCESS && lap->flags & IB_FLAGS_SYNC)
		iba_cm_wait_finished(cm);
	iba_put(&cm->object);
	return status;
}

ib_api_status_t ib_cm_lap(const ib_cm_lap_t *p_cm_lap)
{
	ib_api_status_t status;
	struct iba_qp *qp;

	if (!p_cm_lap)
		return IB_INVALID_PARAMETER;
	qp = iba_get(p_cm_lap->h_qp, INVERBS_IBA_QP);
	if (!qp)
		return iba_refusal(p_cm_lap->h_qp, IB_INVALID_QP_HANDLE);
	status = request_alternate_of_qp(qp, p_cm_lap);
	iba_put(&qp->reporter.object);
	return status;
}

/* --- receiving the request, and responding -------------------------------------------------- */

static ib_path_rec_t path_of_lap(const struct iba_cm *cm, const struct ibcm_lap *lap)
{
	struct ibcm_path path = {
		.local_lid = lap->local_lid,
		.remote_lid = lap->remote_lid,
		.flow_label = lap->flow_label,
		.packet_rate = lap->packet_rate,
		.traffic_class = lap->traffic_class,
		.hop_limit = lap->hop_limit,
		.sl = lap->sl,
		.subnet_local = lap->subnet_local,
		.ack_timeout = lap->ack_timeout,
	};

	memcpy(path.local_gid, lap->local_gid, sizeof(path.local_gid));
	memcpy(path.remote_gid, lap->remote_gid, sizeof(path.remote_gid));
	return iba_cm_reverse_path(&cm->request, &path);
}

static void send_apr(struct iba_cm *cm, uint8_t status, const ib_cm_apr_t *apr)
{
	struct ibcm_apr v = {
		.local_id = cm->local_id, .remote_id = cm->remote_id, .status = status};

	if (apr && apr->info_length) {
		v.info_length = apr->info_length;
		memcpy(v.info, apr->p_info, apr->info_length);
	}
	if (apr && apr->apr_length)
		memcpy(v.private_data, apr->p_apr_pdata, apr->apr_length);
	ibcm_apr_put(iba_cm_begin(cm, IBCM_ATTRIBUTE_APR), &v);
	iba_cm_send(cm);
	cm->lap = IBA_CM_NO_LAP;
}

/* Is this a repeated request? The connection is locked. */
static bool is_repeated_lap(struct iba_cm *cm, const ib_path_rec_t *path)
{
	if (cm->lap == IBA_CM_LAP_RECEIVED) {
		iba_cm_repeat(cm, IBCM_ATTRIBUTE_MRA);
		return true;
	}
	if (cm->message != IBCM_ATTRIBUTE_APR || memcmp(path, &cm->lap_path, sizeof(*path)) != 0)
		return false;
	iba_cm_send(cm);
	return true;
}

void iba_cm_lap_arrived(struct iba_cm_port *port, const struct iba_cm_arrival *arrival)
{
	const struct ibcm_lap lap = ibcm_lap_get(arrival->data);
	struct iba_cm *cm = iba_cm_match(port, lap.remote_id, lap.local_id);
	ib_cm_lap_rec_t rec = {.p_lap_pdata = lap.private_data};

	if (!cm)
		return;
	rec.alt_path = path_of_lap(cm, &lap);
	if (cm->state != IBA_CM_CONNECTED || cm->active || !cm->qp ||
	    is_repeated_lap(cm, &rec.alt_path)) {
		iba_cm_put(cm);
		return;
	}
	cm->lap_path = rec.alt_path;
	if (!cm->lap_received) {
		send_apr(cm, IB_AP_UNSUPPORTED, NULL);
		iba_cm_put(cm);
		return;
	}
	cm->lap = IBA_CM_LAP_RECEIVED;
	rec.h_cm_lap = iba_cm_handle(cm);
	rec.qp_context = cm->qp->reporter.object.context;
	iba_cm_unlock(cm);
	cm->lap_received(&rec);
	iba_put(&cm->object);
}

static ib_api_status_t check_apr(const struct iba_cm *cm, const struct iba_qp *qp,
				 const ib_cm_apr_t *apr)
{
	ib_api_status_t status;

	if (!qp)
		return IB_INVALID_QP_HANDLE;
	status = iba_cm_check_data(apr->p_apr_pdata, apr->apr_length, IB_APR_PDATA_SIZE);
	if (status == IB_SUCCESS)
		status = iba_cm_check_data(apr->p_info, apr->info_length, IB_APR_INFO_SIZE);
	if (status == IB_SUCCESS && apr->qp_type != cm->type)
		status = IB_INVALID_SETTING;
	if (status == IB_SUCCESS && cm->lap != IBA_CM_LAP_RECEIVED)
		status = IB_INVALID_STATE;
	return status == IB_SUCCESS && cm->qp != qp ? IB_INVALID_QP_HANDLE : status;
}

/* The connection is locked. */
static ib_api_status_t respond_alternate(struct iba_cm *cm, const struct iba_qp *qp,
					 const ib_cm_apr_t *apr)
{
	ib_api_status_t status = check_apr(cm, qp, apr);

	if (status == IB_SUCCESS && apr->apr_status == IB_AP_SUCCESS) {
		if (!iba_cm_set_alternate(cm, &cm->lap_path,
					  ib_path_rec_pkt_life(&cm->lap_path) + 1))
			return IB_INVALID_SETTING;
		status = iba_cm_qp_alternate(cm);
	}
	if (status == IB_SUCCESS)
		send_apr(cm, apr->apr_status, apr);
	return status;
}

ib_api_status_t ib_cm_apr(ib_cm_handle_t h_cm_lap, const ib_cm_apr_t *p_cm_apr)
{
	struct iba_cm *cm;
	struct iba_qp *qp = p_cm_apr ? iba_get(p_cm_apr->h_qp, INVERBS_IBA_QP) : NULL;
	ib_api_status_t status = iba_refusal(h_cm_lap.h_al, IB_INVALID_HANDLE);

	cm = iba_cm_get(&h_cm_lap);
	if (cm) {
		status = p_cm_apr ? respond_alternate(cm, qp, p_cm_apr) : IB_INVALID_PARAMETER;
		iba_cm_put(cm);
	}
	if (qp)
		iba_put(&qp->reporter.object);
	return status;
}

/* --- receiving the response ----------------------------------------------------------------- */

void iba_cm_report_lap_response(struct iba_cm *cm, const struct ibcm_apr *apr)
{
	static const struct ibcm_apr none;
	ib_cm_apr_rec_t rec = {.cm_status = apr ? IB_SUCCESS : IB_TIMEOUT};
	struct iba_qp *qp = cm->qp;

	if (cm->lap != IBA_CM_LAP_SENT || !qp) {
		iba_cm_unlock(cm);
		return;
	}
	iba_cm_timer_clear(cm);
	cm->lap = IBA_CM_NO_LAP;
	if (apr && apr->status == IB_AP_SUCCESS)
		rec.cm_status = iba_cm_qp_alternate(cm);
	if (!apr)
		apr = &none;
	rec.apr_status = apr->status;
	rec.p_info = apr->info;
	rec.info_length = apr->info_length < IB_APR_INFO_SIZE ? apr->info_length : IB_APR_INFO_SIZE;
	rec.p_apr_pdata = apr->private_data;
	rec.h_qp = iba_handle(&qp->reporter.object);
	rec.qp_context = qp->reporter.object.context;
	iba_hold(&qp->reporter.object);
	iba_cm_unlock(cm);
	cm->apr(&rec);
	iba_put(&qp->reporter.object);
	iba_cm_signal_finished(cm);
}

void iba_cm_apr_arrived(struct iba_cm_port *port, const struct iba_cm_arrival *arrival)
{
	const struct ibcm_apr apr = ibcm_apr_get(arrival->data);
	struct iba_cm *cm = iba_cm_match(port, apr.remote_id, apr.local_id);

	if (!cm)
		return;
	iba_cm_report_lap_response(cm, &apr);
	iba_put(&cm->object);
}
