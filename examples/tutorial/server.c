/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * server [ADDRESS]: accepts one connection and adds two numbers for the client. See
 * docs/tutorial.md.
 */
#include "numbers.h"

int main(int argc, char **argv)
{
	struct rdma_addrinfo wanted = {.ai_flags = RAI_PASSIVE, .ai_port_space = RDMA_PS_TCP};
	struct ibv_qp_init_attr queues = {
		.cap = {.max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1},
		.sq_sig_all = 1,
	};
	struct rdma_cm_id *listener, *id;
	struct rdma_addrinfo *here;
	struct question question;
	struct answer answer;
	struct ibv_wc wc;
	const char *name = argc > 1 ? argv[1] : NULL;

	resolved(rdma_getaddrinfo(name, SERVER_PORT, &wanted, &here), name ? name : "*");
	must(!rdma_create_ep(&listener, here, NULL, &queues), "rdma_create_ep");
	must(!rdma_listen(listener, 0), "rdma_listen");

	must(!rdma_get_request(listener, &id), "rdma_get_request");
	struct ibv_mr *in = rdma_reg_msgs(id, &question, sizeof(question));
	struct ibv_mr *out = rdma_reg_msgs(id, &answer, sizeof(answer));
	must(in && out, "rdma_reg_msgs");
	must(!rdma_post_recv(id, NULL, &question, sizeof(question), in), "rdma_post_recv");
	must(!rdma_accept(id, NULL), "rdma_accept");

	heard(id, &wc, "the question");
	answer.sum = htobe32(be32toh(question.first) + be32toh(question.second));
	must(!rdma_post_send(id, NULL, &answer, sizeof(answer), out, 0), "rdma_post_send");
	done(rdma_get_send_comp(id, &wc), &wc, "the answer");
	printf("%u + %u = %u\n", be32toh(question.first), be32toh(question.second),
	       be32toh(answer.sum));

	parted(id);
	rdma_dereg_mr(in);
	rdma_dereg_mr(out);
	rdma_destroy_ep(id);
	rdma_destroy_ep(listener);
	rdma_freeaddrinfo(here);
	return 0;
}
