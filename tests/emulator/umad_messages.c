/* SPDX-License-Identifier: BSD-2-Clause */
/* What programs write to umadN and read from it: requests, responses, time-outs, long messages. */
#include "umad_kit.h"

/* --- requests ---------------------------------------------------------------------------- */

static void u14_malformed_writes(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(1, 0, 0));
	struct umad_message m = {.header = {.id = id, .qpn = htonl(1), .lid = htons(2)}};

	(void)state;
	assert_int_equal(umad_write(u, &m, UMAD_LEAST_BYTES - 1), EINVAL);
	assert_int_equal(umad_write(u, &m, MAD_BYTES + 1), EINVAL);
	m.header.id = id + 1;
	assert_int_equal(umad_write(u, &m, MAD_BYTES), EINVAL);
	m.header.id = UINT32_MAX;
	assert_int_equal(umad_write(u, &m, MAD_BYTES), EINVAL);
	m.header.id = id;
	m.header.lid = 0;
	assert_int_equal(umad_write(u, &m, MAD_BYTES), EINVAL);
	m.header.lid = htons(2);
	m.header.grh_present = 1;
	m.header.gid_index = 255;
	assert_int_equal(umad_write(u, &m, MAD_BYTES), EINVAL);
	m.header.grh_present = 0;
	assert_int_equal(umad_write(u, &m, UMAD_LEAST_BYTES), 0);
	assert_false(umad_readable(u, SOON_MS)); /* no agent takes it, and none is told */
	umad_close(u);
}

static void u15_transaction_ids_name_the_agent(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t a = umad_registered(u, umad_agent(0, 0, 0)),
		       b = umad_registered(u, umad_agent(0, 0, 0));
	const struct smp_datagram from_a = asked_here(u, a, SMP_ATTRIBUTE_NODE_INFO, 0);
	const struct smp_datagram from_b = asked_here(u, b, SMP_ATTRIBUTE_NODE_INFO, 0);

	(void)state;
	assert_int_equal((uint32_t)from_a.tid, 0x55667788);
	assert_int_equal((uint32_t)from_b.tid, 0x55667788);
	assert_true(from_a.tid >> 32 != from_b.tid >> 32);
	assert_true(from_a.tid >> 32 != 0x11223344);
	umad_close(u);
}

static void u16_u21_unanswered_requests_time_out(void **state)
{
	static const uint8_t nowhere[2] = {1, 9};
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct umad_message m = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 2,
					 nowhere);
	struct umad_message got;
	size_t len;

	(void)state;
	m.header.timeout_ms = SOON_MS;
	m.header.retries = 2;
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	assert_int_equal(umad_write(u, &m, MAD_BYTES), EINVAL); /* it is outstanding */
	assert_int_equal(umad_read(u, &got, sizeof(got), &len), 0);
	assert_int_equal(len, sizeof(got.header) + UMAD_ECHO_BYTES);
	assert_int_equal(got.header.status, ETIMEDOUT);
	assert_int_equal(got.header.id, id);
	assert_int_equal((uint32_t)mad_header_get(got.mad).tid, 0x55667788);
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0); /* it may be sent again */
	umad_close(u);
}

/* --- between programs -------------------------------------------------------------------- */

static struct umad_message vendor(uint32_t id, uint8_t method, uint16_t lid)
{
	struct umad_message m = {.header = {.id = id, .qpn = htonl(1), .lid = htons(lid)}};
	const struct mad_header header = {
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = VENDOR_CLASS,
		.class_version = 1,
		.method = method,
		.tid = 42,
	};

	mad_header_put(m.mad, &header);
	m.mad[37] = 0x00;
	m.mad[38] = 0x14;
	m.mad[39] = 0x05;
	return m;
}

