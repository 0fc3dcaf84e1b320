/* SPDX-License-Identifier: BSD-2-Clause */
/* Small calls and errors: C11, C13, C14, C30, C61 to C63, options, groups, wrong states. */
#include <arpa/inet.h>
#include <infiniband/ib.h>
#include <netinet/in.h>

#include "kit.h"

/* C11, C13, C14: errors return -1 with errno, never another negative value. */
static void c11_c13_arguments(void **state)
{
	struct rdma_cm_event *event;
	struct rdma_addrinfo *res;
	struct rdma_cm_id *id;
	struct pair p = {0};

	(void)state;
	assert_fails(rdma_get_cm_event(NULL, &event), EINVAL);
	assert_fails(rdma_ack_cm_event(NULL), EINVAL);
	assert_fails(rdma_create_id(NULL, NULL, NULL, RDMA_PS_TCP), EINVAL);
	assert_fails(rdma_create_id(NULL, &id, NULL, (enum rdma_port_space)9), EINVAL);
	assert_fails(rdma_getaddrinfo(NULL, NULL, NULL, &res), EINVAL);
	assert_fails(rdma_create_ep(&id, NULL, NULL, NULL), EINVAL);
	p.client_channel = rdma_create_event_channel();
	assert_fails(rdma_get_cm_event(p.client_channel, NULL), EINVAL);
	close_pair(&p);
}

/* For unknown hosts, getaddrinfo()'s error codes are returned. */
static void unknown_host(void **state)
{
	struct rdma_addrinfo hints = {.ai_flags = RAI_NUMERICHOST};
	struct rdma_addrinfo *res = NULL;

	(void)state;
	assert_int_not_equal(rdma_getaddrinfo("no.such.host.invalid", "1", &hints, &res), 0);
	assert_null(res);
	rdma_freeaddrinfo(NULL);
}

/* C30, C61: choosing and sharing ports. */
static void c30_c61_ports(void **state)
{
	struct sockaddr_in here = loopback(2, 0), any = {.sin_family = AF_INET};
	struct sockaddr_in *local;
	struct rdma_cm_id *other;
	struct pair p = {0};
	__be16 port;

	(void)state;
	open_listener(&p, RDMA_PS_TCP, 0);
	port = rdma_get_src_port(p.listener);
	assert_int_not_equal(port, 0);
	local = (struct sockaddr_in *)(void *)rdma_get_local_addr(p.listener);
	assert_int_equal(local->sin_port, port);
	assert_int_equal(local->sin_addr.s_addr, here.sin_addr.s_addr);
	assert_int_equal(rdma_get_dst_port(p.listener), 0);

	assert_works(rdma_create_id(p.client_channel, &other, NULL, RDMA_PS_TCP));
	here.sin_port = any.sin_port = port;
	assert_fails(rdma_bind_addr(other, (struct sockaddr *)&here), EADDRINUSE);
	assert_fails(rdma_bind_addr(other, (struct sockaddr *)&any), EADDRINUSE);
	here = loopback(1, ntohs(port)); /* the same port at another address is free */
	assert_works(rdma_bind_addr(other, (struct sockaddr *)&here));
	assert_fails(rdma_bind_addr(other, (struct sockaddr *)&here), EINVAL);
	assert_works(rdma_destroy_id(other));
	/* RDMA_PS_UDP has separate ports */
	assert_works(rdma_create_id(p.client_channel, &other, NULL, RDMA_PS_UDP));
	here = loopback(2, ntohs(port));
	assert_works(rdma_bind_addr(other, (struct sockaddr *)&here));
	assert_works(rdma_destroy_id(other));
	here.sin_addr.s_addr = htonl(0xc0000201);
	assert_works(rdma_create_id(p.client_channel, &other, NULL, RDMA_PS_TCP));
	assert_fails(rdma_bind_addr(other, (struct sockaddr *)&here), EADDRNOTAVAIL);
	here.sin_family = AF_UNIX;
	assert_fails(rdma_bind_addr(other, (struct sockaddr *)&here), EINVAL);
	assert_fails(rdma_bind_addr(other, NULL), EINVAL);
	assert_works(rdma_destroy_id(other));
	close_pair(&p);
}

