/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A managed fabric, in which this program is the subnet manager. It has two switches: see the
 * topology file two_switches.
 */
#include "umad_manager.h"

#include <stdio.h>

static const uint8_t to_west[] = {1}, to_east[] = {1, 3}, to_first[] = {1, 3, 1},
		     to_second[] = {1, 3, 2};

enum {
	WEST_LID = 1,
	EAST_LID = 2,
	FIRST_LID = 20, /* its LIDs are 20 and 21, because its LMC is 1 */
	SECOND_LID = 30,
	TRAPS = 8,       /* how many traps a change causes if they are not repressed */
	PERIOD_MS = 268, /* time between two traps, for a subnet_timeout of 16 */
};

/* --- requests of the manager, which is at mlx4_0 ------------------------------------------ */

static const struct node here = {NULL, 0}, west = {to_west, 1}, east = {to_east, 2},
			 first = {to_first, 3}, second = {to_second, 3};

static uint16_t set_state(struct node node, unsigned int port, uint8_t state)
{
	struct smp_port_info v = port_of(node, port);

	v.state = state;
	v.phys_state = SMP_PHYS_STATE_NO_CHANGE;
	if (node.path != to_west && node.path != to_east && !v.lid)
		v.lid = 99; /* an adapter's LID cannot be set to 0 */
	return set_port_of(node, port, &v);
}

/** Let a switch forward a LID to this port. */
static void forward(struct node node, uint16_t lid, uint8_t port)
{
	const uint32_t block = lid / SMP_LIDS_PER_BLOCK;
	struct smp_datagram smp = request_attribute(node, MAD_METHOD_GET,
						    SMP_ATTRIBUTE_LINEAR_FORWARDING, block, NULL);

	smp.data[lid % SMP_LIDS_PER_BLOCK] = port;
	smp = request_attribute(node, MAD_METHOD_SET, SMP_ATTRIBUTE_LINEAR_FORWARDING, block,
				smp.data);
	assert_int_equal(smp.status, 0);
}

static struct umad_message node_info_of(uint16_t lid)
{
	return by_lid(directed(manager_id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 0, NULL),
		      lid);
}

static struct smp_node_info node_at(uint16_t lid)
{
	const struct smp_datagram smp = asked_by(manager, node_info_of(lid), NULL);

	return smp_node_info_get(smp.data);
}

/*
 * --- tests; each continues in the state that the previous one has left ---------------------------
 */

static void ports_wait_for_a_manager(void **state)
{
	struct umad *alone = umad_open("mlx4_3", 1);
	const struct smp_port_info v = port_info(alone,
						 umad_registered(alone, umad_agent(0, 0, 0)));

	(void)state;
	assert_int_equal(v.state, SMP_PORT_STATE_DOWN);
	assert_int_equal(v.lid, 0);
	umad_close(alone);
	for (unsigned int port = 1; port <= 4; port++)
		assert_int_equal(port_of(west, port).state, port == 2 || port == 4
								    ? SMP_PORT_STATE_DOWN
								    : SMP_PORT_STATE_INIT);
	assert_int_equal(port_of(here, 0).state, SMP_PORT_STATE_INIT);
	assert_int_equal(port_of(first, 0).lid, 0);
	assert_int_equal(port_of(second, 0).sm_lid, 0);
	assert_int_equal(port_of(second, 0).local_port, 2);
}

static void states_come_one_after_the_other(void **state)
{
	(void)state;
	give_lid(here, MANAGER_LID, 0);
	assert_int_equal(set_state(here, 0, SMP_PORT_STATE_ACTIVE), MAD_STATUS_BAD_FIELD);
	assert_int_equal(set_state(here, 0, SMP_PORT_STATE_INIT), MAD_STATUS_BAD_FIELD);
	assert_int_equal(set_state(here, 0, SMP_PORT_STATE_ACTIVE + 1), MAD_STATUS_BAD_FIELD);
	assert_int_equal(set_state(here, 0, SMP_PORT_STATE_ARMED), 0);
	assert_int_equal(set_state(here, 0, SMP_PORT_STATE_ARMED), 0);
	assert_int_equal(set_state(here, 0, SMP_PORT_STATE_ACTIVE), 0);
	assert_int_equal(set_state(here, 0, SMP_PORT_STATE_ARMED), MAD_STATUS_BAD_FIELD);
	assert_int_equal(set_state(here, 0, SMP_PORT_STATE_ACTIVE), 0);
	assert_int_equal(port_of(here, 0).state, SMP_PORT_STATE_ACTIVE);
	/* the other end has a separate state */
	assert_int_equal(port_of(west, 1).state, SMP_PORT_STATE_INIT);
	assert_int_equal(set_state(west, 1, SMP_PORT_STATE_ARMED), 0);
	assert_int_equal(port_of(west, 1).state, SMP_PORT_STATE_ARMED);
	/* port 0 has no link that could go down */
	give_lid(west, WEST_LID, 0);
	assert_int_equal(set_state(west, 0, SMP_PORT_STATE_DOWN), 0);
	assert_int_equal(port_of(west, 0).state, SMP_PORT_STATE_ACTIVE);
}

