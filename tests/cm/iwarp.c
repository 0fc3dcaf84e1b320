/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What is different on iWARP adapters, where some other tests are skipped: contents of requests,
 * missing features, which end sends first, and how connections end.
 */
#include <netinet/in.h>
#include <sched.h>

#include "kit.h"

enum {
	A_WHILE = 2000, /* a number of polls, not a time */
};

/* Private data is limited only by its length byte, and is delivered with its exact length. */
static void private_data_has_its_length(void **state)
{
	struct rdma_conn_param param = {.private_data_len = 255};
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);
	struct rdma_cm_event *event;
	struct pair p = {0};
	char bytes[256];

	(void)state;
	memset(bytes, 'x', sizeof(bytes));
	param.private_data = bytes;
	open_listener(&p, RDMA_PS_TCP, 0);
	open_client(&p);
	event = request_connection(&p, &param);
	assert_int_equal(event->param.conn.private_data_len, 255);
	assert_memory_equal(event->param.conn.private_data, bytes, 255);
	assert_works(rdma_ack_cm_event(event));
	assert_works(rdma_create_qp(p.server, NULL, &attr));
	param.private_data_len = 3;
	assert_works(rdma_accept(p.server, &param));
	event = next_event(p.client_channel, RDMA_CM_EVENT_ESTABLISHED);
	assert_int_equal(event->param.conn.private_data_len, 3);
	assert_memory_equal(event->param.conn.private_data, bytes, 3);
	assert_works(rdma_ack_cm_event(event));
	event = next_event(p.server_channel, RDMA_CM_EVENT_ESTABLISHED);
	assert_int_equal(event->param.conn.private_data_len, 0);
	assert_null(event->param.conn.private_data);
	assert_works(rdma_ack_cm_event(event));
	close_pair(&p);
}

/* Requests do not carry depths; the listener gets its own device's maxima. */
static void requests_say_no_depths(void **state)
{
	struct rdma_conn_param param = {.responder_resources = 3, .initiator_depth = 2};
	struct ibv_device_attr attr;
	struct rdma_cm_event *event;
	struct pair p = {0};

	(void)state;
	open_listener(&p, RDMA_PS_TCP, 0);
	open_client(&p);
	assert_int_equal(ibv_query_device(p.client->verbs, &attr), 0);
	event = request_connection(&p, &param);
	assert_int_equal(event->param.conn.responder_resources, attr.max_qp_rd_atom);
	assert_int_equal(event->param.conn.initiator_depth, attr.max_qp_init_rd_atom);
	assert_int_equal(event->param.conn.qp_num, 0);
	assert_works(rdma_ack_cm_event(event));
	close_pair(&p);
}

/* A listener whose backlog is full refuses at once. */
static void a_full_backlog_refuses(void **state)
{
	struct rdma_cm_id *first;
	struct pair p = {0};

	(void)state;
	open_listener(&p, RDMA_PS_TCP, 1);
	open_client(&p);
	assert_works(rdma_connect(p.client, NULL));
	first = p.client;
	open_client(&p);
	assert_works(rdma_connect(p.client, NULL));
	rdma_ack_cm_event(next_failure(p.client_channel, RDMA_CM_EVENT_REJECTED, -ECONNREFUSED));
	p.server = passed(p.server_channel, RDMA_CM_EVENT_CONNECT_REQUEST);
	rdma_destroy_qp(first);
	assert_works(rdma_destroy_id(first));
	close_pair(&p);
}

