/* SPDX-License-Identifier: BSD-2-Clause */
/* MADs between programs: which agent gets a request, and which request a response belongs to. */
#include "umad_kit.h"

#include <time.h>

/** Returns a response to a message that was read. */
static struct umad_message response_to(struct umad_message m)
{
	struct mad_header header = mad_header_get(m.mad);

	header.method |= MAD_RESPONSE;
	mad_header_put(m.mad, &header);
	m.header.timeout_ms = 0;
	return m;
}

static void u24_requests_find_their_agent(void **state)
{
	struct umad_pair p = umad_pair_open();
	struct umad_message m = vendor(p.id, MAD_METHOD_GET, 2), got;
	struct mad_header header;

	(void)state;
	m.header.timeout_ms = TIMEOUT_MS;
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	got = umad_received(p.server);
	assert_int_equal(ntohs(got.header.lid), 1);
	got = response_to(got);
	assert_int_equal(umad_write(p.server, &got, MAD_BYTES), 0);
	got = umad_received(p.client);
	assert_int_equal(got.header.id, p.id);
	assert_int_equal((uint32_t)mad_header_get(got.mad).tid, 42);
	/* with another method, OUI, version or queue pair, no agent accepts it */
	m = vendor(p.id, MAD_METHOD_SET, 2);
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	m = vendor(p.id, MAD_METHOD_GET, 2);
	m.mad[OUI_AT + 2] ^= 1;
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	m = vendor(p.id, MAD_METHOD_GET, 2);
	header = mad_header_get(m.mad);
	header.class_version++;
	mad_header_put(m.mad, &header);
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	m = vendor(p.id, MAD_METHOD_GET, 2);
	m.header.qpn = 0;
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	assert_false(umad_readable(p.server, SOON_MS));
	umad_pair_close(&p);
}

static void u24_only_vendors_have_an_oui(void **state)
{
	struct umad_pair p = umad_pair_open();
	struct umad_reg_req req = vendor_agent(MAD_METHOD_GET);
	struct umad_message m = vendor(p.id, MAD_METHOD_GET, 2);
	struct mad_header header = mad_header_get(m.mad);
	uint32_t id;

	(void)state;
	req.mgmt_class = MAD_CLASS_ADMINISTRATION; /* the OUI that libibumad adds is ignored */
	id = umad_registered(p.server, req);
	header.mgmt_class = MAD_CLASS_ADMINISTRATION;
	mad_header_put(m.mad, &header);
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	assert_int_equal(umad_received(p.server).header.id, id);
	umad_pair_close(&p);
}

static void u24_what_nobody_takes_is_refused(void **state)
{
	static const uint8_t path[] = {1, 2}; /* to mlx4_1 */
	struct umad_pair p = umad_pair_open();
	const uint32_t id = umad_registered(p.client, umad_agent(0, 0, 0));
	struct umad_message m = vendor(p.id, MAD_METHOD_SET, 2), got;
	struct smp_datagram smp;
	struct mad_header header;

	(void)state;
	m.header.timeout_ms = TIMEOUT_MS;
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	got = umad_received(p.client);
	header = mad_header_get(got.mad);
	assert_int_equal(header.method, MAD_METHOD_GET_RESPONSE);
	assert_int_equal(header.status, MAD_STATUS_BAD_ATTRIBUTE);
	assert_memory_equal(got.mad + MAD_RMPP_AT, m.mad + MAD_RMPP_AT, MAD_BYTES - MAD_RMPP_AT);
	m = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_SM_INFO, 0, 2, path);
	smp = asked(p.client, &m);
	assert_int_equal(smp.status, MAD_STATUS_BAD_ATTRIBUTE);
	assert_int_equal(smp.returning, 1);
	/* no refusal of other methods than Get and Set, nor of requests to the own node */
	umad_times_out(p.client, vendor(p.id, MAD_METHOD_GET_TABLE, 2));
	umad_times_out(p.client, directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_SM_INFO, 0, 0, NULL));
	/* malformed MADs are dropped */
	m = vendor(p.id, MAD_METHOD_SET, 2);
	header = mad_header_get(m.mad);
	header.base_version++;
	mad_header_put(m.mad, &header);
	umad_times_out(p.client, m);
	m = vendor(p.id, MAD_METHOD_GET, 2);
	header = mad_header_get(m.mad);
	header.mgmt_class = MAD_CLASS_COMMUNICATION;
	header.attribute = 0x10;
	mad_header_put(m.mad, &header);
	umad_times_out(p.client, m);
	umad_pair_close(&p);
}

