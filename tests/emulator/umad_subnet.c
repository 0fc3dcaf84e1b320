/* SPDX-License-Identifier: BSD-2-Clause */
/* Subnet management: directed routes, routes by LID, and what a node reports and takes. */
#include "umad_kit.h"

static void routes_lead_through_the_switch(void **state)
{
	static const uint8_t to_switch[1] = {1}, to_other[2] = {1, 2}, wrong_port[1] = {2};
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct umad_message m = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 1,
					 to_switch);
	struct smp_datagram smp = asked(u, &m);
	struct smp_node_info node = smp_node_info_get(smp.data);

	(void)state;
	assert_int_equal(node.type, SMP_NODE_TYPE_SWITCH);
	assert_int_equal(node.ports, 3);
	assert_int_equal(node.local_port, 1);
	assert_int_equal(smp.hop_pointer, 0);
	assert_int_equal(smp.return_path[1], 1);
	assert_true(smp.returning);
	m = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_DESCRIPTION, 0, 2, to_other);
	smp = asked(u, &m);
	assert_string_equal((const char *)smp.data, "mlx4_1");
	assert_int_equal(smp.return_path[1], 1);
	assert_int_equal(smp.return_path[2], 1);
	m = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 1, wrong_port);
	umad_times_out(u, m);
	umad_close(u);
}

static void lids_lead_to_ports_and_the_switch(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	const uint16_t lids[] = {1, 2, 3, SWITCH_LID};

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		const struct umad_message m = by_lid(
			directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 0, NULL), lids[i]);
		const struct smp_node_info node = smp_node_info_get(asked(u, &m).data);

		assert_int_equal(node.type, lids[i] == SWITCH_LID ? SMP_NODE_TYPE_SWITCH
								  : SMP_NODE_TYPE_CHANNEL_ADAPTER);
		if (lids[i] == 3)
			assert_int_equal(node.local_port, 2);
	}
	umad_close(u);
}

/* --- subnet management ------------------------------------------------------------------- */

static void versions_methods_and_attributes_are_checked(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct umad_message m = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 0, NULL);
	struct mad_header header = mad_header_get(m.mad);

	(void)state;
	header.class_version = 9;
	mad_header_put(m.mad, &header);
	assert_int_equal(asked(u, &m).status, MAD_STATUS_BAD_VERSION);
	m = directed(id, MAD_METHOD_SET, SMP_ATTRIBUTE_NODE_INFO, 0, 0, NULL);
	assert_int_equal(asked(u, &m).status, MAD_STATUS_BAD_ATTRIBUTE);
	assert_int_equal(asked_here(u, id, 0x7777, 0).status, MAD_STATUS_BAD_ATTRIBUTE);
	assert_int_equal(asked_here(u, id, SMP_ATTRIBUTE_SWITCH_INFO, 0).status,
			 MAD_STATUS_BAD_ATTRIBUTE);
	assert_int_equal(asked_here(u, id, SMP_ATTRIBUTE_PORT_INFO, 2).status,
			 MAD_STATUS_BAD_FIELD);
	assert_int_equal(asked_here(u, id, SMP_ATTRIBUTE_PKEY_TABLE, 4).status,
			 MAD_STATUS_BAD_FIELD);
	assert_int_equal(asked_here(u, id, SMP_ATTRIBUTE_VL_ARBITRATION, 0).status,
			 MAD_STATUS_BAD_FIELD);
	umad_close(u);
}

