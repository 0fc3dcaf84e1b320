/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <infiniband/verbs.h>

/*
 * Writes a region to the memory of a peer, and waits for the
 * completion. The queue pair must be in RTS, and its completion queue
 * must not be used for anything else meanwhile. Returns 0 or an errno
 * value.
 */
int write_to_peer(struct ibv_qp *qp, const struct ibv_mr *mr,
		  uint64_t address, uint32_t rkey)
{
	struct ibv_sge sge = {
		.addr = (uintptr_t)mr->addr,
		.length = (uint32_t)mr->length,
		.lkey = mr->lkey,
	};
	struct ibv_send_wr wr = {
		.wr_id = 1,
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = IBV_WR_RDMA_WRITE,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.rdma = {.remote_addr = address, .rkey = rkey},
	};
	struct ibv_send_wr *bad;
	struct ibv_wc wc;
	int n, err = ibv_post_send(qp, &wr, &bad);

	if (err)
		return err;
	do
		n = ibv_poll_cq(qp->send_cq, 1, &wc);
	while (n == 0);
	return n < 0 || wc.status != IBV_WC_SUCCESS ? EIO : 0;
}
