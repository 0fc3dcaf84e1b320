/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tutorial_rude client|server: an end of the tutorial that does not call rdma_disconnect(). The
 * client connects and exits without a question; the server answers one question, and runs until it
 * is killed.
 */
#include <unistd.h>

#include "numbers.h"

static const struct ibv_qp_init_attr queues = {
	.cap = {.max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1},
	.sq_sig_all = 1,
};

static struct rdma_cm_id *endpoint(int flags)
{
	struct rdma_addrinfo wanted = {.ai_flags = flags, .ai_port_space = RDMA_PS_TCP};
	struct ibv_qp_init_attr attr = queues;
	struct rdma_addrinfo *at;
	struct rdma_cm_id *id;

	resolved(rdma_getaddrinfo("127.0.0.2", SERVER_PORT, &wanted, &at), "127.0.0.2");
	must(!rdma_create_ep(&id, at, NULL, &attr), "rdma_create_ep");
	rdma_freeaddrinfo(at);
	return id;
}

static void client(void)
{
	struct rdma_cm_id *id = endpoint(0);

	must(!rdma_connect(id, NULL), "rdma_connect");
	rdma_destroy_ep(id);
}

static void server(void)
{
	struct rdma_cm_id *listener = endpoint(RAI_PASSIVE), *id;
	struct question question;
	struct answer answer;
	struct ibv_mr *in, *out;
	struct ibv_wc wc;

	must(!rdma_listen(listener, 0), "rdma_listen");
	must(!rdma_get_request(listener, &id), "rdma_get_request");
	in = rdma_reg_msgs(id, &question, sizeof(question));
	out = rdma_reg_msgs(id, &answer, sizeof(answer));
	must(in && out, "rdma_reg_msgs");
	must(!rdma_post_recv(id, NULL, &question, sizeof(question), in), "rdma_post_recv");
	must(!rdma_accept(id, NULL), "rdma_accept");
	heard(id, &wc, "the question");
	answer.sum = htobe32(be32toh(question.first) + be32toh(question.second));
	must(!rdma_post_send(id, NULL, &answer, sizeof(answer), out, 0), "rdma_post_send");
	for (;;)
		pause();
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	if (!strcmp(argv[1], "server"))
		server();
	else
		client();
	return 0;
}
