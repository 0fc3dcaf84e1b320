/* SPDX-License-Identifier: BSD-2-Clause */
/* The built-in subnet administrator, at LID 1. */
#include "umad_sa.h"

/* --- records of the fabric -------------------------------------------------------------------- */

static void nodes_are_found_by_their_components(void **state)
{
	struct sa_header h = sa_request(MAD_METHOD_GET_TABLE, SA_ATTRIBUTE_NODE_RECORD, 0);
	struct sa_node_record asked_for = {.lid = 2}, got;
	uint8_t record[SA_NODE_RECORD_SIZE];
	struct sa_client c;

	(void)state;
	sa_open(&c, "mlx4_1", 1);
	memset(record, 0, sizeof(record));
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	assert_int_equal(c.answer.count, 4); /* three ports and a switch */
	sa_node_record_put(record, &asked_for);
	h.components = SA_NODE_RECORD_HAS_LID;
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	assert_int_equal(c.answer.count, 1);
	got = sa_node_record_get(sa_record(&c, 0));
	assert_int_equal(got.node_info.local_port, 1);
	assert_string_equal((char *)got.description.text, "mlx4_1");
	h.components = SA_NODE_RECORD_HAS_NODE_INFO_NODE_GUID;
	asked_for.node_info.node_guid = got.node_info.node_guid;
	sa_node_record_put(record, &asked_for);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	assert_int_equal(c.answer.count, 2); /* the two ports of mlx4_1 */
	h.components |= SA_NODE_RECORD_HAS_NODE_INFO_TYPE;
	asked_for.node_info.type = SMP_NODE_TYPE_SWITCH;
	sa_node_record_put(record, &asked_for);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	assert_int_equal(c.answer.count, 0);
	umad_close(c.u);
}

static void get_has_one_record_or_an_error(void **state)
{
	struct sa_header h = sa_request(MAD_METHOD_GET, SA_ATTRIBUTE_PORT_INFO_RECORD,
					SA_PORT_INFO_RECORD_HAS_LID);
	struct sa_port_info_record v = {.lid = SWITCH_LID};
	uint8_t record[SA_PORT_INFO_RECORD_SIZE] = {0};
	struct sa_client c;

	(void)state;
	sa_open(&c, "mlx4_0", 1);
	sa_port_info_record_put(record, &v);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)),
			 sa_status(SA_STATUS_TOO_MANY_RECORDS));
	v.lid = 99;
	sa_port_info_record_put(record, &v);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), sa_status(SA_STATUS_NO_RECORDS));
	v.lid = 3;
	sa_port_info_record_put(record, &v);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	v = sa_port_info_record_get(c.answer.record);
	assert_int_equal(v.port, 2);
	assert_int_equal(v.port_info.state, SMP_PORT_STATE_ACTIVE);
	umad_close(c.u);
}

static void requests_without_sense_are_refused(void **state)
{
	struct sa_header h = sa_request(MAD_METHOD_GET, SA_ATTRIBUTE_TRACE_RECORD, 0);
	uint8_t record[64] = {0};
	struct sa_client c;

	(void)state;
	sa_open(&c, "mlx4_0", 1);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), MAD_STATUS_BAD_ATTRIBUTE);
	h.common.attribute = SA_ATTRIBUTE_NODE_RECORD;
	h.common.method = MAD_METHOD_SET;
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), MAD_STATUS_BAD_ATTRIBUTE);
	h = sa_request(MAD_METHOD_SET, SA_ATTRIBUTE_GUID_INFO_RECORD, 0);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), sa_status(SA_STATUS_DENIED));
	umad_close(c.u);
}

