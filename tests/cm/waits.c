/* SPDX-License-Identifier: BSD-2-Clause */
/* C6 to C9, C54 to C57, C59, C60, C63: synchronous identifiers, which have no event channel. */
#include <fcntl.h>
#include <infiniband/sa.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "kit.h"

enum server_does {
	ACCEPTS,
	REFUSES,
};

/** A server created by rdma_create_ep(), which runs in its own thread. */
struct server {
	struct rdma_cm_id *listener, *id;
	enum server_does does;
	pthread_t thread;
	char in[32];
	uint8_t told[16], told_bytes; /* private data of the request */
};

/* The server's thread. cmocka's assertions only work in the main thread: returns NULL, or what
 * failed.
 */
static void *serve(void *argument)
{
	struct server *s = argument;
	struct rdma_conn_param param = {.private_data = "fine", .private_data_len = 5};
	struct ibv_mr *mr;
	struct ibv_wc wc;

	if (rdma_get_request(s->listener, &s->id))
		return "rdma_get_request";
	if (s->id->channel == s->listener->channel)
		return "the identifier has no channel of its own";
	s->told_bytes = s->id->event->param.conn.private_data_len;
	if (s->told_bytes)
		memcpy(s->told, s->id->event->param.conn.private_data,
		       s->told_bytes < sizeof(s->told) ? s->told_bytes : sizeof(s->told));
	if (s->does == REFUSES)
		return rdma_reject(s->id, "no", 3) ? "rdma_reject" : NULL;
	mr = rdma_reg_msgs(s->id, s->in, sizeof(s->in));
	if (!mr || rdma_post_recv(s->id, s, s->in, sizeof(s->in), mr))
		return "rdma_post_recv";
	if (rdma_accept(s->id, &param))
		return "rdma_accept";
	if (rdma_get_recv_comp(s->id, &wc) != 1 || wc.status != IBV_WC_SUCCESS)
		return "rdma_get_recv_comp";
	if (wc.wr_id != (uintptr_t)s)
		return "wr_id";
	if (rdma_dereg_mr(mr) || rdma_disconnect(s->id))
		return "the end";
	return NULL;
}

static struct rdma_addrinfo *addresses(int flags, uint16_t port)
{
	struct rdma_addrinfo hints = {.ai_flags = flags, .ai_port_space = RDMA_PS_TCP};
	struct rdma_addrinfo *res = NULL;
	char text[8];

	snprintf(text, sizeof(text), "%u", port);
	assert_int_equal(rdma_getaddrinfo("127.0.0.2", text, &hints, &res), 0);
	return res;
}

static void start_server(struct server *s, enum server_does does)
{
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);
	struct rdma_addrinfo *here = addresses(RAI_PASSIVE, 0);

	memset(s, 0, sizeof(*s));
	s->does = does;
	assert_int_equal(here->ai_flags, RAI_PASSIVE);
	assert_non_null(here->ai_src_addr);
	assert_works(rdma_create_ep(&s->listener, here, NULL, &attr)); /* C56 */
	assert_works(rdma_listen(s->listener, 0));
	assert_int_equal(pthread_create(&s->thread, NULL, serve, s), 0);
	rdma_freeaddrinfo(here);
}

static void end_server(struct server *s)
{
	void *failed;

	assert_int_equal(pthread_join(s->thread, &failed), 0);
	if (failed)
		fail_msg("server: %s", (const char *)failed);
	if (s->id)
		rdma_destroy_ep(s->id);
	rdma_destroy_ep(s->listener);
}

static struct rdma_cm_id *connecting_ep(const struct server *s)
{
	struct rdma_addrinfo *there = addresses(0, ntohs(rdma_get_src_port(s->listener)));
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);
	struct rdma_cm_id *id = NULL;

	assert_works(rdma_create_ep(&id, there, NULL, &attr));
	rdma_freeaddrinfo(there);
	return id;
}

/* C6, C7, C9, C54 to C56, C59: a whole connection without a channel. */
static void c54_to_c56_endpoints(void **state)
{
	char out[32] = "across";
	struct rdma_cm_id *id;
	struct ibv_mr *mr;
	struct server s;
	struct ibv_wc wc;

	(void)state;
	start_server(&s, ACCEPTS);
	id = connecting_ep(&s);
	assert_non_null(id->verbs); /* C54: resolved, with a queue pair */
	assert_int_equal(id->route.num_paths, by_network(1, 0));
	assert_non_null(id->qp);
	mr = rdma_reg_msgs(id, out, sizeof(out));
	assert_works(rdma_connect(id, NULL));
	assert_non_null(id->event); /* C9 */
	assert_int_equal(id->event->event, RDMA_CM_EVENT_ESTABLISHED);
	assert_private(id->event->param.conn, "fine", 5, ANSWER_FIELD);
	assert_works(rdma_post_send(id, NULL, out, sizeof(out), mr, 0));
	assert_int_equal(rdma_get_send_comp(id, &wc), 1);
	assert_int_equal(wc.status, IBV_WC_SUCCESS);
	assert_works(rdma_disconnect(id));
	end_server(&s);
	assert_string_equal(s.in, "across");
	assert_works(rdma_dereg_mr(mr));
	rdma_destroy_ep(id);
}