static void a_manager_gives_a_port_its_lid(void **state)
{
	struct umad *u = umad_open("mlx4_1", 2);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct smp_port_info v = port_info(u, id);

	(void)state;
	assert_int_equal(v.lid, 3);
	assert_int_equal(v.state, SMP_PORT_STATE_ACTIVE);
	v.state = SMP_PORT_STATE_NO_CHANGE;
	v.phys_state = SMP_PHYS_STATE_NO_CHANGE;
	v.lid = 77;
	v.sm_lid = 5;
	assert_int_equal(set_port(u, id, &v), 0);
	assert_int_equal(port_info(u, id).lid, 77);
	assert_int_equal(port_info(u, id).sm_lid, 5);
	v.lid = 0;
	assert_int_equal(set_port(u, id, &v), MAD_STATUS_BAD_FIELD);
	v.lid = SMP_FIRST_GROUP_LID;
	assert_int_equal(set_port(u, id, &v), MAD_STATUS_BAD_FIELD);
	v.lid = 3;
	v.sm_lid = 1;
	v.state = SMP_PORT_STATE_ARMED; /* from Active */
	assert_int_equal(set_port(u, id, &v), MAD_STATUS_BAD_FIELD);
	assert_int_equal(port_info(u, id).lid, 77);
	v.state = SMP_PORT_STATE_NO_CHANGE;
	assert_int_equal(set_port(u, id, &v), 0);
	umad_close(u);
}

static void a_key_protects_a_port(void **state)
{
	struct umad *u = umad_open("mlx4_1", 2);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct smp_port_info v = port_info(u, id);
	struct umad_message m = directed(id, MAD_METHOD_SET, SMP_ATTRIBUTE_PORT_INFO, 0, 0, NULL);
	struct smp_datagram smp;

	(void)state;
	v.state = SMP_PORT_STATE_NO_CHANGE;
	v.phys_state = SMP_PHYS_STATE_NO_CHANGE;
	v.m_key = 0xfeed;
	assert_int_equal(set_port(u, id, &v), 0);
	smp = smp_datagram_get(m.mad);
	smp_port_info_put(smp.data, &v);
	smp_datagram_put(m.mad, &smp);
	umad_times_out(u, m); /* it was dropped */
	assert_int_equal(port_info(u, id).m_key_violations, 1);
	v.m_key = 0;
	smp_port_info_put(smp.data, &v);
	smp.m_key = 0xfeed;
	smp_datagram_put(m.mad, &smp);
	m.header.timeout_ms = TIMEOUT_MS;
	assert_int_equal(asked(u, &m).status, 0);
	assert_true(port_info(u, id).m_key == 0);
	umad_close(u);
}

static void a_manager_gives_a_port_its_pkeys(void **state)
{
	struct umad *u = umad_open("mlx4_1", 2);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct umad_message m = directed(id, MAD_METHOD_SET, SMP_ATTRIBUTE_PKEY_TABLE, 0, 0, NULL);
	struct smp_datagram smp = asked_here(u, id, SMP_ATTRIBUTE_PKEY_TABLE, 0);
	struct smp_pkey_table v = smp_pkey_table_get(smp.data);
	static const uint64_t attribute[3];
	struct raw *raw;

	(void)state;
	assert_int_equal(v.pkey[0], 0xffff);
	v.pkey[5] = 0x8123;
	smp = smp_datagram_get(m.mad);
	smp_pkey_table_put(smp.data, &v);
	smp_datagram_put(m.mad, &smp);
	assert_int_equal(asked(u, &m).status, 0);
	umad_close(u);
	raw = raw_connect(NULL);
	assert_int_equal(raw_exchange(raw, SOFTHCA_OP_READ_ATTR, attribute,
				      "mlx4_1\0ports/2/pkeys/5", sizeof("mlx4_1\0ports/2/pkeys/5"),
				      -1),
			 0);
	assert_memory_equal(raw->reply, "0x8123", 6);
	raw_close(raw);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(routes_lead_through_the_switch),
		cmocka_unit_test(lids_lead_to_ports_and_the_switch),
		cmocka_unit_test(versions_methods_and_attributes_are_checked),
		cmocka_unit_test(a_manager_gives_a_port_its_lid),
		cmocka_unit_test(a_key_protects_a_port),
		cmocka_unit_test(a_manager_gives_a_port_its_pkeys),
	};

	return raw_run(argc, argv, "umad_subnet", tests, sizeof(tests) / sizeof(tests[0]));
}
