/* SPDX-License-Identifier: BSD-2-Clause */
/* client SERVER FIRST SECOND: lets the server add two numbers. See docs/tutorial.md. */
#include "numbers.h"

int main(int argc, char **argv)
{
	struct rdma_addrinfo wanted = {.ai_port_space = RDMA_PS_TCP};
	struct ibv_qp_init_attr queues = {
		.cap = {.max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1},
		.sq_sig_all = 1,
	};
	struct rdma_addrinfo *there;
	struct question question;
	struct answer answer;
	struct rdma_cm_id *id;
	struct ibv_wc wc;

	if (argc != 4) {
		fprintf(stderr, "usage: %s SERVER FIRST SECOND\n", argv[0]);
		return 2;
	}
	question.first = htobe32((uint32_t)strtoul(argv[2], NULL, 0));
	question.second = htobe32((uint32_t)strtoul(argv[3], NULL, 0));

	resolved(rdma_getaddrinfo(argv[1], SERVER_PORT, &wanted, &there), argv[1]);
	must(!rdma_create_ep(&id, there, NULL, &queues), "rdma_create_ep");
	struct ibv_mr *out = rdma_reg_msgs(id, &question, sizeof(question));
	struct ibv_mr *in = rdma_reg_msgs(id, &answer, sizeof(answer));
	must(in && out, "rdma_reg_msgs");
	must(!rdma_post_recv(id, NULL, &answer, sizeof(answer), in), "rdma_post_recv");
	must(!rdma_connect(id, NULL), "rdma_connect");

	must(!rdma_post_send(id, NULL, &question, sizeof(question), out, 0), "rdma_post_send");
	done(rdma_get_send_comp(id, &wc), &wc, "the question");
	heard(id, &wc, "the answer");
	printf("%u\n", be32toh(answer.sum));

	parted(id);
	rdma_dereg_mr(out);
	rdma_dereg_mr(in);
	rdma_destroy_ep(id);
	rdma_freeaddrinfo(there);
	return 0;
}
