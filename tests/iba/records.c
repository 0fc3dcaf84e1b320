/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions that get and set fields of records in management datagrams. Every record is filled with
 * distinct bytes; expected values, and the bytes that a setter may change, are written out by byte
 * and bit.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <iba/ib_al.h>

static void fill_bytes(uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		bytes[i] = (uint8_t)(i * 37 + 11);
}

/** Only `count` bytes at `at` have changed, to this big-endian value. Fills the record again. */
static void assert_only_changed(uint8_t *bytes, size_t size, size_t at, size_t count,
				uint64_t value)
{
	uint8_t expected[512];

	assert_true(size <= sizeof(expected));
	fill_bytes(expected, size);
	for (size_t i = 0; i < count; i++)
		expected[at + i] = (uint8_t)(value >> 8 * (count - 1 - i));
	assert_memory_equal(bytes, expected, size);
	fill_bytes(bytes, size);
}

static void bits_of_path_rec(void **state)
{
	union {
		ib_path_rec_t it;
		uint8_t bytes[sizeof(ib_path_rec_t)];
	} record;

	(void)state;
	fill_bytes(record.bytes, sizeof(record));
	assert_int_equal(ib_path_rec_num_path(&record.it), 0x20);
	assert_int_equal(ib_path_rec_sl(&record.it), 4);
	assert_int_equal(ib_path_rec_qos_class(&record.it), 0x8fb);
	assert_int_equal(ib_path_rec_mtu(&record.it), 0x19);
	assert_int_equal(ib_path_rec_mtu_sel(&record.it), 3);
	assert_int_equal(ib_path_rec_rate(&record.it), 0x3e);
	assert_int_equal(ib_path_rec_rate_sel(&record.it), 3);
	assert_int_equal(ib_path_rec_pkt_life(&record.it), 0x23);
	assert_int_equal(ib_path_rec_pkt_life_sel(&record.it), 0);
	assert_int_equal(ib_path_rec_flow_lbl(&record.it), CL_HTON32(0x78cb1));
	assert_int_equal(ib_path_rec_hop_limit(&record.it), 0xd6);
	ib_path_rec_set_sl(&record.it, 0x1b);
	assert_only_changed(record.bytes, sizeof(record), 52, 2, 0x8fbb);
	ib_path_rec_set_qos_class(&record.it, 0x1704);
	assert_only_changed(record.bytes, sizeof(record), 52, 2, 0x7044);
}

static void bits_of_multipath_rec(void **state)
{
	union {
		ib_multipath_rec_t it;
		uint8_t bytes[sizeof(ib_multipath_rec_t)];
	} record;

	(void)state;
	fill_bytes(record.bytes, sizeof(record));
	assert_int_equal(ib_multipath_rec_num_path(&record.it), 0x44);
	assert_int_equal(ib_multipath_rec_sl(&record.it), 8);
	assert_int_equal(ib_multipath_rec_qos_class(&record.it), 0x335);
	assert_int_equal(ib_multipath_rec_mtu(&record.it), 0x3d);
	assert_int_equal(ib_multipath_rec_mtu_sel(&record.it), 1);
	assert_int_equal(ib_multipath_rec_rate(&record.it), 0x22);
	assert_int_equal(ib_multipath_rec_rate_sel(&record.it), 2);
	assert_int_equal(ib_multipath_rec_pkt_life(&record.it), 7);
	assert_int_equal(ib_multipath_rec_pkt_life_sel(&record.it), 3);
	ib_multipath_rec_set_sl(&record.it, 0x17);
	assert_only_changed(record.bytes, sizeof(record), 8, 2, 0x3357);
	ib_multipath_rec_set_qos_class(&record.it, 0x1cca);
	assert_only_changed(record.bytes, sizeof(record), 8, 2, 0xcca8);
}

static void bits_of_mad_notice_attr(void **state)
{
	union {
		ib_mad_notice_attr_t it;
		uint8_t bytes[sizeof(ib_mad_notice_attr_t)];
	} record;

	(void)state;
	fill_bytes(record.bytes, sizeof(record));
	assert_int_equal(ib_notice_is_generic(&record.it), 0);
	assert_int_equal(ib_notice_get_type(&record.it), 0xb);
}

