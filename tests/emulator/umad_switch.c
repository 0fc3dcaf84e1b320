/* SPDX-License-Identifier: BSD-2-Clause */
/* Subnet management of a switch, in a fabric without a subnet manager. */
#include "umad_kit.h"

/** Returns a request for an attribute of the switch, routed by LID. */
static struct umad_message of_switch(uint32_t id, uint8_t method, uint16_t attribute,
				     uint32_t modifier)
{
	return by_lid(directed(id, method, attribute, modifier, 0, NULL), SWITCH_LID);
}

static struct smp_datagram get(struct umad *u, uint32_t id, uint16_t attribute, uint32_t modifier)
{
	return asked_by(u, of_switch(id, MAD_METHOD_GET, attribute, modifier), NULL);
}

static uint16_t set(struct umad *u, uint32_t id, uint16_t attribute, uint32_t modifier,
		    const uint8_t *data)
{
	return asked_by(u, of_switch(id, MAD_METHOD_SET, attribute, modifier), data).status;
}

static void the_lid_is_port_0_s(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct smp_datagram smp = get(u, id, SMP_ATTRIBUTE_PORT_INFO, 0);
	struct smp_port_info v = smp_port_info_get(smp.data);

	(void)state;
	assert_int_equal(v.lid, SWITCH_LID);
	assert_int_equal(v.local_port, 0); /* the LID leads to port 0 */
	for (unsigned int port = 1; port <= 3; port++) {
		smp = get(u, id, SMP_ATTRIBUTE_PORT_INFO, port);
		assert_int_equal(smp_port_info_get(smp.data).lid, 0);
		assert_int_equal(smp_port_info_get(smp.data).state, SMP_PORT_STATE_ACTIVE);
	}
	assert_int_equal(get(u, id, SMP_ATTRIBUTE_PORT_INFO, 4).status, MAD_STATUS_BAD_FIELD);
	v.state = SMP_PORT_STATE_NO_CHANGE;
	v.phys_state = SMP_PHYS_STATE_NO_CHANGE;
	v.sm_lid = 1;
	smp_port_info_put(smp.data, &v);
	assert_int_equal(set(u, id, SMP_ATTRIBUTE_PORT_INFO, 0, smp.data), 0);
	smp = get(u, id, SMP_ATTRIBUTE_PORT_INFO, 0);
	assert_int_equal(smp_port_info_get(smp.data).sm_lid, 1);
	umad_close(u);
}

static void its_key_is_port_0_s(void **state)
{
	static const uint8_t path[1] = {1};
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct umad_message m = directed(id, MAD_METHOD_SET, SMP_ATTRIBUTE_PORT_INFO, 0, 1, path);
	struct smp_datagram smp = get(u, id, SMP_ATTRIBUTE_PORT_INFO, 0);
	struct smp_port_info v = smp_port_info_get(smp.data);

	(void)state;
	v.state = SMP_PORT_STATE_NO_CHANGE;
	v.phys_state = SMP_PHYS_STATE_NO_CHANGE;
	v.m_key = 0xfeed;
	smp_port_info_put(smp.data, &v);
	assert_int_equal(asked_by(u, m, smp.data).status, 0);
	umad_times_out(u, with_data(m, smp.data));
	v.m_key = 0;
	smp_port_info_put(smp.data, &v);
	m = with_data(m, smp.data);
	smp = smp_datagram_get(m.mad);
	smp.m_key = 0xfeed;
	smp_datagram_put(m.mad, &smp);
	assert_int_equal(asked(u, &m).status, 0);
	umad_close(u);
}