/* An address selects its device; the wildcard selects none until a connection is requested. */
static void addresses_choose_devices(void **state)
{
	struct sockaddr_in first = loopback(1, 0), second = loopback(2, 0);
	struct sockaddr_in any = {.sin_family = AF_INET};
	struct rdma_cm_id *a, *b, *c;
	struct pair p = {0};

	(void)state;
	p.client_channel = rdma_create_event_channel();
	assert_works(rdma_create_id(p.client_channel, &a, NULL, RDMA_PS_TCP));
	assert_works(rdma_create_id(p.client_channel, &b, NULL, RDMA_PS_TCP));
	assert_works(rdma_create_id(p.client_channel, &c, NULL, RDMA_PS_TCP));
	assert_works(rdma_bind_addr(a, (struct sockaddr *)&first));
	assert_works(rdma_bind_addr(b, (struct sockaddr *)&second));
	assert_works(rdma_bind_addr(c, (struct sockaddr *)&any));
	assert_non_null(a->verbs);
	assert_ptr_not_equal(a->verbs, b->verbs);
	assert_null(c->verbs);
	assert_works(rdma_destroy_id(a));
	assert_works(rdma_destroy_id(b));
	assert_works(rdma_destroy_id(c));
	close_pair(&p);
}

/* C62: the returned contexts are the ones that identifiers use, and stay open. */
static void c62_devices(void **state)
{
	struct sockaddr_in first = loopback(1, 0);
	struct ibv_context **list;
	struct rdma_cm_id *id;
	struct pair p = {0};
	bool found = false;
	int count;

	(void)state;
	list = rdma_get_devices(&count);
	assert_non_null(list);
	assert_int_equal(count, 2);
	assert_null(list[count]);
	p.client_channel = rdma_create_event_channel();
	assert_works(rdma_create_id(p.client_channel, &id, NULL, RDMA_PS_TCP));
	assert_works(rdma_bind_addr(id, (struct sockaddr *)&first));
	for (int i = 0; i < count; i++)
		found |= list[i] == id->verbs;
	assert_true(found);
	rdma_free_devices(list);
	assert_works(rdma_destroy_id(id));
	close_pair(&p);
}

/* Calls in the wrong state are refused, and the identifier remains usable. */
static void c11_wrong_states(void **state)
{
	struct rdma_conn_param param = {.qp_num = 5};
	struct pair p = {0};

	(void)state;
	open_listener(&p, RDMA_PS_TCP, 0);
	assert_works(rdma_create_id(p.client_channel, &p.client, NULL, RDMA_PS_TCP));
	assert_fails(rdma_resolve_addr(p.client, NULL, NULL, RESOLVE_MS), EINVAL);
	assert_fails(rdma_join_multicast(p.client, NULL, NULL), EINVAL);
	assert_fails(rdma_create_qp(p.client, NULL, NULL), EINVAL);
	assert_fails(rdma_set_local_ece(p.client, NULL), EINVAL);
	assert_fails(rdma_connect(p.client, &param), EINVAL);
	assert_fails(rdma_accept(p.client, &param), EINVAL);
	assert_fails(rdma_resolve_route(p.client, RESOLVE_MS), EINVAL);
	assert_fails(rdma_disconnect(p.client), EINVAL);
	assert_fails(rdma_reject(p.client, NULL, 0), EINVAL);
	assert_fails(rdma_notify(p.client, IBV_EVENT_COMM_EST), EINVAL);
	assert_fails(rdma_listen(p.listener, 0), EINVAL);
	assert_works(rdma_destroy_id(p.client));
	open_client(&p);
	assert_fails(rdma_resolve_route(p.client, RESOLVE_MS), EINVAL);
	assert_fails(rdma_disconnect(p.client), EINVAL);
	assert_works(rdma_ack_cm_event(request_connection(&p, NULL))); /* still usable */
	close_pair(&p);
}

/* Private data may be as long as the message's field permits, and not a byte longer. */
static void private_data_limits(void **state)
{
	char bytes[256];
	struct rdma_conn_param param = {.private_data = bytes, .private_data_len = 57};
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);
	struct rdma_cm_event *event;
	struct pair p = {0};

	(void)state;
	skip_on_iwarp();
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)(i + 1);
	open_listener(&p, RDMA_PS_TCP, 0);
	open_client(&p);
	assert_fails(rdma_connect(p.client, &param), EINVAL);
	param.private_data_len = REQUEST_FIELD;
	event = request_connection(&p, &param);
	assert_private(event->param.conn, bytes, REQUEST_FIELD, REQUEST_FIELD);
	assert_works(rdma_ack_cm_event(event));
	assert_fails(rdma_reject(p.server, bytes, REFUSAL_FIELD + 1), EINVAL);
	assert_works(rdma_create_qp(p.server, NULL, &attr));
	param.private_data_len = ANSWER_FIELD;
	assert_works(rdma_accept(p.server, &param));
	event = next_event(p.client_channel, RDMA_CM_EVENT_ESTABLISHED);
	assert_private(event->param.conn, bytes, ANSWER_FIELD, ANSWER_FIELD);
	assert_works(rdma_ack_cm_event(event));
	passed(p.server_channel, RDMA_CM_EVENT_ESTABLISHED);
	close_pair(&p);
}