static void bits_of_inform_info(void **state)
{
	union {
		ib_inform_info_t it;
		uint8_t bytes[sizeof(ib_inform_info_t)];
	} record;

	(void)state;
	fill_bytes(record.bytes, sizeof(record));
	ib_inform_info_set_qpn(&record.it, CL_HTON32(0x1e8c39e));
	assert_only_changed(record.bytes, sizeof(record), 28, 4, 0xe8c39e86);
}

static void bits_of_class_port_info(void **state)
{
	union {
		ib_class_port_info_t it;
		uint8_t bytes[sizeof(ib_class_port_info_t)];
	} record;

	(void)state;
	fill_bytes(record.bytes, sizeof(record));
	assert_int_equal(ib_class_resp_time_val(&record.it), 0xe);
	assert_int_equal(ib_class_cap_mask2(&record.it), 0x4fe2748);
	ib_class_set_resp_time_val(&record.it, 0x31);
	assert_only_changed(record.bytes, sizeof(record), 4, 4, 0x9fc4e911);
	ib_class_set_cap_mask2(&record.it, 0xb01d8b7);
	assert_only_changed(record.bytes, sizeof(record), 4, 4, 0x603b16ee);
}

static void bits_of_rmpp_mad(void **state)
{
	union {
		ib_rmpp_mad_t it;
		uint8_t bytes[sizeof(ib_rmpp_mad_t)];
	} record;

	(void)state;
	fill_bytes(record.bytes, sizeof(record));
	assert_int_equal(ib_rmpp_get_resp_time(&record.it), 0x19);
	ib_rmpp_set_resp_time(&record.it, 0x26);
	assert_only_changed(record.bytes, sizeof(record), 26, 1, 0x35);
}

static void bits_of_smp(void **state)
{
	union {
		ib_smp_t it;
		uint8_t bytes[sizeof(ib_smp_t)];
	} record;

	(void)state;
	fill_bytes(record.bytes, sizeof(record));
	assert_int_equal(ib_smp_get_status(&record.it), CL_HTON16(0x1fc4));
	assert_int_equal(ib_smp_is_response(&record.it), 0);
	assert_int_equal(ib_smp_is_d(&record.it), 1);
}

static void bits_of_sm_info(void **state)
{
	union {
		ib_sm_info_t it;
		uint8_t bytes[sizeof(ib_sm_info_t)];
	} record;

	(void)state;
	fill_bytes(record.bytes, sizeof(record));
	assert_int_equal(ib_sminfo_get_priority(&record.it), 0xe);
	assert_int_equal(ib_sminfo_get_state(&record.it), 0xf);
}

static void bits_of_node_info(void **state)
{
	union {
		ib_node_info_t it;
		uint8_t bytes[sizeof(ib_node_info_t)];
	} record;

	(void)state;
	fill_bytes(record.bytes, sizeof(record));
	assert_int_equal(ib_node_info_get_local_port_num(&record.it), 0x3f);
	assert_int_equal(ib_node_info_get_vendor_id(&record.it), CL_HTON32(0x6489ae));
}

