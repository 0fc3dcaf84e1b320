/* SPDX-License-Identifier: BSD-2-Clause */
/* Connections between iWARP adapters, and the events that each side gets. */
#include "iwarp_bench.h"

static void both_sides_are_established_at_once(void **state)
{
	struct bench *b = *state;
	const struct ibv_device_attr *limits = &bench_device(b, "cxgb3_0")->driver->limits->attr;
	struct ucma_get_event_resp record;

	bench_listen_on(b, 2, 0);
	bench_ask(b);
	record = bench_next(&b->server_side, UCMA_EVENT_CONNECT_REQUEST, 0);
	b->passive = record.id;
	/* MPA carries private data, but no queue pair numbers and depths */
	assert_int_equal(record.param.conn.private_data_len, 4);
	assert_memory_equal(record.param.conn.private_data, "who?", 4);
	assert_int_equal(record.param.conn.qp_num, 0);
	assert_int_equal(record.param.conn.retry_count, 0);
	assert_int_equal(record.param.conn.responder_resources, limits->max_qp_rd_atom);
	assert_int_equal(record.param.conn.initiator_depth, limits->max_qp_init_rd_atom);

	assert_int_equal(bench_accept_with(b, b->qp[1].k.qpn, "me", 2), 0);
	record = bench_next(&b->server_side, UCMA_EVENT_ESTABLISHED, 0);
	assert_int_equal(record.uid, 2);
	assert_int_equal(record.param.conn.private_data_len, 0);
	record = bench_next(&b->client_side, UCMA_EVENT_ESTABLISHED, 0);
	assert_int_equal(record.param.conn.private_data_len, 2);
	assert_memory_equal(record.param.conn.private_data, "me", 2);
	bench_quiet(&b->client_side);
	bench_quiet(&b->server_side);

	assert_ptr_equal(b->qp[0].peer, &b->qp[1]);
	assert_true(b->qp[0].initiator);
	assert_int_equal(b->qp[0].side.ird, BENCH_READS);
	assert_int_equal(b->qp[0].side.ord, BENCH_READS - 1);
	bench_nothing_is_due(b); /* the timer for the response was stopped */
}

static void private_data_of_255_bytes(void **state)
{
	struct ucma_get_event_resp record;
	struct bench *b = *state;
	char text[255];

	memset(text, 'x', sizeof(text));
	bench_listen_on(b, 2, 0);
	b->active = bench_resolve(b, UCMA_PORT_SPACE_TCP, 0, 2);
	assert_int_equal(bench_connect_with(b, b->qp[0].k.qpn, text, sizeof(text)), 0);
	record = bench_next(&b->server_side, UCMA_EVENT_CONNECT_REQUEST, 0);
	b->passive = record.id;
	assert_int_equal(record.param.conn.private_data_len, sizeof(text));
	assert_memory_equal(record.param.conn.private_data, text, sizeof(text));
	text[254] = 'y';
	assert_int_equal(bench_accept_with(b, b->qp[1].k.qpn, text, sizeof(text)), 0);
	record = bench_next(&b->client_side, UCMA_EVENT_ESTABLISHED, 0);
	assert_int_equal(record.param.conn.private_data_len, sizeof(text));
	assert_memory_equal(record.param.conn.private_data, text, sizeof(text));
}

static void a_refusal_has_private_data(void **state)
{
	struct ucma_reject_req request = {.private_data_len = 3, .private_data = "no"};
	struct ucma_get_event_resp record;
	struct bench *b = *state;

	bench_listen_on(b, 2, 0);
	bench_ask(b);
	bench_take_request(b);
	request.id = b->passive;
	assert_int_equal(ucma_call_reject(&b->server_side.transport, &request), 0);
	record = bench_next(&b->client_side, UCMA_EVENT_REJECTED, -ECONNREFUSED);
	assert_int_equal(record.param.conn.private_data_len, 3);
	assert_string_equal((const char *)record.param.conn.private_data, "no");
	bench_nothing_is_due(b);
	bench_quiet(&b->client_side);
	bench_quiet(&b->server_side);
}

static void nobody_listens(void **state)
{
	struct bench *b = *state;

	bench_ask(b);
	bench_next(&b->client_side, UCMA_EVENT_REJECTED, -ECONNRESET);
}

