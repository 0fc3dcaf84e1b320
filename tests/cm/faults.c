/* SPDX-License-Identifier: BSD-2-Clause */
/* Rules that refuse or delay commands of the connection manager: docs/testing-your-program.md. */
#include <stdint.h>
#include <time.h>

#include "../contract/control.h"
#include "kit.h"

enum {
	DRAWS = 64,
	DELAY_MS = 30,
};

/* Replace all rules by this one. */
#define rule(...)                                                                                  \
	do {                                                                                       \
		assert_int_equal(control("fault clear"), 0);                                       \
		if (control("fault add " __VA_ARGS__))                                             \
			fail_msg("'%s': %s", control_line, control_answer());                      \
	} while (0)

/** The call fails once because of a rule, without any effect, and then succeeds. */
#define refused_once(command, err, call)                                                           \
	do {                                                                                       \
		rule("refuse " #err " command " command " 1");                                     \
		assert_fails(call, err);                                                           \
		assert_works(call);                                                                \
	} while (0)

static int stop_faults(void **state)
{
	(void)state;
	return control("fault clear");
}

/*
 * Binding fails with this errno value because the device cannot be opened. The library keeps
 * devices open, so tests of this come first.
 */
#define cannot_open(command, err)                                                                  \
	do {                                                                                       \
		struct sockaddr_in here = loopback(1, 0);                                          \
		struct rdma_cm_id *id;                                                             \
                                                                                                   \
		rule("refuse " #err " command " command " 1..9");                                  \
		assert_works(rdma_create_id(NULL, &id, NULL, RDMA_PS_TCP));                        \
		assert_fails(rdma_bind_addr(id, (struct sockaddr *)&here), err);                   \
		assert_null(id->verbs);                                                            \
		assert_null(id->pd);                                                               \
		rdma_destroy_id(id);                                                               \
	} while (0)

static void devices_that_cannot_be_opened(void **state)
{
	int count = 1;

	(void)state;
	cannot_open("GET_CONTEXT", ENOMEM);
	cannot_open("QUERY_DEVICE", EIO);
	rule("refuse EACCES command GET_CONTEXT 1");
	assert_null(rdma_get_devices(&count));
	assert_int_equal(errno, ENODEV);
	assert_int_equal(count, 0);
	cannot_open("ALLOC_PD", ENOSPC); /* from now on the device is open */
}

/* Must be the second test: the first device is already open. */
static void devices_that_can_be_opened(void **state)
{
	struct sockaddr_in here = loopback(1, 0);
	struct ibv_context **list;
	struct rdma_cm_id *id;
	int count = 0;

	(void)state;
	rule("refuse EACCES command GET_CONTEXT 1");
	list = rdma_get_devices(&count);
	assert_non_null(list);
	assert_int_equal(count, 1);
	assert_string_equal(list[0]->device->name, device_of(1));
	assert_null(list[1]);
	assert_int_equal(control("fault clear"), 0);
	assert_works(rdma_create_id(NULL, &id, NULL, RDMA_PS_TCP));
	assert_works(rdma_bind_addr(id, (struct sockaddr *)&here));
	assert_ptr_equal(id->verbs, list[0]);
	assert_non_null(id->pd);
	rdma_destroy_id(id);
	rdma_free_devices(list);
}

static void open_channels(struct pair *p)
{
	p->ps = RDMA_PS_TCP;
	p->server_channel = rdma_create_event_channel();
	p->client_channel = rdma_create_event_channel();
	assert_non_null(p->server_channel);
	assert_non_null(p->client_channel);
}

static void listen_refused_once(struct pair *p)
{
	struct sockaddr_in here = loopback(2, 0);

	refused_once("CREATE_ID", ENOMEM,
		     rdma_create_id(p->server_channel, &p->listener, NULL, RDMA_PS_TCP));
	refused_once("BIND", EACCES, rdma_bind_addr(p->listener, (struct sockaddr *)&here));
	refused_once("LISTEN", EPERM, rdma_listen(p->listener, 0));
}

static void resolve_refused_once(struct pair *p)
{
	struct sockaddr_in to = loopback(2, ntohs(rdma_get_src_port(p->listener)));
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);

	assert_works(rdma_create_id(p->client_channel, &p->client, NULL, RDMA_PS_TCP));
	refused_once("RESOLVE_ADDR", ENODEV,
		     rdma_resolve_addr(p->client, NULL, (struct sockaddr *)&to, RESOLVE_MS));
	passed(p->client_channel, RDMA_CM_EVENT_ADDR_RESOLVED);
	assert_quiet(p->client_channel); /* a single event */
	refused_once("RESOLVE_ROUTE", ETIMEDOUT, rdma_resolve_route(p->client, RESOLVE_MS));
	passed(p->client_channel, RDMA_CM_EVENT_ROUTE_RESOLVED);
	assert_quiet(p->client_channel);
	assert_works(rdma_create_qp(p->client, NULL, &attr));
}

/* Every step of a connection fails once, and can be repeated. */
static void every_step_is_refused(void **state)
{
	struct ibv_qp_init_attr attr = small_qp(RDMA_PS_TCP);
	struct rdma_cm_event *event;
	struct pair p = {0};

	(void)state;
	open_channels(&p);
	listen_refused_once(&p);
	resolve_refused_once(&p);
	refused_once("CONNECT", EIO, rdma_connect(p.client, NULL));
	p.server = passed(p.server_channel, RDMA_CM_EVENT_CONNECT_REQUEST);
	assert_quiet(p.server_channel);
	assert_works(rdma_create_qp(p.server, NULL, &attr));
	rule("refuse EAGAIN command ACCEPT 1");
	assert_fails(rdma_accept(p.server, NULL), EAGAIN);
	assert_quiet(p.client_channel);
	refused_once("REJECT", EBUSY, rdma_reject(p.server, NULL, 0));
	event = next_failure(p.client_channel, RDMA_CM_EVENT_REJECTED,
			     by_network(28, -ECONNREFUSED));
	assert_works(rdma_ack_cm_event(event));
	close_pair(&p);
}

static void a_connection_stays(void **state)
{
	struct pair p = {0};

	(void)state;
	connect_pair(&p);
	refused_once("DISCONNECT", EIO, rdma_disconnect(p.client));
	passed(p.server_channel, RDMA_CM_EVENT_DISCONNECTED);
	close_pair(&p);
}

/* If reading an event fails, the channel remains readable. */
static void an_event_is_read_later(void **state)
{
	struct sockaddr_in to = loopback(2, 0);
	struct rdma_cm_event *event = NULL;
	struct pair p = {0};

	(void)state;
	open_channels(&p);
	assert_works(rdma_create_id(p.client_channel, &p.client, NULL, RDMA_PS_TCP));
	rule("refuse EIO command GET_EVENT 1..2");
	assert_works(rdma_resolve_addr(p.client, NULL, (struct sockaddr *)&to, RESOLVE_MS));
	assert_fails(rdma_get_cm_event(p.client_channel, &event), EIO);
	assert_fails(rdma_get_cm_event(p.client_channel, &event), EIO);
	assert_ptr_equal(passed(p.client_channel, RDMA_CM_EVENT_ADDR_RESOLVED), p.client);
	assert_quiet(p.client_channel);
	close_pair(&p);
}

static uint64_t milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* A delayed command takes effect at once, but returns late. */
static void a_delayed_command_returns_late(void **state)
{
	struct sockaddr_in to = loopback(2, 0);
	struct pair p = {0};
	uint64_t from;

	(void)state;
	open_channels(&p);
	assert_works(rdma_create_id(p.client_channel, &p.client, NULL, RDMA_PS_TCP));
	rule("delay %dms command RESOLVE_ADDR", DELAY_MS);
	from = milliseconds();
	assert_works(rdma_resolve_addr(p.client, NULL, (struct sockaddr *)&to, RESOLVE_MS));
	/* rounding to milliseconds may lose one */
	assert_true(milliseconds() - from >= DELAY_MS - 1);
	passed(p.client_channel, RDMA_CM_EVENT_ADDR_RESOLVED);
	close_pair(&p);
}

/* `any` matches every command; commands are counted separately for each channel. */
static void each_channel_counts(void **state)
{
	struct rdma_event_channel *channels[2];
	struct rdma_cm_id *id[2], *none;

	(void)state;
	for (int i = 0; i < 2; i++) {
		channels[i] = rdma_create_event_channel();
		assert_non_null(channels[i]);
	}
	rule("refuse EIO command any 2");
	for (int i = 0; i < 2; i++) {
		assert_works(rdma_create_id(channels[i], &id[i], NULL, RDMA_PS_TCP));
		assert_fails(rdma_create_id(channels[i], &none, NULL, RDMA_PS_TCP), EIO);
	}
	assert_int_equal(control("fault list"), 0);
	assert_non_null(strstr(control_answer(), "refuse EIO command any 2 # matched 4, hit 2\n"));
	for (int i = 0; i < 2; i++) {
		assert_works(rdma_destroy_id(id[i]));
		rdma_destroy_event_channel(channels[i]);
	}
}

/** Which commands of a new channel a random rule refuses, as a bit mask. */
static uint64_t draw(unsigned int seed)
{
	struct rdma_event_channel *channel = rdma_create_event_channel();
	struct rdma_cm_id *id;
	uint64_t bits = 0;

	assert_non_null(channel);
	rule("seed %u", seed);
	assert_int_equal(control("fault add refuse EAGAIN command CREATE_ID 50%%"), 0);
	for (int i = 0; i < DRAWS; i++) {
		if (rdma_create_id(channel, &id, NULL, RDMA_PS_TCP)) {
			assert_int_equal(errno, EAGAIN);
			bits |= UINT64_C(1) << i;
			continue;
		}
		assert_works(rdma_destroy_id(id));
	}
	rdma_destroy_event_channel(channel);
	return bits;
}

static void the_same_seed_refuses_the_same(void **state)
{
	const uint64_t first = draw(1);

	(void)state;
	assert_true(first && first != UINT64_MAX);
	assert_true(draw(1) == first);
	assert_true(draw(2) != first);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(devices_that_cannot_be_opened, stop_faults),
		cmocka_unit_test_teardown(devices_that_can_be_opened, stop_faults),
		cmocka_unit_test_teardown(every_step_is_refused, stop_faults),
		cmocka_unit_test_teardown(a_connection_stays, stop_faults),
		cmocka_unit_test_teardown(an_event_is_read_later, stop_faults),
		cmocka_unit_test_teardown(a_delayed_command_returns_late, stop_faults),
		cmocka_unit_test_teardown(each_channel_counts, stop_faults),
		cmocka_unit_test_teardown(the_same_seed_refuses_the_same, stop_faults),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
