/* SPDX-License-Identifier: BSD-2-Clause */
/* State changes of queue pairs during connection establishment. */
#include <arpa/inet.h>

#include "cm.h"

/*
 * If the program has moved the queue pair to INIT, it is left there, with the receives posted to
 * it.
 */
ib_api_status_t iba_cm_qp_init(struct iba_cm *cm)
{
	const ib_qp_mod_t mod = {
		.req_state = IB_QPS_INIT,
		.state.init = {.primary_port = cm->ends.primary.port_num,
			       .pkey_index = cm->ends.pkey_index,
			       .access_ctrl = cm->ends.access},
	};
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	int err = iba_query_verbs(cm->qp, &attr, IBV_QP_STATE, &init);

	if (err)
		return iba_status(err);
	if (attr.qp_state == IBV_QPS_INIT)
		return IB_SUCCESS;
	if (attr.qp_state != IBV_QPS_RESET)
		return IB_INVALID_QP_STATE;
	return iba_modify_qp(cm->qp, &mod);
}

ib_api_status_t iba_cm_qp_rtr(struct iba_cm *cm)
{
	const struct iba_cm_ends *ends = &cm->ends;
	const ib_qp_mod_t mod = {
		.req_state = IB_QPS_RTR,
		.state.rtr = {.rq_psn = htonl(ends->rq_psn),
			      .dest_qp = htonl(cm->remote_qpn),
			      .primary_av = ends->primary,
			      .resp_res = ends->responder_resources,
			      .rnr_nak_timeout = ends->rnr_nak_timeout,
			      .opts = IB_MOD_QP_ACCESS_CTRL |
				      (ends->has_alternate ? IB_MOD_QP_ALTERNATE_AV : 0),
			      .alternate_av = ends->alternate,
			      .access_ctrl = ends->access},
	};

	return iba_modify_qp(cm->qp, &mod);
}

ib_api_status_t iba_cm_qp_rts(struct iba_cm *cm)
{
	const struct iba_cm_ends *ends = &cm->ends;
	const ib_qp_mod_t mod = {
		.req_state = IB_QPS_RTS,
		.state.rts = {.sq_psn = htonl(ends->sq_psn),
			      .retry_cnt = ends->retry_count,
			      .rnr_retry_cnt = ends->rnr_retry_count,
			      .local_ack_timeout = ends->ack_timeout,
			      .init_depth = ends->initiator_depth,
			      .opts = ends->has_alternate ? IB_MOD_QP_APM_STATE : 0,
			      .apm_state = IB_APM_REARM},
	};

	return iba_modify_qp(cm->qp, &mod);
}

ib_api_status_t iba_cm_qp_alternate(struct iba_cm *cm)
{
	const ib_qp_mod_t mod = {
		.req_state = IB_QPS_RTS,
		.state.rts = {.opts = IB_MOD_QP_ALTERNATE_AV | IB_MOD_QP_APM_STATE,
			      .alternate_av = cm->ends.alternate,
			      .apm_state = IB_APM_REARM},
	};

	return iba_modify_qp(cm->qp, &mod);
}

void iba_cm_qp_error(struct iba_cm *cm)
{
	const ib_qp_mod_t mod = {.req_state = IB_QPS_ERROR};

	if (cm->qp)
		iba_modify_qp(cm->qp, &mod);
}
