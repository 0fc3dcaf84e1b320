/* SPDX-License-Identifier: BSD-2-Clause */
/* Connections with event channels, from the first call to the last: C5, C12, C16 to C38. */
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "kit.h"

/* C5, C12, C16 to C26 for the client, C29 to C37 for the server, in the manual's order. */
static void c16_to_c37_a_connection_step_by_step(void **state)
{
	struct rdma_addrinfo hints = {.ai_port_space = RDMA_PS_TCP, .ai_qp_type = IBV_QPT_RC};
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);
	struct rdma_conn_param param = {.private_data = "hello", .private_data_len = 6};
	struct rdma_cm_event *event;
	struct rdma_addrinfo *res;
	struct pair p = {0};
	char port[8];
	int context;

	(void)state;
	open_listener(&p, RDMA_PS_TCP, 1); /* C29 to C31 */
	assert_int_not_equal(rdma_get_src_port(p.listener), 0);
	snprintf(port, sizeof(port), "%u", ntohs(rdma_get_src_port(p.listener)));
	assert_int_equal(rdma_getaddrinfo("127.0.0.2", port, &hints, &res), 0); /* C16 */
	assert_non_null(res->ai_dst_addr);
	assert_int_equal(res->ai_dst_len, sizeof(struct sockaddr_in));

	assert_works(rdma_create_id(p.client_channel, &p.client, &context, RDMA_PS_TCP)); /* C18 */
	assert_ptr_equal(p.client->channel, p.client_channel);
	assert_ptr_equal(p.client->context, &context);
	assert_int_equal(p.client->ps, RDMA_PS_TCP);
	assert_null(p.client->verbs);

	assert_works(rdma_resolve_addr(p.client, NULL, res->ai_dst_addr, RESOLVE_MS)); /* C19 */
	assert_ptr_equal(passed(p.client_channel, RDMA_CM_EVENT_ADDR_RESOLVED), p.client);
	assert_non_null(p.client->verbs);
	assert_in_range(p.client->port_num, 1, 2);
	assert_quiet(p.client_channel);

	assert_works(rdma_create_qp(p.client, NULL, &attr)); /* C20 */
	assert_int_equal(p.client->qp->state, IBV_QPS_INIT);
	assert_works(rdma_resolve_route(p.client, RESOLVE_MS)); /* C21 */
	assert_ptr_equal(passed(p.client_channel, RDMA_CM_EVENT_ROUTE_RESOLVED), p.client);
	assert_int_equal(p.client->route.num_paths, by_network(1, 0));
	assert_quiet(p.client_channel);

	event = request_connection(&p, &param); /* C32 */
	assert_ptr_equal(event->listen_id, p.listener);
	assert_ptr_not_equal(event->id, p.listener);
	assert_non_null(event->id->verbs);
	assert_private(event->param.conn, "hello", 6, REQUEST_FIELD);
	assert_int_equal(rdma_get_peer_addr(event->id)->sa_family, AF_INET);
	assert_int_equal(rdma_get_dst_port(event->id), rdma_get_src_port(p.client));
	attr = small_qp(RDMA_PS_TCP);
	assert_works(rdma_create_qp(p.server, NULL, &attr)); /* C33 */
	param.private_data = "welcome";
	param.private_data_len = 8;
	assert_works(rdma_accept(p.server, &param)); /* C34: before the request's ack */
	assert_works(rdma_ack_cm_event(event));

	event = next_event(p.client_channel, RDMA_CM_EVENT_ESTABLISHED); /* C22 */
	assert_private(event->param.conn, "welcome", 8, ANSWER_FIELD);
	assert_works(rdma_ack_cm_event(event));
	assert_int_equal(p.client->qp->state, IBV_QPS_RTS);
	assert_ptr_equal(passed(p.server_channel, RDMA_CM_EVENT_ESTABLISHED), p.server);
	assert_quiet(p.client_channel);
	assert_quiet(p.server_channel);

	assert_works(rdma_disconnect(p.client)); /* C24 */
	assert_ptr_equal(passed(p.server_channel, RDMA_CM_EVENT_DISCONNECTED), p.server);
	assert_works(rdma_disconnect(p.server)); /* C35 */
	assert_ptr_equal(passed(p.client_channel, RDMA_CM_EVENT_DISCONNECTED), p.client);
	rdma_freeaddrinfo(res);
	close_pair(&p); /* C25, C37: none hangs */
}