static void links_and_tables_are_listed(void **state)
{
	struct sa_header h = sa_request(MAD_METHOD_GET_TABLE, SA_ATTRIBUTE_LINK_RECORD,
					SA_LINK_RECORD_HAS_FROM_LID);
	struct sa_link_record link = {.from_lid = SWITCH_LID};
	uint8_t record[200] = {0};
	struct sa_client c;

	(void)state;
	sa_open(&c, "mlx4_0", 1);
	sa_link_record_put(record, &link);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	assert_int_equal(c.answer.count, 3);
	link = sa_link_record_get(sa_record(&c, 2));
	assert_int_equal(link.from_port, 3);
	assert_int_equal(link.to_lid, 3);
	assert_int_equal(link.to_port, 2);
	memset(record, 0, sizeof(record));
	h = sa_request(MAD_METHOD_GET_TABLE, SA_ATTRIBUTE_SWITCH_INFO_RECORD, 0);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	assert_int_equal(c.answer.count, 1);
	assert_int_equal(sa_switch_info_record_get(sa_record(&c, 0)).lid, SWITCH_LID);
	h = sa_request(MAD_METHOD_GET_TABLE, SA_ATTRIBUTE_SM_INFO_RECORD, 0);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	assert_int_equal(sa_sm_info_record_get(sa_record(&c, 0)).lid, SA_LID);
	h = sa_request(MAD_METHOD_GET_TABLE, SA_ATTRIBUTE_PKEY_TABLE_RECORD,
		       SA_PKEY_TABLE_RECORD_HAS_LID | SA_PKEY_TABLE_RECORD_HAS_BLOCK);
	record[1] = 2; /* the LID; block 0 */
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	assert_int_equal(c.answer.count, 1);
	assert_int_equal(sa_pkey_table_record_get(sa_record(&c, 0)).pkey_table.pkey[0], 0xffff);
	h = sa_request(MAD_METHOD_GET_TABLE, SA_ATTRIBUTE_GUID_INFO_RECORD,
		       SA_GUID_INFO_RECORD_HAS_LID);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	assert_int_equal(c.answer.count, 16); /* 128 GUIDs */
	umad_close(c.u);
}

/* --- paths ------------------------------------------------------------------------------------ */

static void paths_lead_from_gid_to_gid(void **state)
{
	struct sa_header h = sa_request(MAD_METHOD_GET, SA_ATTRIBUTE_PATH_RECORD,
					SA_PATH_RECORD_HAS_SGID | SA_PATH_RECORD_HAS_DGID);
	struct sa_path_record v = {.mtu = SMP_MTU_BYTES_1024}, got;
	uint8_t record[SA_PATH_RECORD_SIZE];
	struct sa_client c;

	(void)state;
	gid_at("mlx4_0", 1, v.sgid);
	gid_at("mlx4_1", 2, v.dgid);
	sa_open(&c, "mlx4_0", 1);
	sa_path_record_put(record, &v);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	got = sa_path_record_get(c.answer.record);
	assert_int_equal(got.slid, 1);
	assert_int_equal(got.dlid, 3);
	assert_int_equal(got.pkey, 0xffff);
	assert_true(got.mtu > SMP_MTU_BYTES_1024);
	assert_int_equal(got.rate, IBV_RATE_56_GBPS);
	h.components |= SA_PATH_RECORD_HAS_MTU | SA_PATH_RECORD_HAS_MTU_SELECTOR;
	v.mtu_selector = SA_SELECTOR_EXACTLY;
	sa_path_record_put(record, &v);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	assert_int_equal(sa_path_record_get(c.answer.record).mtu, SMP_MTU_BYTES_1024);
	v.mtu_selector = SA_SELECTOR_LESS;
	sa_path_record_put(record, &v);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	assert_int_equal(sa_path_record_get(c.answer.record).mtu, SMP_MTU_BYTES_512);
	v.mtu_selector = SA_SELECTOR_GREATER;
	v.mtu = SMP_MTU_BYTES_4096;
	sa_path_record_put(record, &v);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), sa_status(SA_STATUS_NO_RECORDS));
	umad_close(c.u);
}

static void paths_need_a_common_partition(void **state)
{
	struct sa_header h = sa_request(MAD_METHOD_GET_TABLE, SA_ATTRIBUTE_PATH_RECORD, 0);
	struct sa_path_record v = {.slid = 1, .dlid = 2, .pkey = 0x8777};
	uint8_t record[SA_PATH_RECORD_SIZE] = {0};
	struct sa_client c;

	(void)state;
	sa_open(&c, "mlx4_0", 1);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	assert_int_equal(c.answer.count, 16); /* from each of four ports to each */
	h.components = SA_PATH_RECORD_HAS_SLID | SA_PATH_RECORD_HAS_DLID;
	sa_path_record_put(record, &v);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	assert_int_equal(c.answer.count, 1);
	h.components |= SA_PATH_RECORD_HAS_PKEY;
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	assert_int_equal(c.answer.count, 0);
	umad_close(c.u);
}

/** Set entry 9 of a port's P_Key table. */
static void set_key(const char *device, unsigned int port, uint16_t pkey)
{
	struct umad *u = umad_open(device, port);
	const uint32_t id = umad_registered(u, umad_agent(0, 0, 0));
	struct smp_datagram smp = asked_here(u, id, SMP_ATTRIBUTE_PKEY_TABLE, 0);
	struct smp_pkey_table v = smp_pkey_table_get(smp.data);

	v.pkey[9] = pkey;
	smp_pkey_table_put(smp.data, &v);
	smp = asked_by(u, directed(id, MAD_METHOD_SET, SMP_ATTRIBUTE_PKEY_TABLE, 0, 0, NULL),
		       smp.data);
	assert_int_equal(smp.status, 0);
	umad_close(u);
}

