/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One process that uses adapters of two kinds at once: INVERBS_EMULATOR names two InfiniBand and
 * two iWARP devices, alternating. The code is the same for both networks. Built unbound, and bound
 * to both adapters.
 */
#include <netinet/in.h>
#include <poll.h>

#include "kit.h"

enum {
	PAIRS = 2,
	ROUNDS = 200,
	BYTES = 3000,
};

/** A connected pair whose client reads and writes the server's memory. */
struct talk {
	struct pair p;
	char here[BYTES], there[BYTES], in[16];
	struct ibv_mr *mine, *theirs, *inbox;
};

/* Connect to the server at 127.0.0.<nth>: 3 and 4 are the second devices of each kind. */
static void open_talk(struct talk *t, int nth)
{
	struct sockaddr_in here = loopback(nth, 0), to;
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);
	struct pair *p = &t->p;

	p->server_channel = rdma_create_event_channel();
	p->client_channel = rdma_create_event_channel();
	assert_works(rdma_create_id(p->server_channel, &p->listener, NULL, RDMA_PS_TCP));
	assert_works(rdma_bind_addr(p->listener, (struct sockaddr *)&here));
	assert_works(rdma_listen(p->listener, 0));
	to = loopback(nth, ntohs(rdma_get_src_port(p->listener)));
	assert_works(rdma_create_id(p->client_channel, &p->client, NULL, RDMA_PS_TCP));
	assert_works(rdma_resolve_addr(p->client, NULL, (struct sockaddr *)&to, RESOLVE_MS));
	passed(p->client_channel, RDMA_CM_EVENT_ADDR_RESOLVED);
	assert_works(rdma_create_qp(p->client, NULL, &attr));
	assert_works(rdma_resolve_route(p->client, RESOLVE_MS));
	passed(p->client_channel, RDMA_CM_EVENT_ROUTE_RESOLVED);
	assert_works(rdma_ack_cm_event(request_connection(p, NULL)));
	attr = small_qp(RDMA_PS_TCP);
	assert_works(rdma_create_qp(p->server, NULL, &attr));
	assert_works(rdma_accept(p->server, NULL));
	passed(p->client_channel, RDMA_CM_EVENT_ESTABLISHED);
	passed(p->server_channel, RDMA_CM_EVENT_ESTABLISHED);
	/* memory that both ends may read and write */
	t->mine = ibv_reg_mr(p->client->pd, t->here, BYTES,
			     IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
	t->theirs = ibv_reg_mr(p->server->pd, t->there, BYTES,
			       IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
				       IBV_ACCESS_REMOTE_READ);
	t->inbox = rdma_reg_msgs(p->server, t->in, sizeof(t->in));
	assert_non_null(t->mine);
	assert_non_null(t->theirs);
	assert_non_null(t->inbox);
}

static void close_talk(struct talk *t)
{
	assert_works(rdma_dereg_mr(t->mine));
	assert_works(rdma_dereg_mr(t->theirs));
	assert_works(rdma_dereg_mr(t->inbox));
	close_pair(&t->p);
}

/* Post for every pair before polling any, so that both adapters are busy. */
static void write_there(struct talk *t, int round)
{
	memset(t->here, 'a' + round % 26, BYTES);
	assert_works(rdma_post_recv(t->p.server, t, t->in, sizeof(t->in), t->inbox));
	assert_works(rdma_post_write(t->p.client, NULL, t->here, BYTES, t->mine, 0,
				     (uintptr_t)t->there, t->theirs->rkey));
	assert_works(
		rdma_post_send(t->p.client, NULL, (char[]){"written"}, 8, NULL, IBV_SEND_INLINE));
}

static void find_it_there(struct talk *t, int round)
{
	struct ibv_wc wc = one_completion(t->p.server->recv_cq);

	assert_int_equal(wc.status, IBV_WC_SUCCESS);
	assert_int_equal(wc.wr_id, (uintptr_t)t);
	assert_int_equal(wc.byte_len, 8);
	assert_string_equal(t->in, "written");
	assert_int_equal(t->there[0], 'a' + round % 26);
	assert_int_equal(t->there[BYTES - 1], 'a' + round % 26);
	for (int i = 0; i < 2; i++)
		assert_int_equal(one_completion(t->p.client->send_cq).status, IBV_WC_SUCCESS);
	t->there[BYTES - 1] = '!';
	assert_works(rdma_post_read(t->p.client, NULL, t->here, BYTES, t->mine, 0,
				    (uintptr_t)t->there, t->theirs->rkey));
}

