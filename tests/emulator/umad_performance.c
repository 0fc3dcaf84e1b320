/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Performance management: requests that its agents accept. (shim.managed compares the counters with
 * messages sent.)
 */
#include "umad_kit.h"

static struct mad_header header_of(uint8_t method, uint16_t attribute)
{
	return (struct mad_header){
		.base_version = MAD_BASE_VERSION,
		.mgmt_class = MAD_CLASS_PERFORMANCE,
		.class_version = PMA_CLASS_VERSION,
		.method = method,
		.attribute = attribute,
	};
}

/** Request the counters of a port from the agent at a LID. */
static struct umad_message asked_agent(struct umad *u, uint32_t id, uint16_t lid,
				       const struct mad_header *header, uint8_t port_select)
{
	const struct pma_port_counters v = {.port_select = port_select};
	struct umad_message m = {
		.header = {.id = id, .timeout_ms = TIMEOUT_MS, .qpn = htonl(1), .lid = htons(lid)}};

	mad_header_put(m.mad, header);
	pma_port_counters_put(m.mad + PMA_DATA_AT, &v);
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	m = umad_received(u);
	assert_int_equal(mad_header_get(m.mad).method, MAD_METHOD_GET_RESPONSE);
	return m;
}

static void each_port_has_counters(void **state)
{
	static const uint16_t attributes[] = {PMA_ATTRIBUTE_PORT_COUNTERS,
					      PMA_ATTRIBUTE_PORT_COUNTERS_EXTENDED};
	static const struct {
		uint16_t lid;
		uint8_t port_select;
		uint16_t status;
	} cases[] = {
		{1, 0, MAD_STATUS_BAD_FIELD},        {1, 1, MAD_STATUS_SUCCESS},
		{1, 2, MAD_STATUS_BAD_FIELD},        {2, 2, MAD_STATUS_SUCCESS},
		{2, 3, MAD_STATUS_BAD_FIELD},        {SWITCH_LID, 0, MAD_STATUS_SUCCESS},
		{SWITCH_LID, 3, MAD_STATUS_SUCCESS}, {SWITCH_LID, 4, MAD_STATUS_BAD_FIELD},
	};
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(1, 0, 0));

	(void)state;
	for (size_t i = 0; i < 2 * sizeof(cases) / sizeof(cases[0]); i++) {
		const struct mad_header header = header_of(MAD_METHOD_GET, attributes[i % 2]);
		const struct umad_message got = asked_agent(u, id, cases[i / 2].lid, &header,
							    cases[i / 2].port_select);

		assert_int_equal(mad_header_get(got.mad).status, cases[i / 2].status);
		assert_int_equal(pma_port_counters_get(got.mad + PMA_DATA_AT).port_select,
				 cases[i / 2].port_select);
		assert_int_equal(ntohs(got.header.lid), cases[i / 2].lid);
		assert_int_equal(ntohl(got.header.qpn), 1);
	}
	umad_close(u);
}

static void versions_methods_and_attributes_are_checked(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(1, 0, 0));
	struct mad_header header = header_of(MAD_METHOD_GET, PMA_ATTRIBUTE_PORT_COUNTERS);
	struct umad_message got;

	(void)state;
	header.class_version++;
	got = asked_agent(u, id, 2, &header, 1);
	assert_int_equal(mad_header_get(got.mad).status, MAD_STATUS_BAD_VERSION);
	header = header_of(MAD_METHOD_GET, 0x7777);
	got = asked_agent(u, id, 2, &header, 1);
	assert_int_equal(mad_header_get(got.mad).status, MAD_STATUS_BAD_ATTRIBUTE);
	header = header_of(MAD_METHOD_SET, PMA_ATTRIBUTE_CLASS_PORT_INFO);
	got = asked_agent(u, id, 2, &header, 1);
	assert_int_equal(mad_header_get(got.mad).status, MAD_STATUS_BAD_ATTRIBUTE);
	umad_close(u);
}

static void an_agent_tells_what_it_has(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(1, 0, 0));
	const struct mad_header header = header_of(MAD_METHOD_GET, PMA_ATTRIBUTE_CLASS_PORT_INFO);
	const struct umad_message got = asked_agent(u, id, 2, &header, 0);
	const struct mad_class_port_info v = mad_class_port_info_get(got.mad + PMA_DATA_AT);

	(void)state;
	assert_int_equal(v.base_version, MAD_BASE_VERSION);
	assert_int_equal(v.class_version, PMA_CLASS_VERSION);
	assert_int_equal(v.capability_mask, PMA_CAPABILITY_EXTENDED);
	umad_close(u);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_port_has_counters),
		cmocka_unit_test(versions_methods_and_attributes_are_checked),
		cmocka_unit_test(an_agent_tells_what_it_has),
	};

	return raw_run(argc, argv, "umad_performance", tests, sizeof(tests) / sizeof(tests[0]));
}
