/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from deneb.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* The full paths of deneb: whatever the hot ones do not take. */
#define INVERBS_FULL_PATHS
#include <inverbs/adapters/deneb.h>

int deneb_post_send_full(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	return deneb_send_list(qp, wr, bad_wr);
}

int deneb_post_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint64_t length_lkey,
		       uint64_t op_flags, uint64_t first, uint64_t second, uint32_t third)
{
	struct ibv_sge sge = {addr, (uint32_t)length_lkey, (uint32_t)(length_lkey >> 32)};
	struct ibv_send_wr wr, *bad_wr;

	inverbs_request_of_scalars(&wr, op_flags, first, second, third);
	wr.wr_id = wr_id;
	wr.sg_list = &sge;
	return deneb_send_list(qp, &wr, &bad_wr);
}

int deneb_hot_command(struct ibv_qp *qp)
{
	struct inverbs_sq *const sq = &inverbs_qp_of(qp)->sq;
	const int err = inverbs_command_bell(qp);

	if (INVERBS_RARE(err)) {
		sq->next -= sq->stride;
		sq->room++;
		deneb_set_producer(sq->buf, (sq->position - sq->room) & (sq->entries - 1));
	}
	inverbs_unlock(&sq->lock);
	return err;
}

int deneb_post_recv_full(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return deneb_recv_list(qp, wr, bad_wr);
}

int deneb_post_recv_scalars(struct ibv_qp *qp, uint64_t wr_id, uint64_t addr, uint32_t length,
			    uint32_t lkey)
{
	struct ibv_sge sge = {addr, length, lkey};
	struct ibv_recv_wr wr = {wr_id, NULL, &sge, 1}, *bad_wr;

	return deneb_recv_list(qp, &wr, &bad_wr);
}

int deneb_post_srq_recv_full(struct ibv_srq *srq, struct ibv_recv_wr *wr,
			     struct ibv_recv_wr **bad_wr)
{
	return deneb_srq_recv_list(srq, wr, bad_wr);
}

int deneb_post_srq_recv_scalars(struct ibv_srq *srq, uint64_t wr_id, uint64_t addr, uint32_t length,
				uint32_t lkey)
{
	struct ibv_sge sge = {addr, length, lkey};
	struct ibv_recv_wr wr = {wr_id, NULL, &sge, 1}, *bad_wr;

	return deneb_srq_recv_list(srq, &wr, &bad_wr);
}

int deneb_poll_cq_full(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	return deneb_poll_list(cq, num_entries, wc);
}