/* C23, C24: data is transferred, and outstanding requests are flushed at the end. */
static void c23_c24_transfers_and_flush(void **state)
{
	struct ibv_mr *from, *to;
	char out[16] = "over there", in[16] = "";
	struct pair p = {0};

	(void)state;
	connect_pair(&p);
	from = rdma_reg_msgs(p.client, out, sizeof(out));
	to = rdma_reg_msgs(p.server, in, sizeof(in));
	assert_works(rdma_post_recv(p.server, (void *)1, in, sizeof(in), to));
	assert_works(rdma_post_recv(p.server, (void *)2, in, sizeof(in), to));
	assert_works(rdma_post_send(p.client, NULL, out, sizeof(out), from, 0));
	assert_int_equal(one_completion(p.client->send_cq).status, IBV_WC_SUCCESS);
	assert_int_equal(one_completion(p.server->recv_cq).status, IBV_WC_SUCCESS);
	assert_string_equal(in, "over there");
	assert_works(rdma_disconnect(p.client));
	passed(p.server_channel, RDMA_CM_EVENT_DISCONNECTED);
	assert_works(rdma_disconnect(p.server));
	assert_int_equal(one_completion(p.server->recv_cq).status, IBV_WC_WR_FLUSH_ERR);
	passed(p.client_channel, RDMA_CM_EVENT_DISCONNECTED);
	assert_works(rdma_dereg_mr(from));
	assert_works(rdma_dereg_mr(to));
	close_pair(&p);
}

/* C36: the server may disconnect first. */
static void c36_the_server_ends(void **state)
{
	struct pair p = {0};

	(void)state;
	connect_pair(&p);
	assert_works(rdma_disconnect(p.server));
	passed(p.client_channel, RDMA_CM_EVENT_DISCONNECTED);
	assert_works(rdma_disconnect(p.client));
	passed(p.server_channel, RDMA_CM_EVENT_DISCONNECTED);
	assert_works(rdma_disconnect(p.client)); /* a second call is allowed */
	close_pair(&p);
}

/*
 * C38: the client gets the reject with its private data, and may try again with a new identifier.
 */
static void c38_a_request_is_refused(void **state)
{
	struct rdma_cm_event *event;
	struct pair p = {0};

	(void)state;
	open_listener(&p, RDMA_PS_TCP, 0);
	open_client(&p);
	assert_works(rdma_ack_cm_event(request_connection(&p, NULL)));
	assert_works(rdma_reject(p.server, "no room", 8));
	event = next_failure(p.client_channel, RDMA_CM_EVENT_REJECTED,
			     by_network(28, -ECONNREFUSED));
	assert_private(event->param.conn, "no room", 8, REFUSAL_FIELD);
	assert_works(rdma_ack_cm_event(event));
	assert_int_equal(p.client->qp->state, IBV_QPS_ERR);
	close_pair(&p);
}

/* C38: a reject because of vendor options, of which we support none. */
static void c38_refused_for_its_options(void **state)
{
	struct ibv_ece ece = {.vendor_id = 1};
	struct pair p = {0};

	(void)state;
	skip_on_iwarp();
	open_listener(&p, RDMA_PS_TCP, 0);
	open_client(&p);
	assert_works(rdma_ack_cm_event(request_connection(&p, NULL)));
	assert_works(rdma_get_remote_ece(p.server, &ece));
	assert_int_equal(ece.vendor_id, 0);
	assert_works(rdma_reject_ece(p.server, NULL, 0));
	rdma_ack_cm_event(next_failure(p.client_channel, RDMA_CM_EVENT_REJECTED, 35));
	close_pair(&p);
}