static void lids_follow_the_tables(void **state)
{
	(void)state;
	give_lid(east, EAST_LID, 0);
	give_lid(first, FIRST_LID, 1);
	give_lid(second, SECOND_LID, 0);
	umad_times_out(manager, node_info_of(FIRST_LID)); /* the tables are empty */
	for (uint16_t lid = 1; lid < 40; lid++) {
		forward(west, lid, lid == MANAGER_LID ? 1 : 3);
		forward(east, lid, lid < FIRST_LID ? 3 : lid < SECOND_LID ? 1 : 2);
	}
	assert_int_equal(node_at(WEST_LID).type, SMP_NODE_TYPE_SWITCH);
	assert_int_equal(node_at(EAST_LID).type, SMP_NODE_TYPE_SWITCH);
	assert_true(node_at(EAST_LID).node_guid != node_at(WEST_LID).node_guid);
	assert_int_equal(node_at(FIRST_LID).local_port, 1);
	assert_int_equal(node_at(FIRST_LID + 1).local_port, 1);
	assert_int_equal(node_at(SECOND_LID).local_port, 2);
	umad_times_out(manager, node_info_of(FIRST_LID + 2)); /* not a LID of the adapter */
	umad_times_out(manager, node_info_of(SECOND_LID + 1));
	umad_times_out(manager, node_info_of(3)); /* a loop between the two switches */
	forward(west, SECOND_LID, SMP_NO_PORT);
	umad_times_out(manager, node_info_of(SECOND_LID));
	forward(west, SECOND_LID, 5); /* one after the last port */
	umad_times_out(manager, node_info_of(SECOND_LID));
	forward(west, SECOND_LID, 3);
	assert_int_equal(node_at(SECOND_LID).local_port, 2);
}

static void groups_have_a_table_for_each_16_ports(void **state)
{
	struct smp_multicast_forwarding v = {{0}};
	uint8_t data[64] = {0};
	struct smp_datagram smp;

	(void)state;
	for (uint32_t position = 0; position < 2; position++) {
		for (uint32_t block = 0; block < 2; block++) {
			v.ports[3] = (uint16_t)(16 * position + block + 1);
			smp_multicast_forwarding_put(data, &v);
			smp = request_attribute(west, MAD_METHOD_SET,
						SMP_ATTRIBUTE_MULTICAST_FORWARDING,
						position << SMP_GROUP_POSITION_SHIFT | block, data);
			assert_int_equal(smp.status, 0);
		}
	}
	for (uint32_t position = 0; position < 2; position++) {
		for (uint32_t block = 0; block < 2; block++) {
			smp = request_attribute(west, MAD_METHOD_GET,
						SMP_ATTRIBUTE_MULTICAST_FORWARDING,
						position << SMP_GROUP_POSITION_SHIFT | block, NULL);
			v = smp_multicast_forwarding_get(smp.data);
			assert_int_equal(v.ports[3], 16 * position + block + 1);
		}
	}
	smp = request_attribute(west, MAD_METHOD_GET, SMP_ATTRIBUTE_MULTICAST_FORWARDING,
				1024 / SMP_GROUPS_PER_BLOCK, NULL);
	assert_int_equal(smp.status, MAD_STATUS_BAD_FIELD);
}

static struct smp_switch_info info_of(struct node node)
{
	const struct smp_datagram smp = request_attribute(node, MAD_METHOD_GET,
							  SMP_ATTRIBUTE_SWITCH_INFO, 0, NULL);

	return smp_switch_info_get(smp.data);
}

static uint64_t tid_of(const struct umad_message *m)
{
	return mad_header_get(m->mad).tid;
}

static struct mad_notice notice_of(const struct umad_message *m)
{
	uint8_t data[MAD_NOTICE_SIZE] = {0};

	memcpy(data, smp_datagram_get(m->mad).data, SMP_DATA_BYTES);
	return mad_notice_get(data);
}

