/* SPDX-License-Identifier: BSD-2-Clause */
/* The calls of the fast path, each in its own function, for straight_line to check the machine
 * code.
 */
#include <infiniband/verbs.h>

#define ALONE __attribute__((noinline))

ALONE int case_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	return ibv_post_send(qp, wr, bad);
}

ALONE int case_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return ibv_post_recv(qp, wr, bad);
}

ALONE int case_post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return ibv_post_srq_recv(srq, wr, bad);
}

ALONE int case_poll_cq(struct ibv_cq *cq, int entries, struct ibv_wc *wc)
{
	return ibv_poll_cq(cq, entries, wc);
}

ALONE int case_req_notify_cq(struct ibv_cq *cq, int solicited_only)
{
	return ibv_req_notify_cq(cq, solicited_only);
}

/* Programs build requests from constants; the compiler should fold them. */
ALONE int case_constant_write(struct ibv_qp *qp, struct ibv_sge *sge, uint64_t to, uint32_t rkey)
{
	struct ibv_send_wr wr = {
		.sg_list = sge,
		.num_sge = 1,
		.opcode = IBV_WR_RDMA_WRITE,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.rdma = {.remote_addr = to, .rkey = rkey},
	};
	struct ibv_send_wr *bad;

	return ibv_post_send(qp, &wr, &bad);
}

/* A batch of one built request. */
ALONE int case_built_write(struct ibv_qp_ex *qp, struct ibv_sge *sge, uint64_t to, uint32_t rkey)
{
	ibv_wr_start(qp);
	qp->wr_id = 1;
	qp->wr_flags = IBV_SEND_SIGNALED;
	ibv_wr_rdma_write(qp, rkey, to);
	ibv_wr_set_sge(qp, sge->lkey, sge->addr, sge->length);
	return ibv_wr_complete(qp);
}

ALONE void case_aborted_write(struct ibv_qp_ex *qp, uint64_t to, uint32_t rkey)
{
	ibv_wr_start(qp);
	ibv_wr_rdma_write(qp, rkey, to);
	ibv_wr_abort(qp);
}
