/* SPDX-License-Identifier: BSD-2-Clause */
/* verbs7 V14: the same calls in C++, with flags combined by |, without casts. */
#include <cstdio>
#include <infiniband/verbs.h>

int main()
{
	static char memory[4096];
	ibv_device **list = ibv_get_device_list(nullptr);
	ibv_context *ctx = list && *list ? ibv_open_device(*list) : nullptr;
	if (!ctx)
		return 1;
	ibv_free_device_list(list);
	ibv_pd *pd = ibv_alloc_pd(ctx);
	ibv_mr *mr = ibv_reg_mr(pd, memory, sizeof(memory),
				IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
	ibv_cq *cq = ibv_create_cq(ctx, 4, nullptr, nullptr, 0);
	ibv_qp_init_attr init{};
	init.send_cq = init.recv_cq = cq;
	init.qp_type = IBV_QPT_UC;
	init.cap.max_send_wr = init.cap.max_send_sge = 1;
	ibv_qp *qp = mr && cq ? ibv_create_qp(pd, &init) : nullptr;
	if (!qp)
		return 2;

	ibv_port_attr port;
	ibv_qp_attr attr{};
	if (ibv_query_port(ctx, 1, &port))
		return 3;
	attr.qp_access_flags = IBV_ACCESS_REMOTE_WRITE;
	attr.port_num = attr.ah_attr.port_num = 1;
	attr.ah_attr.dlid = port.lid;
	attr.ah_attr.is_global = port.link_layer == IBV_LINK_LAYER_ETHERNET;
	attr.ah_attr.grh.hop_limit = 1;
	if (ibv_query_gid(ctx, 1, 0, &attr.ah_attr.grh.dgid))
		return 3;
	attr.path_mtu = IBV_MTU_256;
	attr.dest_qp_num = qp->qp_num;
	attr.qp_state = IBV_QPS_INIT;
	if (ibv_modify_qp(qp, &attr,
			  IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS))
		return 4;
	attr.qp_state = IBV_QPS_RTR;
	if (ibv_modify_qp(qp, &attr,
			  IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
				  IBV_QP_RQ_PSN))
		return 5;
	attr.qp_state = IBV_QPS_RTS;
	if (ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN))
		return 6;

	ibv_sge sge{reinterpret_cast<uintptr_t>(memory), 16, mr->lkey};
	ibv_send_wr wr{}, *bad = nullptr;
	wr.sg_list = &sge;
	wr.num_sge = 1;
	wr.opcode = IBV_WR_RDMA_WRITE;
	wr.send_flags = IBV_SEND_SIGNALED | IBV_SEND_SOLICITED;
	wr.wr.rdma.remote_addr = reinterpret_cast<uintptr_t>(memory) + 64;
	wr.wr.rdma.rkey = mr->rkey;
	memory[0] = 'x';
	if (ibv_post_send(qp, &wr, &bad))
		return 7;
	ibv_wc wc{};
	while (!ibv_poll_cq(cq, 1, &wc))
		;
	std::puts(ibv_wc_status_str(wc.status));
	if (wc.status != IBV_WC_SUCCESS || memory[64] != 'x')
		return 8;
	return ibv_destroy_qp(qp) || ibv_destroy_cq(cq) || ibv_dereg_mr(mr) || ibv_dealloc_pd(pd) ||
	       ibv_close_device(ctx);
}