static void no_room_in_the_backlog(void **state)
{
	struct bench *b = *state;

	bench_listen_on(b, 2, 1);
	bench_ask(b);
	bench_quiet(&b->client_side);
	bench_ask(b);
	bench_next(&b->client_side, UCMA_EVENT_REJECTED, -ECONNREFUSED);
	bench_take_request(b);
	bench_quiet(&b->server_side);
}

static void unknown_queue_pairs(void **state)
{
	struct bench *b = *state;

	bench_listen_on(b, 2, 0);
	b->active = bench_resolve(b, UCMA_PORT_SPACE_TCP, 0, 2);
	assert_int_equal(bench_connect_with(b, 0xffff, NULL, 0), EINVAL);
	assert_int_equal(bench_connect_with(b, b->qp[0].k.qpn, NULL, 0),
			 0); /* the program may try again */
	bench_take_request(b);
	assert_int_equal(bench_accept_with(b, 0xffff, NULL, 0), EINVAL);
	bench_next(&b->client_side, UCMA_EVENT_REJECTED, -ECONNREFUSED);
}

static void a_queue_pair_that_is_in_use(void **state)
{
	struct bench *b = *state;

	bench_listen_on(b, 2, 0);
	bench_ask(b);
	bench_take_request(b);
	b->qp[0].busy = true; /* the active side's queue pair, while the request waits */
	assert_int_equal(bench_accept_with(b, b->qp[1].k.qpn, NULL, 0), ECONNRESET);
	bench_next(&b->client_side, UCMA_EVENT_CONNECT_ERROR, -EINVAL);
	b->qp[0].busy = false;
	bench_ask(b);
	bench_take_request(b);
	b->qp[1].busy = true;
	assert_int_equal(bench_accept_with(b, b->qp[1].k.qpn, NULL, 0), EINVAL);
	bench_next(&b->client_side, UCMA_EVENT_REJECTED, -ECONNREFUSED);
	b->qp[1].busy = false;
}

static void no_response_comes(void **state)
{
	struct bench *b = *state;

	bench_listen_on(b, 2, 0);
	bench_ask(b);
	bench_take_request(b);
	bench_quiet(&b->client_side);
	bench_time_passes(b);
	bench_next(&b->client_side, UCMA_EVENT_UNREACHABLE, -ETIMEDOUT);
	assert_int_equal(bench_accept_with(b, b->qp[1].k.qpn, NULL, 0), ECONNRESET);
	bench_quiet(&b->server_side);
}

static void a_port_that_is_down(void **state)
{
	struct bench *b = *state;

	bench_listen_on(b, 2, 0);
	b->active = bench_resolve(b, UCMA_PORT_SPACE_TCP, 0, 2);
	bench_device(b, "cxgb3_0")->port[0].up = false;
	assert_int_equal(bench_connect_with(b, b->qp[0].k.qpn, NULL, 0), 0);
	bench_quiet(&b->client_side);
	bench_time_passes(b);
	bench_next(&b->client_side, UCMA_EVENT_UNREACHABLE, -ETIMEDOUT);
	bench_quiet(&b->server_side);
	bench_device(b, "cxgb3_0")->port[0].up = true;
}

static void either_side_goes_before_the_response(void **state)
{
	struct bench *b = *state;

	bench_listen_on(b, 2, 0);
	bench_ask(b);
	bench_take_request(b);
	assert_int_equal(bench_destroy_id(&b->client_side, b->active), 0);
	assert_int_equal(bench_accept_with(b, b->qp[1].k.qpn, NULL, 0), ECONNRESET);
	bench_ask(b);
	bench_take_request(b);
	assert_int_equal(bench_destroy_id(&b->server_side, b->passive), 0);
	bench_next(&b->client_side, UCMA_EVENT_REJECTED, -ECONNREFUSED);
	bench_ask(b); /* the listener does not read it */
	assert_int_equal(bench_destroy_id(&b->server_side, b->listener), 0);
	bench_next(&b->client_side, UCMA_EVENT_REJECTED, -ECONNREFUSED);
}

