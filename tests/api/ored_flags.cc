// SPDX-License-Identifier: BSD-2-Clause
// V14: parameters for ORed flags are ints, so that C++ accepts them. Tested by compiling this file.
#include <infiniband/arch.h>
#include <infiniband/verbs.h>

extern int flags(ibv_pd *pd, ibv_qp *qp, ibv_srq *srq, void *buf);

int flags(ibv_pd *pd, ibv_qp *qp, ibv_srq *srq, void *buf)
{
	ibv_mr *mr = ibv_reg_mr(pd, buf, 1, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
	ibv_qp_attr attr = {};
	ibv_srq_attr limits = {};
	ibv_qp_init_attr init = {};
	ibv_send_wr wr = {}, *bad;

	attr.qp_access_flags = IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;
	wr.send_flags = IBV_SEND_SIGNALED | IBV_SEND_INLINE;
	wr.wr.rdma.rkey = mr->rkey;
	return ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PORT) +
	       ibv_query_qp(qp, &attr, IBV_QP_STATE | IBV_QP_CAP, &init) +
	       ibv_modify_srq(srq, &limits, IBV_SRQ_MAX_WR | IBV_SRQ_LIMIT) +
	       ibv_post_send(qp, &wr, &bad) + (htonll(1) == 1);
}
