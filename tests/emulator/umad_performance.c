/* SPDX-License-Identifier: BSD-2-Clause */
/* Performance management: a port's counters. */
#include "umad_kit.h"

static void counters_are_read(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(1, 0, 0));
	struct umad_message m = {
		.header = {.id = id, .timeout_ms = TIMEOUT_MS, .qpn = htonl(1), .lid = htons(2)}};
	struct mad_header header = {
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = MAD_CLASS_PERFORMANCE,
		.class_version = PMA_CLASS_VERSION,
		.method = MAD_METHOD_GET,
		.attribute = PMA_ATTRIBUTE_PORT_COUNTERS,
	};
	struct pma_port_counters v = {.port_select = 1};
	struct umad_message got;
	size_t len;

	(void)state;
	mad_header_put(m.mad, &header);
	pma_port_counters_put(m.mad + PMA_DATA_AT, &v);
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	assert_int_equal(umad_read(u, &got, sizeof(got), &len), 0);
	assert_int_equal(mad_header_get(got.mad).status, 0);
	assert_int_equal(pma_port_counters_get(got.mad + PMA_DATA_AT).port_select, 1);
	assert_int_equal(ntohs(got.header.lid), 2);
	assert_int_equal(ntohl(got.header.qpn), 1);
	v.port_select = 9;
	pma_port_counters_put(m.mad + PMA_DATA_AT, &v);
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	assert_int_equal(umad_read(u, &got, sizeof(got), &len), 0);
	assert_int_equal(mad_header_get(got.mad).status, MAD_STATUS_BAD_FIELD);
	umad_close(u);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counters_are_read),
	};

	return raw_run(argc, argv, "umad_performance", tests, sizeof(tests) / sizeof(tests[0]));
}