/** Each port has separate tables, whose blocks do not overlap. */
static void tables_of_its_ports(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	uint8_t data[64];

	(void)state;
	for (unsigned int port = 1; port <= 3; port++) {
		memset(data, (int)port, sizeof(data));
		assert_int_equal(set(u, id, SMP_ATTRIBUTE_SL_TO_VL, port, data), 0);
		for (unsigned int block = 1; block <= SMP_VL_ARBITRATION_BLOCKS; block++) {
			memset(data, (int)(16 * port + block), sizeof(data));
			assert_int_equal(
				set(u, id, SMP_ATTRIBUTE_VL_ARBITRATION, block << 16 | port, data),
				0);
		}
	}
	for (unsigned int port = 1; port <= 3; port++) {
		memset(data, (int)port, sizeof(data));
		assert_memory_equal(get(u, id, SMP_ATTRIBUTE_SL_TO_VL, port).data, data,
				    SMP_SL_TO_VL_SIZE);
		for (unsigned int block = 1; block <= SMP_VL_ARBITRATION_BLOCKS; block++) {
			memset(data, (int)(16 * port + block), sizeof(data));
			assert_memory_equal(
				get(u, id, SMP_ATTRIBUTE_VL_ARBITRATION, block << 16 | port).data,
				data, sizeof(data));
		}
	}
	assert_int_equal(get(u, id, SMP_ATTRIBUTE_SL_TO_VL, 4).status, MAD_STATUS_BAD_FIELD);
	assert_int_equal(get(u, id, SMP_ATTRIBUTE_VL_ARBITRATION, 1).status, MAD_STATUS_BAD_FIELD);
	assert_int_equal(get(u, id, SMP_ATTRIBUTE_VL_ARBITRATION, 5 << 16 | 1).status,
			 MAD_STATUS_BAD_FIELD);
	umad_close(u);
}

static void its_light_is_switched(void **state)
{
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct smp_led_info v = {.on = 1};
	struct smp_datagram smp = get(u, id, SMP_ATTRIBUTE_LED_INFO, 0);

	(void)state;
	assert_int_equal(smp_led_info_get(smp.data).on, 0);
	smp_led_info_put(smp.data, &v);
	assert_int_equal(set(u, id, SMP_ATTRIBUTE_LED_INFO, 0, smp.data), 0);
	smp = get(u, id, SMP_ATTRIBUTE_LED_INFO, 0);
	assert_int_equal(smp_led_info_get(smp.data).on, 1);
	umad_close(u);
}

static void forwarding_follows_the_lids_of_ports(void **state)
{
	static const uint8_t first[] = {0xff, 1, 2, 3, 0, 0xff};
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct smp_datagram smp = get(u, id, SMP_ATTRIBUTE_SWITCH_INFO, 0);
	uint8_t none[64];

	(void)state;
	memset(none, SMP_NO_PORT, sizeof(none));
	assert_int_equal(smp_switch_info_get(smp.data).linear_top, SWITCH_LID);
	smp = get(u, id, SMP_ATTRIBUTE_LINEAR_FORWARDING, 0);
	assert_memory_equal(smp.data, first, sizeof(first));
	smp = get(u, id, SMP_ATTRIBUTE_LINEAR_FORWARDING, 1);
	assert_memory_equal(smp.data, none, sizeof(none));
	smp = get(u, id, SMP_ATTRIBUTE_LINEAR_FORWARDING,
		  SMP_FIRST_GROUP_LID / SMP_LIDS_PER_BLOCK - 1);
	assert_int_equal(smp.status, 0);
	smp = get(u, id, SMP_ATTRIBUTE_LINEAR_FORWARDING, SMP_FIRST_GROUP_LID / SMP_LIDS_PER_BLOCK);
	assert_int_equal(smp.status, MAD_STATUS_BAD_FIELD);
	umad_close(u);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_lid_is_port_0_s),
		cmocka_unit_test(its_key_is_port_0_s),
		cmocka_unit_test(tables_of_its_ports),
		cmocka_unit_test(its_light_is_switched),
		cmocka_unit_test(forwarding_follows_the_lids_of_ports),
	};

	return raw_run(argc, argv, "umad_switch", tests, sizeof(tests) / sizeof(tests[0]));
}
