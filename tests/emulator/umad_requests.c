/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writing requests to umadN: which requests are refused, and what happens to those without a
 * response.
 */
#include "umad_kit.h"

static void u14_malformed_writes(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(1, 0, 0));
	struct umad_message m = {.header = {.id = id, .qpn = htonl(1), .lid = htons(2)}};

	(void)state;
	assert_int_equal(umad_write(u, &m, UMAD_LEAST_BYTES - 1), EINVAL);
	assert_int_equal(umad_write(u, &m, MAD_BYTES + 1), EINVAL);
	m.header.id = id + 1;
	assert_int_equal(umad_write(u, &m, MAD_BYTES), EIO);
	assert_int_equal(umad_write(u, &m, UMAD_LEAST_BYTES - 1), EINVAL); /* checked first */
	m.header.id = UINT32_MAX;
	assert_int_equal(umad_write(u, &m, MAD_BYTES), EINVAL);
	m.header.id = UMAD_AGENTS_MAX;
	assert_int_equal(umad_write(u, &m, MAD_BYTES), EINVAL);
	m.header.id = id;
	m.header.lid = 0;
	assert_int_equal(umad_write(u, &m, MAD_BYTES), EINVAL);
	m.header.lid = htons(2);
	m.header.grh_present = 1;
	m.header.gid_index = 255;
	assert_int_equal(umad_write(u, &m, MAD_BYTES), EINVAL);
	m.header.gid_index = 100; /* within the table of 128, but unused */
	assert_int_equal(umad_write(u, &m, MAD_BYTES), ENODATA);
	m.header.grh_present = 0;
	m.mad[1] = MAD_CLASS_ADMINISTRATION;
	assert_int_equal(umad_write(u, &m, SA_HEADER_BYTES - 1), EINVAL);
	m.mad[1] = 0;
	assert_int_equal(umad_write(u, &m, UMAD_LEAST_BYTES), 0);
	assert_false(umad_readable(u, SOON_MS)); /* no agent accepts it: no response */
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

static const uint8_t nowhere[2] = {1, 9};

/** Returns a request with this transaction id that gets no response. */
static struct umad_message unanswered(uint32_t id, uint32_t tid, uint32_t timeout_ms)
{
	struct umad_message m = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 2,
					 nowhere);
	struct mad_header header = mad_header_get(m.mad);

	header.tid = tid;
	mad_header_put(m.mad, &header);
	m.header.timeout_ms = timeout_ms;
	return m;
}

static void u16_u21_unanswered_requests_time_out(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	const struct umad_message outstanding = unanswered(id, 8, UINT32_MAX),
				  m = unanswered(id, 9, SOON_MS);
	struct umad_message got;

	(void)state;
	assert_int_equal(umad_write(u, &outstanding, MAD_BYTES), 0);
	assert_int_equal(umad_write(u, &outstanding, MAD_BYTES), EINVAL);
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	got = umad_timed_out(u);
	assert_int_equal(got.header.id, id);
	assert_int_equal((uint32_t)mad_header_get(got.mad).tid, 9);
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0); /* it can be sent again */
	umad_close(u);
}

static void u21_the_shortest_time_is_up_first(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	const struct umad_message late = unanswered(id, 1, UINT32_MAX),
				  soon = unanswered(id, 2, SOON_MS);

	(void)state;
	assert_int_equal(umad_write(u, &late, MAD_BYTES), 0);
	assert_int_equal(umad_write(u, &soon, MAD_BYTES), 0);
	assert_int_equal((uint32_t)mad_header_get(umad_timed_out(u).mad).tid, 2);
	assert_false(umad_readable(u, SOON_MS));
	umad_close(u);
}

static void u7_requests_of_other_agents_are_not_forgotten(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	uint32_t gone = umad_registered(u, umad_agent(0, 0, 0));
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	const struct umad_message of_gone = unanswered(gone, 1, UINT32_MAX),
				  m = unanswered(id, 1, SOON_MS);

	(void)state;
	assert_int_equal(umad_write(u, &of_gone, MAD_BYTES), 0);
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	assert_int_equal(umad_ioctl(u, UMAD_UNREGISTER_AGENT, &gone, sizeof(gone)), 0);
	assert_int_equal(umad_timed_out(u).header.id, id);
	umad_close(u);
}

static void requests_of_a_file_are_limited(void **state)
{
	enum {
		MOST = 8192
	};
	struct umad *u = umad_open("mlx4_0", 1);
	uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct umad_message m;

	(void)state;
	for (uint32_t i = 0; i <= MOST; i++) {
		m = unanswered(id, i, UINT32_MAX);
		assert_int_equal(umad_write(u, &m, MAD_BYTES), i < MOST ? 0 : ENOMEM);
	}
	assert_int_equal(umad_ioctl(u, UMAD_UNREGISTER_AGENT, &id, sizeof(id)), 0);
	m = unanswered(umad_registered(u, umad_agent(0, 0, 0)), 0, UINT32_MAX);
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0); /* other requests were dropped */
	umad_close(u);
}

static void u25_what_a_file_waits_for_ends_with_it(void **state)
{
	(void)state;
	for (int i = 0; i < 100; i++) {
		struct umad *u = umad_open("mlx4_0", 1);
		struct umad_reg_req req = umad_agent(0, MAD_CLASS_SUBNET, 1);
		struct umad_message m;

		req.method_mask[0] = 1U << MAD_METHOD_TRAP; /* the method is free again each time */
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
		cmocka_unit_test(u21_the_shortest_time_is_up_first),
		cmocka_unit_test(u7_requests_of_other_agents_are_not_forgotten),
		cmocka_unit_test(requests_of_a_file_are_limited),
		cmocka_unit_test(u25_what_a_file_waits_for_ends_with_it),
	};

	return raw_run(argc, argv, "umad_requests", tests, sizeof(tests) / sizeof(tests[0]));
}