/* Connections only: no datagrams, no groups, no IP over InfiniBand. */
static void streams_only(void **state)
{
	struct sockaddr_in here = loopback(1, 0), group = {.sin_family = AF_INET};
	struct rdma_conn_param param = {.qp_num = 1};
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_UDP);
	struct rdma_cm_id *ipoib;
	struct sockaddr_in to;
	struct pair p = {0};

	(void)state;
	group.sin_addr.s_addr = htonl(0xef010203);
	open_listener(&p, RDMA_PS_UDP, 0);
	to = loopback(2, ntohs(rdma_get_src_port(p.listener)));
	assert_works(rdma_create_id(p.client_channel, &p.client, NULL, RDMA_PS_UDP));
	assert_works(rdma_resolve_addr(p.client, NULL, (struct sockaddr *)&to, RESOLVE_MS));
	passed(p.client_channel, RDMA_CM_EVENT_ADDR_RESOLVED);
	assert_fails(rdma_create_qp(p.client, NULL, &attr), EOPNOTSUPP);
	assert_null(p.client->qp);
	assert_works(rdma_resolve_route(p.client, RESOLVE_MS));
	passed(p.client_channel, RDMA_CM_EVENT_ROUTE_RESOLVED);
	assert_fails(rdma_connect(p.client, &param), EINVAL);
	assert_fails(rdma_join_multicast(p.client, (struct sockaddr *)&group, NULL), ENOSYS);
	assert_quiet(p.client_channel);
	assert_works(rdma_create_id(p.client_channel, &ipoib, NULL, RDMA_PS_IPOIB));
	assert_fails(rdma_bind_addr(ipoib, (struct sockaddr *)&here), EINVAL);
	assert_works(rdma_destroy_id(ipoib));
	close_pair(&p);
}

static void no_shared_receive_queues(void **state)
{
	struct ibv_srq_init_attr attr = {.attr = {.max_wr = 4, .max_sge = 1}};
	struct pair p = {0};

	(void)state;
	open_listener(&p, RDMA_PS_TCP, 0);
	open_client(&p);
	assert_fails(rdma_create_srq(p.client, NULL, &attr), EOPNOTSUPP);
	assert_null(p.client->srq);
	close_pair(&p);
}

/* A read response is a write by the peer: to one SGE, which must be remotely writable. */
static void a_read_fills_one_sge(void **state)
{
	char here[16], there[16] = "to be read";
	struct ibv_mr *closed, *open, *theirs;
	struct ibv_sge to[2];
	struct pair p = {0};
	struct ibv_wc wc;

	(void)state;
	connect_pair(&p);
	open = rdma_reg_write(p.client, here, sizeof(here));
	closed = rdma_reg_msgs(p.client, here, sizeof(here));
	theirs = rdma_reg_read(p.server, there, sizeof(there));
	to[0] = to[1] = (struct ibv_sge){(uintptr_t)here, 8, open->lkey};
	assert_fails(rdma_post_readv(p.client, NULL, to, 2, 0, (uintptr_t)there, theirs->rkey),
		     EINVAL);
	assert_works(rdma_post_readv(p.client, NULL, to, 1, 0, (uintptr_t)there, theirs->rkey));
	assert_int_equal(one_completion(p.client->send_cq).status, IBV_WC_SUCCESS);
	assert_memory_equal(here, there, 8);
	assert_works(
		rdma_post_read(p.client, NULL, here, 8, closed, 0, (uintptr_t)there, theirs->rkey));
	wc = one_completion(
		p.client->send_cq); /* flushed if the end of the connection is known first */
	assert_true(wc.status == IBV_WC_LOC_ACCESS_ERR || wc.status == IBV_WC_WR_FLUSH_ERR);
	rdma_ack_cm_event(next_failure(p.server_channel, RDMA_CM_EVENT_DISCONNECTED, -ECONNRESET));
	assert_works(rdma_dereg_mr(open));
	assert_works(rdma_dereg_mr(closed));
	assert_works(rdma_dereg_mr(theirs));
	close_pair(&p);
}

static int completions(struct ibv_cq *cq)
{
	struct ibv_wc wc;
	int n = 0;

	for (int i = 0; i < A_WHILE && !n; i++) {
		n = ibv_poll_cq(cq, 1, &wc);
		sched_yield();
	}
	return n;
}