static void bits_of_port_info(void **state)
{
	union {
		ib_port_info_t it;
		uint8_t bytes[sizeof(ib_port_info_t)];
	} record;

	(void)state;
	fill_bytes(record.bytes, sizeof(record));
	assert_int_equal(ib_port_info_get_port_state(&record.it), 0xb);
	assert_int_equal(ib_port_info_get_link_speed_sup(&record.it), 0xa);
	assert_int_equal(ib_port_info_get_port_phys_state(&record.it), 0xd);
	assert_int_equal(ib_port_info_get_link_down_def_state(&record.it), 0);
	assert_int_equal(ib_port_info_get_vl_cap(&record.it), 6);
	assert_int_equal(ib_port_info_get_init_type(&record.it), 4);
	assert_int_equal(ib_port_info_get_op_vls(&record.it), 4);
	assert_int_equal(ib_port_info_get_link_speed_active(&record.it), 1);
	assert_int_equal(ib_port_info_get_link_speed_enabled(&record.it), 0xa);
	assert_int_equal(ib_port_info_get_link_speed_ext_active(&record.it), 0);
	assert_int_equal(ib_port_info_get_link_speed_ext_sup(&record.it), 1);
	assert_int_equal(ib_port_info_get_link_speed_ext_enabled(&record.it), 6);
	assert_int_equal(ib_port_info_get_mtu_cap(&record.it), 8);
	assert_int_equal(ib_port_info_get_neighbor_mtu(&record.it), 3);
	assert_int_equal(ib_port_info_get_master_smsl(&record.it), 0xf);
	assert_int_equal(ib_port_info_get_sm_sl(&record.it), 0xf);
	assert_int_equal(ib_port_info_get_timeout(&record.it), 0xa);
	assert_int_equal(ib_port_info_get_client_rereg(&record.it), 0);
	assert_int_equal(ib_port_info_get_mcast_pkey_trap_suppress(&record.it), 3);
	assert_int_equal(ib_port_info_get_resp_time_value(&record.it), 0xf);
	assert_int_equal(ib_port_info_get_hoq_lifetime(&record.it), 0x1d);
	assert_int_equal(ib_port_info_get_vl_stall_count(&record.it), 0);
	assert_int_equal(ib_port_info_get_lmc(&record.it), 5);
	assert_int_equal(ib_port_info_get_mpb(&record.it), 3);
	assert_int_equal(ib_port_info_get_local_phy_err_thd(&record.it), 0xb);
	assert_int_equal(ib_port_info_get_overrun_err_thd(&record.it), 4);
	ib_port_info_set_port_state(&record.it, 0x14);
	assert_only_changed(record.bytes, sizeof(record), 32, 1, 0xa4);
	ib_port_info_set_link_speed_sup(0x15, &record.it);
	assert_only_changed(record.bytes, sizeof(record), 32, 1, 0x5b);
	ib_port_info_set_port_phys_state(0x12, &record.it);
	assert_only_changed(record.bytes, sizeof(record), 33, 1, 0x20);
	ib_port_info_set_link_down_def_state(&record.it, 0x1f);
	assert_only_changed(record.bytes, sizeof(record), 33, 1, 0xdf);
	ib_port_info_set_op_vls(&record.it, 0x1b);
	assert_only_changed(record.bytes, sizeof(record), 43, 1, 0xb2);
	ib_port_info_set_link_speed_enabled(&record.it, 0x15);
	assert_only_changed(record.bytes, sizeof(record), 35, 1, 0x15);
	ib_port_info_set_link_speed_ext_enabled(&record.it, 0x39);
	assert_only_changed(record.bytes, sizeof(record), 63, 1, 0x39);
	ib_port_info_set_neighbor_mtu(&record.it, 0x1c);
	assert_only_changed(record.bytes, sizeof(record), 36, 1, 0xcf);
	ib_port_info_set_master_smsl(&record.it, 0x10);
	assert_only_changed(record.bytes, sizeof(record), 36, 1, 0x30);
	ib_port_info_set_sm_sl(&record.it, 0x10);
	assert_only_changed(record.bytes, sizeof(record), 36, 1, 0x30);
	ib_port_info_set_timeout(&record.it, 0x35);
	assert_only_changed(record.bytes, sizeof(record), 51, 1, 0x75);
	ib_port_info_set_client_rereg(&record.it, 0x3);
	assert_only_changed(record.bytes, sizeof(record), 51, 1, 0xea);
	ib_port_info_set_mcast_pkey_trap_suppress(&record.it, 0x4);
	assert_only_changed(record.bytes, sizeof(record), 51, 1, 0xa);
	ib_port_info_set_hoq_lifetime(&record.it, 0x22);
	assert_only_changed(record.bytes, sizeof(record), 42, 1, 0x2);
	ib_port_info_set_vl_stall_count(&record.it, 0xf);
	assert_only_changed(record.bytes, sizeof(record), 42, 1, 0xfd);
	ib_port_info_set_lmc(&record.it, 0xa);
	assert_only_changed(record.bytes, sizeof(record), 34, 1, 0xf2);
	ib_port_info_set_mpb(&record.it, 0x4);
	assert_only_changed(record.bytes, sizeof(record), 34, 1, 0x35);
}

static void bits_of_switch_info(void **state)
{
	union {
		ib_switch_info_t it;
		uint8_t bytes[sizeof(ib_switch_info_t)];
	} record;

	(void)state;
	fill_bytes(record.bytes, sizeof(record));
	assert_int_equal(ib_switch_info_get_state_change(&record.it), 0);
	assert_int_equal(ib_switch_info_get_opt_sl2vlmapping(&record.it), 0);
	assert_int_equal(ib_switch_info_is_enhanced_port0(&record.it), 1);
	ib_switch_info_clear_state_change(&record.it);
	assert_only_changed(record.bytes, sizeof(record), 11, 1, 0xa2);
}

