/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from norma.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* The full paths of norma: whatever the hot ones do not take. */
#define INVERBS_FULL_PATHS
#include <inverbs/adapters/norma.h>

int norma_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	return norma_send_list(qp, wr, bad_wr);
}

int norma_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return norma_recv_list(qp, wr, bad_wr);
}

int norma_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return norma_poll_list(cq, num_entries, wc);
}
