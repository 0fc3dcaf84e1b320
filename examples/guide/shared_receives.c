/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A shared receive queue: one set of buffers for many connections, and an event when few are left.
 */
#include "kit.h"

enum {
	CLIENTS = 3,
	STOCK = 4,
	LOW = 2,
};

static void restock(struct ibv_srq *srq, const struct end *server, int first)
{
	for (int i = first; i < STOCK; i++) {
		struct ibv_sge sge = sge_of(server, (size_t)i * 16, 16);
		struct ibv_recv_wr wr = {.wr_id = (uint64_t)i, .sg_list = &sge, .num_sge = 1};
		struct ibv_recv_wr *bad;
		must_be_0(ibv_post_srq_recv(srq, &wr, &bad), "ibv_post_srq_recv");
	}
	/*
	 * The event is raised once, when fewer receives than this are left. Setting the limit arms
	 * it.
	 */
	struct ibv_srq_attr attr = {.srq_limit = LOW};
	must_be_0(ibv_modify_srq(srq, &attr, IBV_SRQ_LIMIT), "ibv_modify_srq");
}

int main(void)
{
	struct end server;
	struct end clients[CLIENTS];
	struct ibv_qp *at_server[CLIENTS];
	struct ibv_srq_init_attr stock = {.attr = {.max_wr = STOCK, .max_sge = 1}};

	open_end(&server, 0);
	struct ibv_srq *srq = ibv_create_srq(server.pd, &stock);
	must(srq, "ibv_create_srq");
	restock(srq, &server, 0);
	for (int i = 0; i < CLIENTS; i++) {
		struct ibv_qp_init_attr init = plain_qp(&server, IBV_QPT_RC);
		init.srq = srq; /* in place of the queue pair's own receives */
		make_qp(&server, &init);
		at_server[i] = server.qp;
		open_end(&clients[i], 1);
		init = plain_qp(&clients[i], IBV_QPT_RC);
		make_qp(&clients[i], &init);
		connect_qp(&server, at_server[i], &clients[i], clients[i].qp->qp_num);
		connect_qp(&clients[i], clients[i].qp, &server, at_server[i]->qp_num);
	}

	for (int i = 0; i < CLIENTS; i++) {
		snprintf(clients[i].text, TEXT, "client %d", i);
		struct ibv_sge from = sge_of(&clients[i], 0, 16);
		post_send(&clients[i], (struct ibv_send_wr){
					       .sg_list = &from,
					       .num_sge = 1,
					       .opcode = IBV_WR_SEND,
					       .send_flags = IBV_SEND_SIGNALED,
				       });
		completed(clients[i].cq);
		struct ibv_wc wc = completed(server.cq);
		printf("%s on queue pair %s\n", server.text + wc.wr_id * 16,
		       wc.qp_num == at_server[i]->qp_num ? "of that client" : "of another");
	}

	struct ibv_async_event event;
	must(!ibv_get_async_event(server.ctx, &event), "ibv_get_async_event");
	printf("%s\n", ibv_event_type_str(event.event_type));
	ibv_ack_async_event(&event);
	restock(srq, &server, STOCK - CLIENTS);

	server.qp = NULL;
	for (int i = 0; i < CLIENTS; i++) {
		must_be_0(ibv_destroy_qp(at_server[i]), "ibv_destroy_qp");
		close_end(&clients[i]);
	}
	must_be_0(ibv_destroy_srq(srq), "ibv_destroy_srq");
	close_end(&server);
	return 0;
}