static void bits_of_vl_arb_element(void **state)
{
	union {
		ib_vl_arb_element_t it;
		uint8_t bytes[sizeof(ib_vl_arb_element_t)];
	} record;

	(void)state;
	fill_bytes(record.bytes, sizeof(record));
	assert_int_equal(ib_vl_arb_element_get_vl(record.it), 0xb);
	ib_vl_arb_element_set_vl(&record.it, 0x14);
	assert_only_changed(record.bytes, sizeof(record), 0, 1, 0x4);
}

static void bits_of_ioc_profile(void **state)
{
	union {
		ib_ioc_profile_t it;
		uint8_t bytes[sizeof(ib_ioc_profile_t)];
	} record;

	(void)state;
	fill_bytes(record.bytes, sizeof(record));
	assert_int_equal(ib_ioc_profile_get_vend_id(&record.it), 0x33587d);
	assert_int_equal(ib_ioc_profile_get_subsys_vend_id(&record.it), 0xef1439);
	ib_ioc_profile_set_vend_id(&record.it, 0x1cca782);
	assert_only_changed(record.bytes, sizeof(record), 8, 4, 0xcca782a2);
	ib_ioc_profile_set_subsys_vend_id(&record.it, 0x110ebc6);
	assert_only_changed(record.bytes, sizeof(record), 20, 4, 0x10ebc65e);
}

static void bits_of_iou_info(void **state)
{
	union {
		ib_iou_info_t it;
		uint8_t bytes[sizeof(ib_iou_info_t)];
	} record;

	(void)state;
	fill_bytes(record.bytes, sizeof(record));
	assert_int_equal(ib_iou_info_diag_dev_id(&record.it), 1);
	assert_int_equal(ib_iou_info_option_rom(&record.it), 0);
}

static void bits_of_cc_mad(void **state)
{
	union {
		ib_cc_mad_t it;
		uint8_t bytes[sizeof(ib_cc_mad_t)];
	} record;

	(void)state;
	fill_bytes(record.bytes, sizeof(record));
	assert_int_equal(ib_cc_mad_get_cc_key(&record.it), CL_HTON64(0x83a8cdf2173c6186));
}

static void identifiers(void **state)
{
	ib_gid_t gid;
	uint8_t scope_state = 0x51;

	(void)state;
	assert_true(ib_pkey_is_invalid(CL_HTON16(0x8000)));
	assert_false(ib_pkey_is_invalid(CL_HTON16(0x8001)));
	ib_gid_set_default(&gid, 5);
	assert_true(ib_gid_is_link_local(&gid));
	assert_false(ib_gid_is_site_local(&gid));
	gid.unicast.prefix = CL_HTON64(0xfec0000000001234);
	assert_true(ib_gid_is_site_local(&gid));
	assert_false(ib_gid_is_link_local(&gid));
	gid.unicast.prefix = CL_HTON64(0xff12000000000000);
	assert_int_equal(ib_mgid_get_scope(&gid), IB_MC_SCOPE_LINK_LOCAL);
	ib_mgid_set_scope(&gid, IB_MC_SCOPE_GLOBAL);
	assert_int_equal(gid.raw[1], 0x1e);
	assert_int_equal(ib_member_get_scope(scope_state), 5);
	assert_int_equal(ib_member_get_state(scope_state), 1);
	ib_member_set_scope(&scope_state, 8);
	ib_member_set_state(&scope_state, 4);
	assert_int_equal(scope_state, 0x84);
}

static void classes(void **state)
{
	(void)state;
	assert_true(ib_class_is_vendor_specific_low(0x9));
	assert_false(ib_class_is_vendor_specific_low(0x10));
	assert_true(ib_class_is_vendor_specific_high(0x4f));
	assert_false(ib_class_is_vendor_specific_high(0x50));
	assert_true(ib_class_is_vendor_specific(0xf));
	assert_true(ib_class_is_vendor_specific(0x30));
	assert_false(ib_class_is_vendor_specific(IB_MCLASS_PERF));
	assert_true(ib_class_is_rmpp(IB_MCLASS_SUBN_ADM));
	assert_true(ib_class_is_rmpp(0x30));
	assert_false(ib_class_is_rmpp(IB_MCLASS_SUBN_LID));
}