/* C54: private data of the address precedes that of the call, as far as it fits. */
static void c54_data_of_the_address_come_first(void **state)
{
	struct rdma_conn_param param = {.private_data = "second", .private_data_len = 7};
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);
	struct rdma_addrinfo *there;
	struct rdma_cm_id *id;
	struct server s;

	(void)state;
	start_server(&s, REFUSES);
	there = addresses(0, ntohs(rdma_get_src_port(s.listener)));
	there->ai_connect = strdup("first,");
	there->ai_connect_len = 256;
	assert_fails(rdma_create_ep(&id, there, NULL, &attr), EINVAL);
	there->ai_connect_len = 6;
	assert_works(rdma_create_ep(&id, there, NULL, &attr));
	rdma_freeaddrinfo(there);
	assert_int_equal(rdma_connect(id, &param), -1);
	end_server(&s);
	assert_true(s.told_bytes >= 13);
	assert_memory_equal(s.told, "first,second", 13);
	rdma_destroy_ep(id);
}

/* C54: an address may include a route, which is then not resolved. */
static void c54_a_route_of_the_address_is_taken(void **state)
{
	static const struct ibv_path_data path = {
		.flags = IBV_PATH_FLAG_GMP | IBV_PATH_FLAG_PRIMARY | IBV_PATH_FLAG_BIDIRECTIONAL};
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);
	struct rdma_cm_id *id = NULL;
	struct rdma_addrinfo *there;
	struct server s;

	(void)state;
	skip_on_iwarp();
	start_server(&s, REFUSES);
	there = addresses(0, ntohs(rdma_get_src_port(s.listener)));
	there->ai_route = calloc(1, sizeof(path) + 1);
	assert_non_null(there->ai_route);
	there->ai_route_len = sizeof(path) + 1;
	assert_fails(rdma_create_ep(&id, there, NULL, &attr), EINVAL);
	there->ai_route_len = sizeof(path);
	assert_fails(rdma_create_ep(&id, there, NULL, &attr), EINVAL); /* not a usable path */
	memcpy(there->ai_route, &path, sizeof(path));
	assert_works(rdma_create_ep(&id, there, NULL, &attr));
	rdma_freeaddrinfo(there);
	assert_non_null(id->qp);
	assert_int_equal(id->event->event, RDMA_CM_EVENT_ROUTE_RESOLVED);
	assert_int_equal(id->route.num_paths, 1);
	assert_int_equal(rdma_connect(id, NULL), -1); /* reaches the server, which rejects it */
	assert_int_equal(id->event->event, RDMA_CM_EVENT_REJECTED);
	end_server(&s);
	rdma_destroy_ep(id);
}

/*
 * Unlike C5: without a channel, a call waits for its event, and the identifier has it afterwards.
 */
static void c6_c7_c9_synchronous_calls_wait(void **state)
{
	struct sockaddr_in to = loopback(2, 7);
	struct rdma_cm_id *id;

	(void)state;
	assert_works(rdma_create_id(NULL, &id, NULL, RDMA_PS_TCP));
	assert_null(id->event);
	assert_works(rdma_resolve_addr(id, NULL, (struct sockaddr *)&to, RESOLVE_MS));
	assert_non_null(id->verbs);
	assert_int_equal(id->event->event, RDMA_CM_EVENT_ADDR_RESOLVED);
	assert_works(rdma_resolve_route(id, RESOLVE_MS));
	assert_int_equal(id->route.num_paths, by_network(1, 0));
	assert_int_equal(id->event->event, RDMA_CM_EVENT_ROUTE_RESOLVED);
	assert_works(rdma_destroy_id(id)); /* also frees its event */
}

/* C8: a reject is an errno value. */
static void c8_a_refusal_is_an_errno(void **state)
{
	struct rdma_cm_id *id;
	struct server s;

	(void)state;
	start_server(&s, REFUSES);
	id = connecting_ep(&s);
	assert_fails(rdma_connect(id, NULL), ECONNREFUSED);
	assert_int_equal(id->event->event, RDMA_CM_EVENT_REJECTED);
	assert_private(id->event->param.conn, "no", 3, REFUSAL_FIELD);
	end_server(&s);
	rdma_destroy_ep(id);
}

