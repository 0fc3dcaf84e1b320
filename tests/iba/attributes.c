/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Conversion of adapter and port attributes from verbs: every member gets a distinct value, so that
 * mixed-up members are found. Linked with --wrap: ibv_query_device() and ibv_query_port() return
 * what the test sets.
 */
#include <endian.h>

#include "stub.h"

static struct {
	struct ibv_device_attr device;
	struct ibv_port_attr port;
} verbs;

int __real_ibv_query_device(struct ibv_context *context, struct ibv_device_attr *attr);
int __wrap_ibv_query_device(struct ibv_context *context, struct ibv_device_attr *attr);
int __real_ibv_query_port(struct ibv_context *context, uint8_t port, struct ibv_port_attr *attr);
int __wrap_ibv_query_port(struct ibv_context *context, uint8_t port, struct ibv_port_attr *attr);

int __wrap_ibv_query_device(struct ibv_context *context, struct ibv_device_attr *attr)
{
	if (!stub_active)
		return __real_ibv_query_device(context, attr);
	*attr = verbs.device;
	return 0;
}

int __wrap_ibv_query_port(struct ibv_context *context, uint8_t port, struct ibv_port_attr *attr)
{
	if (!stub_active)
		return __real_ibv_query_port(context, port, attr);
	*attr = verbs.port;
	return 0;
}

static int open_with_reset(void **state)
{
	memset(&verbs, 0, sizeof(verbs));
	verbs.device.phys_port_cnt = 2;
	return stub_open(state);
}

/* Queries the attributes; the next call frees the result. */
static const ib_ca_attr_t *attributes(void)
{
	static ib_ca_attr_t *attr;

	free(attr);
	attr = kit_attr(stub_pair.a.ca);
	return attr;
}

/* ---- adapters ---- */

static void numbers_of_an_adapter(void **state)
{
	const ib_ca_attr_t *attr;

	(void)state;
	verbs.device = (struct ibv_device_attr){
		.fw_ver = "2.42.5001",
		.node_guid = 1001,
		.sys_image_guid = 1002,
		.max_mr_size = 1003,
		.page_size_cap = 0x5000,
		.vendor_id = 1004,
		.vendor_part_id = 1005,
		.hw_ver = 1006,
		.max_qp = 1007,
		.max_qp_wr = 1008,
		.max_sge = 1009,
		.max_sge_rd = 1010,
		.max_cq = 1011,
		.max_cqe = 1012,
		.max_mr = 1013,
		.max_pd = 1014,
		.max_qp_rd_atom = 15,
		.max_res_rd_atom = 300,
		.max_qp_init_rd_atom = 17,
		.atomic_cap = IBV_ATOMIC_HCA,
		.max_mw = 1018,
		.max_raw_ipv6_qp = 1019,
		.max_raw_ethy_qp = 1020,
		.max_mcast_grp = 1021,
		.max_mcast_qp_attach = 1022,
		.max_total_mcast_qp_attach = 1023,
		.max_ah = 1024,
		.max_fmr = 1025,
		.max_map_per_fmr = 1026,
		.max_srq = 1027,
		.max_srq_wr = 1028,
		.max_srq_sge = 1029,
		.max_pkeys = 1030,
		.local_ca_ack_delay = 31,
		.phys_port_cnt = 1,
	};
	attr = attributes();
	assert_int_equal(attr->fw_ver, UINT64_C(2) << 32 | 42 << 16 | 5001);
	assert_int_equal(attr->ca_guid, 1001);
	assert_int_equal(attr->system_image_guid, 1002);
	assert_int_equal(attr->init_region_size, 1003);
	assert_int_equal(attr->num_page_sizes, 2);
	assert_int_equal(attr->p_page_size[0], 0x1000);
	assert_int_equal(attr->p_page_size[1], 0x4000);
	assert_int_equal(attr->vend_id, 1004);
	assert_int_equal(attr->dev_id, 1005);
	assert_int_equal(attr->revision, 1006);
	assert_int_equal(attr->max_qps, 1007);
	assert_int_equal(attr->max_wrs, 1008);
	assert_int_equal(attr->max_sges, 1009);
	assert_int_equal(attr->max_rd_sges, 1010);
	assert_int_equal(attr->max_cqs, 1011);
	assert_int_equal(attr->max_cqes, 1012);
	assert_int_equal(attr->init_regions, 1013);
	assert_int_equal(attr->max_pds, 1014);
	assert_int_equal(attr->max_qp_resp_res, 15);
	assert_int_equal(attr->max_resp_res, 255); /* the largest value of a byte */
	assert_int_equal(attr->max_qp_init_depth, 17);
	assert_int_equal(attr->atomicity, IB_ATOMIC_LOCAL);
	assert_int_equal(attr->init_windows, 1018);
	assert_int_equal(attr->max_ipv6_qps, 1019);
	assert_int_equal(attr->max_ether_qps, 1020);
	assert_int_equal(attr->max_mcast_grps, 1021);
	assert_int_equal(attr->max_qps_per_mcast_grp, 1022);
	assert_int_equal(attr->max_mcast_qps, 1023);
	assert_int_equal(attr->max_addr_handles, 1024);
	assert_int_equal(attr->max_fmr, 1025);
	assert_int_equal(attr->max_map_per_fmr, 1026);
	assert_int_equal(attr->max_srq, 1027);
	assert_int_equal(attr->max_srq_wrs, 1028);
	assert_int_equal(attr->max_srq_sges, 1029);
	assert_int_equal(attr->max_partitions, 1030);
	assert_int_equal(attr->local_ack_delay, 31);
	assert_int_equal(attr->num_ports, 1);
}

