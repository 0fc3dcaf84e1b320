/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from rigel.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* The full paths of rigel: whatever the hot ones do not take. */
#define INVERBS_FULL_PATHS
#include <inverbs/adapters/rigel.h>

int rigel_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	return rigel_send_list(qp, wr, bad_wr);
}

int rigel_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return rigel_recv_list(qp, wr, bad_wr);
}

int rigel_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return rigel_poll_list(cq, num_entries, wc);
}