/* The depths in an event are the peer's, swapped: its initiator depth is our responder's limit. */
static void depths_are_swapped(void **state)
{
	struct rdma_conn_param param = {.responder_resources = 3, .initiator_depth = 2};
	struct ibv_device_attr attr;
	struct rdma_cm_event *event;
	struct pair p = {0};

	(void)state;
	open_listener(&p, RDMA_PS_TCP, 0);
	open_client(&p);
	event = request_connection(&p, &param);
	if (!on_iwarp()) { /* iWARP requests do not carry depths */
		assert_int_equal(event->param.conn.responder_resources, 2);
		assert_int_equal(event->param.conn.initiator_depth, 3);
	}
	assert_works(rdma_ack_cm_event(event));
	rdma_destroy_qp(p.client);
	assert_works(rdma_destroy_id(p.client));
	/* more than the device has is refused */
	open_client(&p);
	assert_int_equal(ibv_query_device(p.client->verbs, &attr), 0);
	assert_true(attr.max_qp_rd_atom < 200);
	param.responder_resources = 200;
	assert_fails(rdma_connect(p.client, &param), EINVAL);
	close_pair(&p);
}

static void c11_options(void **state)
{
	struct sockaddr_in here = loopback(2, 0);
	uint8_t tos = 8, timeout = 20;
	struct rdma_cm_id *second;
	struct pair p = {0};
	int one = 1;

	(void)state;
	open_listener(&p, RDMA_PS_TCP, 0);
	assert_works(rdma_create_id(p.client_channel, &p.client, NULL, RDMA_PS_TCP));
	assert_works(rdma_set_option(p.client, RDMA_OPTION_ID, RDMA_OPTION_ID_TOS, &tos, 1));
	assert_works(
		rdma_set_option(p.client, RDMA_OPTION_ID, RDMA_OPTION_ID_ACK_TIMEOUT, &timeout, 1));
	assert_fails(rdma_set_option(p.client, RDMA_OPTION_ID, RDMA_OPTION_ID_TOS, &one, 4),
		     EINVAL);
	assert_fails(rdma_set_option(p.client, RDMA_OPTION_ID, 77, &one, 4), ENOSYS);
	assert_fails(rdma_set_option(p.client, 9, 0, &one, 4), ENOSYS);
	assert_fails(rdma_set_option(p.client, RDMA_OPTION_ID, RDMA_OPTION_ID_TOS, NULL, 1),
		     EINVAL);
	/* two identifiers share a port if both allow it */
	assert_works(rdma_create_id(p.client_channel, &second, NULL, RDMA_PS_TCP));
	assert_works(rdma_set_option(p.client, RDMA_OPTION_ID, RDMA_OPTION_ID_REUSEADDR, &one, 4));
	assert_works(rdma_set_option(second, RDMA_OPTION_ID, RDMA_OPTION_ID_REUSEADDR, &one, 4));
	assert_works(rdma_bind_addr(p.client, (struct sockaddr *)&here));
	here.sin_port = rdma_get_src_port(p.client);
	assert_works(rdma_bind_addr(second, (struct sockaddr *)&here));
	assert_works(rdma_destroy_id(second));
	close_pair(&p);
}

/* A group is joined, its address reported, datagrams to it arrive, and it is left. */
static void c63_groups(void **state)
{
	struct sockaddr_in here = loopback(1, 0);
	struct sockaddr_in group = {.sin_family = AF_INET};
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_UDP);
	char in[64] = "", out[8] = "to all";
	struct rdma_cm_event *event;
	struct ibv_mr *to, *from;
	struct pair p = {0};
	struct ibv_ah *ah;
	uint32_t qpn;

	(void)state;
	skip_on_iwarp();
	group.sin_addr.s_addr = htonl(0xef010203);
	p.client_channel = rdma_create_event_channel();
	assert_works(rdma_create_id(p.client_channel, &p.client, NULL, RDMA_PS_UDP));
	assert_fails(rdma_join_multicast(p.client, (struct sockaddr *)&group, NULL), EINVAL);
	assert_works(rdma_bind_addr(p.client, (struct sockaddr *)&here));
	assert_works(rdma_create_qp(p.client, NULL, &attr));
	assert_fails(rdma_join_multicast(p.client, (struct sockaddr *)&here, NULL), EINVAL);
	assert_fails(rdma_leave_multicast(p.client, (struct sockaddr *)&group), EADDRNOTAVAIL);
	assert_works(rdma_join_multicast(p.client, (struct sockaddr *)&group, &group));
	event = next_event(p.client_channel, RDMA_CM_EVENT_MULTICAST_JOIN);
	assert_ptr_equal(event->id, p.client);
	assert_ptr_equal(event->param.ud.private_data, &group);
	qpn = event->param.ud.qp_num;
	assert_int_equal(qpn, 0xffffff);
	ah = ibv_create_ah(p.client->pd, &event->param.ud.ah_attr);
	assert_non_null(ah);
	assert_works(rdma_ack_cm_event(event));

	to = rdma_reg_msgs(p.client, in, sizeof(in));
	from = rdma_reg_msgs(p.client, out, sizeof(out));
	assert_works(rdma_post_recv(p.client, NULL, in, sizeof(in), to));
	assert_works(rdma_post_ud_send(p.client, NULL, out, sizeof(out), from, 0, ah, qpn));
	assert_int_equal(one_completion(p.client->recv_cq).status, IBV_WC_SUCCESS);
	assert_string_equal(in + sizeof(struct ibv_grh), "to all");
	assert_works(rdma_leave_multicast(p.client, (struct sockaddr *)&group));
	assert_fails(rdma_leave_multicast(p.client, (struct sockaddr *)&group), EADDRNOTAVAIL);
	/* C63: destroying an identifier leaves its groups */
	assert_works(rdma_join_multicast(p.client, (struct sockaddr *)&group, NULL));
	passed(p.client_channel, RDMA_CM_EVENT_MULTICAST_JOIN);
	assert_int_equal(ibv_destroy_ah(ah), 0);
	assert_works(rdma_dereg_mr(to));
	assert_works(rdma_dereg_mr(from));
	assert_works(rdma_leave_multicast(p.client, (struct sockaddr *)&group));
	close_pair(&p);
}