/* The calls with an attribute mask do the same as those without. */
static void c43_the_extended_forms(void **state)
{
	struct ibv_srq_init_attr_ex srq = {.attr = {.max_wr = 4, .max_sge = 1}};
	struct ibv_qp_init_attr_ex qp = {.qp_type = IBV_QPT_RC,
					 .cap = {.max_send_wr = 4, .max_send_sge = 1}};
	struct sockaddr_in here = loopback(2, 0);
	struct pair p = {0};

	(void)state;
	skip_on_iwarp();
	p.client_channel = rdma_create_event_channel();
	assert_works(rdma_create_id(p.client_channel, &p.client, NULL, RDMA_PS_TCP));
	assert_works(rdma_bind_addr(p.client, (struct sockaddr *)&here));
	assert_works(rdma_create_srq_ex(p.client, &srq));
	assert_non_null(p.client->srq);
	assert_true(srq.attr.max_wr >= 4);
	assert_works(rdma_create_qp_ex(p.client, &qp));
	assert_non_null(p.client->qp);
	assert_true(qp.cap.max_send_wr >= 4);
	rdma_destroy_qp(p.client);
	rdma_destroy_srq(p.client);
	close_pair(&p);
}

/* The same for joining groups. */
static void c32_joining_in_the_extended_form(void **state)
{
	struct sockaddr_in here = loopback(2, 0), group = {.sin_family = AF_INET};
	struct rdma_cm_join_mc_attr_ex attr = {.comp_mask = RDMA_CM_JOIN_MC_ATTR_ADDRESS |
							    RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS,
					       .join_flags = RDMA_MC_JOIN_FLAG_FULLMEMBER,
					       .addr = (struct sockaddr *)&group};
	struct pair p = {0};

	(void)state;
	skip_on_iwarp();
	group.sin_addr.s_addr = htonl(0xef000002);
	p.client_channel = rdma_create_event_channel();
	assert_works(rdma_create_id(p.client_channel, &p.client, NULL, RDMA_PS_UDP));
	assert_works(rdma_bind_addr(p.client, (struct sockaddr *)&here));
	assert_works(rdma_join_multicast_ex(p.client, &attr, NULL));
	passed(p.client_channel, RDMA_CM_EVENT_MULTICAST_JOIN);
	assert_works(rdma_leave_multicast(p.client, (struct sockaddr *)&group));
	close_pair(&p);
}

/* C27: a request without a listener is rejected. */
static void c27_nobody_listens(void **state)
{
	struct rdma_cm_event *event;
	struct pair p = {0};

	(void)state;
	open_listener(&p, RDMA_PS_TCP, 0);
	open_client(&p);
	assert_works(rdma_destroy_id(p.listener));
	p.listener = NULL;
	assert_works(rdma_connect(p.client, NULL));
	event = next_failure(p.client_channel, RDMA_CM_EVENT_REJECTED, by_network(8, -ECONNRESET));
	assert_private(event->param.conn, NULL, 0, REFUSAL_FIELD);
	assert_works(rdma_ack_cm_event(event));
	close_pair(&p);
}

/* A server may announce its port before it listens: a request that arrives early is delayed. */
static void a_request_before_listen(void **state)
{
	struct sockaddr_in here = loopback(2, 0);
	struct rdma_cm_event *event;
	struct pair p = {.ps = RDMA_PS_TCP};

	(void)state;
	p.server_channel = rdma_create_event_channel();
	p.client_channel = rdma_create_event_channel();
	assert_works(rdma_create_id(p.server_channel, &p.listener, NULL, RDMA_PS_TCP));
	assert_works(rdma_bind_addr(p.listener, (struct sockaddr *)&here));
	open_client(&p);
	assert_works(rdma_connect(p.client, NULL));
	assert_quiet(p.client_channel);
	assert_works(rdma_listen(p.listener, 0));
	event = next_event(p.server_channel, RDMA_CM_EVENT_CONNECT_REQUEST);
	p.server = event->id;
	assert_works(rdma_ack_cm_event(event));
	close_pair(&p);
}

/* C27: a request to a bound port without a listener is rejected after a moment. */
static void c27_bound_and_not_listening(void **state)
{
	struct sockaddr_in here = loopback(2, 0);
	struct pair p = {.ps = RDMA_PS_TCP};

	(void)state;
	p.server_channel = rdma_create_event_channel();
	p.client_channel = rdma_create_event_channel();
	assert_works(rdma_create_id(p.server_channel, &p.listener, NULL, RDMA_PS_TCP));
	assert_works(rdma_bind_addr(p.listener, (struct sockaddr *)&here));
	open_client(&p);
	assert_works(rdma_connect(p.client, NULL));
	rdma_ack_cm_event(
		next_failure(p.client_channel, RDMA_CM_EVENT_REJECTED, by_network(8, -ECONNRESET)));
	assert_quiet(p.server_channel);
	close_pair(&p);
}

