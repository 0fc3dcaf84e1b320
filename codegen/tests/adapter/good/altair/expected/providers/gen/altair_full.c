/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from altair.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* The full paths of altair: whatever the hot ones do not take. */
#define INVERBS_FULL_PATHS
#include <inverbs/adapters/altair.h>

int altair_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	return altair_send_list(qp, wr, bad_wr);
}

int altair_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return altair_recv_list(qp, wr, bad_wr);
}

int altair_post_recv_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint32_t length,
			     uint32_t lkey)
{
	struct ibv_sge sge = {addr, length, lkey};
	struct ibv_recv_wr wr = {wr_id, NULL, &sge, 1}, *bad_wr;

	return altair_recv_list(qp, &wr, &bad_wr);
}

int altair_post_srq_recv_full(struct ibv_srq *srq, struct ibv_recv_wr *wr,
			      struct ibv_recv_wr **bad_wr)
{
	return altair_srq_recv_list(srq, wr, bad_wr);
}

int altair_post_srq_recv_scalars(struct ibv_srq *srq, uint64_t wr_id, uint64_t addr,
				 uint32_t length, uint32_t lkey)
{
	struct ibv_sge sge = {addr, length, lkey};
	struct ibv_recv_wr wr = {wr_id, NULL, &sge, 1}, *bad_wr;

	return altair_srq_recv_list(srq, &wr, &bad_wr);
}

int altair_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return altair_poll_list(cq, num_entries, wc);
}
