/* SPDX-License-Identifier: BSD-2-Clause */
/* XRC: one connection to a machine reaches any of the receive queues there, by number. */
#include <fcntl.h>

#include "kit.h"

enum {
	WORKERS = 2 /* usually processes, which share the domain through a file descriptor */
};

static struct ibv_srq *make_stock(const struct end *end, struct ibv_xrcd *domain, size_t offset)
{
	struct ibv_srq_init_attr_ex init = {
		.attr = {.max_wr = DEPTH, .max_sge = 1},
		.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_CQ |
			     IBV_SRQ_INIT_ATTR_XRCD,
		.srq_type = IBV_SRQT_XRC,
		.pd = end->pd,
		.cq = end->cq, /* the SRQ's CQ gets the completions, not that of the queue pair */
		.xrcd = domain,
	};
	struct ibv_srq *srq = ibv_create_srq_ex(end->ctx, &init);
	struct ibv_sge sge = sge_of(end, offset, 32);
	struct ibv_recv_wr wr = {.wr_id = offset, .sg_list = &sge, .num_sge = 1};
	struct ibv_recv_wr *bad;

	must(srq, "ibv_create_srq_ex");
	must_be_0(ibv_post_srq_recv(srq, &wr, &bad), "ibv_post_srq_recv");
	return srq;
}

static struct ibv_qp *make_xrc_qp(struct end *end, struct ibv_xrcd *domain)
{
	struct ibv_qp_init_attr_ex init = {
		.send_cq = end->cq,
		.cap = {.max_send_wr = DEPTH, .max_send_sge = 1},
		.qp_type = domain ? IBV_QPT_XRC_RECV : IBV_QPT_XRC_SEND,
		.comp_mask = domain ? IBV_QP_INIT_ATTR_XRCD : IBV_QP_INIT_ATTR_PD,
		.pd = end->pd,
		.xrcd = domain,
	};
	struct ibv_qp_attr to = {.qp_state = IBV_QPS_INIT, .port_num = PORT};
	struct ibv_qp *qp = ibv_create_qp_ex(end->ctx, &init);

	must(qp, "ibv_create_qp_ex");
	must_be_0(
		ibv_modify_qp(qp, &to,
			      IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS),
		"to INIT");
	return qp;
}

/* One queue pair sends, the other one receives. */
static void connect_xrc(const struct end *end, struct ibv_qp *qp, const struct end *to,
			uint32_t qpn)
{
	const bool sends = qp->qp_type == IBV_QPT_XRC_SEND;
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR,
		.ah_attr = path_to(to),
		.path_mtu = end->port.active_mtu,
		.dest_qp_num = qpn,
		.max_dest_rd_atomic = 4,
		.max_rd_atomic = 4,
		.min_rnr_timer = 12,
		.timeout = 14,
		.retry_cnt = 7,
		.rnr_retry = 7,
	};

	must_be_0(ibv_modify_qp(
			  qp, &attr,
			  IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
				  IBV_QP_RQ_PSN |
				  (sends ? 0 : IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER)),
		  "to RTR");
	if (!sends)
		return;
	attr.qp_state = IBV_QPS_RTS;
	must_be_0(ibv_modify_qp(qp, &attr,
				IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
					IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC),
		  "to RTS");
}

int main(void)
{
	struct end near;
	struct end far;
	struct ibv_srq *stock[WORKERS];

	open_end(&near, 0);
	open_end(&far, 1);
	struct ibv_xrcd_init_attr which = {
		.comp_mask = IBV_XRCD_INIT_ATTR_FD | IBV_XRCD_INIT_ATTR_OFLAGS,
		.fd = -1, /* a domain for this process only */
		.oflags = O_CREAT,
	};
	struct ibv_xrcd *domain = ibv_open_xrcd(far.ctx, &which);
	must(domain, "ibv_open_xrcd");
	for (int i = 0; i < WORKERS; i++)
		stock[i] = make_stock(&far, domain, (size_t)i * 32);

	near.qp = make_xrc_qp(&near, NULL);
	far.qp = make_xrc_qp(&far, domain);
	connect_xrc(&far, far.qp, &near, near.qp->qp_num);
	connect_xrc(&near, near.qp, &far, far.qp->qp_num);

	for (int i = 0; i < WORKERS; i++) {
		uint32_t number;
		must_be_0(ibv_get_srq_num(stock[i], &number), "ibv_get_srq_num");
		snprintf(near.text, TEXT, "for worker %d", i);
		struct ibv_sge from = sge_of(&near, 0, 32);
		post_send(&near, (struct ibv_send_wr){
					 .sg_list = &from,
					 .num_sge = 1,
					 .opcode = IBV_WR_SEND,
					 .send_flags = IBV_SEND_SIGNALED,
					 .qp_type.xrc.remote_srqn = number,
				 });
		completed(near.cq);
		struct ibv_wc wc = completed(far.cq);
		printf("stock %d: %s\n", (int)wc.wr_id / 32, far.text + wc.wr_id);
	}

	close_end(&near);
	must_be_0(ibv_destroy_qp(far.qp), "ibv_destroy_qp");
	far.qp = NULL;
	for (int i = 0; i < WORKERS; i++)
		must_be_0(ibv_destroy_srq(stock[i]), "ibv_destroy_srq");
	must_be_0(ibv_close_xrcd(domain), "ibv_close_xrcd");
	close_end(&far);
	return 0;
}
