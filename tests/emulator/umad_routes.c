/* SPDX-License-Identifier: BSD-2-Clause */
/* Where directed routes, and routes by LID, lead. */
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

static void routes_end_where_nothing_is(void **state)
{
	static const struct {
		unsigned int hops;
		uint8_t path[3];
	} cases[] = {
		{1, {2}},       /* not the port of this file */
		{2, {1, 9}},    /* no such port */
		{2, {1, 4}},    /* one after the switch's last port */
		{2, {1, 0}},    /* port 0 has no link */
		{3, {1, 2, 1}}, /* through an adapter */
	};
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		umad_times_out(u, directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0,
					   cases[i].hops, cases[i].path));
	umad_close(u);
}

/** By LID to a node, and from there by a directed route. */
static void a_route_can_begin_by_lid(void **state)
{
	static const uint8_t behind_switch[1] = {1}, behind_nothing[1] = {9};
	struct umad *u = umad_open("mlx4_1", 2);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct umad_message m = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_DESCRIPTION, 0, 1,
					 behind_switch);
	struct smp_datagram smp = smp_datagram_get(m.mad);

	(void)state;
	smp.dr_slid = 3; /* the own port's LID */
	smp_datagram_put(m.mad, &smp);
	m.header.lid = htons(SWITCH_LID);
	smp = asked(u, &m);
	assert_string_equal((const char *)smp.data, "mlx4_0");
	assert_int_equal(smp.return_path[1], 1);
	m.header.lid = htons(1); /* an adapter, from which port 1 leads to the switch */
	m.header.timeout_ms = TIMEOUT_MS;
	assert_string_equal((const char *)asked(u, &m).data, "softhca switch");
	m.header.lid = htons(99);
	umad_times_out(u, m);
	smp = smp_datagram_get(m.mad);
	smp.initial_path[1] = behind_nothing[0];
	smp_datagram_put(m.mad, &smp);
	m.header.lid = htons(SWITCH_LID);
	umad_times_out(u, m);
	umad_close(u);
}

/** By a directed route to a switch, and from there by LID. */
static void a_route_can_end_by_lid(void **state)
{
	static const uint8_t to_switch[1] = {1}, to_adapter[2] = {1, 2};
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct umad_message m = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 1,
					 to_switch);
	struct smp_datagram smp = smp_datagram_get(m.mad);
	struct umad_message got;

	(void)state;
	smp.dr_dlid = 3;
	smp_datagram_put(m.mad, &smp);
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	got = umad_received(u);
	assert_int_equal(ntohs(got.header.lid), MAD_PERMISSIVE_LID);
	smp = smp_datagram_get(got.mad);
	assert_int_equal(smp_node_info_get(smp.data).local_port, 2);
	assert_int_equal(smp_node_info_get(smp.data).type, SMP_NODE_TYPE_CHANNEL_ADAPTER);
	assert_int_equal(smp.return_path[1], 1);
	assert_int_equal(smp.hop_pointer, 0);
	assert_int_equal(smp.dr_dlid, 3);
	/* to the switch itself; then by LID to it, and by LID from it */
	smp = smp_datagram_get(m.mad);
	smp.dr_dlid = SWITCH_LID;
	smp_datagram_put(m.mad, &smp);
	assert_int_equal(smp_node_info_get(asked(u, &m).data).type, SMP_NODE_TYPE_SWITCH);
	smp.dr_slid = 1;
	smp.dr_dlid = 2;
	smp_datagram_put(m.mad, &smp);
	m.header.lid = htons(1);
	assert_int_equal(smp_node_info_get(asked(u, &m).data).local_port, 1);
	/* to an unused LID; and through an adapter, which does not forward */
	smp.dr_slid = MAD_PERMISSIVE_LID;
	smp.dr_dlid = 99;
	smp_datagram_put(m.mad, &smp);
	umad_times_out(u, m);
	m = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 2, to_adapter);
	smp = smp_datagram_get(m.mad);
	smp.dr_dlid = 2;
	smp_datagram_put(m.mad, &smp);
	umad_times_out(u, m);
	umad_close(u);
}

/**
 * A request is not executed either if its route would have passed through an adapter, or left the
 * adapter from another port than the file's.
 */
static void adapters_forward_nothing(void **state)
{
	static const uint8_t direct[1] = {1}, around[3] = {1, 2, 1}, other_port[1] = {2};
	struct umad *u = umad_open("mlx4_0", 1), *other = umad_open("mlx4_1", 1);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	const struct umad_message get = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_SWITCH_INFO, 0,
						 1, direct);
	struct umad_message set = directed(id, MAD_METHOD_SET, SMP_ATTRIBUTE_SWITCH_INFO, 0, 3,
					   around);
	struct smp_datagram smp = asked(u, &get);
	struct smp_switch_info v = smp_switch_info_get(smp.data);
	const uint8_t before = v.default_port;

	(void)state;
	v.default_port++;
	smp_switch_info_put(smp.data, &v);
	umad_times_out(u, with_data(set, smp.data));
	set = directed(umad_registered(other, umad_agent(0, 0, 0)), MAD_METHOD_SET,
		       SMP_ATTRIBUTE_SWITCH_INFO, 0, 1, other_port);
	umad_times_out(other, with_data(set, smp.data));
	smp = asked(u, &get);
	assert_int_equal(smp_switch_info_get(smp.data).default_port, before);
	umad_close(other);
	umad_close(u);
}