static void limited_members_have_no_path_to_each_other(void **state)
{
	struct sa_header h = sa_request(MAD_METHOD_GET_TABLE, SA_ATTRIBUTE_PATH_RECORD,
					SA_PATH_RECORD_HAS_SLID | SA_PATH_RECORD_HAS_DLID |
						SA_PATH_RECORD_HAS_PKEY);
	struct sa_path_record v = {.slid = 1, .dlid = 3, .pkey = 0x0123};
	uint8_t record[SA_PATH_RECORD_SIZE];
	struct sa_client c;

	(void)state;
	set_key("mlx4_0", 1, 0x0123);
	set_key("mlx4_1", 2, 0x0123);
	sa_open(&c, "mlx4_0", 1);
	sa_path_record_put(record, &v);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	assert_int_equal(c.answer.count, 0);
	set_key("mlx4_1", 2, 0x8123);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	assert_int_equal(c.answer.count, 1);
	assert_int_equal(sa_path_record_get(sa_record(&c, 0)).pkey, 0x0123);
	set_key("mlx4_0", 1, 0);
	set_key("mlx4_1", 2, 0);
	umad_close(c.u);
}

static void rates_are_limited_as_asked(void **state)
{
	static const struct {
		uint8_t selector, rate, expected; /* 0: no path */
	} cases[] = {
		{SA_SELECTOR_LESS, IBV_RATE_56_GBPS, IBV_RATE_50_GBPS},
		{SA_SELECTOR_LESS, IBV_RATE_100_GBPS, IBV_RATE_56_GBPS},
		{SA_SELECTOR_EXACTLY, IBV_RATE_40_GBPS, IBV_RATE_40_GBPS},
		{SA_SELECTOR_EXACTLY, IBV_RATE_100_GBPS, 0},
		{SA_SELECTOR_GREATER, IBV_RATE_40_GBPS, IBV_RATE_56_GBPS},
		{SA_SELECTOR_GREATER, IBV_RATE_56_GBPS, 0},
		{SA_SELECTOR_LARGEST, IBV_RATE_10_GBPS, IBV_RATE_56_GBPS},
	};
	struct sa_header h = sa_request(MAD_METHOD_GET_TABLE, SA_ATTRIBUTE_PATH_RECORD,
					SA_PATH_RECORD_HAS_SLID | SA_PATH_RECORD_HAS_DLID |
						SA_PATH_RECORD_HAS_RATE);
	uint8_t record[SA_PATH_RECORD_SIZE];
	struct sa_client c;

	(void)state;
	sa_open(&c, "mlx4_0", 1);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct sa_path_record v = {.slid = 1,
						 .dlid = 2,
						 .rate_selector = cases[i].selector,
						 .rate = cases[i].rate};

		sa_path_record_put(record, &v);
		assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
		assert_int_equal(c.answer.count, cases[i].expected != 0);
		if (c.answer.count)
			assert_int_equal(sa_path_record_get(sa_record(&c, 0)).rate,
					 cases[i].expected);
	}
	umad_close(c.u);
}

/* --- groups ----------------------------------------------------------------------------------- */

static const uint64_t joining = SA_MC_MEMBER_RECORD_HAS_MGID | SA_MC_MEMBER_RECORD_HAS_PORT_GID |
				SA_MC_MEMBER_RECORD_HAS_JOIN_STATE;
static const uint64_t creating = SA_MC_MEMBER_RECORD_HAS_QKEY | SA_MC_MEMBER_RECORD_HAS_PKEY |
				 SA_MC_MEMBER_RECORD_HAS_SL | SA_MC_MEMBER_RECORD_HAS_FLOW_LABEL |
				 SA_MC_MEMBER_RECORD_HAS_TRAFFIC_CLASS;

static unsigned int member_request(struct sa_client *c, uint8_t method, uint64_t components,
				   const struct sa_mc_member_record *v)
{
	struct sa_header h = sa_request(method, SA_ATTRIBUTE_MC_MEMBER_RECORD, components);
	uint8_t record[SA_MC_MEMBER_RECORD_SIZE];

	sa_mc_member_record_put(record, v);
	return sa_ask(c, &h, record, sizeof(record));
}

