/* SPDX-License-Identifier: BSD-2-Clause */
/* Moving data: A4, A5, A39, A40, A42 to A47, A50 to A53, A57, A58. */
#include "kit.h"

#include <time.h>

static int set_up_data(void **state)
{
	struct link *link = calloc(1, sizeof(*link));

	assert_non_null(link);
	link_open(link);
	*state = link;
	return 0;
}

static int tear_down(void **state)
{
	link_close(*state);
	free(*state);
	return 0;
}

static void post_one(struct end *end, struct ibv_send_wr *wr)
{
	struct ibv_send_wr *bad = NULL;

	assert_works(ibv_post_send(end->id->qp, wr, &bad));
	assert_int_equal(completion(end).status, IBV_WC_SUCCESS);
}

static void A4_A5_A44_send_read_write(void **state)
{
	struct link *link = *state;
	struct end *client = &link->client, *server = &link->server;
	struct ibv_sge sge = sge_of(client, 0, 8);
	struct ibv_send_wr wr = request(&sge, IBV_WR_SEND, server, 0);
	struct ibv_wc wc;

	post_receive(server, 5, 64, 8);
	memcpy(client->buf, "message", 8);
	post_one(client, &wr);
	wc = completion(server);
	assert_int_equal(wc.status, IBV_WC_SUCCESS);
	assert_int_equal(wc.opcode, IBV_WC_RECV);
	assert_int_equal(wc.wr_id, 5);
	assert_int_equal(wc.byte_len, 8);
	assert_string_equal(server->buf + 64, "message");

	wr = request(&sge, IBV_WR_RDMA_WRITE, server, 128);
	post_one(client, &wr);
	sge = sge_of(client, 256, 8);
	wr = request(&sge, IBV_WR_RDMA_READ, server, 128);
	post_one(client, &wr);
	assert_string_equal(client->buf + 256, "message");
	/* in both directions, now that the client has sent first */
	sge = sge_of(server, 64, 8);
	wr = request(&sge, IBV_WR_RDMA_WRITE, client, 512);
	post_one(server, &wr);
	assert_string_equal(client->buf + 512, "message");
}

/* On an RNIC, sends of the passive side wait until the active side has sent. */
static void A5_who_connected_speaks_first(void **state)
{
	const struct timespec moment = {.tv_nsec = 5000000};
	struct link *link = *state;
	struct end *client = &link->client, *server = &link->server;
	struct ibv_sge from = sge_of(server, 0, 4), first = sge_of(client, 0, 4);
	struct ibv_send_wr wr = request(&from, IBV_WR_SEND, client, 0), *bad;
	struct ibv_wc wc;

	if (client->id->verbs->device->transport_type != IBV_TRANSPORT_IWARP)
		skip();
	post_receive(client, 0, 64, 4);
	post_receive(server, 0, 64, 4);
	assert_works(ibv_post_send(server->id->qp, &wr, &bad));
	nanosleep(&moment, NULL);
	assert_int_equal(ibv_poll_cq(client->cq, 1, &wc), 0);
	wr = request(&first, IBV_WR_SEND, server, 0);
	assert_works(ibv_post_send(client->id->qp, &wr, &bad));
	for (int i = 0; i < 2; i++) { /* a send and a receive each, in any order */
		assert_int_equal(completion(client).status, IBV_WC_SUCCESS);
		assert_int_equal(completion(server).status, IBV_WC_SUCCESS);
	}
}

