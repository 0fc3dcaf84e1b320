/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/cxgb3.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/* The full paths of cxgb3: whatever the hot ones do not take. */
#define INVERBS_FULL_PATHS
#include <inverbs/adapters/cxgb3.h>

int cxgb3_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	return cxgb3_send_list(qp, wr, bad_wr);
}

int cxgb3_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return cxgb3_recv_list(qp, wr, bad_wr);
}

int cxgb3_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return cxgb3_poll_list(cq, num_entries, wc);
}