/** Send a TrapRepress. */
static void repress(struct umad_message m)
{
	struct smp_datagram smp = smp_datagram_get(m.mad);

	smp.method = MAD_METHOD_TRAP_REPRESS;
	smp_datagram_put(m.mad, &smp);
	m.header = (struct umad_header){.id = manager_id, .lid = m.header.lid};
	assert_int_equal(umad_write(manager, &m, MAD_BYTES), 0);
}

/**
 * Receive the next trap and repress it. On a busy machine, the previous one may have been repeated.
 */
static struct umad_message trapped(void)
{
	static uint64_t last;
	struct umad_message m = umad_received(manager);

	while (tid_of(&m) == last)
		m = umad_received(manager);
	last = tid_of(&m);
	repress(m);
	return m;
}

static void a_switch_reports_a_link_that_changed(void **state)
{
	struct raw *control = raw_connect(NULL);
	struct umad_reg_req req = umad_agent(0, MAD_CLASS_SUBNET, SMP_CLASS_VERSION);
	struct smp_switch_info v = info_of(east);
	struct umad_message m;
	struct mad_notice notice;
	uint8_t data[MAD_NOTICE_SIZE] = {0};

	(void)state;
	req.method_mask[0] = 1U << MAD_METHOD_TRAP;
	umad_registered(manager, req);
	assert_int_equal(v.state_change, 0);
	assert_int_equal(raw_control(control, "port mlx4_1 1 down"), 0);
	m = trapped();
	assert_int_equal(ntohs(m.header.lid), EAST_LID);
	notice = notice_of(&m);
	assert_int_equal(notice.trap, MAD_TRAP_LINK_STATE);
	assert_int_equal(notice.issuer_lid, EAST_LID);
	assert_int_equal(mad_notice_link_get(notice.details).lid, EAST_LID);
	assert_int_equal(info_of(east).state_change, 1);
	assert_int_equal(info_of(west).state_change, 0);
	assert_int_equal(port_of(east, 1).state, SMP_PORT_STATE_DOWN);
	/* a Set that has the bit clears it, others do not */
	memset(data, 0, sizeof(data));
	smp_switch_info_put(data, &v);
	request_attribute(east, MAD_METHOD_SET, SMP_ATTRIBUTE_SWITCH_INFO, 0, data);
	assert_int_equal(info_of(east).state_change, 1);
	v.state_change = 1;
	smp_switch_info_put(data, &v);
	request_attribute(east, MAD_METHOD_SET, SMP_ATTRIBUTE_SWITCH_INFO, 0, data);
	assert_int_equal(info_of(east).state_change, 0);
	assert_int_equal(raw_control(control, "port mlx4_1 1 up"), 0);
	trapped();
	assert_int_equal(port_of(east, 1).state, SMP_PORT_STATE_INIT);
	assert_int_equal(port_of(first, 0).state, SMP_PORT_STATE_INIT);
	raw_close(control);
}

/** Set the time between two traps of a node: 4.096 us * 2^exponent. */
static void set_subnet_timeout(struct node node, uint8_t exponent)
{
	struct smp_port_info v = port_of(node, 0);

	v.state = SMP_PORT_STATE_NO_CHANGE;
	v.phys_state = SMP_PHYS_STATE_NO_CHANGE;
	v.subnet_timeout = exponent;
	assert_int_equal(set_port_of(node, 0, &v), 0);
}

static void traps_are_repeated_until_they_are_repressed(void **state)
{
	struct raw *control = raw_connect(NULL);
	struct umad_message m, again;
	size_t len;

	(void)state;
	set_subnet_timeout(east, 12);
	assert_int_equal(raw_control(control, "port mlx4_1 1 down"), 0);
	m = umad_received(manager);
	for (int i = 1; i < TRAPS; i++) {
		again = umad_received(manager);
		assert_int_equal(tid_of(&again), tid_of(&m));
	}
	assert_false(umad_readable(manager, SOON_MS)); /* the repetitions have ended */
	set_subnet_timeout(east, 16);                  /* PERIOD_MS */
	assert_int_equal(raw_control(control, "port mlx4_1 1 up"), 0);
	m = umad_received(manager);
	repress(m);
	port_of(east, 1); /* now the switch has it */
	while (umad_readable(manager, 0))
		assert_int_equal(umad_read(manager, &again, sizeof(again), &len), 0);
	assert_false(umad_readable(manager, 3 * PERIOD_MS)); /* the trap is no longer repeated */
	set_subnet_timeout(east, 12);
	assert_int_equal(raw_control(control, "port mlx4_1 1 down"), 0);
	again = umad_received(manager);
	assert_true(tid_of(&again) != tid_of(&m));
	repress(again);
	raw_close(control);
}

