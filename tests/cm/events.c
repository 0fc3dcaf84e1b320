/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * C8, C27, C37: events with external causes: a link goes down, an address changes, a device is
 * removed.
 */
#include <netinet/in.h>

#include "../contract/control.h"
#include "kit.h"

/* Set the state of the port at 127.0.0.2. */
#define down() control("port %s 1 down", device_of(2))
#define up()   control("port %s 1 up", device_of(2))

static void resolve_address(struct pair *p)
{
	struct sockaddr_in to = loopback(2, 7);

	p->client_channel = rdma_create_event_channel();
	assert_works(rdma_create_id(p->client_channel, &p->client, NULL, RDMA_PS_TCP));
	assert_works(rdma_resolve_addr(p->client, NULL, (struct sockaddr *)&to, RESOLVE_MS));
	passed(p->client_channel, RDMA_CM_EVENT_ADDR_RESOLVED);
}

/* C27: there is no path to a port that is down; the identifier may try again. */
static void c27_no_route(void **state)
{
	struct pair p = {0};

	(void)state;
	resolve_address(&p);
	assert_int_equal(down(), 0);
	assert_works(rdma_resolve_route(p.client, RESOLVE_MS));
	rdma_ack_cm_event(next_failure(p.client_channel, RDMA_CM_EVENT_ROUTE_ERROR, -EHOSTUNREACH));
	assert_int_equal(up(), 0);
	assert_works(rdma_resolve_route(p.client, RESOLVE_MS));
	passed(p.client_channel, RDMA_CM_EVENT_ROUTE_RESOLVED);
	close_pair(&p);
}

/* C8: without a channel, the same failure is an errno value. */
static void c8_no_route_is_an_errno(void **state)
{
	struct sockaddr_in to = loopback(2, 7);
	struct rdma_cm_id *id;

	(void)state;
	assert_works(rdma_create_id(NULL, &id, NULL, RDMA_PS_TCP));
	assert_works(rdma_resolve_addr(id, NULL, (struct sockaddr *)&to, RESOLVE_MS));
	assert_int_equal(down(), 0);
	assert_fails(rdma_resolve_route(id, RESOLVE_MS), EHOSTUNREACH);
	assert_int_equal(up(), 0);
	assert_works(rdma_destroy_id(id));
}

/* When a link goes down, group memberships are lost. */
static void a_group_is_lost(void **state)
{
	struct sockaddr_in here = loopback(2, 0), group = {.sin_family = AF_INET};
	struct rdma_cm_event *event;
	struct pair p = {0};
	int context;

	(void)state;
	skip_on_iwarp();
	group.sin_addr.s_addr = htonl(0xef000001);
	p.client_channel = rdma_create_event_channel();
	assert_works(rdma_create_id(p.client_channel, &p.client, NULL, RDMA_PS_UDP));
	assert_works(rdma_bind_addr(p.client, (struct sockaddr *)&here));
	assert_works(rdma_join_multicast(p.client, (struct sockaddr *)&group, &context));
	passed(p.client_channel, RDMA_CM_EVENT_MULTICAST_JOIN);
	assert_int_equal(down(), 0);
	event = next_failure(p.client_channel, RDMA_CM_EVENT_MULTICAST_ERROR, -ENETRESET);
	assert_ptr_equal(event->id, p.client);
	assert_ptr_equal(event->param.ud.private_data, &context);
	assert_works(rdma_ack_cm_event(event));
	assert_int_equal(up(), 0);
	assert_works(rdma_leave_multicast(p.client, (struct sockaddr *)&group));
	close_pair(&p);
}

static void an_address_moves(void **state)
{
	struct sockaddr_in here = loopback(2, 0);
	struct pair p = {0};

	(void)state;
	p.client_channel = rdma_create_event_channel();
	assert_works(rdma_create_id(p.client_channel, &p.client, NULL, RDMA_PS_TCP));
	assert_works(rdma_bind_addr(p.client, (struct sockaddr *)&here));
	assert_int_equal(control("event %s addr_change", device_of(1)), 0); /* of another device */
	assert_quiet(p.client_channel);
	assert_int_equal(control("event %s addr_change", device_of(2)), 0);
	assert_ptr_equal(passed(p.client_channel, RDMA_CM_EVENT_ADDR_CHANGE), p.client);
	close_pair(&p);
}

/* Must be the last test: the contexts that the library keeps open are unusable afterwards. */
static void c37_a_device_is_removed(void **state)
{
	struct pair p = {0};

	(void)state;
	connect_pair(&p);
	assert_int_equal(control("event %s device_fatal", device_of(2)), 0);
	if (on_iwarp()) { /* here the connection breaks; on InfiniBand it would time out */
		rdma_ack_cm_event(
			next_failure(p.server_channel, RDMA_CM_EVENT_DISCONNECTED, -ECONNRESET));
		rdma_ack_cm_event(
			next_failure(p.client_channel, RDMA_CM_EVENT_DISCONNECTED, -ECONNRESET));
	}
	/* the listener is bound to the device, too */
	for (int i = 0; i < 2; i++) {
		struct rdma_cm_id *id = passed(p.server_channel, RDMA_CM_EVENT_DEVICE_REMOVAL);

		assert_true(id == p.server || id == p.listener);
	}
	assert_quiet(p.client_channel);
	close_pair(&p); /* must not hang */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(c27_no_route),
		cmocka_unit_test(c8_no_route_is_an_errno),
		cmocka_unit_test(a_group_is_lost),
		cmocka_unit_test(an_address_moves),
		cmocka_unit_test(c37_a_device_is_removed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