/* C57: a listener with a channel has no rdma_get_request(). */
static void c57_get_request_is_for_synchronous_listeners(void **state)
{
	struct rdma_cm_id *id;
	struct pair p = {0};

	(void)state;
	open_listener(&p, RDMA_PS_TCP, 0);
	assert_fails(rdma_get_request(p.listener, &id), EINVAL);
	close_pair(&p);
}

/* C60: unread events move with the identifier; the old channel gets no further ones. */
static void c60_an_identifier_moves_with_its_events(void **state)
{
	struct rdma_event_channel *other = rdma_create_event_channel();
	struct sockaddr_in to;
	struct pair p = {0};
	int own;

	(void)state;
	assert_non_null(other);
	open_listener(&p, RDMA_PS_TCP, 0);
	to = loopback(2, ntohs(rdma_get_src_port(p.listener)));
	assert_works(rdma_create_id(p.client_channel, &p.client, NULL, RDMA_PS_TCP));
	assert_works(rdma_resolve_addr(p.client, NULL, (struct sockaddr *)&to, RESOLVE_MS));
	assert_works(rdma_migrate_id(p.client, other));
	assert_ptr_equal(p.client->channel, other);
	assert_quiet(p.client_channel);
	assert_ptr_equal(passed(other, RDMA_CM_EVENT_ADDR_RESOLVED), p.client);
	/* C60: with NULL, its calls wait from now on */
	assert_works(rdma_migrate_id(p.client, NULL));
	assert_works(rdma_resolve_route(p.client, RESOLVE_MS));
	assert_int_equal(p.client->event->event, RDMA_CM_EVENT_ROUTE_RESOLVED);
	assert_fails(rdma_migrate_id(p.client, NULL), EINVAL);
	/* its internal channel is closed when it moves to another one */
	own = p.client->channel->fd;
	assert_works(rdma_migrate_id(p.client, p.client_channel));
	assert_fails(fcntl(own, F_GETFD), EBADF);
	close_pair(&p);
	rdma_destroy_event_channel(other);
}

struct acker {
	struct rdma_cm_event *event;
	volatile bool acked;
};

static void *ack_later(void *argument)
{
	struct acker *a = argument;
	struct timespec while_ = {.tv_nsec = 50000000};

	nanosleep(&while_, NULL);
	a->acked = true;
	rdma_ack_cm_event(a->event);
	return NULL;
}

/* C63: destruction waits for unacknowledged events. */
static void c63_destruction_waits(void **state)
{
	struct sockaddr_in to = loopback(1, 7);
	struct acker acker = {0};
	struct rdma_cm_id *id;
	struct pair p = {0};
	pthread_t thread;

	(void)state;
	p.client_channel = rdma_create_event_channel();
	assert_works(rdma_create_id(p.client_channel, &id, NULL, RDMA_PS_TCP));
	assert_works(rdma_resolve_addr(id, NULL, (struct sockaddr *)&to, RESOLVE_MS));
	acker.event = next_event(p.client_channel, RDMA_CM_EVENT_ADDR_RESOLVED);
	assert_int_equal(pthread_create(&thread, NULL, ack_later, &acker), 0);
	assert_works(rdma_destroy_id(id));
	assert_true(acker.acked);
	assert_int_equal(pthread_join(thread, NULL), 0);
	close_pair(&p);
}

/* C60: so does migration. */
static void c60_moving_waits(void **state)
{
	struct sockaddr_in to = loopback(1, 7);
	struct acker acker = {0};
	struct pair p = {0};
	pthread_t thread;

	(void)state;
	p.client_channel = rdma_create_event_channel();
	p.server_channel = rdma_create_event_channel();
	assert_works(rdma_create_id(p.client_channel, &p.client, NULL, RDMA_PS_TCP));
	assert_works(rdma_resolve_addr(p.client, NULL, (struct sockaddr *)&to, RESOLVE_MS));
	acker.event = next_event(p.client_channel, RDMA_CM_EVENT_ADDR_RESOLVED);
	assert_int_equal(pthread_create(&thread, NULL, ack_later, &acker), 0);
	assert_works(rdma_migrate_id(p.client, p.server_channel));
	assert_true(acker.acked);
	assert_int_equal(pthread_join(thread, NULL), 0);
	close_pair(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(c54_to_c56_endpoints),
		cmocka_unit_test(c54_data_of_the_address_come_first),
		cmocka_unit_test(c54_a_route_of_the_address_is_taken),
		cmocka_unit_test(c6_c7_c9_synchronous_calls_wait),
		cmocka_unit_test(c8_a_refusal_is_an_errno),
		cmocka_unit_test(c57_get_request_is_for_synchronous_listeners),
		cmocka_unit_test(c60_an_identifier_moves_with_its_events),
		cmocka_unit_test(c60_moving_waits),
		cmocka_unit_test(c63_destruction_waits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
