/* SPDX-License-Identifier: BSD-2-Clause */
/* The extended completion queue: a program reads only the fields that it needs from a CQE. */
#include "kit.h"

#include <errno.h>
#include <sched.h>

int main(void)
{
	struct end end;
	open_end(&end, 0);
	struct ibv_cq_init_attr_ex ask = {.cqe = DEPTH, .wc_flags = IBV_WC_EX_WITH_BYTE_LEN};
	struct ibv_cq_ex *cq = ibv_create_cq_ex(end.ctx, &ask);
	must(cq, "ibv_create_cq_ex");

	struct ibv_qp_init_attr init = plain_qp(&end, IBV_QPT_RC);
	init.send_cq = ibv_cq_ex_to_cq(cq);
	init.recv_cq = ibv_cq_ex_to_cq(cq);
	make_qp(&end, &init);
	connect_qp(&end, end.qp, &end, end.qp->qp_num); /* to itself */

	post_receive(&end, 1, sge_of(&end, 128, 64));
	struct ibv_sge from = sge_of(&end, 0, 24);
	post_send(&end, (struct ibv_send_wr){
				.wr_id = 2,
				.sg_list = &from,
				.num_sge = 1,
				.opcode = IBV_WR_SEND,
				.send_flags = IBV_SEND_SIGNALED,
			});

	/*
	 * A batch: between start and end, the queue belongs to this thread. ENOENT: the queue is
	 * empty.
	 */
	struct ibv_poll_cq_attr nothing = {0};
	for (int seen = 0; seen < 2;) {
		int err = ibv_start_poll(cq, &nothing);
		if (err == ENOENT) {
			sched_yield();
			continue;
		}
		must_be_0(err, "ibv_start_poll");
		for (; err == 0; err = ibv_next_poll(cq), seen++) {
			if (ibv_wc_read_opcode(cq) == IBV_WC_RECV)
				printf("receive %d: %u bytes\n", (int)cq->wr_id,
				       ibv_wc_read_byte_len(cq));
			must(cq->status == IBV_WC_SUCCESS, ibv_wc_status_str(cq->status));
		}
		ibv_end_poll(cq);
	}
	must_be_0(ibv_destroy_qp(end.qp), "ibv_destroy_qp");
	must_be_0(ibv_destroy_cq(ibv_cq_ex_to_cq(cq)), "ibv_destroy_cq");
	end.qp = NULL;
	close_end(&end);
	return 0;
}
