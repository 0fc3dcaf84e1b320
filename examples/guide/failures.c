/* SPDX-License-Identifier: BSD-2-Clause */
/* Failed work requests: what both sides see, and how to recover. */
#include "kit.h"

static void post_write(const struct end *end, uint64_t wr_id, const struct end *to, uint32_t key)
{
	struct ibv_sge from = sge_of(end, 0, 16);

	post_send(end, (struct ibv_send_wr){
			       .wr_id = wr_id,
			       .sg_list = &from,
			       .num_sge = 1,
			       .opcode = IBV_WR_RDMA_WRITE,
			       .send_flags = IBV_SEND_SIGNALED,
			       .wr.rdma = {.remote_addr = (uintptr_t)to->text, .rkey = key},
		       });
}

/* Move both ends back to RESET; everything posted is dropped. */
static void reconnect(struct end ends[2])
{
	struct ibv_qp_attr reset = {.qp_state = IBV_QPS_RESET};
	struct ibv_qp_attr init = {
		.qp_state = IBV_QPS_INIT,
		.port_num = PORT,
		.qp_access_flags = IBV_ACCESS_REMOTE_WRITE,
	};

	for (int i = 0; i < 2; i++) {
		must_be_0(ibv_modify_qp(ends[i].qp, &reset, IBV_QP_STATE), "to RESET");
		must_be_0(ibv_modify_qp(ends[i].qp, &init,
					IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT |
						IBV_QP_ACCESS_FLAGS),
			  "to INIT");
	}
	connect_qp(&ends[0], ends[0].qp, &ends[1], ends[1].qp->qp_num);
	connect_qp(&ends[1], ends[1].qp, &ends[0], ends[0].qp->qp_num);
}

int main(void)
{
	struct end ends[2];
	open_pair(ends, IBV_QPT_RC);

	/* Use a key that was never issued; the work request after it will be flushed. */
	post_write(&ends[0], 1, &ends[1], ends[1].mr->rkey ^ 0x5500);
	post_write(&ends[0], 2, &ends[1], ends[1].mr->rkey);
	for (int i = 0; i < 2; i++) {
		/* In a failed completion, only wr_id, status, qp_num and vendor_err are valid. */
		struct ibv_wc wc = wait_for(ends[0].cq);
		printf("request %d: %s\n", (int)wc.wr_id, ibv_wc_status_str(wc.status));
	}

	/* The other side gets an asynchronous event instead of a completion. */
	struct ibv_async_event event;
	must(!ibv_get_async_event(ends[1].ctx, &event), "ibv_get_async_event");
	printf("other side: %s\n", ibv_event_type_str(event.event_type));
	ibv_ack_async_event(&event); /* ibv_destroy_qp() would wait for this */

	reconnect(ends);
	post_write(&ends[0], 3, &ends[1], ends[1].mr->rkey);
	printf("request %d: again\n", (int)completed(ends[0].cq).wr_id);
	close_end(&ends[0]);
	close_end(&ends[1]);
	return 0;
}