static uint64_t milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void u21_retries_are_sent(void **state)
{
	struct umad_pair p = umad_pair_open();
	struct umad_message m = vendor(p.id, MAD_METHOD_GET, 2), got;
	const uint64_t from = milliseconds();

	(void)state;
	m.header.timeout_ms = SOON_MS;
	m.header.retries = 2;
	m.header.length = 99;
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	got = umad_timed_out(p.client);
	/* each retry waits for the timeout; a clock of whole milliseconds may show one less */
	assert_true(milliseconds() - from >= 3 * SOON_MS - 1);
	m.header.status = ETIMEDOUT; /* everything else is as written */
	assert_memory_equal(&got.header, &m.header, sizeof(m.header));
	for (int i = 0; i < 3; i++)
		umad_received(p.server);
	assert_false(umad_readable(p.server, SOON_MS));
	umad_pair_close(&p);
}

static void u15_responses_are_of_the_request_s_class(void **state)
{
	struct umad_pair p = umad_pair_open();
	struct umad_message m = vendor(p.id, MAD_METHOD_GET, 2), got;
	struct mad_header header;

	(void)state;
	m.header.timeout_ms = TIMEOUT_MS;
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	got = response_to(umad_received(p.server));
	header = mad_header_get(got.mad);
	header.mgmt_class++;
	mad_header_put(got.mad, &header);
	assert_int_equal(umad_write(p.server, &got, MAD_BYTES), 0);
	assert_false(umad_readable(p.client, SOON_MS));
	umad_pair_close(&p);
}

static void u15_responses_to_another_port_are_dropped(void **state)
{
	struct umad_pair p = umad_pair_open();
	struct umad_message m = vendor(p.id, MAD_METHOD_GET, 2), got;

	(void)state;
	m.header.timeout_ms = TIMEOUT_MS;
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	got = response_to(umad_received(p.server));
	got.header.lid = htons(2); /* the server's own LID */
	assert_int_equal(umad_write(p.server, &got, MAD_BYTES), 0);
	assert_false(umad_readable(p.client, SOON_MS));
	umad_pair_close(&p);
}

static void u21_responses_do_not_time_out(void **state)
{
	struct umad_pair p = umad_pair_open();
	struct umad_message m = vendor(p.id, MAD_METHOD_GET, 2), got;
	const uint32_t id = umad_registered(p.server, umad_agent(1, 0, 0));

	(void)state;
	m.header.timeout_ms = TIMEOUT_MS;
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	got = response_to(umad_received(p.server));
	got.header.timeout_ms = 1;
	assert_int_equal(umad_write(p.server, &got, MAD_BYTES), 0);
	umad_received(p.client);
	/* if the response had a timeout, it would end before that of a request sent later */
	m = vendor(id, MAD_METHOD_SEND, 1);
	m.header.timeout_ms = SOON_MS;
	assert_int_equal(umad_write(p.server, &m, MAD_BYTES), 0);
	assert_int_equal(umad_timed_out(p.server).header.id, id);
	umad_pair_close(&p);
}

/** Class 5 marks responses in the attribute modifier. */
static void u15_board_management_responds_by_the_modifier(void **state)
{
	struct umad_pair p = umad_pair_open();
	struct mad_header header = {
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = MAD_CLASS_BOARD,
		.class_version = 1,
		.method = MAD_METHOD_SEND,
		.modifier = 1,
	};
	struct umad_message m = vendor(p.id, MAD_METHOD_SEND, 2);

	(void)state;
	mad_header_put(m.mad, &header);
	m.header.timeout_ms = 1;
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	/* a response does not wait; a request does, and times out */
	header.modifier = 2;
	mad_header_put(m.mad, &header);
	m.header.timeout_ms = SOON_MS;
	m.header.id = umad_registered(p.client, umad_agent(1, 0, 0));
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	assert_int_equal(umad_timed_out(p.client).header.id, m.header.id);
	umad_pair_close(&p);
}

static void u15_a_program_may_ask_itself(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t client = umad_registered(u, umad_agent(1, 0, 0));
	const uint32_t server = umad_registered(u, vendor_agent(MAD_METHOD_GET));
	struct umad_message m = vendor(client, MAD_METHOD_GET, 1);

	(void)state;
	m.header.timeout_ms = TIMEOUT_MS;
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	m = umad_received(u);
	assert_int_equal(m.header.id, server);
	m = response_to(m);
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	assert_int_equal(umad_received(u).header.id, client);
	umad_close(u);
}

