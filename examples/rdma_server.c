/* SPDX-License-Identifier: BSD-2-Clause */
/* Accepts one connection and exchanges one message in each direction, without event channels. */
#include <errno.h>
#include <rdma/rdma_verbs.h>
#include <stdio.h>
#include <string.h>

#include "common/options.h"
#include "common/program.h"

enum {
	MESSAGE = 16
};

static const char *address = "0.0.0.0";
static const char *port = "7471";

static int good(int got, const struct ibv_wc *wc, const char *what)
{
	if (got < 0)
		return complain_errno(errno, "waiting for the %s", what);
	if (wc->status != IBV_WC_SUCCESS)
		return complain("%s: %s", what, ibv_wc_status_str(wc->status));
	return 0;
}

/* Receive one message and send one, on a connection that has a receive posted. */
static int exchange(struct rdma_cm_id *id, char *out, struct ibv_mr *out_mr, const char *in)
{
	struct ibv_wc wc;

	if (good(rdma_get_recv_comp(id, &wc), &wc, "receive"))
		return -1;
	if (rdma_post_send(id, NULL, out, MESSAGE, out_mr, 0))
		return complain_errno(errno, "rdma_post_send");
	if (good(rdma_get_send_comp(id, &wc), &wc, "send"))
		return -1;
	/* clients of other implementations may send other text */
	return *in && strcmp(in, "ping") != 0 ? complain("the message is not \"ping\"") : 0;
}

static int serve(struct rdma_cm_id *id)
{
	char in[MESSAGE] = "", out[MESSAGE] = "pong";
	struct ibv_mr *in_mr = rdma_reg_msgs(id, in, sizeof(in));
	struct ibv_mr *out_mr = rdma_reg_msgs(id, out, sizeof(out));
	int ret = -1;

	if (!in_mr || !out_mr)
		complain_errno(errno, "rdma_reg_msgs");
	else if (rdma_post_recv(id, NULL, in, sizeof(in), in_mr))
		complain_errno(errno, "rdma_post_recv");
	else if (rdma_accept(id, NULL))
		complain_errno(errno, "rdma_accept");
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
	struct rdma_addrinfo wanted = {.ai_flags = RAI_PASSIVE, .ai_port_space = RDMA_PS_TCP};
	struct ibv_qp_init_attr queues = {
		.cap = {.max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1},
		.sq_sig_all = 1,
	};
	struct rdma_addrinfo *here;
	struct rdma_cm_id *listener;
	int ret;

	if (rdma_getaddrinfo(address, port, &wanted, &here))
		return complain("no address %s port %s", address, port);
	ret = rdma_create_ep(&listener, here, NULL, &queues);
	rdma_freeaddrinfo(here);
	if (ret)
		return complain_errno(errno, "rdma_create_ep");
	ret = take_one(listener);
	rdma_destroy_ep(listener);
	return ret;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): argp's type */
static error_t parse(int key, char *arg, struct argp_state *state)
{
	(void)state;
	switch (key) {
	case 's':
		address = arg;
		return 0;
	case 'p':
		port = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option options[] = {
	{NULL, 's', "ADDRESS", 0, "Address to listen on (default: all)", 0},
	{NULL, 'p', "PORT", 0, "Port (default 7471)", 0},
	{0},
};
static const struct argp argp = {
	.options = options,
	.parser = parse,
	.doc = "Wait for a connection, and exchange one message in each direction.",
};

int main(int argc, char **argv)
{
	int ret;

	read_options(&argp, argc, argv, NULL);
	printf("rdma_server: start\n");
	ret = run();
	printf("rdma_server: end %d\n", ret);
	return ret != 0;
}
