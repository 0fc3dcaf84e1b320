/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Subnet management of an adapter's port: the values that it reports, and those that a subnet
 * manager sets.
 */
#include "umad_kit.h"

#include <poll.h>

/** Returns PortInfo with values that, in a Set, change nothing. */
static struct smp_port_info unchanged(struct smp_port_info v)
{
	v.state = SMP_PORT_STATE_NO_CHANGE;
	v.phys_state = SMP_PHYS_STATE_NO_CHANGE;
	return v;
}

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
	header.class_version = SMP_CLASS_VERSION;
	header.base_version = MAD_BASE_VERSION + 1;
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
	v = unchanged(v);
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
	v.sm_lid = SMP_FIRST_GROUP_LID;
	assert_int_equal(set_port(u, id, &v), MAD_STATUS_BAD_FIELD);
	v.sm_lid = 1;
	v.state = SMP_PORT_STATE_ARMED; /* not allowed from Active */
	assert_int_equal(set_port(u, id, &v), MAD_STATUS_BAD_FIELD);
	v.state = SMP_PORT_STATE_ACTIVE + 1;
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
	v = unchanged(v);
	v.m_key = 0xfeed;
	assert_int_equal(set_port(u, id, &v), 0);
	smp = smp_datagram_get(m.mad);
	smp_port_info_put(smp.data, &v);
	smp_datagram_put(m.mad, &smp);
	umad_times_out(u, m); /* the request was dropped */
	assert_int_equal(port_info(u, id).m_key_violations, 1);
	v.m_key_protect = SMP_PROTECT_READING;
	smp_port_info_put(smp.data, &v);
	smp.m_key = 0xfeed;
	smp_datagram_put(m.mad, &smp);
	m.header.timeout_ms = TIMEOUT_MS;
	assert_int_equal(asked(u, &m).status, 0);
	umad_times_out(u, directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_PORT_INFO, 0, 0, NULL));
	v.m_key_protect = 0;
	v.m_key = 0;
	smp_port_info_put(smp.data, &v);
	smp_datagram_put(m.mad, &smp);
	assert_int_equal(asked(u, &m).status, 0);
	assert_true(port_info(u, id).m_key == 0);
	umad_close(u);
}

static void a_manager_gives_a_port_its_pkeys(void **state)
{
	struct umad *u = umad_open("mlx4_1", 2);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	const struct umad_message set = directed(id, MAD_METHOD_SET, SMP_ATTRIBUTE_PKEY_TABLE, 0, 0,
						 NULL);
	struct smp_datagram smp = asked_here(u, id, SMP_ATTRIBUTE_PKEY_TABLE, 0);
	struct smp_pkey_table v = smp_pkey_table_get(smp.data);

	(void)state;
	assert_int_equal(v.pkey[0], SMP_DEFAULT_PKEY);
	v.pkey[5] = 0x8123;
	smp_pkey_table_put(smp.data, &v);
	assert_int_equal(asked_by(u, set, smp.data).status, 0);
	attribute_is(u->raw, "mlx4_1", "ports/2/pkeys/5", "0x8123\n");
	v.pkey[5] = 0;
	smp_pkey_table_put(smp.data, &v);
	assert_int_equal(asked_by(u, set, smp.data).status, 0);
	umad_close(u);
}

static void a_port_tells_what_it_is(void **state)
{
	struct umad *u = umad_open("mlx4_1", 2);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	const struct smp_port_info v = port_info(u, id);
	const struct smp_datagram smp = asked_here(u, id, SMP_ATTRIBUTE_NODE_INFO, 0);
	const struct smp_datagram guids = asked_here(u, id, SMP_ATTRIBUTE_GUID_INFO, 0);
	const struct smp_node_info node = smp_node_info_get(smp.data);

	(void)state;
	assert_int_equal(v.local_port, 2);
	assert_int_equal(v.guid_cap, 128);
	assert_int_equal(v.mtu_cap, SMP_MTU_BYTES_4096);
	assert_int_equal(v.phys_state, SMP_PHYS_STATE_LINK_UP);
	assert_int_equal(node.ports, 2);
	assert_int_equal(node.local_port, 2);
	assert_true(node.port_guid == node.node_guid + 2);
	assert_true(smp_guid_info_get(guids.data).guid[0] == node.port_guid);
	umad_close(u);
}

static void widths_and_mtus_are_those_of_the_port(void **state)
{
	struct umad *u = umad_open("mlx4_1", 2);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct smp_port_info v = unchanged(port_info(u, id));
	const uint8_t mtu = v.neighbor_mtu;

	(void)state;
	v.width_enabled = 0xff; /* 0xff selects all supported widths */
	v.neighbor_mtu = SMP_MTU_BYTES_4096 + 1;
	assert_int_equal(set_port(u, id, &v), 0);
	assert_int_equal(port_info(u, id).width_enabled, v.width_supported);
	assert_int_equal(port_info(u, id).neighbor_mtu, mtu);
	v.neighbor_mtu = SMP_MTU_BYTES_4096 - 2;
	assert_int_equal(set_port(u, id, &v), 0);
	assert_int_equal(port_info(u, id).neighbor_mtu, v.neighbor_mtu);
	v.neighbor_mtu = mtu;
	assert_int_equal(set_port(u, id, &v), 0);
	umad_close(u);
}