/* A43, A44: requests before a bad one are posted, and bad_wr is set to the bad one. */
static void A43_A44_A45_A46_first_bad_request(void **state)
{
	static const enum ibv_wr_opcode refused[] = {
		IBV_WR_SEND_WITH_IMM,        IBV_WR_RDMA_WRITE_WITH_IMM, IBV_WR_ATOMIC_CMP_AND_SWP,
		IBV_WR_ATOMIC_FETCH_AND_ADD, IBV_WR_LOCAL_INV,           IBV_WR_BIND_MW,
		IBV_WR_SEND_WITH_INV,
	};
	struct link *link = *state;
	struct end *client = &link->client, *server = &link->server;
	struct ibv_sge sge = sge_of(client, 0, 4);
	struct ibv_send_wr first = request(&sge, IBV_WR_RDMA_WRITE, server, 0), second, *bad;

	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		second = request(&sge, refused[i], server, 0);
		first.next = &second;
		bad = NULL;
		assert_int_equal(ibv_post_send(client->id->qp, &first, &bad), ENOTSUP);
		assert_ptr_equal(bad, &second);
		assert_ptr_equal(first.next, &second);
		assert_int_equal(completion(client).status, IBV_WC_SUCCESS);
	}
	second = request(NULL, IBV_WR_SEND, server, 0);
	second.num_sge = 0;
	assert_int_equal(ibv_post_send(client->id->qp, &first, &bad), EINVAL);
	assert_ptr_equal(bad, &second);
	assert_int_equal(completion(client).status, IBV_WC_SUCCESS);
}

static void A43_first_bad_receive(void **state)
{
	struct link *link = *state;
	struct ibv_sge sge = sge_of(&link->server, 0, 4), from = sge_of(&link->client, 0, 4);
	struct ibv_recv_wr second = {.wr_id = 2}, first, *bad = NULL;
	struct ibv_send_wr wr = request(&from, IBV_WR_SEND, &link->server, 0);

	first = (struct ibv_recv_wr){.wr_id = 1, .sg_list = &sge, .num_sge = 1, .next = &second};
	assert_int_equal(ibv_post_recv(link->server.id->qp, &first, &bad), EINVAL);
	assert_ptr_equal(bad, &second);
	post_one(&link->client, &wr);
	assert_int_equal(completion(&link->server).wr_id, 1);
}

/* Inline data needs no key; more than the queue pair's maximum is refused. */
static void A47_A61_inline(void **state)
{
	struct link *link = *state;
	uint8_t text[1024] = {'x', 'y', 0};
	struct ibv_sge sge = {.addr = (uintptr_t)text, .length = MOST_INLINE, .lkey = 0xdead};
	struct ibv_send_wr wr = request(&sge, IBV_WR_RDMA_WRITE, &link->server, 0), *bad = NULL;

	wr.send_flags |= IBV_SEND_INLINE;
	post_one(&link->client, &wr);
	assert_string_equal(link->server.buf, "xy");
	sge.length = sizeof(text);
	assert_int_not_equal(ibv_post_send(link->client.id->qp, &wr, &bad), 0);
	assert_ptr_equal(bad, &wr);
}

/* Only signaled requests generate completions; a fence makes a send wait for a read. */
static void A47_signaled_and_fence(void **state)
{
	struct link *link = *state;
	struct ibv_sge from = sge_of(&link->client, 0, 4), to = sge_of(&link->client, 64, 4);
	struct ibv_send_wr quiet = request(&to, IBV_WR_RDMA_READ, &link->server, 128), *bad;
	struct ibv_send_wr loud = request(&from, IBV_WR_RDMA_WRITE, &link->server, 0);
	struct ibv_wc wc;

	quiet.send_flags = 0;
	quiet.next = &loud;
	quiet.wr_id = 1;
	loud.wr_id = 2;
	loud.send_flags |= IBV_SEND_FENCE;
	assert_works(ibv_post_send(link->client.id->qp, &quiet, &bad));
	wc = completion(&link->client);
	assert_int_equal(wc.status, IBV_WC_SUCCESS);
	assert_int_equal(wc.wr_id, 2);
}

/* There is one event each time the queue is armed; several can be acknowledged at once. */
static void A50_A52_A53_events_of_a_queue(void **state)
{
	struct link *link = *state;
	struct end *server = &link->server;
	struct ibv_sge sge = sge_of(&link->client, 0, 4);
	struct ibv_send_wr wr = request(&sge, IBV_WR_SEND, server, 0);
	void *context = NULL;
	struct ibv_cq *cq;

	for (int i = 0; i < 2; i++) {
		assert_works(ibv_req_notify_cq(server->cq, 0));
		post_receive(server, 0, 0, 4);
		post_one(&link->client, &wr);
		assert_works(ibv_get_cq_event(server->comp, &cq, &context));
		assert_ptr_equal(cq, server->cq);
		assert_ptr_equal(context, server);
		assert_int_equal(completion(server).status, IBV_WC_SUCCESS);
	}
	ibv_ack_cq_events(server->cq, 2);
}