static void u24_requests_find_their_agent(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	struct umad *server = umad_open("mlx4_1", 1);
	struct umad_reg_req req = umad_agent(1, VENDOR_CLASS, 1);
	const uint32_t id = umad_registered(u, umad_agent(1, 0, 0));
	struct umad_message m, got;
	struct mad_header header;
	size_t len;

	(void)state;
	req.oui[1] = 0x14;
	req.oui[2] = 0x05;
	req.method_mask[0] = 1U << MAD_METHOD_GET;
	umad_registered(server, req);
	m = vendor(id, MAD_METHOD_GET, 2);
	m.header.timeout_ms = TIMEOUT_MS;
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	assert_int_equal(umad_read(server, &got, sizeof(got), &len), 0);
	assert_int_equal(ntohs(got.header.lid), 1);
	header = mad_header_get(got.mad);
	header.method |= MAD_RESPONSE;
	mad_header_put(got.mad, &header);
	got.header.timeout_ms = 0;
	assert_int_equal(umad_write(server, &got, MAD_BYTES), 0);
	assert_int_equal(umad_read(u, &got, sizeof(got), &len), 0);
	assert_int_equal(got.header.id, id);
	assert_int_equal((uint32_t)mad_header_get(got.mad).tid, 42);
	/* another method, another OUI: nobody's */
	m = vendor(id, MAD_METHOD_SET, 2);
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	m = vendor(id, MAD_METHOD_GET, 2);
	m.mad[39] = 0x06;
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	assert_false(umad_readable(server, SOON_MS));
	umad_close(u);
	umad_close(server);
}

static void u17_u22_long_messages_wait_for_room(void **state)
{
	enum {
		DATA = 1000
	};
	struct umad *u = umad_open("mlx4_0", 1);
	struct umad *server = umad_open("mlx4_1", 1);
	struct umad_reg_req req = umad_agent(1, MAD_CLASS_ADMINISTRATION, SA_CLASS_VERSION);
	struct umad_message m = {.header = {.qpn = htonl(1), .lid = htons(2)}}, got;
	struct mad_header header = {
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = MAD_CLASS_ADMINISTRATION,
		.class_version = SA_CLASS_VERSION,
		.method = MAD_METHOD_GET_MULTI,
	};
	struct mad_rmpp rmpp = {
		.version = MAD_RMPP_VERSION, .type = MAD_RMPP_TYPE_DATA, .active = 1};
	size_t len;

	(void)state;
	req.rmpp_version = 1;
	req.method_mask[0] = 1U << MAD_METHOD_GET_MULTI;
	umad_registered(server, req);
	req.method_mask[0] = 0;
	m.header.id = umad_registered(u, req);
	mad_header_put(m.mad, &header);
	mad_rmpp_put(m.mad + MAD_RMPP_AT, &rmpp);
	for (size_t i = 0; i < DATA; i++)
		m.mad[SA_HEADER_BYTES + i] = (uint8_t)i;
	assert_int_equal(umad_write(u, &m, SA_HEADER_BYTES + DATA), 0);
	/* no room for a packet; room for one; for all */
	assert_int_equal(umad_read(server, &got, 300, &len), EINVAL);
	assert_int_equal(umad_read(server, &got, sizeof(got.header) + MAD_BYTES, &len), ENOSPC);
	assert_int_equal(len, sizeof(got.header) + MAD_BYTES);
	assert_int_equal(got.header.length, sizeof(got.header) + SA_HEADER_BYTES + DATA);
	assert_int_equal(umad_read(server, &got, sizeof(got), &len), 0);
	assert_int_equal(len, sizeof(got.header) + SA_HEADER_BYTES + DATA);
	assert_memory_equal(got.mad + SA_HEADER_BYTES, m.mad + SA_HEADER_BYTES, DATA);
	rmpp = mad_rmpp_get(got.mad + MAD_RMPP_AT);
	assert_true(rmpp.first && !rmpp.last && rmpp.segment == 1);
	assert_int_equal(rmpp.length, DATA + 5 * 20);
	assert_false(umad_readable(server, SOON_MS));
	umad_close(u);
	umad_close(server);
}

static void u25_what_a_file_waits_for_ends_with_it(void **state)
{
	static const uint8_t nowhere[2] = {1, 9};

	(void)state;
	for (int i = 0; i < 100; i++) {
		struct umad *u = umad_open("mlx4_0", 1);
		struct umad_reg_req req = umad_agent(0, MAD_CLASS_SUBNET, 1);
		struct umad_message m;

		req.method_mask[0] = 1U << MAD_METHOD_TRAP; /* free again each time */
		m = directed(umad_registered(u, req), MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 2,
			     nowhere);
		m.header.timeout_ms = 1;
		assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
		umad_close(u);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(u14_malformed_writes),
		cmocka_unit_test(u15_transaction_ids_name_the_agent),
		cmocka_unit_test(u16_u21_unanswered_requests_time_out),
		cmocka_unit_test(u24_requests_find_their_agent),
		cmocka_unit_test(u17_u22_long_messages_wait_for_room),
		cmocka_unit_test(u25_what_a_file_waits_for_ends_with_it),
	};

	return raw_run(argc, argv, "umad_messages", tests, sizeof(tests) / sizeof(tests[0]));
}