/* C27: an address of another machine does not respond. */
static void c27_an_address_of_no_port(void **state)
{
	struct sockaddr_in far = {.sin_family = AF_INET, .sin_port = htons(1)};
	struct pair p = {0};

	(void)state;
	far.sin_addr.s_addr = htonl(0xc0000201); /* 192.0.2.1, reserved for documentation */
	p.client_channel = rdma_create_event_channel();
	assert_works(rdma_create_id(p.client_channel, &p.client, NULL, RDMA_PS_TCP));
	if (rdma_resolve_addr(p.client, NULL, (struct sockaddr *)&far, 100))
		assert_true(errno == ENETUNREACH || errno == EADDRNOTAVAIL); /* no IP route */
	else
		rdma_ack_cm_event(
			next_failure(p.client_channel, RDMA_CM_EVENT_ADDR_ERROR, -ETIMEDOUT));
	close_pair(&p);
}

/* C27: the listener is destroyed while the request is pending. */
static void c27_the_listener_is_destroyed(void **state)
{
	struct pair p = {0};

	(void)state;
	open_listener(&p, RDMA_PS_TCP, 0);
	open_client(&p);
	assert_works(rdma_connect(p.client, NULL));
	assert_works(rdma_destroy_id(p.listener)); /* with the request unread */
	p.listener = NULL;
	rdma_ack_cm_event(next_failure(p.client_channel, RDMA_CM_EVENT_REJECTED,
				       by_network(28, -ECONNREFUSED)));
	close_pair(&p);
}

/* C28: datagrams are set up by a request, without a connection. */
static void c28_datagrams(void **state)
{
	struct rdma_conn_param param = {.private_data = "who?", .private_data_len = 5};
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_UDP);
	char in[64] = "", out[] = "datagram";
	struct rdma_cm_event *event;
	struct ibv_mr *from, *to;
	struct pair p = {0};
	struct ibv_ah *ah;

	(void)state;
	skip_on_iwarp();
	open_listener(&p, RDMA_PS_UDP, 0);
	open_client(&p);
	assert_int_equal(p.client->qp->state, IBV_QPS_RTS);
	event = request_connection(&p, &param);
	assert_private(event->param.ud, "who?", 5, DATAGRAM_REQUEST_FIELD);
	assert_works(rdma_ack_cm_event(event));
	assert_works(rdma_create_qp(p.server, NULL, &attr));
	param.qp_num = p.server->qp->qp_num;
	assert_works(rdma_accept(p.server, &param));
	event = next_event(p.client_channel, RDMA_CM_EVENT_ESTABLISHED);
	assert_int_equal(event->param.ud.qp_num, p.server->qp->qp_num);
	assert_int_equal(event->param.ud.qkey, RDMA_UDP_QKEY);
	assert_private(event->param.ud, "who?", 5, DATAGRAM_ANSWER_FIELD);
	ah = ibv_create_ah(p.client->pd, &event->param.ud.ah_attr);
	assert_non_null(ah);
	assert_works(rdma_ack_cm_event(event));
	assert_quiet(p.server_channel);

	from = rdma_reg_msgs(p.client, out, sizeof(out));
	to = rdma_reg_msgs(p.server, in, sizeof(in));
	assert_works(rdma_post_recv(p.server, NULL, in, sizeof(in), to));
	assert_works(rdma_post_ud_send(p.client, NULL, out, sizeof(out), from, 0, ah,
				       p.server->qp->qp_num)); /* C47 */
	assert_int_equal(one_completion(p.client->send_cq).status, IBV_WC_SUCCESS);
	assert_int_equal(one_completion(p.server->recv_cq).status, IBV_WC_SUCCESS);
	assert_string_equal(in + sizeof(struct ibv_grh), out);
	assert_int_equal(ibv_destroy_ah(ah), 0);
	assert_works(rdma_dereg_mr(from));
	assert_works(rdma_dereg_mr(to));
	close_pair(&p);
}