static void headers(void **state)
{
	static const uint8_t path[64] = {0, 3, 7, 9};
	ib_mad_t mad;
	ib_mad_t answer;
	ib_smp_t smp;
	ib_sa_mad_t sa = {.attr_offset = ib_get_attr_offset(64)};
	ib_rmpp_mad_t rmpp = {.rmpp_flags = IB_RMPP_FLAG_ACTIVE | IB_RMPP_FLAG_LAST};

	(void)state;
	ib_mad_init_new(&mad, IB_MCLASS_PERF, 1, IB_MAD_METHOD_SET, 77, IB_MAD_ATTR_PORT_CNTRS, 5);
	assert_int_equal(mad.base_ver, 1);
	assert_int_equal(mad.mgmt_class, IB_MCLASS_PERF);
	assert_int_equal(mad.status, 0);
	assert_int_equal(mad.trans_id, 77);
	assert_false(ib_mad_is_response(&mad));
	ib_mad_init_response(&mad, &answer, IB_MAD_STATUS_BUSY);
	assert_int_equal(answer.method, IB_MAD_METHOD_GET_RESP);
	assert_int_equal(answer.status, IB_MAD_STATUS_BUSY);
	assert_int_equal(answer.attr_mod, 5);
	assert_true(ib_mad_is_response(&answer));
	mad.method = IB_MAD_METHOD_TRAP;
	ib_mad_init_response(&mad, &mad, 0);
	assert_int_equal(mad.method, IB_MAD_METHOD_TRAP_REPRESS);
	assert_true(ib_mad_is_response(&mad));
	mad.method = IB_MAD_METHOD_REPORT;
	ib_mad_init_response(&mad, &mad, 0);
	assert_int_equal(mad.method, IB_MAD_METHOD_REPORT_RESP);
	ib_smp_init_new(&smp, IB_MAD_METHOD_GET, 9, IB_MAD_ATTR_NODE_INFO, 0, 3, 11, path, 0xffff,
			0xffff);
	assert_int_equal(smp.mgmt_class, IB_MCLASS_SUBN_DIR);
	assert_int_equal(smp.hop_count, 3);
	assert_int_equal(smp.m_key, 11);
	assert_memory_equal(smp.initial_path, path, sizeof(path));
	assert_ptr_equal(ib_smp_get_payload_ptr(&smp), (uint8_t *)&smp + 64);
	assert_int_equal(sa.attr_offset, CL_HTON16(8));
	assert_int_equal(ib_get_attr_size(sa.attr_offset), 64);
	assert_ptr_equal(ib_sa_mad_get_payload_ptr(&sa), (uint8_t *)&sa + 56);
	assert_true(ib_rmpp_is_flag_set(&rmpp, IB_RMPP_FLAG_LAST));
	assert_false(ib_rmpp_is_flag_set(&rmpp, IB_RMPP_FLAG_FIRST));
}

static void congestion(void **state)
{
	ib_cc_mad_t mad = {.cc_key = 0};

	(void)state;
	assert_ptr_equal(ib_cc_mad_get_log_data_ptr(&mad), (uint8_t *)&mad + 32);
	assert_ptr_equal(ib_cc_mad_get_mgt_data_ptr(&mad), (uint8_t *)&mad + 64);
}

