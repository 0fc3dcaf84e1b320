/* SPDX-License-Identifier: BSD-2-Clause */
/* Connects and exchanges one message in each direction, without event channels. */
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

static int good(int got, const struct ibv_wc *wc, const char *what)
{
	if (got < 0)
		return complain_errno(errno, "waiting for the %s", what);
	if (wc->status != IBV_WC_SUCCESS)
		return complain("%s: %s", what, ibv_wc_status_str(wc->status));
	return 0;
}

/* Send one message and receive one, on a connection that has a receive posted. */
static int exchange(struct rdma_cm_id *id, char *out, struct ibv_mr *out_mr, const char *in)
{
	struct ibv_wc wc;

	if (rdma_post_send(id, NULL, out, MESSAGE, out_mr, 0))
		return complain_errno(errno, "rdma_post_send");
	if (good(rdma_get_send_comp(id, &wc), &wc, "send") ||
	    good(rdma_get_recv_comp(id, &wc), &wc, "receive"))
		return -1;
	/* servers of other implementations may send other text */
	return *in && strcmp(in, "pong") != 0 ? complain("the reply is not \"pong\"") : 0;
}

static int talk(struct rdma_cm_id *id)
{
	char in[MESSAGE] = "", out[MESSAGE] = "ping";
	struct ibv_mr *in_mr = rdma_reg_msgs(id, in, sizeof(in));
	struct ibv_mr *out_mr = rdma_reg_msgs(id, out, sizeof(out));
	int ret = -1;

	if (!in_mr || !out_mr)
		complain_errno(errno, "rdma_reg_msgs");
	else if (rdma_post_recv(id, NULL, in, sizeof(in), in_mr))
		complain_errno(errno, "rdma_post_recv");
	else if (rdma_connect(id, NULL))
		complain_errno(errno, "rdma_connect");
	else
		ret = exchange(id, out, out_mr, in);
	if (!ret && rdma_disconnect(id))
		ret = complain_errno(errno, "rdma_disconnect");
	if (in_mr)
		rdma_dereg_mr(in_mr);
	if (out_mr)
		rdma_dereg_mr(out_mr);
	return ret;
}

static int run(void)
{
	struct rdma_addrinfo wanted = {.ai_port_space = RDMA_PS_TCP};
	struct ibv_qp_init_attr queues = {
		.cap = {.max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1},
		.sq_sig_all = 1,
	};
	struct rdma_addrinfo *there;
	struct rdma_cm_id *id;
	int ret;

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

/* NOLINTNEXTLINE(readability-non-const-parameter): argp's type */
static error_t parse(int key, char *arg, struct argp_state *state)
{
	(void)state;
	switch (key) {
	case 's':
		server = arg;
		return 0;
	case 'p':
		port = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{NULL, 's', "SERVER", 0, "Server (default 127.0.0.1)", 0},
	{NULL, 'p', "PORT", 0, "Port (default 7471)", 0},
	{0},
};
static const struct argp argp = {
	.options = options,
	.parser = parse,
	.doc = "Connect, and exchange one message in each direction.",
};

int main(int argc, char **argv)
{
	int ret;

	read_options(&argp, argc, argv, NULL);
	printf("rdma_client: start\n");
	ret = run();
	printf("rdma_client: end %d\n", ret);
	return ret != 0;
}