static void versions_have_up_to_three_numbers(void **state)
{
	static const struct {
		const char *text;
		uint64_t version;
	} versions[] = {
		{"", 0},
		{"7", UINT64_C(7) << 32},
		{"7.8", UINT64_C(7) << 32 | 8 << 16},
		{"7.8.9", UINT64_C(7) << 32 | 8 << 16 | 9},
		{"7.65537.65538", UINT64_C(7) << 32 | 1 << 16 | 2},
		{"7-8.9", UINT64_C(7) << 32},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(versions); i++) {
		strcpy(verbs.device.fw_ver, versions[i].text);
		assert_int_equal(attributes()->fw_ver, versions[i].version);
	}
}

/* A flag of verbs, and the offset of the only member that it sets. */
struct flag {
	uint32_t bit;
	size_t at;
};

#define OF_CA(member)   offsetof(ib_ca_attr_t, member)
#define OF_PORT(member) offsetof(ib_port_cap_t, member)

static const struct flag of_adapter[] = {
	{IBV_DEVICE_BAD_PKEY_CNTR, OF_CA(bad_pkey_ctr_support)},
	{IBV_DEVICE_BAD_QKEY_CNTR, OF_CA(bad_qkey_ctr_support)},
	{IBV_DEVICE_RAW_MULTI, OF_CA(raw_mcast_support)},
	{IBV_DEVICE_AUTO_PATH_MIG, OF_CA(apm_support)},
	{IBV_DEVICE_UD_AV_PORT_ENFORCE, OF_CA(av_port_check)},
	{IBV_DEVICE_CHANGE_PHY_PORT, OF_CA(change_primary_port)},
	{IBV_DEVICE_RESIZE_MAX_WR, OF_CA(modify_wr_depth)},
	{IBV_DEVICE_SRQ_RESIZE, OF_CA(modify_srq_depth)},
	{IBV_DEVICE_CURR_QP_STATE_MOD, OF_CA(current_qp_state_support)},
	{IBV_DEVICE_SHUTDOWN_PORT, OF_CA(shutdown_port_capability)},
	{IBV_DEVICE_INIT_TYPE, OF_CA(init_type_support)},
	{IBV_DEVICE_PORT_ACTIVE_EVENT, OF_CA(port_active_event_support)},
	{IBV_DEVICE_SYS_IMAGE_GUID, OF_CA(system_image_guid_support)},
	{IBV_DEVICE_UD_IP_CSUM, OF_CA(ipoib_csum)},
};