static void a_manager_disables_a_port(void **state)
{
	struct umad *u = umad_open("mlx4_1", 2);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct smp_port_info v = unchanged(port_info(u, id));

	(void)state;
	v.phys_state = SMP_PHYS_STATE_DISABLED;
	assert_int_equal(set_port(u, id, &v), 0);
	assert_int_equal(port_info(u, id).phys_state, SMP_PHYS_STATE_DISABLED);
	assert_int_equal(port_info(u, id).state, SMP_PORT_STATE_DOWN);
	v.phys_state = SMP_PHYS_STATE_POLLING;
	assert_int_equal(set_port(u, id, &v), 0);
	assert_int_equal(port_info(u, id).phys_state, SMP_PHYS_STATE_LINK_UP);
	umad_close(u);
}

/** Read the next port event, which must be for port 2. Returns its type. */
static uint32_t next_event(int fd)
{
	struct pollfd pollfd = {.fd = fd, .events = POLLIN};
	struct uverbs_async_event event;

	assert_int_equal(poll(&pollfd, 1, PATIENCE_MS), 1);
	assert_int_equal(read(fd, &event, sizeof(event)), sizeof(event));
	assert_int_equal(event.element, 2);
	return event.event_type;
}

static void programs_get_events_of_what_changed(void **state)
{
	int async_fd;
	struct raw *raw = raw_context("mlx4_1", &async_fd);
	struct umad *u = umad_open("mlx4_1", 2);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	const struct smp_port_info before = unchanged(port_info(u, id));
	struct smp_port_info v = before;
	struct smp_pkey_table keys;
	struct smp_datagram smp = asked_here(u, id, SMP_ATTRIBUTE_PKEY_TABLE, 0);
	const struct umad_message set_keys = directed(id, MAD_METHOD_SET, SMP_ATTRIBUTE_PKEY_TABLE,
						      0, 0, NULL);

	(void)state;
	assert_int_equal(set_port(u, id, &v), 0); /* nothing */
	v.lid = 78;
	assert_int_equal(set_port(u, id, &v), 0);
	assert_int_equal(next_event(async_fd), IBV_EVENT_LID_CHANGE);
	v.sm_lid = 9;
	assert_int_equal(set_port(u, id, &v), 0);
	assert_int_equal(next_event(async_fd), IBV_EVENT_SM_CHANGE);
	v.gid_prefix = 0xfec0000000000001;
	assert_int_equal(set_port(u, id, &v), 0);
	assert_int_equal(next_event(async_fd), IBV_EVENT_GID_CHANGE);
	assert_true(port_info(u, id).gid_prefix == v.gid_prefix);
	attribute_is(u->raw, "mlx4_1", "ports/2/gids/0",
		     "fec0:0000:0000:0001:0002:c903:00fe:0012\n");
	v.client_reregister = 1;
	assert_int_equal(set_port(u, id, &v), 0);
	assert_int_equal(next_event(async_fd), IBV_EVENT_CLIENT_REREGISTER);
	keys = smp_pkey_table_get(smp.data);
	assert_int_equal(asked_by(u, set_keys, smp.data).status, 0); /* nothing */
	keys.pkey[1] = 0x8001;
	smp_pkey_table_put(smp.data, &keys);
	assert_int_equal(asked_by(u, set_keys, smp.data).status, 0);
	assert_int_equal(next_event(async_fd), IBV_EVENT_PKEY_CHANGE);
	keys.pkey[1] = 0;
	smp_pkey_table_put(smp.data, &keys);
	assert_int_equal(asked_by(u, set_keys, smp.data).status, 0);
	assert_int_equal(set_port(u, id, &before), 0);
	close(async_fd);
	umad_close(u);
	raw_close(raw);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(versions_methods_and_attributes_are_checked),
		cmocka_unit_test(a_manager_gives_a_port_its_lid),
		cmocka_unit_test(a_key_protects_a_port),
		cmocka_unit_test(a_manager_gives_a_port_its_pkeys),
		cmocka_unit_test(a_port_tells_what_it_is),
		cmocka_unit_test(widths_and_mtus_are_those_of_the_port),
		cmocka_unit_test(a_manager_disables_a_port),
		cmocka_unit_test(programs_get_events_of_what_changed),
	};

	return raw_run(argc, argv, "umad_subnet", tests, sizeof(tests) / sizeof(tests[0]));
}