/** An adapter's port reports by a trap whether a subnet manager runs there. */
static void a_port_reports_its_capabilities(void **state)
{
	struct raw *issm = raw_connect(NULL);
	struct mad_notice_capability v;
	struct mad_notice notice;
	struct umad_message m;

	(void)state;
	assert_int_equal(umad_try_open(issm, "mlx4_1", 2, SOFTHCA_MAD_KIND_ISSM), 0);
	m = trapped();
	assert_int_equal(ntohs(m.header.lid), SECOND_LID);
	notice = notice_of(&m);
	assert_int_equal(notice.trap, MAD_TRAP_CAPABILITY);
	assert_int_equal(notice.producer, MAD_PRODUCER_CHANNEL_ADAPTER);
	v = mad_notice_capability_get(notice.details);
	assert_int_equal(v.lid, SECOND_LID);
	assert_true(v.capability_mask & SMP_CAPABILITY_SM);
	raw_close(issm);
	m = trapped();
	notice = notice_of(&m);
	v = mad_notice_capability_get(notice.details);
	assert_false(v.capability_mask & SMP_CAPABILITY_SM);
}

/* --- Ethernet ------------------------------------------------------------------------------ */

/** RoCE ports have general services, addressed by GID, but no subnet management. */
static void u1_ethernet_has_no_subnet_management(void **state)
{
	struct umad *u = umad_open("mlx4_2", 1);
	struct raw *raw = raw_connect(NULL);
	uint8_t infiniband[16];
	const uint32_t general = umad_registered(u, umad_agent(1, 0, 0));
	const struct umad_message request = vendor(general, MAD_METHOD_GET, 0);
	struct umad_message m = request;
	unsigned int digits[8];

	(void)state;
	assert_int_equal(umad_try_open(raw, "mlx4_2", 1, SOFTHCA_MAD_KIND_ISSM), ENODEV);
	assert_int_equal(umad_try_register(u, umad_agent(0, 0, 0)), EPROTONOSUPPORT);
	umad_registered(u, vendor_agent(MAD_METHOD_GET));
	assert_int_equal(umad_write(u, &m, MAD_BYTES), EINVAL); /* without a GRH */
	m.header.grh_present = 1;
	attribute_read(raw, "mlx4_2", "ports/1/gids/0");
	assert_int_equal(sscanf((const char *)raw->reply, "%x:%x:%x:%x:%x:%x:%x:%x", &digits[0],
				&digits[1], &digits[2], &digits[3], &digits[4], &digits[5],
				&digits[6], &digits[7]),
			 8);
	for (size_t i = 0; i < 8; i++) {
		m.header.gid[2 * i] = (uint8_t)(digits[i] >> 8);
		m.header.gid[2 * i + 1] = (uint8_t)digits[i];
	}
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	umad_received(u);
	/* responses are routed by GID, because there is no LID */
	m.header.timeout_ms = TIMEOUT_MS;
	memset(m.mad, 0, sizeof(m.mad));
	mad_header_put(m.mad, &(struct mad_header){
				      .base_version = MAD_BASE_VERSION,
				      .mgmt_class = MAD_CLASS_PERFORMANCE,
				      .class_version = PMA_CLASS_VERSION,
				      .method = MAD_METHOD_GET,
				      .attribute = PMA_ATTRIBUTE_CLASS_PORT_INFO,
			      });
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	assert_int_equal(mad_header_get(umad_received(u).mad).method, MAD_METHOD_GET_RESPONSE);
	/* a GID of InfiniBand belongs to another network */
	memcpy(m.mad, request.mad, sizeof(m.mad));
	m.header.timeout_ms = 0;
	gid_of(manager, infiniband);
	memcpy(m.header.gid, infiniband, sizeof(infiniband));
	umad_registered(manager, vendor_agent(MAD_METHOD_GET));
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	assert_false(umad_readable(manager, SOON_MS));
	raw_close(raw);
	umad_close(u);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(ports_wait_for_a_manager, open_manager),
		cmocka_unit_test_setup(states_come_one_after_the_other, open_manager),
		cmocka_unit_test_setup(lids_follow_the_tables, open_manager),
		cmocka_unit_test_setup(groups_have_a_table_for_each_16_ports, open_manager),
		cmocka_unit_test_setup(a_switch_reports_a_link_that_changed, open_manager),
		cmocka_unit_test_setup(traps_are_repeated_until_they_are_repressed, open_manager),
		cmocka_unit_test_setup(a_port_reports_its_capabilities, open_manager),
		cmocka_unit_test_setup(u1_ethernet_has_no_subnet_management, open_manager),
	};

	return raw_run(argc, argv, "umad_managed", tests, sizeof(tests) / sizeof(tests[0]));
}