static unsigned int num_groups(struct sa_client *c)
{
	const struct sa_mc_member_record none = {0};

	assert_int_equal(member_request(c, MAD_METHOD_GET_TABLE, 0, &none), 0);
	return c->answer.count;
}

static void groups_live_while_they_have_full_members(void **state)
{
	struct sa_mc_member_record v = {.mgid = {0xff, 0x12, 0x40, 0x1b, [15] = 5},
					.qkey = 0x11,
					.pkey = 0xffff,
					.join_state = SA_JOIN_STATE_FULL};
	struct sa_client c;
	uint16_t mlid;

	(void)state;
	gid_at("mlx4_0", 1, v.port_gid);
	sa_open(&c, "mlx4_0", 1);
	assert_int_equal(num_groups(&c), 0);
	assert_int_equal(member_request(&c, MAD_METHOD_SET, joining, &v),
			 sa_status(SA_STATUS_INSUFFICIENT_COMPONENTS)); /* to create a group */
	assert_int_equal(member_request(&c, MAD_METHOD_SET, joining | creating, &v), 0);
	mlid = sa_mc_member_record_get(c.answer.record).mlid;
	assert_true(mlid >= SMP_FIRST_GROUP_LID);
	gid_at("mlx4_1", 1, v.port_gid);
	v.join_state = SA_JOIN_STATE_NON;
	assert_int_equal(member_request(&c, MAD_METHOD_SET, joining, &v), 0);
	assert_int_equal(sa_mc_member_record_get(c.answer.record).mlid, mlid);
	assert_int_equal(sa_mc_member_record_get(c.answer.record).qkey, 0x11);
	v.qkey = 0x12;
	assert_int_equal(
		member_request(&c, MAD_METHOD_SET, joining | SA_MC_MEMBER_RECORD_HAS_QKEY, &v),
		sa_status(SA_STATUS_REQUEST_INVALID));
	assert_int_equal(num_groups(&c), 1);
	v.join_state = SA_JOIN_STATE_FULL; /* it is not a full member */
	assert_int_equal(member_request(&c, MAD_METHOD_DELETE, joining, &v),
			 sa_status(SA_STATUS_REQUEST_INVALID));
	gid_at("mlx4_0", 1, v.port_gid);
	assert_int_equal(member_request(&c, MAD_METHOD_DELETE, joining, &v), 0);
	assert_int_equal(num_groups(&c), 0); /* the other member was not full */
	v.port_gid[15] ^= 0x40;
	assert_int_equal(member_request(&c, MAD_METHOD_SET, joining | creating, &v),
			 sa_status(SA_STATUS_INVALID_GID));
	umad_close(c.u);
}

static void members_are_told_with_the_key_only(void **state)
{
	struct sa_mc_member_record v = {
		.pkey = 0xffff, .join_state = SA_JOIN_STATE_FULL, .scope = 2};
	struct sa_header h = sa_request(MAD_METHOD_GET_TABLE, SA_ATTRIBUTE_MC_MEMBER_RECORD, 0);
	uint8_t record[SA_MC_MEMBER_RECORD_SIZE] = {0};
	static const uint8_t no_gid[16];
	struct sa_client c;

	(void)state;
	sa_open(&c, "mlx4_1", 2);
	gid_at("mlx4_0", 1, v.port_gid);
	assert_int_equal(member_request(&c, MAD_METHOD_SET, joining | creating, &v), 0);
	v = sa_mc_member_record_get(c.answer.record);
	assert_int_equal(v.mgid[0], 0xff); /* the administrator has chosen a GID */
	gid_at("mlx4_1", 2, v.port_gid);
	assert_int_equal(member_request(&c, MAD_METHOD_SET, joining, &v), 0);
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	assert_int_equal(c.answer.count, 1);
	assert_memory_equal(sa_mc_member_record_get(sa_record(&c, 0)).port_gid, no_gid, 16);
	h.sm_key = SA_KEY;
	assert_int_equal(sa_ask(&c, &h, record, sizeof(record)), 0);
	assert_int_equal(c.answer.count, 2);
	assert_memory_equal(sa_mc_member_record_get(sa_record(&c, 1)).port_gid, v.port_gid, 16);
	assert_int_equal(member_request(&c, MAD_METHOD_DELETE, joining, &v), 0);
	gid_at("mlx4_0", 1, v.port_gid);
	assert_int_equal(member_request(&c, MAD_METHOD_DELETE, joining, &v), 0);
	umad_close(c.u);
}

/* --- services --------------------------------------------------------------------------------- */

