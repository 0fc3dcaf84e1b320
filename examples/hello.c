/* SPDX-License-Identifier: BSD-2-Clause */
/* Connects a queue pair to itself and copies a string with one RDMA write. */
#include <errno.h>
#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ACCESS (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE)

static char text[2][16] = {"hello, verbs"};

static void check(bool ok, const char *call)
{
	if (ok)
		return;
	perror(call);
	exit(EXIT_FAILURE);
}

static struct ibv_context *open_first_device(void)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *ctx;

	check(list != NULL, "ibv_get_device_list");
	if (!list[0]) {
		fputs("no device; try INVERBS_EMULATOR=inproc:mlx4_0\n", stderr);
		exit(EXIT_FAILURE);
	}
	ctx = ibv_open_device(list[0]);
	check(ctx != NULL, "ibv_open_device");
	ibv_free_device_list(list);
	return ctx;
}

static struct ibv_qp *create_qp(struct ibv_pd *pd, struct ibv_cq *cq)
{
	struct ibv_qp_init_attr init = {.send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_UC};
	struct ibv_qp *qp;

	init.cap.max_send_wr = 1;
	init.cap.max_send_sge = 1;
	qp = ibv_create_qp(pd, &init);
	check(qp != NULL, "ibv_create_qp");
	return qp;
}

static void modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, enum ibv_qp_state state,
		      int mask)
{
	attr->qp_state = state;
	errno = ibv_modify_qp(qp, attr, IBV_QP_STATE | mask);
	check(errno == 0, "ibv_modify_qp");
}

static void connect_to_itself(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = {.port_num = 1, .qp_access_flags = ACCESS};
	struct ibv_port_attr port;

	errno = ibv_query_port(qp->context, 1, &port);
	check(errno == 0, "ibv_query_port");
	attr.path_mtu = IBV_MTU_256;
	attr.dest_qp_num = qp->qp_num;
	attr.ah_attr.port_num = 1;
	attr.ah_attr.dlid = port.lid;  /* InfiniBand */
	attr.ah_attr.is_global = true; /* RoCE */
	attr.ah_attr.grh.hop_limit = 1;
	check(!ibv_query_gid(qp->context, 1, 0, &attr.ah_attr.grh.dgid), "ibv_query_gid");
	modify_qp(qp, &attr, IBV_QPS_INIT, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);
	modify_qp(qp, &attr, IBV_QPS_RTR,
		  IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN);
	modify_qp(qp, &attr, IBV_QPS_RTS, IBV_QP_SQ_PSN);
}

static enum ibv_wc_status write_text(struct ibv_qp *qp, const struct ibv_mr *mr)
{
	struct ibv_sge sge = {
		.addr = (uintptr_t)text[0],
		.length = sizeof(text[0]),
		.lkey = mr->lkey,
	};
	struct ibv_send_wr wr = {
		.sg_list = &sge,
		.num_sge = 1,
		.opcode = IBV_WR_RDMA_WRITE,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.rdma.remote_addr = (uintptr_t)text[1],
		.wr.rdma.rkey = mr->rkey,
	};
	struct ibv_send_wr *bad_wr;
	struct ibv_wc wc;
	int polled;

	errno = ibv_post_send(qp, &wr, &bad_wr);
	check(errno == 0, "ibv_post_send");
	do
		polled = ibv_poll_cq(qp->send_cq, 1, &wc);
	while (polled == 0);
	check(polled == 1, "ibv_poll_cq");
	return wc.status;
}

int main(void)
{
	struct ibv_context *ctx = open_first_device();
	struct ibv_pd *pd = ibv_alloc_pd(ctx);
	struct ibv_cq *cq = ibv_create_cq(ctx, 1, NULL, NULL, 0);
	enum ibv_wc_status status;
	struct ibv_mr *mr;
	struct ibv_qp *qp;

	check(pd && cq, "ibv_alloc_pd, ibv_create_cq");
	mr = ibv_reg_mr(pd, text, sizeof(text), ACCESS);
	check(mr != NULL, "ibv_reg_mr");
	qp = create_qp(pd, cq);
	connect_to_itself(qp);
	status = write_text(qp, mr);
	printf("%s: %s\n", ibv_wc_status_str(status), text[1]);
	ibv_destroy_qp(qp);
	ibv_dereg_mr(mr);
	ibv_destroy_cq(cq);
	ibv_dealloc_pd(pd);
	ibv_close_device(ctx);
	return status == IBV_WC_SUCCESS ? EXIT_SUCCESS : EXIT_FAILURE;
}
