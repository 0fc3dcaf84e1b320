/* SPDX-License-Identifier: BSD-2-Clause */
/* A program written for libibverbs and librdmacm: its build files name these libraries, not ours.
 */
#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>
#include <stdio.h>

static int post_to(struct ibv_qp *qp, struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad;

	return ibv_post_send(qp, wr, &bad);
}

/* never called, but must be linked */
int (*volatile post)(struct ibv_qp *, struct ibv_send_wr *) = post_to;

int main(void)
{
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct rdma_cm_id *id = NULL;

	if (!channel || !list || !*list || rdma_create_id(channel, &id, NULL, RDMA_PS_TCP))
		return 1;
	printf("%s: %s\n", ibv_get_device_name(*list), ibv_wc_status_str(IBV_WC_SUCCESS));
	ibv_free_device_list(list);
	rdma_destroy_id(id);
	rdma_destroy_event_channel(channel);
	return 0;
}