static void ports(void **state)
{
	ib_port_info_t info = {.state_info1 = 0x24, .state_info2 = 0x52};
	ib_slvl_table_t table = {0};

	(void)state;
	ib_port_info_set_state_no_change(&info);
	assert_int_equal(info.state_info1, 0x20);
	assert_int_equal(info.state_info2, 0x02);
	ib_port_info_set_phy_and_overrun_err_thd(&info, 0xa, 0x13);
	assert_int_equal(info.error_threshold, 0xa3);
	info.link_width_active = IB_LINK_WIDTH_ACTIVE_4X;
	info.link_speed = IB_LINK_SPEED_ACTIVE_10 << 4;
	info.link_speed_ext = IB_LINK_SPEED_EXT_ACTIVE_25 << 4;
	assert_int_equal(ib_port_info_compute_rate(&info, 0), IB_PATH_RECORD_RATE_40_GBS);
	assert_int_equal(ib_port_info_compute_rate(&info, 1), IB_PATH_RECORD_RATE_100_GBS);
	info.link_speed_ext = IB_LINK_SPEED_EXT_ACTIVE_14 << 4;
	info.link_width_active = IB_LINK_WIDTH_ACTIVE_12X;
	assert_int_equal(ib_port_info_compute_rate(&info, 1), IB_PATH_RECORD_RATE_168_GBS);
	info.link_speed = IB_LINK_SPEED_ACTIVE_5 << 4;
	assert_int_equal(ib_port_info_compute_rate(&info, 0), IB_PATH_RECORD_RATE_60_GBS);
	info.link_speed = IB_LINK_SPEED_ACTIVE_2_5 << 4;
	info.link_width_active = 0;
	assert_int_equal(ib_port_info_compute_rate(&info, 0), IB_PATH_RECORD_RATE_2_5_GBS);
	assert_int_equal(ib_path_get_ipd(1, IB_PATH_RECORD_RATE_2_5_GBS), 0);
	assert_int_equal(ib_path_get_ipd(3, IB_PATH_RECORD_RATE_2_5_GBS), 3);
	assert_int_equal(ib_path_get_ipd(11, IB_PATH_RECORD_RATE_2_5_GBS), 11);
	assert_int_equal(ib_path_get_ipd(11, IB_PATH_RECORD_RATE_10_GBS), 2);
	assert_int_equal(ib_path_get_ipd(11, IB_PATH_RECORD_RATE_30_GBS), 0);
	ib_slvl_table_set(&table, 4, 0xb);
	ib_slvl_table_set(&table, 5, 0xc);
	assert_int_equal(table.raw_vl_by_sl[2], 0xbc);
	assert_int_equal(ib_slvl_table_get(&table, 4), 0xb);
	assert_int_equal(ib_slvl_table_get(&table, 5), 0xc);
}

static void paths(void **state)
{
	ib_gid_t to, from;
	ib_path_rec_t path;
	static const ib_multipath_rec_t many = {.service_id_8msb = 1,
						.service_id_56lsb = {2, 3, 4, 5, 6, 7, 8}};

	(void)state;
	ib_gid_set_default(&to, 1);
	ib_gid_set_default(&from, 2);
	ib_path_rec_init_local(&path, &to, &from, CL_HTON16(3), CL_HTON16(4), 5, CL_HTON16(0xffff),
			       6, 0x123, IB_PATH_SELECTOR_EXACTLY, IB_MTU_LEN_2048,
			       IB_PATH_SELECTOR_LARGEST, 3, 1, 18, 7);
	assert_memory_equal(&path.dgid, &to, sizeof(to));
	assert_memory_equal(&path.sgid, &from, sizeof(from));
	assert_int_equal(path.dlid, CL_HTON16(3));
	assert_int_equal(path.slid, CL_HTON16(4));
	assert_int_equal(path.num_path, 5);
	assert_int_equal(path.qos_class_sl, CL_HTON16(0x1236));
	assert_int_equal(path.mtu, 0x84);
	assert_int_equal(path.rate, 0xc3);
	assert_int_equal(path.pkt_life, 0x52);
	assert_int_equal(path.preference, 7);
	assert_int_equal(path.hop_flow_raw, 0);
	ib_path_rec_set_hop_flow_raw(&path, 0x40, CL_HTON32(0x12345), TRUE);
	assert_int_equal(path.hop_flow_raw, CL_HTON32(0x81234540));
	assert_int_equal(ib_multipath_rec_service_id(&many), CL_HTON64(0x0102030405060708));
}

static void notices(void **state)
{
	ib_mad_notice_attr_t notice = {.generic_type = 0};
	ib_inform_info_t info = {.is_generic = 1};
	ib_net32_t qpn;
	uint8_t time;

	(void)state;
	ib_notice_set_prod_type(&notice, IB_NOTICE_PRODUCER_TYPE_ROUTER);
	assert_int_equal(notice.g_or_v.generic.prod_type_lsb, CL_HTON16(3));
	ib_notice_set_prod_type_ho(&notice, 0x123456);
	assert_int_equal(notice.g_or_v.generic.prod_type_msb, 0x12);
	assert_int_equal(ib_notice_get_prod_type(&notice), CL_HTON32(0x123456));
	ib_notice_set_vend_id(&notice, CL_HTON32(0x0002c9));
	assert_int_equal(ib_notice_get_vend_id(&notice), CL_HTON32(0x0002c9));
	ib_notice_set_vend_id_ho(&notice, 0x654321);
	assert_int_equal(ib_notice_get_vend_id(&notice), CL_HTON32(0x654321));
	assert_string_equal(ib_get_producer_type_str(IB_NOTICE_PRODUCER_TYPE_CLASS_MGR),
			    "Class Manager");
	assert_string_equal(ib_get_producer_type_str(0), "unknown");
	ib_inform_info_get_qpn_resp_time(CL_HTON32(0x123456f2), &qpn, &time);
	assert_int_equal(qpn, CL_HTON32(0x123456));
	assert_int_equal(time, 0x12);
	ib_inform_info_get_qpn_resp_time(0, NULL, NULL);
	info.g_or_v.generic.node_type_msb = 0xab;
	info.g_or_v.generic.node_type_lsb = CL_HTON16(0xcdef);
	assert_int_equal(ib_inform_info_get_prod_type(&info), CL_HTON32(0xabcdef));
	assert_int_equal(ib_inform_info_get_vend_id(&info), CL_HTON32(0xabcdef));
}

