/* SPDX-License-Identifier: BSD-2-Clause */
#include <infiniband/verbs.h>

/* What both sides exchange beforehand, for example over a socket. */
struct end {
	uint16_t lid;
	uint32_t qp_num, psn;
};

/* Creates a queue pair for a reliable connection; all its completions
 * go to one queue. */
struct ibv_qp *make_queue_pair(struct ibv_pd *pd, struct ibv_cq *cq)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = cq,
		.recv_cq = cq,
		.qp_type = IBV_QPT_RC,
		.cap = {.max_send_wr = 64,
			.max_recv_wr = 64,
			.max_send_sge = 1,
			.max_recv_sge = 1},
	};

	return ibv_create_qp(pd, &attr);
}

/* Moves the queue pair to RTS, on port 1. Returns 0 or an errno
 * value. Receives should be posted after the first transition. */
int connect_to(struct ibv_qp *qp, const struct end *own,
	       const struct end *peer)
{
	struct ibv_qp_attr init = {
		.qp_state = IBV_QPS_INIT,
		.port_num = 1,
		.qp_access_flags = IBV_ACCESS_REMOTE_WRITE |
				   IBV_ACCESS_REMOTE_READ,
	};
	struct ibv_qp_attr receive = {
		.qp_state = IBV_QPS_RTR,
		.path_mtu = IBV_MTU_1024,
		.dest_qp_num = peer->qp_num,
		.rq_psn = peer->psn,
		.max_dest_rd_atomic = 1,
		.min_rnr_timer = 12, /* 0.64 ms */
		.ah_attr = {.dlid = peer->lid, .port_num = 1},
	};
	struct ibv_qp_attr send = {
		.qp_state = IBV_QPS_RTS,
		.sq_psn = own->psn,
		.timeout = 14, /* 67 ms */
		.retry_cnt = 7,
		.rnr_retry = 7, /* indefinitely */
		.max_rd_atomic = 1,
	};
	int err = ibv_modify_qp(qp, &init,
				IBV_QP_STATE | IBV_QP_PKEY_INDEX |
					IBV_QP_PORT |
					IBV_QP_ACCESS_FLAGS);

	if (!err)
		err = ibv_modify_qp(
			qp, &receive,
			IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU |
				IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
				IBV_QP_MAX_DEST_RD_ATOMIC |
				IBV_QP_MIN_RNR_TIMER);
	if (!err)
		err = ibv_modify_qp(qp, &send,
				    IBV_QP_STATE | IBV_QP_SQ_PSN |
					    IBV_QP_TIMEOUT |
					    IBV_QP_RETRY_CNT |
					    IBV_QP_RNR_RETRY |
					    IBV_QP_MAX_QP_RD_ATOMIC);
	return err;
}
