/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from deneb.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* The full paths of deneb: whatever the hot ones do not take. */
#define INVERBS_FULL_PATHS
#include <inverbs/adapters/deneb.h>

int deneb_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	return deneb_send_list(qp, wr, bad_wr);
}

int deneb_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return deneb_recv_list(qp, wr, bad_wr);
}

int deneb_post_srq_recv_full(struct ibv_srq *srq, struct ibv_recv_wr *wr,
			     struct ibv_recv_wr **bad_wr)
{
	return deneb_srq_recv_list(srq, wr, bad_wr);
}

int deneb_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return deneb_poll_list(cq, num_entries, wc);
}
