/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables and values of a port that a subnet manager sets. */
#include "umad_kit.h"

/** Set or Get an attribute of the own node or, after a hop, of the switch. Returns the response. */
static struct smp_datagram exchanged(struct umad *u, uint32_t id, uint8_t method,
				     uint16_t attribute, uint32_t modifier, unsigned int hops,
				     const uint8_t data[64])
{
	static const uint8_t path[] = {2}; /* port 2 of mlx4_1 */
	struct umad_message m = directed(id, method, attribute, modifier, hops, path);

	m = with_data(m, data);
	return asked(u, &m);
}

static void each_port_of_a_switch_has_pkeys(void **state)
{
	struct umad *u = umad_open("mlx4_1", 2);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct smp_pkey_table v = {.pkey = {0xffff, 0x8777}};
	uint8_t data[64];
	struct smp_datagram smp;

	(void)state;
	smp_pkey_table_put(data, &v);
	smp = exchanged(u, id, MAD_METHOD_SET, SMP_ATTRIBUTE_PKEY_TABLE, 2 << 16, 1, data);
	assert_int_equal(smp.status, 0);
	smp = exchanged(u, id, MAD_METHOD_GET, SMP_ATTRIBUTE_PKEY_TABLE, 2 << 16, 1, data);
	assert_int_equal(smp_pkey_table_get(smp.data).pkey[1], 0x8777);
	smp = exchanged(u, id, MAD_METHOD_GET, SMP_ATTRIBUTE_PKEY_TABLE, 1 << 16, 1, data);
	assert_int_equal(smp_pkey_table_get(smp.data).pkey[0], 0xffff);
	assert_int_equal(smp_pkey_table_get(smp.data).pkey[1], 0);
	smp = exchanged(u, id, MAD_METHOD_GET, SMP_ATTRIBUTE_PKEY_TABLE, 4 << 16, 1, data);
	assert_int_equal(smp.status, MAD_STATUS_BAD_FIELD);
	smp = exchanged(u, id, MAD_METHOD_GET, SMP_ATTRIBUTE_PKEY_TABLE, 1 << 16 | 1, 1, data);
	assert_int_equal(smp.status, MAD_STATUS_BAD_FIELD); /* there is only one block of 32 */
	umad_close(u);
}

static void a_manager_adds_guids(void **state)
{
	struct umad *u = umad_open("mlx4_1", 2);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct smp_datagram smp = asked_here(u, id, SMP_ATTRIBUTE_GUID_INFO, 0);
	struct smp_guid_info v = smp_guid_info_get(smp.data);
	const uint64_t own = v.guid[0];
	uint8_t data[64];

	(void)state;
	v.guid[0] = 0x1111; /* read-only */
	v.guid[3] = 0x2222;
	smp_guid_info_put(data, &v);
	smp = exchanged(u, id, MAD_METHOD_SET, SMP_ATTRIBUTE_GUID_INFO, 0, 0, data);
	assert_int_equal(smp.status, 0);
	v = smp_guid_info_get(smp.data);
	assert_true(v.guid[0] == own && v.guid[3] == 0x2222);
	attribute_is(u->raw, "mlx4_1", "ports/2/gids/3",
		     "fe80:0000:0000:0000:0000:0000:0000:2222\n");
	v.guid[3] = 0;
	smp_guid_info_put(data, &v);
	smp = exchanged(u, id, MAD_METHOD_SET, SMP_ATTRIBUTE_GUID_INFO, 0, 0, data);
	assert_true(smp_guid_info_get(smp.data).guid[3] == 0);
	attribute_is(u->raw, "mlx4_1", "ports/2/gids/3",
		     "0000:0000:0000:0000:0000:0000:0000:0000\n");
	smp = exchanged(u, id, MAD_METHOD_GET, SMP_ATTRIBUTE_GUID_INFO, 16, 0, data);
	assert_int_equal(smp.status, MAD_STATUS_BAD_FIELD); /* beyond the 128 GUIDs */
	umad_close(u);
}

static void what_a_manager_sets_is_the_ports(void **state)
{
	struct umad *u = umad_open("mlx4_1", 2);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct smp_port_info v = port_info(u, id);
	const uint8_t lmc = v.lmc;

	(void)state;
	assert_int_equal(v.width_active, SMP_WIDTH_X4);
	assert_int_equal(v.speed_active, SMP_SPEED_QDR);
	assert_int_equal(v.speed_ext_active, SMP_SPEED_EXTENDED_FDR);
	v.state = SMP_PORT_STATE_NO_CHANGE;
	v.phys_state = SMP_PHYS_STATE_NO_CHANGE;
	v.lmc = 2;
	v.sm_sl = 3;
	assert_int_equal(set_port(u, id, &v), 0);
	assert_int_equal(port_info(u, id).lmc, 2);
	attribute_is(u->raw, "mlx4_1", "ports/2/lid_mask_count", "2\n");
	attribute_is(u->raw, "mlx4_1", "ports/2/sm_sl", "3\n");
	v.lmc = lmc;
	v.sm_sl = 0;
	assert_int_equal(set_port(u, id, &v), 0);
	umad_close(u);
}

/** Queue pair 0 accepts only subnet management, queue pair 1 all other classes. */
static void datagrams_at_the_wrong_queue_pair_are_dropped(void **state)
{
	struct umad *u = umad_open("mlx4_1", 2);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct umad_message m = by_lid(
		directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 0, NULL), 1);

	(void)state;
	assert_int_equal(asked(u, &m).status, 0);
	m.header.qpn = htonl(1);
	umad_times_out(u, m);
	umad_close(u);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_port_of_a_switch_has_pkeys),
		cmocka_unit_test(a_manager_adds_guids),
		cmocka_unit_test(what_a_manager_sets_is_the_ports),
		cmocka_unit_test(datagrams_at_the_wrong_queue_pair_are_dropped),
	};

	return raw_run(argc, argv, "umad_tables", tests, sizeof(tests) / sizeof(tests[0]));
}