static void an_end_is_an_end_for_both(void **state)
{
	struct bench *b = *state;

	bench_connect_both(b);
	assert_int_equal(bench_disconnect(&b->client_side, b->active), 0);
	assert_null(b->qp[1].peer);
	bench_next(&b->client_side, UCMA_EVENT_DISCONNECTED, 0);
	bench_next(&b->server_side, UCMA_EVENT_DISCONNECTED, 0);
	assert_int_equal(bench_disconnect(&b->server_side, b->passive), 0); /* not an error */
	assert_int_equal(bench_disconnect(&b->client_side, b->active), 0);
	bench_nothing_is_due(b); /* there is no TIMEWAIT_EXIT */
	bench_quiet(&b->client_side);
	bench_quiet(&b->server_side);
}

static void who_dies_breaks_the_connection(void **state)
{
	struct bench *b = *state;

	bench_connect_both(b);
	bench_close_program(&b->client_side);
	assert_true(b->qp[0].busy); /* in the error state */
	bench_next(&b->server_side, UCMA_EVENT_DISCONNECTED, -ECONNRESET);
	bench_quiet(&b->server_side);
}

static void an_error_ends_it_on_both_sides(void **state)
{
	struct bench *b = *state;

	bench_connect_both(b);
	bench_end(&b->qp[1], SOFTHCA_IWARP_RESET);
	bench_next(&b->client_side, UCMA_EVENT_DISCONNECTED, -ECONNRESET);
	bench_next(&b->server_side, UCMA_EVENT_DISCONNECTED, -ECONNRESET);
	assert_int_equal(bench_destroy_id(&b->server_side, b->passive), 0);
	bench_quiet(&b->client_side);
}

static void streams_only(void **state)
{
	struct ucma_join_mcast_req join = {.uid = 9, .addr_size = sizeof(struct sockaddr_in)};
	struct ucma_join_mcast_resp joined;
	struct sockaddr_in group = bench_address(1, 0);
	struct bench *b = *state;
	uint32_t id;

	b->active = bench_resolve(b, UCMA_PORT_SPACE_UDP, 0, 2);
	assert_int_equal(bench_connect_with(b, b->qp[0].k.qpn, NULL, 0), EINVAL);
	group.sin_addr.s_addr = htonl(0xef010203);
	memcpy(join.addr, &group, sizeof(group));
	join.id = b->active;
	assert_int_equal(ucma_call_join_mcast(&b->client_side.transport, &join, &joined), ENOSYS);
	id = bench_create_id(&b->client_side, UCMA_PORT_SPACE_IPOIB);
	assert_int_equal(bench_bind_to(&b->client_side, id, 2), EINVAL);
	bench_quiet(&b->client_side);
}

/** Execute INIT_QP_ATTR. Returns its error. */
static int attributes(struct bench *b, uint32_t id, uint32_t qp_state, struct uverbs_qp_attr *to)
{
	struct ucma_init_qp_attr_req request = {.id = id, .qp_state = qp_state};
	struct ucma_init_qp_attr_resp response = {.attr = {0}};
	int err = ucma_call_init_qp_attr(&b->client_side.transport, &request, &response);

	*to = response.attr;
	return err;
}

static void the_kernel_moves_queue_pairs(void **state)
{
	const uint32_t init = IBV_QP_STATE | IBV_QP_ACCESS_FLAGS | IBV_QP_PORT;
	struct bench *b = *state;
	struct uverbs_qp_attr attr;

	bench_listen_on(b, 2, 0);
	b->active = bench_resolve(b, UCMA_PORT_SPACE_TCP, 0, 2);
	assert_int_equal(attributes(b, b->active, IBV_QPS_INIT, &attr), 0);
	assert_int_equal(attr.qp_attr_mask, init);
	assert_int_equal(attr.qp_access_flags, 0);
	assert_int_equal(attr.port_num, 1);
	assert_int_equal(bench_connect_with(b, b->qp[0].k.qpn, NULL, 0), 0);
	assert_int_equal(attributes(b, b->active, IBV_QPS_RTR, &attr), 0);
	assert_int_equal(attr.qp_attr_mask, init);
	assert_int_equal(attr.qp_access_flags, IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ);
	assert_int_equal(attributes(b, b->active, IBV_QPS_RTS, &attr), 0);
	assert_int_equal(attr.qp_attr_mask, IBV_QP_PORT);
	assert_int_equal(attributes(b, b->active, IBV_QPS_ERR, &attr), EINVAL);
}