static void u15_traps_are_repressed(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1), *manager = umad_open("mlx4_1", 1);
	struct umad_reg_req req = umad_agent(0, MAD_CLASS_SUBNET, SMP_CLASS_VERSION);
	struct umad_message m;
	struct mad_header header;
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));

	(void)state;
	req.method_mask[0] = 1U << MAD_METHOD_TRAP;
	umad_registered(manager, req);
	m = by_lid(directed(id, MAD_METHOD_TRAP, SMP_ATTRIBUTE_NOTICE, 0, 0, NULL), 2);
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	m = umad_received(manager);
	header = mad_header_get(m.mad);
	header.method = MAD_METHOD_TRAP_REPRESS;
	mad_header_put(m.mad, &header);
	assert_int_equal(umad_write(manager, &m, MAD_BYTES), 0);
	assert_int_equal(mad_header_get(umad_received(u).mad).method, MAD_METHOD_TRAP_REPRESS);
	umad_close(u);
	umad_close(manager);
}

static void the_header_tells_where_a_request_comes_from(void **state)
{
	struct umad_pair p = umad_pair_open();
	struct umad *other = umad_open("mlx4_1", 2);
	struct umad_message m = vendor(p.id, MAD_METHOD_GET, 2), got;
	uint8_t own[16];

	(void)state;
	m.header.sl = 5;
	m.header.pkey_index = 3;
	m.header.grh_present = 1;
	m.header.hop_limit = 64;
	m.header.traffic_class = 7;
	m.header.flow_label = htonl(0x12345);
	gid_of(p.client, own);
	gid_of(p.server, m.header.gid);
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	got = umad_received(p.server);
	assert_int_equal(got.header.sl, 5);
	assert_int_equal(got.header.pkey_index, 3);
	assert_int_equal(got.header.grh_present, 1);
	assert_int_equal(got.header.hop_limit, 64);
	assert_int_equal(got.header.traffic_class, 7);
	assert_int_equal(ntohl(got.header.flow_label), 0x12345);
	assert_memory_equal(got.header.gid, own, sizeof(own));
	assert_int_equal(ntohl(got.header.qpn), 1);
	/* without a GRH, only the LID is reported */
	m = vendor(umad_registered(other, umad_agent(1, 0, 0)), MAD_METHOD_GET, 2);
	assert_int_equal(umad_write(other, &m, MAD_BYTES), 0);
	got = umad_received(p.server);
	assert_int_equal(got.header.grh_present, 0);
	assert_int_equal(ntohs(got.header.lid), 3);
	umad_close(other);
	umad_pair_close(&p);
}

static void no_datagram_crosses_a_link_that_is_down(void **state)
{
	struct umad_pair p = umad_pair_open();
	struct raw *control = raw_connect(NULL);
	const struct umad_message m = vendor(p.id, MAD_METHOD_GET, 2);

	(void)state;
	assert_int_equal(raw_control(control, "port mlx4_1 1 down"), 0);
	umad_times_out(p.client, m);
	assert_int_equal(raw_control(control, "port mlx4_1 1 up"), 0);
	assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
	umad_received(p.server);
	assert_false(umad_readable(p.server, SOON_MS)); /* the first response was lost */
	raw_close(control);
	umad_pair_close(&p);
}

/** Returns the number of unread messages. */
static unsigned int count_unread(struct umad *u)
{
	struct umad_message m;
	unsigned int count = 0;
	size_t len;

	for (; umad_readable(u, SOON_MS); count++)
		assert_int_equal(umad_read(u, &m, sizeof(m), &len), 0);
	return count;
}

static void unread_datagrams_are_limited(void **state)
{
	enum {
		MOST = 4096
	};
	struct umad_pair p = umad_pair_open();
	const struct umad_message m = vendor(p.id, MAD_METHOD_GET, 2);

	(void)state;
	for (int lap = 0; lap < 2; lap++) {
		for (int i = 0; i < MOST + 1; i++)
			assert_int_equal(umad_write(p.client, &m, MAD_BYTES), 0);
		assert_int_equal(count_unread(p.server), MOST);
	}
	umad_pair_close(&p);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(u24_requests_find_their_agent),
		cmocka_unit_test(u24_only_vendors_have_an_oui),
		cmocka_unit_test(u24_what_nobody_takes_is_refused),
		cmocka_unit_test(u21_retries_are_sent),
		cmocka_unit_test(u15_responses_are_of_the_request_s_class),
		cmocka_unit_test(u15_responses_to_another_port_are_dropped),
		cmocka_unit_test(u21_responses_do_not_time_out),
		cmocka_unit_test(u15_board_management_responds_by_the_modifier),
		cmocka_unit_test(u15_a_program_may_ask_itself),
		cmocka_unit_test(u15_traps_are_repressed),
		cmocka_unit_test(the_header_tells_where_a_request_comes_from),
		cmocka_unit_test(no_datagram_crosses_a_link_that_is_down),
		cmocka_unit_test(unread_datagrams_are_limited),
	};

	return raw_run(argc, argv, "umad_delivery", tests, sizeof(tests) / sizeof(tests[0]));
}