static unsigned int service_request(struct sa_client *c, uint8_t method, uint64_t components,
				    const struct sa_service_record *v)
{
	struct sa_header h = sa_request(method, SA_ATTRIBUTE_SERVICE_RECORD, components);
	uint8_t record[SA_SERVICE_RECORD_SIZE];

	sa_service_record_put(record, v);
	return sa_ask(c, &h, record, sizeof(record));
}

static void services_belong_to_who_has_the_key(void **state)
{
	struct sa_service_record v = {.id = 0x1234,
				      .pkey = 0xffff,
				      .lease = SA_LEASE_WITHOUT_END,
				      .key = {1, 2, 3},
				      .name = "clock",
				      .data = {[17] = 9}};
	static const uint8_t hidden[16];
	struct sa_client c;

	(void)state;
	gid_at("mlx4_0", 1, v.gid);
	sa_open(&c, "mlx4_0", 1);
	assert_int_equal(service_request(&c, MAD_METHOD_SET, 0x7f, &v), 0);
	v.key[0] = 0;
	assert_int_equal(service_request(&c, MAD_METHOD_SET, 0x7f, &v),
			 sa_status(SA_STATUS_DENIED));
	assert_int_equal(service_request(&c, MAD_METHOD_DELETE, 0x7f, &v),
			 sa_status(SA_STATUS_DENIED));
	assert_int_equal(service_request(&c, MAD_METHOD_GET, SA_SERVICE_RECORD_HAS_NAME, &v), 0);
	assert_memory_equal(sa_service_record_get(c.answer.record).key, hidden, 16);
	v.data[17] = 8;
	assert_int_equal(service_request(&c, MAD_METHOD_GET, SA_SERVICE_RECORD_HAS_DATA_16, &v),
			 sa_status(SA_STATUS_NO_RECORDS));
	v.key[0] = 1;
	assert_int_equal(service_request(&c, MAD_METHOD_DELETE, 0x7f, &v), 0);
	assert_int_equal(service_request(&c, MAD_METHOD_GET, SA_SERVICE_RECORD_HAS_ID, &v),
			 sa_status(SA_STATUS_NO_RECORDS));
	v.lease = 0; /* the lease ends at once */
	assert_int_equal(service_request(&c, MAD_METHOD_SET, 0x7f, &v), 0);
	assert_int_equal(service_request(&c, MAD_METHOD_GET, SA_SERVICE_RECORD_HAS_ID, &v),
			 sa_status(SA_STATUS_NO_RECORDS));
	umad_close(c.u);
}

/** Like opensm, a program registers an agent for requests to the administrator, and gets them. */
static void a_program_can_be_the_administrator(void **state)
{
	struct sa_header h = sa_request(MAD_METHOD_GET_TABLE, SA_ATTRIBUTE_NODE_RECORD, 0);
	struct umad_reg_req req = umad_agent(1, MAD_CLASS_ADMINISTRATION, SA_CLASS_VERSION);
	struct umad_message m = {
		.header = {.timeout_ms = TIMEOUT_MS, .qpn = htonl(1), .lid = htons(SA_LID)}};
	struct umad *manager = umad_open("mlx4_0", 1);
	struct sa_client c;

	(void)state;
	req.method_mask[0] = 1U << MAD_METHOD_GET_TABLE;
	umad_registered(manager, req);
	sa_open(&c, "mlx4_1", 1);
	m.header.id = c.id;
	sa_header_put(m.mad, &h);
	assert_int_equal(umad_write(c.u, &m, MAD_BYTES), 0);
	assert_int_equal(sa_header_get(umad_received(manager).mad).common.attribute,
			 SA_ATTRIBUTE_NODE_RECORD);
	assert_false(umad_readable(c.u, SOON_MS));
	umad_close(manager);
	umad_close(c.u);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nodes_are_found_by_their_components),
		cmocka_unit_test(get_has_one_record_or_an_error),
		cmocka_unit_test(requests_without_sense_are_refused),
		cmocka_unit_test(links_and_tables_are_listed),
		cmocka_unit_test(paths_lead_from_gid_to_gid),
		cmocka_unit_test(paths_need_a_common_partition),
		cmocka_unit_test(limited_members_have_no_path_to_each_other),
		cmocka_unit_test(rates_are_limited_as_asked),
		cmocka_unit_test(groups_live_while_they_have_full_members),
		cmocka_unit_test(members_are_told_with_the_key_only),
		cmocka_unit_test(services_belong_to_who_has_the_key),
		cmocka_unit_test(a_program_can_be_the_administrator),
	};

	return raw_run(argc, argv, "umad_administration", tests, sizeof(tests) / sizeof(tests[0]));
}