static void read_it_back(struct talk *t)
{
	assert_int_equal(one_completion(t->p.client->send_cq).status, IBV_WC_SUCCESS);
	assert_memory_equal(t->here, t->there, BYTES);
	assert_int_equal(t->here[BYTES - 1], '!');
}

static void both_at_once(void **state)
{
	static struct talk talks[PAIRS];

	(void)state;
	memset(talks, 0, sizeof(talks));
	for (int i = 0; i < PAIRS; i++)
		open_talk(&talks[i], 3 + i);
	assert_int_equal(talks[0].p.client->verbs->device->transport_type, IBV_TRANSPORT_IB);
	assert_int_equal(talks[1].p.client->verbs->device->transport_type, IBV_TRANSPORT_IWARP);
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < PAIRS; i++)
			write_there(&talks[i], round);
		for (int i = 0; i < PAIRS; i++)
			find_it_there(&talks[i], round);
		for (int i = 0; i < PAIRS; i++)
			read_it_back(&talks[i]);
	}
	for (int i = 0; i < PAIRS; i++)
		close_talk(&talks[i]);
}

/* Identifiers on both networks share a channel, which receives the events of both. */
static void one_channel_for_both(void **state)
{
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct sockaddr_in any = {.sin_family = AF_INET};
	struct rdma_cm_id *listener, *id[PAIRS], *fresh;
	struct rdma_conn_param param = {0};
	struct rdma_cm_event *event;

	(void)state;
	assert_non_null(channel);
	assert_works(rdma_create_id(channel, &listener, NULL, RDMA_PS_TCP));
	assert_works(rdma_bind_addr(listener, (struct sockaddr *)&any));
	assert_works(rdma_listen(listener, 0));
	assert_null(listener->verbs); /* it listens on all devices */
	for (int i = 0; i < PAIRS; i++) {
		struct sockaddr_in to = loopback(3 + i, ntohs(rdma_get_src_port(listener)));
		struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);

		assert_works(rdma_create_id(channel, &id[i], NULL, RDMA_PS_TCP));
		assert_works(rdma_resolve_addr(id[i], NULL, (struct sockaddr *)&to, RESOLVE_MS));
		assert_ptr_equal(passed(channel, RDMA_CM_EVENT_ADDR_RESOLVED), id[i]);
		assert_works(rdma_create_qp(id[i], NULL, &attr));
		assert_works(rdma_resolve_route(id[i], RESOLVE_MS));
		passed(channel, RDMA_CM_EVENT_ROUTE_RESOLVED);
		assert_works(rdma_connect(id[i], &param));
		event = next_event(channel, RDMA_CM_EVENT_CONNECT_REQUEST);
		fresh = event->id;
		assert_ptr_equal(event->listen_id, listener);
		assert_int_equal(fresh->verbs->device->transport_type,
				 id[i]->verbs->device->transport_type);
		assert_works(rdma_ack_cm_event(event));
		assert_works(rdma_reject(fresh, NULL, 0));
		assert_works(rdma_destroy_id(fresh));
		rdma_ack_cm_event(
			next_failure(channel, RDMA_CM_EVENT_REJECTED, i ? -ECONNREFUSED : 28));
	}
	for (int i = 0; i < PAIRS; i++) {
		rdma_destroy_qp(id[i]);
		assert_works(rdma_destroy_id(id[i]));
	}
	assert_works(rdma_destroy_id(listener));
	rdma_destroy_event_channel(channel);
}

/* There is no route from an address of one network to an address of the other. */
static void not_to_each_other(void **state)
{
	struct pair p = {0};

	(void)state;
	p.client_channel = rdma_create_event_channel();
	for (int i = 0; i < PAIRS; i++) {
		struct sockaddr_in from = loopback(1 + i, 0), to = loopback(4 - i, 7);

		assert_works(rdma_create_id(p.client_channel, &p.client, NULL, RDMA_PS_TCP));
		assert_works(rdma_resolve_addr(p.client, (struct sockaddr *)&from,
					       (struct sockaddr *)&to, RESOLVE_MS));
		passed(p.client_channel, RDMA_CM_EVENT_ADDR_RESOLVED);
		assert_works(rdma_resolve_route(p.client, RESOLVE_MS));
		rdma_ack_cm_event(
			next_failure(p.client_channel, RDMA_CM_EVENT_ROUTE_ERROR, -EHOSTUNREACH));
		assert_works(rdma_destroy_id(p.client));
		p.client = NULL;
	}
	close_pair(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_at_once),
		cmocka_unit_test(one_channel_for_both),
		cmocka_unit_test(not_to_each_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
