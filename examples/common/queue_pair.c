/* SPDX-License-Identifier: BSD-2-Clause */
/* State transitions of a queue pair from RESET to RTS. */
#include "queue_pair.h"

#include <errno.h>
#include <stdlib.h>

#include "program.h"

enum {
	PSN_MASK = 0xffffff,
	RNR_TIMER_0_64_MS = 12, /* how long a peer waits when this side has no receive posted */
	ACK_TIMEOUT_67_MS = 14, /* 4.096 us * 2^14 */
	RETRIES = 7,            /* the maximum */
	RNR_FOREVER = 7,
};

unsigned int queue_pair_first_psn(void)
{
	return (unsigned int)lrand48() & PSN_MASK;
}

int queue_pair_to_init(struct ibv_qp *qp, const struct endpoint_plan *plan)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_INIT,
		.port_num = plan->port,
		.qp_access_flags = plan->access,
		.qkey = QUEUE_PAIR_QKEY,
	};
	int err = ibv_modify_qp(
		qp, &attr,
		IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
			(plan->type == IBV_QPT_UD ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS));

	return err ? complain_errno(err, "cannot bring the queue pair to INIT") : 0;
}

static struct ibv_ah_attr path_to(const struct endpoint_plan *plan, const struct address *remote)
{
	struct ibv_ah_attr path = {
		.dlid = (uint16_t)remote->lid,
		.sl = plan->sl,
		.port_num = plan->port,
	};

	if (plan->gid_index >= 0) {
		path.is_global = 1;
		path.grh.dgid = remote->gid;
		path.grh.sgid_index = (uint8_t)plan->gid_index;
		path.grh.hop_limit = 1;
	}
	return path;
}

struct ibv_ah *queue_pair_make_handle(struct ibv_pd *pd, const struct endpoint_plan *plan,
				      const struct address *remote)
{
	struct ibv_ah_attr path = path_to(plan, remote);
	struct ibv_ah *ah = ibv_create_ah(pd, &path);

	if (!ah)
		complain_errno(errno, "cannot create an address handle");
	return ah;
}

int queue_pair_connect(struct ibv_qp *qp, const struct endpoint_plan *plan, unsigned int psn,
		       const struct address *remote)
{
	int rtr = IBV_QP_STATE;
	int rts = IBV_QP_STATE | IBV_QP_SQ_PSN;
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR,
		.path_mtu = plan->mtu,
		.ah_attr = path_to(plan, remote),
		.dest_qp_num = remote->qpn,
		.rq_psn = remote->psn,
		.sq_psn = psn,
		.max_dest_rd_atomic = 1,
		.max_rd_atomic = 1,
		.min_rnr_timer = RNR_TIMER_0_64_MS,
		.timeout = ACK_TIMEOUT_67_MS,
		.retry_cnt = RETRIES,
		.rnr_retry = RNR_FOREVER,
	};
	int err;

	if (plan->type != IBV_QPT_UD)
		rtr |= IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
	if (plan->type == IBV_QPT_RC) {
		rtr |= IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
		rts |= IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY |
		       IBV_QP_MAX_QP_RD_ATOMIC;
	}
	err = ibv_modify_qp(qp, &attr, rtr);
	if (err)
		return complain_errno(err, "cannot bring the queue pair to RTR");
	attr.qp_state = IBV_QPS_RTS;
	err = ibv_modify_qp(qp, &attr, rts);
	if (err)
		return complain_errno(err, "cannot bring the queue pair to RTS");
	return 0;
}