static void there_are_no_paths(void **state)
{
	struct ucma_query_req request = {.option = UCMA_QUERY_PATH};
	struct ucma_query_route_req route;
	struct ucma_query_route_resp response;
	struct ucma_query_resp paths;
	struct bench *b = *state;

	route.id = request.id = bench_resolve(b, UCMA_PORT_SPACE_TCP, 0, 2);
	assert_int_equal(ucma_call_query(&b->client_side.transport, &request, &paths), 0);
	assert_int_equal(paths.about.paths.num_paths, 0);
	assert_int_equal(ucma_call_query_route(&b->client_side.transport, &route, &response), 0);
	assert_int_equal(response.num_paths, 0);
	assert_int_equal(response.port_num, 1);
}

/* mlx4_0 is InfiniBand, mlx4_1 is RoCE: each kind of network has separate addresses. */
static void a_source_in_the_same_network(void **state)
{
	static const unsigned int to_and_from[4][2] = {{1, 1}, {2, 4}, {3, 3}, {4, 2}};
	struct ucma_query_req request = {.option = UCMA_QUERY_ADDRESS};
	struct ucma_query_resp about;
	struct bench *b = *state;
	struct sockaddr_in src;

	for (size_t i = 0; i < 4; i++) {
		request.id = bench_resolve(b, UCMA_PORT_SPACE_TCP, 0, to_and_from[i][0]);
		assert_int_equal(ucma_call_query(&b->client_side.transport, &request, &about), 0);
		memcpy(&src, about.about.address.src_addr, sizeof(src));
		assert_int_equal(src.sin_addr.s_addr,
				 bench_address(to_and_from[i][1], 0).sin_addr.s_addr);
	}
}

static void roce_to_iwarp_is_not_answered(void **state)
{
	struct bench *b = *state;

	bench_listen_on(b, 2, 0);
	b->active = bench_resolve(b, UCMA_PORT_SPACE_TCP, 3, 2);
	assert_int_equal(bench_connect_with(b, 1, NULL, 0), 0);
	bench_quiet(&b->client_side);
	bench_time_passes(b);
	bench_next(&b->client_side, UCMA_EVENT_UNREACHABLE, -ETIMEDOUT);
	bench_quiet(&b->server_side);
}

static void iwarp_to_roce_is_refused(void **state)
{
	struct bench *b = *state;

	bench_listen_on(b, 3, 0);
	b->active = bench_resolve(b, UCMA_PORT_SPACE_TCP, 4, 3);
	assert_int_equal(bench_connect_with(b, b->qp[0].k.qpn, NULL, 0), 0);
	bench_next(&b->client_side, UCMA_EVENT_REJECTED, -ECONNRESET);
	bench_quiet(&b->server_side);
}

static void infiniband_has_no_way_to_iwarp(void **state)
{
	struct ucma_resolve_addr_req request = {
		.src_size = sizeof(struct sockaddr_in),
		.dst_size = sizeof(struct sockaddr_in),
	};
	const struct sockaddr_in to = bench_address(2, BENCH_PORT), from = bench_address(1, 0);
	struct ucma_resolve_route_req route;
	struct bench *b = *state;
	struct program *p = &b->client_side;

	route.id = request.id = bench_create_id(p, UCMA_PORT_SPACE_TCP);
	memcpy(request.dst_addr, &to, sizeof(to));
	memcpy(request.src_addr, &from, sizeof(from));
	assert_int_equal(ucma_call_resolve_addr(&p->transport, &request), 0);
	bench_next(p, UCMA_EVENT_ADDR_RESOLVED, 0);
	assert_int_equal(ucma_call_resolve_route(&p->transport, &route), 0);
	bench_next(p, UCMA_EVENT_ROUTE_ERROR, -EHOSTUNREACH);
}

/* --- any order --------------------------------------------------------------------------- */

enum {
	SEED = 5,
	STEPS = 20000,
	KNOWN = 6, /* identifiers of each side that random steps use */
};

struct chaos {
	struct bench *b;
	uint32_t asked[KNOWN], came[KNOWN];
	unsigned int established, ended; /* events of these kinds; there must be some */
	uint64_t seed;
};

static uint32_t any(struct chaos *c, uint32_t limit)
{
	c->seed = c->seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (uint32_t)(c->seed >> 33) % limit;
}