/* Sends of the passive side wait until the active side has sent something. */
static void who_connected_sends_first(void **state)
{
	char in[2][16] = {"", ""}, out[2][16] = {"from the server", "from the client"};
	struct ibv_mr *to, *from, *there, *here;
	struct pair p = {0};

	(void)state;
	connect_pair(&p);
	to = rdma_reg_msgs(p.client, in[0], sizeof(in[0]));
	from = rdma_reg_msgs(p.server, out[0], sizeof(out[0]));
	there = rdma_reg_msgs(p.server, in[1], sizeof(in[1]));
	here = rdma_reg_msgs(p.client, out[1], sizeof(out[1]));
	assert_works(rdma_post_recv(p.client, NULL, in[0], sizeof(in[0]), to));
	assert_works(rdma_post_recv(p.server, NULL, in[1], sizeof(in[1]), there));
	assert_works(rdma_post_send(p.server, NULL, out[0], sizeof(out[0]), from, 0));
	assert_int_equal(completions(p.client->recv_cq), 0);
	assert_int_equal(completions(p.server->send_cq), 0);
	assert_works(rdma_post_send(p.client, NULL, out[1], sizeof(out[1]), here, 0));
	assert_int_equal(one_completion(p.server->recv_cq).status, IBV_WC_SUCCESS);
	assert_int_equal(one_completion(p.client->recv_cq).status, IBV_WC_SUCCESS);
	assert_int_equal(one_completion(p.server->send_cq).status, IBV_WC_SUCCESS);
	assert_string_equal(in[0], out[0]);
	assert_string_equal(in[1], out[1]);
	assert_works(rdma_dereg_mr(to));
	assert_works(rdma_dereg_mr(from));
	assert_works(rdma_dereg_mr(there));
	assert_works(rdma_dereg_mr(here));
	close_pair(&p);
}

/* A disconnect by one end ends both: there is no response, and no TIMEWAIT state. */
static void one_end_ends_both(void **state)
{
	struct pair p = {0};

	(void)state;
	connect_pair(&p);
	assert_works(rdma_disconnect(p.server));
	passed(p.server_channel, RDMA_CM_EVENT_DISCONNECTED);
	passed(p.client_channel, RDMA_CM_EVENT_DISCONNECTED);
	assert_works(rdma_disconnect(p.client)); /* still allowed */
	assert_quiet(p.client_channel);
	assert_quiet(p.server_channel);
	close_pair(&p);
}

/* After an orderly disconnect, the queue pair may be connected again. */
static void a_queue_pair_is_used_again(void **state)
{
	struct rdma_cm_id *old;
	struct pair p = {0};

	(void)state;
	connect_pair(&p);
	talk(p.client->qp, p.server->qp);
	old = p.client;
	assert_works(rdma_disconnect(old));
	passed(p.client_channel, RDMA_CM_EVENT_DISCONNECTED);
	passed(p.server_channel, RDMA_CM_EVENT_DISCONNECTED);
	rdma_destroy_qp(p.server);
	assert_works(rdma_destroy_id(p.server));
	connect_again(&p, old->qp);
	talk(old->qp, p.server->qp);
	rdma_destroy_qp(old);
	assert_works(rdma_destroy_id(old));
	rdma_ack_cm_event(next_failure(p.server_channel, RDMA_CM_EVENT_DISCONNECTED, -ECONNRESET));
	close_pair(&p);
}

/* Destroying a connected identifier breaks the connection; outstanding receives are flushed. */
static void who_goes_without_a_word_breaks_it(void **state)
{
	struct pair p = {0};
	char in[8];
	struct ibv_mr *mr;

	(void)state;
	connect_pair(&p);
	mr = rdma_reg_msgs(p.server, in, sizeof(in));
	assert_works(rdma_post_recv(p.server, &p, in, sizeof(in), mr));
	rdma_destroy_qp(p.client);
	rdma_ack_cm_event(next_failure(p.server_channel, RDMA_CM_EVENT_DISCONNECTED, -ECONNRESET));
	assert_int_equal(one_completion(p.server->recv_cq).status, IBV_WC_WR_FLUSH_ERR);
	assert_works(rdma_dereg_mr(mr));
	close_pair(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(private_data_has_its_length),
		cmocka_unit_test(requests_say_no_depths),
		cmocka_unit_test(a_full_backlog_refuses),
		cmocka_unit_test(streams_only),
		cmocka_unit_test(no_shared_receive_queues),
		cmocka_unit_test(a_read_fills_one_sge),
		cmocka_unit_test(who_connected_sends_first),
		cmocka_unit_test(one_end_ends_both),
		cmocka_unit_test(a_queue_pair_is_used_again),
		cmocka_unit_test(who_goes_without_a_word_breaks_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