static void malformed_routes_lead_nowhere(void **state)
{
	static const uint8_t path[2] = {1, 2};
	struct umad *u = umad_open("mlx4_0", 1);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	const struct umad_message good = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 2,
						  path);
	struct umad_message m = good;
	struct smp_datagram smp = smp_datagram_get(good.mad);
	unsigned int before = umad_counter("mlx4_0 port 1 mads_malformed");

	(void)state;
	smp.hop_pointer = 1; /* as if it had already made a hop */
	smp_datagram_put(m.mad, &smp);
	umad_times_out(u, m);
	smp = smp_datagram_get(good.mad);
	smp.hop_count = SMP_PATH_HOPS + 1;
	smp_datagram_put(m.mad, &smp);
	umad_times_out(u, m);
	assert_int_equal(umad_counter("mlx4_0 port 1 mads_malformed"), before + 2);
	/* routes with LID-routed parts */
	smp = smp_datagram_get(good.mad);
	smp.dr_slid = 1;
	smp_datagram_put(m.mad, &smp);
	umad_times_out(u, m);
	smp = smp_datagram_get(good.mad);
	smp.dr_dlid = 2;
	smp_datagram_put(m.mad, &smp);
	umad_times_out(u, m);
	/* subnet management must use queue pair 0 */
	before = umad_counter("mlx4_1 port 1 mads_malformed");
	m = by_lid(good, 2);
	m.header.qpn = htonl(1);
	umad_times_out(u, m);
	assert_int_equal(umad_counter("mlx4_1 port 1 mads_malformed"), before + 1);
	umad_close(u);
}

static void routes_end_at_a_link_that_is_down(void **state)
{
	static const uint8_t path[2] = {1, 2};
	struct umad *u = umad_open("mlx4_0", 1);
	struct raw *control = raw_connect(NULL);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	const struct umad_message m = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_NODE_INFO, 0, 2,
					       path);

	(void)state;
	assert_int_equal(raw_control(control, "port mlx4_1 1 down"), 0);
	umad_times_out(u, m);
	assert_int_equal(raw_control(control, "port mlx4_1 1 up"), 0);
	assert_int_equal(asked(u, &m).status, 0);
	raw_close(control);
	umad_close(u);
}

/** Programs respond to SubnGet(SMInfo). */
static void responses_of_programs_take_the_route_back(void **state)
{
	static const uint8_t path[2] = {1, 2};
	struct umad *u = umad_open("mlx4_0", 1), *manager = umad_open("mlx4_1", 1);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct umad_reg_req req = umad_agent(0, MAD_CLASS_SUBNET_DIRECTED, SMP_CLASS_VERSION);
	struct umad_message m = directed(id, MAD_METHOD_GET, SMP_ATTRIBUTE_SM_INFO, 0, 2, path);
	struct smp_datagram smp, wrong;

	(void)state;
	req.method_mask[0] = 1U << MAD_METHOD_GET;
	umad_registered(manager, req);
	assert_int_equal(umad_write(u, &m, MAD_BYTES), 0);
	m = umad_received(manager);
	assert_int_equal(ntohs(m.header.lid), MAD_PERMISSIVE_LID);
	assert_int_equal(m.header.qpn, 0);
	smp = smp_datagram_get(m.mad);
	assert_int_equal(smp.hop_pointer, 3);
	smp.method = MAD_METHOD_GET_RESPONSE;
	smp.returning = 1;
	/* more hops than the route has, but all of them exist */
	wrong = smp;
	wrong.hop_count = 1;
	wrong.return_path[1] = 1;
	wrong.return_path[2] = 1;
	smp_datagram_put(m.mad, &wrong);
	assert_int_equal(umad_write(manager, &m, MAD_BYTES), 0);
	/* a detour through the other port of the adapter */
	wrong = smp;
	wrong.hop_count = 4;
	wrong.hop_pointer = 5;
	memcpy(wrong.return_path + 1, (const uint8_t[]){1, 2, 3, 1}, 4);
	smp_datagram_put(m.mad, &wrong);
	assert_int_equal(umad_write(manager, &m, MAD_BYTES), 0);
	assert_false(umad_readable(u, SOON_MS));
	smp_datagram_put(m.mad, &smp);
	assert_int_equal(umad_write(manager, &m, MAD_BYTES), 0);
	assert_int_equal(smp_datagram_get(umad_received(u).mad).hop_pointer, 0);
	umad_close(u);
	umad_close(manager);
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
		assert_int_equal(asked(u, &m).returning, 0); /* only set in directed routes */
		if (lids[i] == 3)
			assert_int_equal(node.local_port, 2);
	}
	umad_close(u);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(routes_lead_through_the_switch),
		cmocka_unit_test(routes_end_where_nothing_is),
		cmocka_unit_test(a_route_can_begin_by_lid),
		cmocka_unit_test(a_route_can_end_by_lid),
		cmocka_unit_test(adapters_forward_nothing),
		cmocka_unit_test(malformed_routes_lead_nowhere),
		cmocka_unit_test(routes_end_at_a_link_that_is_down),
		cmocka_unit_test(responses_of_programs_take_the_route_back),
		cmocka_unit_test(lids_lead_to_ports_and_the_switch),
	};

	return raw_run(argc, argv, "umad_routes", tests, sizeof(tests) / sizeof(tests[0]));
}