/* Read all events. Requests bring new identifiers. */
static void read_events(struct chaos *c, struct program *p)
{
	struct ucma_get_event_req request = {0};
	struct ucma_get_event_resp record;

	while (!ucma_call_get_event(&p->transport, &request, &record)) {
		if (record.event == UCMA_EVENT_CONNECT_REQUEST)
			c->came[any(c, KNOWN)] = record.id;
		c->established += record.event == UCMA_EVENT_ESTABLISHED;
		c->ended += record.event == UCMA_EVENT_DISCONNECTED;
		assert_int_not_equal(record.event, UCMA_EVENT_CONNECT_RESPONSE);
		assert_int_not_equal(record.event, UCMA_EVENT_TIMEWAIT_EXIT);
	}
}

static void client_step(struct chaos *c, uint32_t *id)
{
	struct bench *b = c->b;

	switch (any(c, 4)) {
	case 0:
		bench_destroy_id(&b->client_side, *id);
		read_events(c, &b->client_side);
		*id = bench_resolve(b, UCMA_PORT_SPACE_TCP, 0, 2);
		break;
	case 1:
		b->active = *id;
		bench_connect_with(b, b->qp[any(c, 3)].k.qpn, "hello", any(c, 6));
		break;
	case 2:
		bench_disconnect(&b->client_side, *id);
		break;
	default:
		read_events(c, &b->client_side);
	}
}

static void server_step(struct chaos *c, uint32_t id)
{
	struct ucma_reject_req reject = {.id = id, .private_data_len = 3};
	struct bench *b = c->b;

	switch (any(c, 5)) {
	case 0:
		bench_destroy_id(&b->server_side, id == b->listener ? UINT32_MAX : id);
		break;
	case 1:
		b->passive = id;
		bench_accept_with(b, b->qp[any(c, 3)].k.qpn, "hello", any(c, 6));
		break;
	case 2:
		bench_disconnect(&b->server_side, id);
		break;
	case 3:
		ucma_call_reject(&b->server_side.transport, &reject);
		break;
	default:
		read_events(c, &b->server_side);
	}
}

/*
 * Random commands of both sides, and files that are closed at any time: every command returns,
 * memory accesses are valid, and no object remains.
 */
static void any_order_of_steps(void **state)
{
	struct chaos c = {.b = *state, .seed = SEED};
	struct bench *b = *state;

	bench_listen_on(b, 2, 3);
	memset(c.asked, 0xff, sizeof(c.asked));
	memset(c.came, 0xff, sizeof(c.came));
	for (int i = 0; i < STEPS; i++) {
		struct fake_qp *qp = &b->qp[any(&c, 3)];

		if (any(&c, 2))
			client_step(&c, &c.asked[any(&c, KNOWN)]);
		else
			server_step(&c, c.came[any(&c, KNOWN)]);
		if (!any(&c, 20))
			bench_end(qp, any(&c, 2) ? SOFTHCA_IWARP_CLOSED : SOFTHCA_IWARP_RESET);
		if (!any(&c, 20))
			qp->busy = !qp->peer && any(&c, 2);
		if (!any(&c, 200))
			bench_time_passes(b);
	}
	assert_true(c.established > 50 && c.ended > 50);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, bench_set_up, bench_tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(both_sides_are_established_at_once),
		TEST(private_data_of_255_bytes),
		TEST(a_refusal_has_private_data),
		TEST(nobody_listens),
		TEST(no_room_in_the_backlog),
		TEST(unknown_queue_pairs),
		TEST(a_queue_pair_that_is_in_use),
		TEST(no_response_comes),
		TEST(a_port_that_is_down),
		TEST(either_side_goes_before_the_response),
		TEST(an_end_is_an_end_for_both),
		TEST(who_dies_breaks_the_connection),
		TEST(an_error_ends_it_on_both_sides),
		TEST(streams_only),
		TEST(the_kernel_moves_queue_pairs),
		TEST(there_are_no_paths),
		TEST(a_source_in_the_same_network),
		TEST(roce_to_iwarp_is_not_answered),
		TEST(iwarp_to_roce_is_refused),
		TEST(infiniband_has_no_way_to_iwarp),
		TEST(any_order_of_steps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
