/* SPDX-License-Identifier: BSD-2-Clause */
/* examples/hello.c written in C++. */
#include <infiniband/verbs.h>

#include <cstdint>
#include <cstdio>

namespace
{

bool connect_to_itself(ibv_qp *qp, const ibv_port_attr &port, unsigned int access)
{
	ibv_qp_attr attr{};

	attr.qp_state = IBV_QPS_INIT;
	attr.port_num = 1;
	attr.qp_access_flags = access;
	if (ibv_modify_qp(qp, &attr,
			  IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS))
		return false;
	attr.qp_state = IBV_QPS_RTR;
	attr.path_mtu = IBV_MTU_256;
	attr.dest_qp_num = qp->qp_num;
	attr.ah_attr.dlid = port.lid;
	attr.ah_attr.is_global = port.link_layer == IBV_LINK_LAYER_ETHERNET;
	attr.ah_attr.grh.hop_limit = 1;
	if (ibv_query_gid(qp->context, 1, 0, &attr.ah_attr.grh.dgid))
		return false;
	attr.ah_attr.port_num = 1;
	if (ibv_modify_qp(qp, &attr,
			  IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
				  IBV_QP_RQ_PSN))
		return false;
	attr.qp_state = IBV_QPS_RTS;
	return ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN) == 0;
}

ibv_qp *make_qp(ibv_pd *pd, ibv_cq *cq)
{
	ibv_qp_init_attr init{};

	init.send_cq = cq;
	init.recv_cq = cq;
	init.qp_type = IBV_QPT_UC;
	init.cap.max_send_wr = 1;
	init.cap.max_send_sge = 1;
	return ibv_create_qp(pd, &init);
}

bool write_to_itself(ibv_qp *qp, ibv_cq *cq, const ibv_mr *mr, char (&text)[2][16], ibv_wc &wc)
{
	ibv_sge from{reinterpret_cast<std::uintptr_t>(text[0]), sizeof(text[0]), mr->lkey};
	ibv_send_wr wr{};
	ibv_send_wr *bad = nullptr;

	wr.sg_list = &from;
	wr.num_sge = 1;
	wr.opcode = IBV_WR_RDMA_WRITE;
	wr.send_flags = IBV_SEND_SIGNALED;
	wr.wr.rdma.remote_addr = reinterpret_cast<std::uintptr_t>(text[1]);
	wr.wr.rdma.rkey = mr->rkey;
	if (ibv_post_send(qp, &wr, &bad))
		return false;
	while (ibv_poll_cq(cq, 1, &wc) == 0)
		;
	return true;
}

} // namespace

int main()
{
	static char text[2][16] = {"hello, verbs"};
	const int access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE;
	ibv_device **list = ibv_get_device_list(nullptr);
	ibv_context *ctx = list && *list ? ibv_open_device(*list) : nullptr;
	ibv_port_attr port{};
	ibv_wc wc{};

	if (list)
		ibv_free_device_list(list);
	if (!ctx || ibv_query_port(ctx, 1, &port))
		return 1;
	ibv_pd *pd = ibv_alloc_pd(ctx);
	ibv_cq *cq = ibv_create_cq(ctx, 1, nullptr, nullptr, 0);
	ibv_mr *mr = pd ? ibv_reg_mr(pd, text, sizeof(text), access) : nullptr;
	ibv_qp *qp = mr && cq ? make_qp(pd, cq) : nullptr;
	if (!qp || !connect_to_itself(qp, port, access) || !write_to_itself(qp, cq, mr, text, wc))
		return 1;
	std::printf("%s: %s\n", ibv_wc_status_str(wc.status), text[1]);
	return ibv_destroy_qp(qp) || ibv_dereg_mr(mr) || ibv_destroy_cq(cq) || ibv_dealloc_pd(pd) ||
	       ibv_close_device(ctx);
}