static const struct flag of_port[] = {
	{IBV_PORT_CM_SUP, OF_PORT(cm)},
	{IBV_PORT_SNMP_TUNNEL_SUP, OF_PORT(snmp)},
	{IBV_PORT_DEVICE_MGMT_SUP, OF_PORT(dev_mgmt)},
	{IBV_PORT_VENDOR_CLASS_SUP, OF_PORT(vend)},
	{IBV_PORT_SM, OF_PORT(sm)},
	{1 << 10, OF_PORT(sm_disable)},
	{IBV_PORT_NOTICE_SUP, OF_PORT(notice)},
	{IBV_PORT_TRAP_SUP, OF_PORT(trap)},
	{IBV_PORT_AUTO_MIGR_SUP, OF_PORT(apm)},
	{IBV_PORT_SL_MAP_SUP, OF_PORT(slmap)},
	{IBV_PORT_PKEY_NVRAM, OF_PORT(pkey_nvram)},
	{IBV_PORT_MKEY_NVRAM, OF_PORT(mkey_nvram)},
	{IBV_PORT_SYS_IMAGE_GUID_SUP, OF_PORT(sysguid)},
	{IBV_PORT_DR_NOTICE_SUP, OF_PORT(dr_notice)},
	{IBV_PORT_BOOT_MGMT_SUP, OF_PORT(boot_mgmt)},
	{IBV_PORT_CAP_MASK_NOTICE_SUP, OF_PORT(capm_notice)},
	{IBV_PORT_REINIT_SUP, OF_PORT(reinit)},
	{IBV_PORT_LED_INFO_SUP, OF_PORT(ledinfo)},
	{IBV_PORT_PKEY_SW_EXT_PORT_TRAP_SUP, OF_PORT(pkey_switch_ext_port)},
	{IBV_PORT_LINK_LATENCY_SUP, OF_PORT(link_rtl)},
	{IBV_PORT_CLIENT_REG_SUP, OF_PORT(client_reregister)},
};

/* Of the members in `flags`, only the one at offset `at` is set. */
static void check_only(const void *from, const struct flag *flags, size_t count, size_t at)
{
	for (size_t i = 0; i < count; i++) {
		boolean_t set;

		memcpy(&set, (const uint8_t *)from + flags[i].at, sizeof(set));
		assert_int_equal(set, flags[i].at == at ? TRUE : FALSE);
	}
}

static void each_flag_is_a_member(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(of_adapter); i++) {
		verbs.device.device_cap_flags = of_adapter[i].bit;
		check_only(attributes(), of_adapter, COUNT(of_adapter), of_adapter[i].at);
	}
	verbs.device.device_cap_flags = IBV_DEVICE_BAD_PKEY_CNTR;
	assert_int_equal(attributes()->p_port_attr[0].cap.pkey_ctr, TRUE);
	assert_int_equal(attributes()->p_port_attr[0].cap.qkey_ctr, FALSE);
	verbs.device.device_cap_flags = IBV_DEVICE_BAD_QKEY_CNTR;
	assert_int_equal(attributes()->p_port_attr[1].cap.pkey_ctr, FALSE);
	assert_int_equal(attributes()->p_port_attr[1].cap.qkey_ctr, TRUE);
	for (size_t i = 0; i < COUNT(of_port); i++) {
		verbs.port.port_cap_flags = of_port[i].bit;
		check_only(&attributes()->p_port_attr[1].cap, of_port, COUNT(of_port),
			   of_port[i].at);
	}
}

/* ---- ports ---- */

