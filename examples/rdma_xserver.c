/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Accepts one connection and receives one message, on a reliable connection or an extended one
 * (XRC). Messages on an XRC connection contain the number of the server's shared receive queue,
 * which the server sends when it accepts.
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

static const char *port = "7471";
static enum ibv_qp_type type = IBV_QPT_RC;

/* The number of the queue is big endian, as clients of other implementations expect it. */
static int make_srq(struct rdma_cm_id *id, __be32 *number)
{
	struct ibv_srq_init_attr attr = {.attr = {.max_wr = 1, .max_sge = 1}};
	uint32_t found;

	if (rdma_create_srq(id, NULL, &attr))
		return complain_errno(errno, "rdma_create_srq");
	if (ibv_get_srq_num(id->srq, &found))
		return complain("the shared receive queue has no number");
	*number = htobe32(found);
	return 0;
}

static int serve(struct rdma_cm_id *id)
{
	__be32 srq = 0;
	struct rdma_conn_param param = {
		.private_data = &srq,
		.private_data_len = sizeof(srq),
		.rnr_retry_count = 7,
	};
	char in[MESSAGE] = "";
	struct ibv_mr *mr;
	struct ibv_wc wc;
	int ret = -1;

	if (type == IBV_QPT_XRC_RECV && make_srq(id, &srq))
		return -1;
	mr = rdma_reg_msgs(id, in, sizeof(in));
	if (!mr)
		return complain_errno(errno, "rdma_reg_msgs");
	if (rdma_post_recv(id, NULL, in, sizeof(in), mr))
		complain_errno(errno, "rdma_post_recv");
	else if (rdma_accept(id, &param))
		complain_errno(errno, "rdma_accept");
	else if (rdma_get_recv_comp(id, &wc) < 0)
		complain_errno(errno, "waiting for the message");
	else if (wc.status != IBV_WC_SUCCESS)
		complain("receive: %s", ibv_wc_status_str(wc.status));
	else
		ret = rdma_disconnect(id) ? complain_errno(errno, "rdma_disconnect") : 0;
	rdma_dereg_mr(mr);
	return ret;
}

static int take_one(struct rdma_cm_id *listener)
{
	struct rdma_cm_id *id;
	int ret;

	if (rdma_listen(listener, 0))
		return complain_errno(errno, "rdma_listen");
	if (rdma_get_request(listener, &id))
		return complain_errno(errno, "rdma_get_request");
	ret = serve(id);
	rdma_destroy_ep(id);
	return ret;
}

static int run(void)
{
	struct rdma_addrinfo wanted = {.ai_flags = RAI_PASSIVE, .ai_qp_type = (int)type};
	struct ibv_qp_init_attr queues = {
		.cap = {.max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1},
	};
	struct rdma_addrinfo *here;
	struct rdma_cm_id *listener;
	int ret;

	/* only in this port space can a queue pair type be chosen */
	wanted.ai_port_space = type == IBV_QPT_RC ? RDMA_PS_TCP : RDMA_PS_IB;
	if (rdma_getaddrinfo(NULL, port, &wanted, &here))
		return complain("no address for port %s", port);
	ret = rdma_create_ep(&listener, here, NULL, &queues);
	rdma_freeaddrinfo(here);
	if (ret)
		return complain_errno(errno, "rdma_create_ep");
	ret = take_one(listener);
	rdma_destroy_ep(listener);
	return ret;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case 'p':
		port = arg;
		return 0;
	case 'c':
		if (strcmp(arg, "r") != 0 && strcmp(arg, "x") != 0)
			argp_error(state, "'%s' is neither r nor x", arg);
		type = *arg == 'x' ? IBV_QPT_XRC_RECV : IBV_QPT_RC;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{NULL, 'p', "PORT", 0, "Port (default 7471)", 0},
	{NULL, 'c', "TYPE", 0, "r: reliable connection (default), x: XRC", 0},
	{0},
};
static const struct argp argp = {
	.options = options,
	.parser = parse,
	.doc = "Receive one message from a shared receive queue.",
};

int main(int argc, char **argv)
{
	int ret;

	read_options(&argp, argc, argv, NULL);
	printf("rdma_xserver: start\n");
	ret = run();
	printf("rdma_xserver: end %d\n", ret);
	return ret != 0;
}