/* A request with a queue pair that is already connected is rejected (stale connection). */
static void the_same_queue_pair_is_not_connected_twice(void **state)
{
	struct rdma_conn_param param = {0};
	struct sockaddr_in to;
	struct rdma_cm_id *second;
	struct pair p = {0};

	(void)state;
	skip_on_iwarp();
	connect_pair(&p);
	to = loopback(2, ntohs(rdma_get_src_port(p.listener)));
	param.qp_num = p.client->qp->qp_num;
	assert_works(rdma_create_id(p.client_channel, &second, NULL, RDMA_PS_TCP));
	assert_works(rdma_resolve_addr(second, NULL, (struct sockaddr *)&to, RESOLVE_MS));
	passed(p.client_channel, RDMA_CM_EVENT_ADDR_RESOLVED);
	assert_works(rdma_resolve_route(second, RESOLVE_MS));
	passed(p.client_channel, RDMA_CM_EVENT_ROUTE_RESOLVED);
	assert_works(rdma_connect(second, &param));
	rdma_ack_cm_event(next_failure(p.client_channel, RDMA_CM_EVENT_REJECTED, 10));
	assert_works(rdma_destroy_id(second));
	close_pair(&p);
}

static void native_addresses(void **state)
{
	struct ib_addr a, b;

	(void)state;
	ib_addr_set(&a, 0, 0, 0, 0);
	assert_true(ib_addr_any(&a));
	ib_addr_set(&b, 0, 0, 0, htobe32(1));
	assert_true(ib_addr_loopback(&b));
	assert_false(ib_addr_loopback(&a));
	assert_true(ib_addr_cmp(&a, &b) < 0);
	assert_int_equal(ib_addr_cmp(&a, &a), 0);
}

/* After TIMEWAIT, the queue pair may be connected again. */
static void a_connection_rests(void **state)
{
	struct rdma_cm_id *old;
	struct pair p = {0};

	(void)state;
	skip_on_iwarp();
	connect_pair(&p);
	talk(p.client->qp, p.server->qp);
	assert_works(rdma_disconnect(p.client));
	passed(p.server_channel, RDMA_CM_EVENT_DISCONNECTED);
	assert_works(rdma_disconnect(p.server));
	passed(p.client_channel, RDMA_CM_EVENT_DISCONNECTED);
	passed(p.client_channel, RDMA_CM_EVENT_TIMEWAIT_EXIT);
	passed(p.server_channel, RDMA_CM_EVENT_TIMEWAIT_EXIT);
	rdma_destroy_qp(p.server);
	assert_works(rdma_destroy_id(p.server));
	old = p.client;
	connect_again(&p, old->qp);
	talk(old->qp, p.server->qp);
	rdma_destroy_qp(old);
	assert_works(rdma_destroy_id(old));
	close_pair(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(c11_c13_arguments),
		cmocka_unit_test(c30_c61_ports),
		cmocka_unit_test(c62_devices),
		cmocka_unit_test(c63_groups),
		cmocka_unit_test(addresses_choose_devices),
		cmocka_unit_test(unknown_host),
		cmocka_unit_test(c11_wrong_states),
		cmocka_unit_test(private_data_limits),
		cmocka_unit_test(depths_are_swapped),
		cmocka_unit_test(c11_options),
		cmocka_unit_test(the_same_queue_pair_is_not_connected_twice),
		cmocka_unit_test(native_addresses),
		cmocka_unit_test(a_connection_rests),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
