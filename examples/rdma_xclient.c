/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Connects and sends one message, on a reliable connection or an extended one: see rdma_xserver.c.
 */
#include <endian.h>
#include <errno.h>
#include <rdma/rdma_verbs.h>
#include <stdio.h>
#include <string.h>

#include "common/options.h"
#include "common/program.h"

enum {
	MESSAGE = 16
};

static const char *server = "127.0.0.1";
static const char *port = "7471";
static enum ibv_qp_type type = IBV_QPT_RC;

/* Get the number of the shared receive queue that the server sent when it accepted. */
static int remote_srq(const struct rdma_cm_id *id, uint32_t *number)
{
	const struct rdma_conn_param *param = &id->event->param.conn;
	__be32 told;

	if (param->private_data_len < sizeof(told))
		return complain("the server sent no shared receive queue number");
	memcpy(&told, param->private_data, sizeof(told));
	*number = be32toh(told);
	return 0;
}

static int send_message(struct rdma_cm_id *id, const char *out, const struct ibv_mr *mr)
{
	struct ibv_sge sge = {(uintptr_t)out, MESSAGE, mr->lkey};
	struct ibv_send_wr wr = {.sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND};
	struct ibv_send_wr *bad;
	struct ibv_wc wc;
	int err;

	if (type == IBV_QPT_XRC_SEND && remote_srq(id, &wr.qp_type.xrc.remote_srqn))
		return -1;
	err = ibv_post_send(id->qp, &wr, &bad);
	if (err)
		return complain_errno(err, "ibv_post_send");
	if (rdma_get_send_comp(id, &wc) < 0)
		return complain_errno(errno, "waiting for the send");
	if (wc.status != IBV_WC_SUCCESS)
		return complain("send: %s", ibv_wc_status_str(wc.status));
	return 0;
}

static int talk(struct rdma_cm_id *id)
{
	char out[MESSAGE] = "ping";
	struct ibv_mr *mr = rdma_reg_msgs(id, out, sizeof(out));
	int ret;

	if (!mr)
		return complain_errno(errno, "rdma_reg_msgs");
	if (rdma_connect(id, NULL))
		ret = complain_errno(errno, "rdma_connect");
	else
		ret = send_message(id, out, mr);
	if (!ret && rdma_disconnect(id))
		ret = complain_errno(errno, "rdma_disconnect");
	rdma_dereg_mr(mr);
	return ret;
}

static int run(void)
{
	struct rdma_addrinfo wanted = {.ai_qp_type = (int)type};
	struct ibv_qp_init_attr queues = {
		.cap = {.max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1},
		.sq_sig_all = 1,
	};
	struct rdma_addrinfo *there;
	struct rdma_cm_id *id;
	int ret;

	wanted.ai_port_space = type == IBV_QPT_RC ? RDMA_PS_TCP : RDMA_PS_IB;
	if (rdma_getaddrinfo(server, port, &wanted, &there))
		return complain("no address %s port %s", server, port);
	ret = rdma_create_ep(&id, there, NULL, &queues);
	rdma_freeaddrinfo(there);
	if (ret)
		return complain_errno(errno, "rdma_create_ep");
	ret = talk(id);
	rdma_destroy_ep(id);
	return ret;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case 's':
		server = arg;
		return 0;
	case 'p':
		port = arg;
		return 0;
	case 'c':
		if (strcmp(arg, "r") != 0 && strcmp(arg, "x") != 0)
			argp_error(state, "'%s' is neither r nor x", arg);
		type = *arg == 'x' ? IBV_QPT_XRC_SEND : IBV_QPT_RC;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{NULL, 's', "SERVER", 0, "Server (default 127.0.0.1)", 0},
	{NULL, 'p', "PORT", 0, "Port (default 7471)", 0},
	{NULL, 'c', "TYPE", 0, "r: reliable connection (default), x: XRC", 0},
	{0},
};
static const struct argp argp = {
	.options = options,
	.parser = parse,
	.doc = "Connect, and send one message.",
};

int main(int argc, char **argv)
{
	int ret;

	read_options(&argp, argc, argv, NULL);
	printf("rdma_xclient: start\n");
	ret = run();
	printf("rdma_xclient: end %d\n", ret);
	return ret != 0;
}
