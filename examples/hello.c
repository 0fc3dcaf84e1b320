/* SPDX-License-Identifier: BSD-2-Clause */
#include <infiniband/verbs.h>
#include <stdio.h>

int main(void)
{
	static char text[2][16] = {"hello, verbs"};
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *ctx = list && *list ? ibv_open_device(*list) : NULL;
	struct ibv_port_attr port;
	union ibv_gid gid;
	if (!ctx || ibv_query_port(ctx, 1, &port) || ibv_query_gid(ctx, 1, 0, &gid))
		return puts("no device; try INVERBS_EMULATOR=inproc:mlx4_0"), 1;
	const int access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE;
	struct ibv_pd *pd = ibv_alloc_pd(ctx);
	struct ibv_mr *mr = ibv_reg_mr(pd, text, sizeof(text), access);
	struct ibv_cq *cq = ibv_create_cq(ctx, 1, NULL, NULL, 0);
	struct ibv_qp_init_attr init = {.send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_UC};
	init.cap = (struct ibv_qp_cap){.max_send_wr = 1, .max_send_sge = 1};
	struct ibv_qp *qp = ibv_create_qp(pd, &init);
	struct ibv_qp_attr to = {.port_num = 1, .qp_access_flags = access, .path_mtu = IBV_MTU_256};
	to.dest_qp_num = qp->qp_num; /* connected to itself */
	to.ah_attr = (struct ibv_ah_attr){.dlid = port.lid, .port_num = 1, .is_global = 1};
	to.ah_attr.grh = (struct ibv_global_route){.dgid = gid, .hop_limit = 1};
	to.qp_state = IBV_QPS_INIT;
	ibv_modify_qp(qp, &to,
		      IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);
	to.qp_state = IBV_QPS_RTR;
	ibv_modify_qp(qp, &to,
		      IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN);
	to.qp_state = IBV_QPS_RTS;
	ibv_modify_qp(qp, &to, IBV_QP_STATE | IBV_QP_SQ_PSN);
	struct ibv_sge from = {(uintptr_t)text[0], sizeof(text[0]), mr->lkey};
	struct ibv_send_wr wr = {.sg_list = &from, .num_sge = 1, .opcode = IBV_WR_RDMA_WRITE}, *bad;
	wr.send_flags = IBV_SEND_SIGNALED;
	wr.wr.rdma.remote_addr = (uintptr_t)text[1];
	wr.wr.rdma.rkey = mr->rkey;
	struct ibv_wc wc = {0};
	ibv_post_send(qp, &wr, &bad);
	while (ibv_poll_cq(cq, 1, &wc) == 0)
		;
	printf("%s: %s\n", ibv_wc_status_str(wc.status), text[1]);
	return wc.status != IBV_WC_SUCCESS;
}