static void A50_solicited(void **state)
{
	struct link *link = *state;
	struct end *server = &link->server;
	struct ibv_sge sge = sge_of(&link->client, 0, 4);
	struct ibv_send_wr wr = request(&sge, IBV_WR_SEND, server, 0);
	struct ibv_cq *cq;
	void *context;

	assert_works(ibv_req_notify_cq(server->cq, 1));
	post_receive(server, 1, 0, 4);
	post_one(&link->client, &wr);
	assert_int_equal(completion(server).wr_id, 1);
	post_receive(server, 2, 0, 4);
	wr.send_flags |= IBV_SEND_SOLICITED;
	post_one(&link->client, &wr);
	assert_works(ibv_get_cq_event(server->comp, &cq, &context));
	assert_int_equal(completion(server).wr_id, 2);
	ibv_ack_cq_events(cq, 1);
}

/* A wrong key: the request fails, the connection ends, and the peer is notified. */
static void A51_A57_A58_access_error(void **state)
{
	struct link *link = *state;
	struct ibv_sge sge = sge_of(&link->client, 0, 4);
	struct ibv_send_wr wr = request(&sge, IBV_WR_RDMA_READ, &link->server, 0), *bad;
	struct ibv_async_event event;
	struct ibv_wc wc;

	speak_first(link);
	wr.wr_id = 9;
	wr.wr.rdma.rkey ^= 0x5500;
	assert_works(ibv_post_send(link->client.id->qp, &wr, &bad));
	wc = completion(&link->client);
	assert_int_not_equal(wc.status, IBV_WC_SUCCESS);
	assert_int_equal(wc.wr_id, 9);
	assert_int_equal(wc.qp_num, link->client.id->qp->qp_num);
	/* at whichever end the adapter raises the event */
	do
		assert_works(ibv_get_async_event(link->server.id->verbs, &event));
	while (event.event_type == IBV_EVENT_COMM_EST && (ibv_ack_async_event(&event), true));
	assert_ptr_equal(event.element.qp, link->server.id->qp);
	ibv_ack_async_event(&event);
}

/*
 * A42, the change to INIT: without one of the required attributes it is refused. Not on an RNIC,
 * whose queue pairs are connected only by rdma_cm.
 */
static void A39_A40_A42_masks(void **state)
{
	const int least = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS;
	struct ibv_qp_attr attr = {.qp_state = IBV_QPS_INIT, .port_num = 1};
	struct ibv_qp_init_attr init = {.qp_type = IBV_QPT_RC, .cap = {5, 5, 1, 1, 0}};
	struct link *link = *state;
	struct end *end = &link->client;
	struct ibv_qp *qp;

	if (end->id->verbs->device->transport_type == IBV_TRANSPORT_IWARP)
		skip();
	init.send_cq = init.recv_cq = end->cq;
	qp = ibv_create_qp(end->pd, &init);
	assert_non_null(qp);
	assert_true(init.cap.max_send_wr >= 5 && init.cap.max_recv_wr >= 5);
	for (int bit = 1; bit <= IBV_QP_PORT; bit <<= 1) {
		if ((least & bit) && bit != IBV_QP_STATE)
			assert_int_equal(ibv_modify_qp(qp, &attr, least & ~bit), EINVAL);
	}
	assert_works(ibv_modify_qp(qp, &attr, least));
	assert_works(ibv_destroy_qp(qp));
}

#define LINKED(name) cmocka_unit_test_setup_teardown(name, set_up_data, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		LINKED(A4_A5_A44_send_read_write),
		LINKED(A5_who_connected_speaks_first),
		LINKED(A43_A44_A45_A46_first_bad_request),
		LINKED(A43_first_bad_receive),
		LINKED(A47_A61_inline),
		LINKED(A47_signaled_and_fence),
		LINKED(A50_A52_A53_events_of_a_queue),
		LINKED(A50_solicited),
		LINKED(A51_A57_A58_access_error),
		LINKED(A39_A40_A42_masks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