/* C28: a reject and a missing listener are reported differently. */
static void c28_datagrams_refused(void **state)
{
	struct rdma_cm_event *event;
	struct pair p = {0};

	(void)state;
	skip_on_iwarp();
	open_listener(&p, RDMA_PS_UDP, 0);
	open_client(&p);
	event = request_connection(&p, NULL);
	assert_private(event->param.ud, NULL, 0, DATAGRAM_REQUEST_FIELD);
	assert_works(rdma_ack_cm_event(event));
	assert_works(rdma_reject(p.server, "not you", 8));
	event = next_failure(p.client_channel, RDMA_CM_EVENT_UNREACHABLE, 2);
	assert_private(event->param.ud, "not you", 8, DATAGRAM_ANSWER_FIELD);
	assert_works(rdma_ack_cm_event(event));
	rdma_destroy_qp(p.client);
	assert_works(rdma_destroy_id(p.client));
	open_client(&p);
	assert_works(rdma_destroy_id(p.listener));
	p.listener = NULL;
	assert_works(rdma_connect(p.client, NULL));
	rdma_ack_cm_event(next_failure(p.client_channel, RDMA_CM_EVENT_UNREACHABLE, 1));
	close_pair(&p);
}

/* C17: programs can poll the channel's file descriptor. */
static void c17_a_channel_is_a_descriptor(void **state)
{
	struct rdma_cm_event *event;
	struct pair p = {0};
	int flags;

	(void)state;
	open_listener(&p, RDMA_PS_TCP, 0);
	flags = fcntl(p.client_channel->fd, F_GETFL);
	assert_return_code(fcntl(p.client_channel->fd, F_SETFL, flags | O_NONBLOCK), errno);
	assert_fails(rdma_get_cm_event(p.client_channel, &event), EAGAIN);
	assert_quiet(p.client_channel);
	assert_return_code(fcntl(p.client_channel->fd, F_SETFL, flags), errno);
	open_client(&p);
	close_pair(&p);
}

/* The backlog limits unread requests; a further one waits. */
static void a_full_backlog_delays(void **state)
{
	struct rdma_cm_id *second;
	struct rdma_cm_event *event;
	struct pair p = {0};

	(void)state;
	skip_on_iwarp();
	open_listener(&p, RDMA_PS_TCP, 1);
	open_client(&p);
	assert_works(rdma_connect(p.client, NULL));
	second = p.client;
	open_client(&p);
	assert_works(rdma_connect(p.client, NULL));
	event = next_event(p.server_channel, RDMA_CM_EVENT_CONNECT_REQUEST);
	assert_works(rdma_reject(event->id, NULL, 0));
	p.server = event->id;
	assert_works(rdma_ack_cm_event(event));
	assert_works(rdma_destroy_id(p.server));
	p.server = NULL;
	event = next_failure(p.client_channel, RDMA_CM_EVENT_REJECTED, 28);
	assert_ptr_equal(event->id, second);
	assert_works(rdma_ack_cm_event(event));
	rdma_destroy_qp(second);
	assert_works(rdma_destroy_id(second));
	/* the client sends the request again after some seconds */
	event = next_event(p.server_channel, RDMA_CM_EVENT_CONNECT_REQUEST);
	p.server = event->id;
	assert_works(rdma_ack_cm_event(event));
	close_pair(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(c16_to_c37_a_connection_step_by_step),
		cmocka_unit_test(c17_a_channel_is_a_descriptor),
		cmocka_unit_test(c23_c24_transfers_and_flush),
		cmocka_unit_test(c38_refused_for_its_options),
		cmocka_unit_test(c43_the_extended_forms),
		cmocka_unit_test(c32_joining_in_the_extended_form),
		cmocka_unit_test(c27_nobody_listens),
		cmocka_unit_test(a_request_before_listen),
		cmocka_unit_test(c27_bound_and_not_listening),
		cmocka_unit_test(c27_an_address_of_no_port),
		cmocka_unit_test(c27_the_listener_is_destroyed),
		cmocka_unit_test(c28_datagrams),
		cmocka_unit_test(c28_datagrams_refused),
		cmocka_unit_test(c36_the_server_ends),
		cmocka_unit_test(c38_a_request_is_refused),
		cmocka_unit_test(a_full_backlog_delays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