static void numbers_of_a_port(void **state)
{
	const ib_port_attr_t *port;

	(void)state;
	verbs.port = (struct ibv_port_attr){
		.state = IBV_PORT_ARMED,
		.max_mtu = IBV_MTU_2048,
		.active_mtu = IBV_MTU_512,
		.gid_tbl_len = 3,
		.max_msg_sz = 1001,
		.bad_pkey_cntr = 1002,
		.qkey_viol_cntr = 1003,
		.pkey_tbl_len = 5,
		.lid = 0x1234,
		.sm_lid = 0x2345,
		.lmc = 4,
		.max_vl_num = 3,
		.sm_sl = 5,
		.subnet_timeout = 6,
		.init_type_reply = 7,
		.active_width = 8,
		.active_speed = 2,
		.phys_state = 9,
	};
	port = &attributes()->p_port_attr[1];
	assert_int_equal(port->port_num, 2);
	assert_int_equal(port->mtu, IB_MTU_LEN_2048);
	assert_int_equal(port->transport, RDMA_TRANSPORT_IB);
	assert_int_equal(port->max_msg_size, 1001);
	assert_int_equal(port->pkey_ctr, 1002);
	assert_int_equal(port->qkey_ctr, 1003);
	assert_int_equal(port->lid, htobe16(0x1234));
	assert_int_equal(port->sm_lid, htobe16(0x2345));
	assert_int_equal(port->lmc, 4);
	assert_int_equal(port->max_vls, 4);
	assert_int_equal(port->sm_sl, 5);
	assert_int_equal(port->subnet_timeout, 6);
	assert_int_equal(port->init_type_reply, 7);
	assert_int_equal(port->active_width, 8);
	assert_int_equal(port->active_speed, 2);
	assert_int_equal(port->phys_state, 9);
	assert_int_equal(port->link_state, IB_LINK_ARMED);
	assert_int_equal(port->num_gids, 3);
	assert_int_equal(port->num_pkeys, 5);
	verbs.port.link_layer = IBV_LINK_LAYER_ETHERNET;
	assert_int_equal(attributes()->p_port_attr[0].transport, RDMA_TRANSPORT_RDMAOE);
}

/* The tables follow one another without gaps, each aligned to 8 bytes. */
static void tables_are_behind_each_other(void **state)
{
	const ib_ca_attr_t *attr;
	const uint8_t *at;

	(void)state;
	verbs.device.page_size_cap = 0x7000;
	verbs.port.gid_tbl_len = 3;
	verbs.port.pkey_tbl_len = 5;
	attr = attributes();
	at = (const uint8_t *)attr + (sizeof(*attr) + 7) / 8 * 8;
	assert_ptr_equal(attr->p_port_attr, at);
	at += (2 * sizeof(ib_port_attr_t) + 7) / 8 * 8;
	assert_ptr_equal(attr->p_page_size, at);
	at += 16; /* three of 4 bytes, rounded up */
	for (int i = 0; i < 2; i++) {
		assert_ptr_equal(attr->p_port_attr[i].p_gid_table, at);
		at += 48;
		assert_ptr_equal(attr->p_port_attr[i].p_pkey_table, at);
		at += 16; /* five of 2 bytes, rounded up */
	}
	assert_int_equal(attr->size, at - (const uint8_t *)attr);
}

static void lanes_and_their_speeds(void **state)
{
	static const struct {
		uint8_t speed, active, extended, encoding;
	} speeds[] = {
		{1, IB_LINK_SPEED_ACTIVE_2_5, 0, 0},
		{2, IB_LINK_SPEED_ACTIVE_5, 0, 0},
		{4, IB_LINK_SPEED_ACTIVE_10, 0, 0},
		{8, IB_LINK_SPEED_ACTIVE_10, 0, 1},
		{16, IB_LINK_SPEED_ACTIVE_10, IB_LINK_SPEED_EXT_ACTIVE_14, 1},
		{32, IB_LINK_SPEED_ACTIVE_10, IB_LINK_SPEED_EXT_ACTIVE_25, 1},
	};
	static const uint16_t lanes[] = {0, 1, 2, 4, 8, 15};

	(void)state;
	for (size_t i = 0; i < COUNT(speeds); i++) {
		const ib_port_attr_t *port;

		verbs.port.active_speed = speeds[i].speed;
		port = &attributes()->p_port_attr[0];
		assert_int_equal(port->active_speed, speeds[i].active);
		assert_int_equal(port->ext_active_speed, speeds[i].extended);
		assert_int_equal(port->link_encoding, speeds[i].encoding);
	}
	for (size_t i = 0; i < COUNT(lanes); i++) {
		verbs.port.max_vl_num = (uint8_t)i;
		assert_int_equal(attributes()->p_port_attr[0].max_vls, lanes[i]);
	}
}

#define STUB_TEST(name) cmocka_unit_test_setup_teardown(name, open_with_reset, stub_close)

int main(void)
{
	const struct CMUnitTest tests[] = {
		STUB_TEST(numbers_of_an_adapter),
		STUB_TEST(versions_have_up_to_three_numbers),
		STUB_TEST(each_flag_is_a_member),
		STUB_TEST(numbers_of_a_port),
		STUB_TEST(tables_are_behind_each_other),
		STUB_TEST(lanes_and_their_speeds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
