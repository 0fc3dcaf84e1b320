/* SPDX-License-Identifier: BSD-2-Clause */
/* client ADDRESS PORT TEXT: sends the text to the server and prints the reply. */
#include <rdma/rdma_verbs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(int ok, const char *what)
{
	if (ok)
		return;
	perror(what);
	exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
	struct rdma_addrinfo wanted = {.ai_port_space = RDMA_PS_TCP}, *there;
	struct ibv_qp_init_attr init = {
		.cap = {.max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1},
		.sq_sig_all = 1,
	};
	char text[2][4096] = {"", ""};
	struct rdma_cm_id *id;
	struct ibv_mr *mr;
	struct ibv_wc wc;
	size_t bytes;

	if (argc != 4) {
		fprintf(stderr, "usage: client ADDRESS PORT TEXT\n");
		return 2;
	}
	bytes = (size_t)snprintf(text[0], sizeof(text[0]), "%s", argv[3]) + 1;
	must(bytes <= sizeof(text[0]), "the text");
	must(!rdma_getaddrinfo(argv[1], argv[2], &wanted, &there), "rdma_getaddrinfo");
	must(!rdma_create_ep(&id, there, NULL, &init), "rdma_create_ep");
	mr = rdma_reg_msgs(id, text, sizeof(text));
	must(mr != NULL, "rdma_reg_msgs");
	must(!rdma_post_recv(id, NULL, text[1], sizeof(text[1]), mr), "rdma_post_recv");
	must(!rdma_connect(id, NULL), "rdma_connect");
	must(!rdma_post_send(id, NULL, text[0], bytes, mr, 0), "rdma_post_send");
	must(rdma_get_send_comp(id, &wc) == 1 && wc.status == IBV_WC_SUCCESS, "the send");
	must(rdma_get_recv_comp(id, &wc) == 1 && wc.status == IBV_WC_SUCCESS, "the answer");
	puts(text[1]);
	rdma_disconnect(id);
	rdma_dereg_mr(mr);
	rdma_destroy_ep(id);
	rdma_freeaddrinfo(there);
	return EXIT_SUCCESS;
}