static void io_units(void **state)
{
	ib_iou_info_t unit = {.controller_list = {0x10, 0xf1}};
	uint8_t slot, low, high;

	(void)state;
	assert_int_equal(ioc_at_slot(&unit, 1), IOC_INSTALLED);
	assert_int_equal(ioc_at_slot(&unit, 2), IOC_NOT_INSTALLED);
	assert_int_equal(ioc_at_slot(&unit, 3), SLOT_DOES_NOT_EXIST);
	assert_int_equal(ioc_at_slot(&unit, 4), IOC_INSTALLED);
	assert_int_equal(ioc_at_slot(&unit, 0), SLOT_DOES_NOT_EXIST);
	assert_int_equal(ib_dm_set_slot_lo_hi(2, 4, 7), CL_HTON32(0x00020704));
	ib_dm_get_slot_lo_hi(CL_HTON32(0x00020704), &slot, &low, &high);
	assert_int_equal(slot, 2);
	assert_int_equal(low, 4);
	assert_int_equal(high, 7);
	ib_dm_get_slot_lo_hi(0, NULL, NULL, NULL);
}

static void service_ids(void **state)
{
	net64_t id = ib_cm_rdma_sid(6, CL_HTON16(0x1234));
	ib_cm_rdma_req_t request = {.ipv = IB_REQ_CM_RDMA_IPV6};

	(void)state;
	assert_int_equal(id, CL_HTON64(0x0000000001061234));
	assert_int_equal(ib_cm_rdma_cm_sid(6, CL_HTON16(0x1234)), id);
	assert_true(ib_cm_is_rdma_cm_sid(id));
	/* constants have the byte order of the prefix in memory */
	assert_int_equal(id & IB_REQ_CM_RDMA_SID_PREFIX_MASK, IB_REQ_CM_RDMA_SID_PREFIX);
	assert_false(ib_cm_is_rdma_cm_sid(CL_HTON64(0x1000000001061234)));
	assert_int_equal(ib_cm_rdma_sid_port(id), CL_HTON16(0x1234));
	assert_int_equal(ib_cm_rdma_sid_protocol(id), 6);
	assert_true(ib_cm_is_rdma_cm_req_valid(&request));
	request.maj_min_ver = 0x10;
	assert_false(ib_cm_is_rdma_cm_req_valid(&request));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bits_of_path_rec),
		cmocka_unit_test(bits_of_multipath_rec),
		cmocka_unit_test(bits_of_mad_notice_attr),
		cmocka_unit_test(bits_of_inform_info),
		cmocka_unit_test(bits_of_class_port_info),
		cmocka_unit_test(bits_of_rmpp_mad),
		cmocka_unit_test(bits_of_smp),
		cmocka_unit_test(bits_of_sm_info),
		cmocka_unit_test(bits_of_node_info),
		cmocka_unit_test(bits_of_port_info),
		cmocka_unit_test(bits_of_switch_info),
		cmocka_unit_test(bits_of_vl_arb_element),
		cmocka_unit_test(bits_of_ioc_profile),
		cmocka_unit_test(bits_of_iou_info),
		cmocka_unit_test(bits_of_cc_mad),
		cmocka_unit_test(identifiers),
		cmocka_unit_test(classes),
		cmocka_unit_test(headers),
		cmocka_unit_test(congestion),
		cmocka_unit_test(ports),
		cmocka_unit_test(paths),
		cmocka_unit_test(notices),
		cmocka_unit_test(io_units),
		cmocka_unit_test(service_ids),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
