/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Sizes and offsets of structures, as the specs give them. There is no code in it.
 */
#include <assert.h>
#include <stddef.h>
#include <iba/ib_types.h>
#include <iba/ib_al.h>

static_assert(sizeof(ib_event_rec_t) == 32, "ib_event_rec_t");
static_assert(sizeof(ib_ci_op_t) == 32, "ib_ci_op_t");
static_assert(sizeof(ib_cc_mad_t) == 256, "ib_cc_mad_t");
static_assert(offsetof(ib_cc_mad_t, header) == 0, "ib_cc_mad_t.header");
static_assert(offsetof(ib_cc_mad_t, cc_key) == 24, "ib_cc_mad_t.cc_key");
static_assert(offsetof(ib_cc_mad_t, log_data) == 32, "ib_cc_mad_t.log_data");
static_assert(offsetof(ib_cc_mad_t, mgt_data) == 64, "ib_cc_mad_t.mgt_data");
static_assert(sizeof(ib_cong_info_t) == 3, "ib_cong_info_t");
static_assert(offsetof(ib_cong_info_t, cong_info) == 0, "ib_cong_info_t.cong_info");
static_assert(offsetof(ib_cong_info_t, resv) == 1, "ib_cong_info_t.resv");
static_assert(offsetof(ib_cong_info_t, ctrl_table_cap) == 2, "ib_cong_info_t.ctrl_table_cap");
static_assert(sizeof(ib_cong_key_info_t) == 14, "ib_cong_key_info_t");
static_assert(offsetof(ib_cong_key_info_t, cc_key) == 0, "ib_cong_key_info_t.cc_key");
static_assert(offsetof(ib_cong_key_info_t, protect_bit) == 8, "ib_cong_key_info_t.protect_bit");
static_assert(offsetof(ib_cong_key_info_t, lease_period) == 10, "ib_cong_key_info_t.lease_period");
static_assert(offsetof(ib_cong_key_info_t, violations) == 12, "ib_cong_key_info_t.violations");
static_assert(sizeof(ib_cong_log_event_sw_t) == 12, "ib_cong_log_event_sw_t");
static_assert(offsetof(ib_cong_log_event_sw_t, slid) == 0, "ib_cong_log_event_sw_t.slid");
static_assert(offsetof(ib_cong_log_event_sw_t, dlid) == 2, "ib_cong_log_event_sw_t.dlid");
static_assert(offsetof(ib_cong_log_event_sw_t, sl) == 4, "ib_cong_log_event_sw_t.sl");
static_assert(offsetof(ib_cong_log_event_sw_t, time_stamp) == 8,
	      "ib_cong_log_event_sw_t.time_stamp");
static_assert(sizeof(ib_cong_log_event_ca_t) == 16, "ib_cong_log_event_ca_t");
static_assert(offsetof(ib_cong_log_event_ca_t, local_qp_resv0) == 0,
	      "ib_cong_log_event_ca_t.local_qp_resv0");
static_assert(offsetof(ib_cong_log_event_ca_t, remote_qp_sl_service_type) == 4,
	      "ib_cong_log_event_ca_t.remote_qp_sl_service_type");
static_assert(offsetof(ib_cong_log_event_ca_t, remote_lid) == 8,
	      "ib_cong_log_event_ca_t.remote_lid");
static_assert(offsetof(ib_cong_log_event_ca_t, resv1) == 10, "ib_cong_log_event_ca_t.resv1");
static_assert(offsetof(ib_cong_log_event_ca_t, time_stamp) == 12,
	      "ib_cong_log_event_ca_t.time_stamp");
static_assert(sizeof(ib_cong_log_t) == 220, "ib_cong_log_t");
static_assert(offsetof(ib_cong_log_t, log_type) == 0, "ib_cong_log_t.log_type");
static_assert(offsetof(ib_cong_log_t, log_details) == 1, "ib_cong_log_t.log_details");
static_assert(offsetof(ib_cong_log_t, log_details.log_sw) == 1, "ib_cong_log_t.log_details.log_sw");
static_assert(offsetof(ib_cong_log_t, log_details.log_sw.cong_flags) == 1,
	      "ib_cong_log_t.log_details.log_sw.cong_flags");
static_assert(offsetof(ib_cong_log_t, log_details.log_sw.event_counter) == 2,
	      "ib_cong_log_t.log_details.log_sw.event_counter");
static_assert(offsetof(ib_cong_log_t, log_details.log_sw.time_stamp) == 4,
	      "ib_cong_log_t.log_details.log_sw.time_stamp");
static_assert(offsetof(ib_cong_log_t, log_details.log_sw.port_map) == 8,
	      "ib_cong_log_t.log_details.log_sw.port_map");
static_assert(offsetof(ib_cong_log_t, log_details.log_sw.entry_list) == 40,
	      "ib_cong_log_t.log_details.log_sw.entry_list");
static_assert(offsetof(ib_cong_log_t, log_details.log_ca) == 1, "ib_cong_log_t.log_details.log_ca");
static_assert(offsetof(ib_cong_log_t, log_details.log_ca.cong_flags) == 1,
	      "ib_cong_log_t.log_details.log_ca.cong_flags");
static_assert(offsetof(ib_cong_log_t, log_details.log_ca.event_counter) == 2,
	      "ib_cong_log_t.log_details.log_ca.event_counter");
static_assert(offsetof(ib_cong_log_t, log_details.log_ca.event_map) == 4,
	      "ib_cong_log_t.log_details.log_ca.event_map");
static_assert(offsetof(ib_cong_log_t, log_details.log_ca.resv) == 6,
	      "ib_cong_log_t.log_details.log_ca.resv");
static_assert(offsetof(ib_cong_log_t, log_details.log_ca.time_stamp) == 8,
	      "ib_cong_log_t.log_details.log_ca.time_stamp");
static_assert(offsetof(ib_cong_log_t, log_details.log_ca.log_event) == 12,
	      "ib_cong_log_t.log_details.log_ca.log_event");
static_assert(sizeof(ib_sw_cong_setting_t) == 76, "ib_sw_cong_setting_t");
static_assert(offsetof(ib_sw_cong_setting_t, control_map) == 0, "ib_sw_cong_setting_t.control_map");
static_assert(offsetof(ib_sw_cong_setting_t, victim_mask) == 4, "ib_sw_cong_setting_t.victim_mask");
static_assert(offsetof(ib_sw_cong_setting_t, credit_mask) == 36,
	      "ib_sw_cong_setting_t.credit_mask");
static_assert(offsetof(ib_sw_cong_setting_t, threshold_resv) == 68,
	      "ib_sw_cong_setting_t.threshold_resv");
static_assert(offsetof(ib_sw_cong_setting_t, packet_size) == 69,
	      "ib_sw_cong_setting_t.packet_size");
static_assert(offsetof(ib_sw_cong_setting_t, cs_threshold_resv) == 70,
	      "ib_sw_cong_setting_t.cs_threshold_resv");
static_assert(offsetof(ib_sw_cong_setting_t, cs_return_delay) == 72,
	      "ib_sw_cong_setting_t.cs_return_delay");
static_assert(offsetof(ib_sw_cong_setting_t, marking_rate) == 74,
	      "ib_sw_cong_setting_t.marking_rate");
static_assert(sizeof(ib_sw_port_cong_setting_element_t) == 4, "ib_sw_port_cong_setting_element_t");
static_assert(offsetof(ib_sw_port_cong_setting_element_t, valid_ctrl_type_res_threshold) == 0,
	      "ib_sw_port_cong_setting_element_t.valid_ctrl_type_res_threshold");
static_assert(offsetof(ib_sw_port_cong_setting_element_t, packet_size) == 1,
	      "ib_sw_port_cong_setting_element_t.packet_size");
static_assert(offsetof(ib_sw_port_cong_setting_element_t, cong_param) == 2,
	      "ib_sw_port_cong_setting_element_t.cong_param");
static_assert(sizeof(ib_sw_port_cong_setting_t) == 128, "ib_sw_port_cong_setting_t");
static_assert(offsetof(ib_sw_port_cong_setting_t, block) == 0, "ib_sw_port_cong_setting_t.block");
static_assert(sizeof(ib_ca_cong_entry_t) == 8, "ib_ca_cong_entry_t");
static_assert(offsetof(ib_ca_cong_entry_t, ccti_timer) == 0, "ib_ca_cong_entry_t.ccti_timer");
static_assert(offsetof(ib_ca_cong_entry_t, ccti_increase) == 2, "ib_ca_cong_entry_t.ccti_increase");
static_assert(offsetof(ib_ca_cong_entry_t, trigger_threshold) == 3,
	      "ib_ca_cong_entry_t.trigger_threshold");
static_assert(offsetof(ib_ca_cong_entry_t, ccti_min) == 4, "ib_ca_cong_entry_t.ccti_min");
static_assert(offsetof(ib_ca_cong_entry_t, resv0) == 5, "ib_ca_cong_entry_t.resv0");
static_assert(offsetof(ib_ca_cong_entry_t, resv1) == 6, "ib_ca_cong_entry_t.resv1");
static_assert(sizeof(ib_ca_cong_setting_t) == 132, "ib_ca_cong_setting_t");
static_assert(offsetof(ib_ca_cong_setting_t, port_control) == 0,
	      "ib_ca_cong_setting_t.port_control");
static_assert(offsetof(ib_ca_cong_setting_t, control_map) == 2, "ib_ca_cong_setting_t.control_map");
static_assert(offsetof(ib_ca_cong_setting_t, entry_list) == 4, "ib_ca_cong_setting_t.entry_list");
static_assert(sizeof(ib_cc_tbl_entry_t) == 2, "ib_cc_tbl_entry_t");
static_assert(offsetof(ib_cc_tbl_entry_t, shift_multiplier) == 0,
	      "ib_cc_tbl_entry_t.shift_multiplier");
static_assert(sizeof(ib_cc_tbl_t) == 132, "ib_cc_tbl_t");
static_assert(offsetof(ib_cc_tbl_t, ccti_limit) == 0, "ib_cc_tbl_t.ccti_limit");
static_assert(offsetof(ib_cc_tbl_t, resv) == 2, "ib_cc_tbl_t.resv");
static_assert(offsetof(ib_cc_tbl_t, entry_list) == 4, "ib_cc_tbl_t.entry_list");
static_assert(sizeof(ib_time_stamp_t) == 4, "ib_time_stamp_t");
static_assert(offsetof(ib_time_stamp_t, value) == 0, "ib_time_stamp_t.value");
static_assert(sizeof(ib_cm_req_rec_t) == 200, "ib_cm_req_rec_t");
static_assert(sizeof(ib_cm_rep_rec_t) == 160, "ib_cm_rep_rec_t");
static_assert(sizeof(ib_cm_rtu_rec_t) == 24, "ib_cm_rtu_rec_t");
static_assert(sizeof(ib_cm_rej_rec_t) == 48, "ib_cm_rej_rec_t");
static_assert(sizeof(ib_cm_mra_rec_t) == 24, "ib_cm_mra_rec_t");
static_assert(sizeof(ib_cm_lap_rec_t) == 104, "ib_cm_lap_rec_t");
static_assert(sizeof(ib_cm_apr_rec_t) == 48, "ib_cm_apr_rec_t");
static_assert(sizeof(ib_cm_dreq_rec_t) == 40, "ib_cm_dreq_rec_t");
static_assert(sizeof(ib_cm_drep_rec_t) == 32, "ib_cm_drep_rec_t");
static_assert(sizeof(ib_cm_listen_t) == 72, "ib_cm_listen_t");
static_assert(sizeof(ib_cm_req_t) == 136, "ib_cm_req_t");
static_assert(sizeof(ib_cm_rep_t) == 200, "ib_cm_rep_t");
static_assert(sizeof(ib_cm_rtu_t) == 48, "ib_cm_rtu_t");
static_assert(sizeof(ib_cm_rej_t) == 40, "ib_cm_rej_t");
static_assert(sizeof(ib_cm_mra_t) == 24, "ib_cm_mra_t");
static_assert(sizeof(ib_cm_lap_t) == 56, "ib_cm_lap_t");
static_assert(sizeof(ib_cm_apr_t) == 40, "ib_cm_apr_t");
static_assert(sizeof(ib_cm_dreq_t) == 40, "ib_cm_dreq_t");
static_assert(sizeof(ib_cm_drep_t) == 16, "ib_cm_drep_t");
static_assert(sizeof(ib_cep_listen_t) == 32, "ib_cep_listen_t");
static_assert(sizeof(ib_cm_rdma_req_t) == 92, "ib_cm_rdma_req_t");
static_assert(offsetof(ib_cm_rdma_req_t, maj_min_ver) == 0, "ib_cm_rdma_req_t.maj_min_ver");
static_assert(offsetof(ib_cm_rdma_req_t, ipv) == 1, "ib_cm_rdma_req_t.ipv");
static_assert(offsetof(ib_cm_rdma_req_t, src_port) == 2, "ib_cm_rdma_req_t.src_port");
static_assert(offsetof(ib_cm_rdma_req_t, src_ip_addr) == 4, "ib_cm_rdma_req_t.src_ip_addr");
static_assert(offsetof(ib_cm_rdma_req_t, dst_ip_addr) == 20, "ib_cm_rdma_req_t.dst_ip_addr");
static_assert(offsetof(ib_cm_rdma_req_t, pdata) == 36, "ib_cm_rdma_req_t.pdata");
static_assert(sizeof(ib_req_pdata_t) == 92, "ib_req_pdata_t");
static_assert(sizeof(ib_rep_pdata_t) == 196, "ib_rep_pdata_t");
static_assert(sizeof(ib_rtu_pdata_t) == 224, "ib_rtu_pdata_t");
static_assert(sizeof(ib_rej_pdata_t) == 148, "ib_rej_pdata_t");
static_assert(sizeof(ib_mra_pdata_t) == 222, "ib_mra_pdata_t");
static_assert(sizeof(ib_lap_pdata_t) == 168, "ib_lap_pdata_t");
static_assert(sizeof(ib_apr_pdata_t) == 148, "ib_apr_pdata_t");
static_assert(sizeof(ib_dreq_pdata_t) == 220, "ib_dreq_pdata_t");
static_assert(sizeof(ib_drep_pdata_t) == 224, "ib_drep_pdata_t");
static_assert(sizeof(ib_sidr_req_pdata_t) == 216, "ib_sidr_req_pdata_t");
static_assert(sizeof(ib_sidr_rep_pdata_t) == 136, "ib_sidr_rep_pdata_t");
static_assert(sizeof(ib_ari_t) == 72, "ib_ari_t");
static_assert(sizeof(ib_apr_info_t) == 72, "ib_apr_info_t");
static_assert(sizeof(ib_dm_mad_t) == 256, "ib_dm_mad_t");
static_assert(offsetof(ib_dm_mad_t, hdr) == 0, "ib_dm_mad_t.hdr");
static_assert(offsetof(ib_dm_mad_t, resv) == 24, "ib_dm_mad_t.resv");
static_assert(offsetof(ib_dm_mad_t, data) == 64, "ib_dm_mad_t.data");
static_assert(sizeof(ib_iou_info_t) == 132, "ib_iou_info_t");
static_assert(offsetof(ib_iou_info_t, change_id) == 0, "ib_iou_info_t.change_id");
static_assert(offsetof(ib_iou_info_t, max_controllers) == 2, "ib_iou_info_t.max_controllers");
static_assert(offsetof(ib_iou_info_t, diag_rom) == 3, "ib_iou_info_t.diag_rom");
static_assert(offsetof(ib_iou_info_t, controller_list) == 4, "ib_iou_info_t.controller_list");
static_assert(sizeof(ib_ioc_profile_t) == 128, "ib_ioc_profile_t");
static_assert(offsetof(ib_ioc_profile_t, ioc_guid) == 0, "ib_ioc_profile_t.ioc_guid");
static_assert(offsetof(ib_ioc_profile_t, vend_id) == 8, "ib_ioc_profile_t.vend_id");
static_assert(offsetof(ib_ioc_profile_t, dev_id) == 12, "ib_ioc_profile_t.dev_id");
static_assert(offsetof(ib_ioc_profile_t, dev_ver) == 16, "ib_ioc_profile_t.dev_ver");
static_assert(offsetof(ib_ioc_profile_t, resv2) == 18, "ib_ioc_profile_t.resv2");
static_assert(offsetof(ib_ioc_profile_t, subsys_vend_id) == 20, "ib_ioc_profile_t.subsys_vend_id");
static_assert(offsetof(ib_ioc_profile_t, subsys_id) == 24, "ib_ioc_profile_t.subsys_id");
static_assert(offsetof(ib_ioc_profile_t, io_class) == 28, "ib_ioc_profile_t.io_class");
static_assert(offsetof(ib_ioc_profile_t, io_subclass) == 30, "ib_ioc_profile_t.io_subclass");
static_assert(offsetof(ib_ioc_profile_t, protocol) == 32, "ib_ioc_profile_t.protocol");
static_assert(offsetof(ib_ioc_profile_t, protocol_ver) == 34, "ib_ioc_profile_t.protocol_ver");
static_assert(offsetof(ib_ioc_profile_t, resv3) == 36, "ib_ioc_profile_t.resv3");
static_assert(offsetof(ib_ioc_profile_t, send_msg_depth) == 40, "ib_ioc_profile_t.send_msg_depth");
static_assert(offsetof(ib_ioc_profile_t, resv4) == 42, "ib_ioc_profile_t.resv4");
static_assert(offsetof(ib_ioc_profile_t, rdma_read_depth) == 43,
	      "ib_ioc_profile_t.rdma_read_depth");
static_assert(offsetof(ib_ioc_profile_t, send_msg_size) == 44, "ib_ioc_profile_t.send_msg_size");
static_assert(offsetof(ib_ioc_profile_t, rdma_size) == 48, "ib_ioc_profile_t.rdma_size");
static_assert(offsetof(ib_ioc_profile_t, ctrl_ops_cap) == 52, "ib_ioc_profile_t.ctrl_ops_cap");
static_assert(offsetof(ib_ioc_profile_t, resv5) == 53, "ib_ioc_profile_t.resv5");
static_assert(offsetof(ib_ioc_profile_t, num_svc_entries) == 54,
	      "ib_ioc_profile_t.num_svc_entries");
static_assert(offsetof(ib_ioc_profile_t, resv6) == 55, "ib_ioc_profile_t.resv6");
static_assert(offsetof(ib_ioc_profile_t, id_string) == 64, "ib_ioc_profile_t.id_string");
static_assert(sizeof(ib_svc_entry_t) == 48, "ib_svc_entry_t");
static_assert(offsetof(ib_svc_entry_t, name) == 0, "ib_svc_entry_t.name");
static_assert(offsetof(ib_svc_entry_t, id) == 40, "ib_svc_entry_t.id");
static_assert(sizeof(ib_svc_entries_t) == 192, "ib_svc_entries_t");
static_assert(offsetof(ib_svc_entries_t, service_entry) == 0, "ib_svc_entries_t.service_entry");
static_assert(sizeof(ib_ioc_info_t) == 160, "ib_ioc_info_t");
static_assert(sizeof(ib_mad_t) == 24, "ib_mad_t");
static_assert(offsetof(ib_mad_t, base_ver) == 0, "ib_mad_t.base_ver");
static_assert(offsetof(ib_mad_t, mgmt_class) == 1, "ib_mad_t.mgmt_class");
static_assert(offsetof(ib_mad_t, class_ver) == 2, "ib_mad_t.class_ver");
static_assert(offsetof(ib_mad_t, method) == 3, "ib_mad_t.method");
static_assert(offsetof(ib_mad_t, status) == 4, "ib_mad_t.status");
static_assert(offsetof(ib_mad_t, class_spec) == 6, "ib_mad_t.class_spec");
static_assert(offsetof(ib_mad_t, trans_id) == 8, "ib_mad_t.trans_id");
static_assert(offsetof(ib_mad_t, attr_id) == 16, "ib_mad_t.attr_id");
static_assert(offsetof(ib_mad_t, resv) == 18, "ib_mad_t.resv");
static_assert(offsetof(ib_mad_t, attr_mod) == 20, "ib_mad_t.attr_mod");
static_assert(sizeof(ib_rmpp_mad_t) == 36, "ib_rmpp_mad_t");
static_assert(offsetof(ib_rmpp_mad_t, common_hdr) == 0, "ib_rmpp_mad_t.common_hdr");
static_assert(offsetof(ib_rmpp_mad_t, rmpp_version) == 24, "ib_rmpp_mad_t.rmpp_version");
static_assert(offsetof(ib_rmpp_mad_t, rmpp_type) == 25, "ib_rmpp_mad_t.rmpp_type");
static_assert(offsetof(ib_rmpp_mad_t, rmpp_flags) == 26, "ib_rmpp_mad_t.rmpp_flags");
static_assert(offsetof(ib_rmpp_mad_t, rmpp_status) == 27, "ib_rmpp_mad_t.rmpp_status");
static_assert(offsetof(ib_rmpp_mad_t, seg_num) == 28, "ib_rmpp_mad_t.seg_num");
static_assert(offsetof(ib_rmpp_mad_t, paylen_newwin) == 32, "ib_rmpp_mad_t.paylen_newwin");
static_assert(sizeof(ib_smp_t) == 256, "ib_smp_t");
static_assert(offsetof(ib_smp_t, base_ver) == 0, "ib_smp_t.base_ver");
static_assert(offsetof(ib_smp_t, mgmt_class) == 1, "ib_smp_t.mgmt_class");
static_assert(offsetof(ib_smp_t, class_ver) == 2, "ib_smp_t.class_ver");
static_assert(offsetof(ib_smp_t, method) == 3, "ib_smp_t.method");
static_assert(offsetof(ib_smp_t, status) == 4, "ib_smp_t.status");
static_assert(offsetof(ib_smp_t, hop_ptr) == 6, "ib_smp_t.hop_ptr");
static_assert(offsetof(ib_smp_t, hop_count) == 7, "ib_smp_t.hop_count");
static_assert(offsetof(ib_smp_t, trans_id) == 8, "ib_smp_t.trans_id");
static_assert(offsetof(ib_smp_t, attr_id) == 16, "ib_smp_t.attr_id");
static_assert(offsetof(ib_smp_t, resv) == 18, "ib_smp_t.resv");
static_assert(offsetof(ib_smp_t, attr_mod) == 20, "ib_smp_t.attr_mod");
static_assert(offsetof(ib_smp_t, m_key) == 24, "ib_smp_t.m_key");
static_assert(offsetof(ib_smp_t, dr_slid) == 32, "ib_smp_t.dr_slid");
static_assert(offsetof(ib_smp_t, dr_dlid) == 34, "ib_smp_t.dr_dlid");
static_assert(offsetof(ib_smp_t, resv1) == 36, "ib_smp_t.resv1");
static_assert(offsetof(ib_smp_t, data) == 64, "ib_smp_t.data");
static_assert(offsetof(ib_smp_t, initial_path) == 128, "ib_smp_t.initial_path");
static_assert(offsetof(ib_smp_t, return_path) == 192, "ib_smp_t.return_path");
static_assert(sizeof(ib_sa_mad_t) == 256, "ib_sa_mad_t");
static_assert(offsetof(ib_sa_mad_t, base_ver) == 0, "ib_sa_mad_t.base_ver");
static_assert(offsetof(ib_sa_mad_t, mgmt_class) == 1, "ib_sa_mad_t.mgmt_class");
static_assert(offsetof(ib_sa_mad_t, class_ver) == 2, "ib_sa_mad_t.class_ver");
static_assert(offsetof(ib_sa_mad_t, method) == 3, "ib_sa_mad_t.method");
static_assert(offsetof(ib_sa_mad_t, status) == 4, "ib_sa_mad_t.status");
static_assert(offsetof(ib_sa_mad_t, resv) == 6, "ib_sa_mad_t.resv");
static_assert(offsetof(ib_sa_mad_t, trans_id) == 8, "ib_sa_mad_t.trans_id");
static_assert(offsetof(ib_sa_mad_t, attr_id) == 16, "ib_sa_mad_t.attr_id");
static_assert(offsetof(ib_sa_mad_t, resv1) == 18, "ib_sa_mad_t.resv1");
static_assert(offsetof(ib_sa_mad_t, attr_mod) == 20, "ib_sa_mad_t.attr_mod");
static_assert(offsetof(ib_sa_mad_t, rmpp_version) == 24, "ib_sa_mad_t.rmpp_version");
static_assert(offsetof(ib_sa_mad_t, rmpp_type) == 25, "ib_sa_mad_t.rmpp_type");
static_assert(offsetof(ib_sa_mad_t, rmpp_flags) == 26, "ib_sa_mad_t.rmpp_flags");
static_assert(offsetof(ib_sa_mad_t, rmpp_status) == 27, "ib_sa_mad_t.rmpp_status");
static_assert(offsetof(ib_sa_mad_t, seg_num) == 28, "ib_sa_mad_t.seg_num");
static_assert(offsetof(ib_sa_mad_t, paylen_newwin) == 32, "ib_sa_mad_t.paylen_newwin");
static_assert(offsetof(ib_sa_mad_t, sm_key) == 36, "ib_sa_mad_t.sm_key");
static_assert(offsetof(ib_sa_mad_t, attr_offset) == 44, "ib_sa_mad_t.attr_offset");
static_assert(offsetof(ib_sa_mad_t, resv3) == 46, "ib_sa_mad_t.resv3");
static_assert(offsetof(ib_sa_mad_t, comp_mask) == 48, "ib_sa_mad_t.comp_mask");
static_assert(offsetof(ib_sa_mad_t, data) == 56, "ib_sa_mad_t.data");
static_assert(sizeof(ib_gmp_t) == 264, "ib_gmp_t");
static_assert(offsetof(ib_gmp_t, base_ver) == 0, "ib_gmp_t.base_ver");
static_assert(offsetof(ib_gmp_t, mgmt_class) == 1, "ib_gmp_t.mgmt_class");
static_assert(offsetof(ib_gmp_t, class_ver) == 2, "ib_gmp_t.class_ver");
static_assert(offsetof(ib_gmp_t, method) == 3, "ib_gmp_t.method");
static_assert(offsetof(ib_gmp_t, status) == 4, "ib_gmp_t.status");
static_assert(offsetof(ib_gmp_t, resv) == 6, "ib_gmp_t.resv");
static_assert(offsetof(ib_gmp_t, trans_id) == 8, "ib_gmp_t.trans_id");
static_assert(offsetof(ib_gmp_t, attr_id) == 16, "ib_gmp_t.attr_id");
static_assert(offsetof(ib_gmp_t, resv1) == 18, "ib_gmp_t.resv1");
static_assert(offsetof(ib_gmp_t, attr_mod) == 20, "ib_gmp_t.attr_mod");
static_assert(offsetof(ib_gmp_t, resv2) == 24, "ib_gmp_t.resv2");
static_assert(offsetof(ib_gmp_t, data) == 64, "ib_gmp_t.data");
static_assert(sizeof(ib_class_port_info_t) == 72, "ib_class_port_info_t");
static_assert(offsetof(ib_class_port_info_t, base_ver) == 0, "ib_class_port_info_t.base_ver");
static_assert(offsetof(ib_class_port_info_t, class_ver) == 1, "ib_class_port_info_t.class_ver");
static_assert(offsetof(ib_class_port_info_t, cap_mask) == 2, "ib_class_port_info_t.cap_mask");
static_assert(offsetof(ib_class_port_info_t, cap_mask2_resp_time) == 4,
	      "ib_class_port_info_t.cap_mask2_resp_time");
static_assert(offsetof(ib_class_port_info_t, redir_gid) == 8, "ib_class_port_info_t.redir_gid");
static_assert(offsetof(ib_class_port_info_t, redir_tc_sl_fl) == 24,
	      "ib_class_port_info_t.redir_tc_sl_fl");
static_assert(offsetof(ib_class_port_info_t, redir_lid) == 28, "ib_class_port_info_t.redir_lid");
static_assert(offsetof(ib_class_port_info_t, redir_pkey) == 30, "ib_class_port_info_t.redir_pkey");
static_assert(offsetof(ib_class_port_info_t, redir_qp) == 32, "ib_class_port_info_t.redir_qp");
static_assert(offsetof(ib_class_port_info_t, redir_qkey) == 36, "ib_class_port_info_t.redir_qkey");
static_assert(offsetof(ib_class_port_info_t, trap_gid) == 40, "ib_class_port_info_t.trap_gid");
static_assert(offsetof(ib_class_port_info_t, trap_tc_sl_fl) == 56,
	      "ib_class_port_info_t.trap_tc_sl_fl");
static_assert(offsetof(ib_class_port_info_t, trap_lid) == 60, "ib_class_port_info_t.trap_lid");
static_assert(offsetof(ib_class_port_info_t, trap_pkey) == 62, "ib_class_port_info_t.trap_pkey");
static_assert(offsetof(ib_class_port_info_t, trap_hop_qp) == 64,
	      "ib_class_port_info_t.trap_hop_qp");
static_assert(offsetof(ib_class_port_info_t, trap_qkey) == 68, "ib_class_port_info_t.trap_qkey");
static_assert(sizeof(ib_mad_svc_t) == 552, "ib_mad_svc_t");
static_assert(sizeof(ib_perfmgt_mad_t) == 256, "ib_perfmgt_mad_t");
static_assert(offsetof(ib_perfmgt_mad_t, header) == 0, "ib_perfmgt_mad_t.header");
static_assert(offsetof(ib_perfmgt_mad_t, resv) == 24, "ib_perfmgt_mad_t.resv");
static_assert(offsetof(ib_perfmgt_mad_t, data) == 64, "ib_perfmgt_mad_t.data");
static_assert(sizeof(ib_port_counters_t) == 40, "ib_port_counters_t");
static_assert(offsetof(ib_port_counters_t, reserved0) == 0, "ib_port_counters_t.reserved0");
static_assert(offsetof(ib_port_counters_t, port_select) == 1, "ib_port_counters_t.port_select");
static_assert(offsetof(ib_port_counters_t, counter_select) == 2,
	      "ib_port_counters_t.counter_select");
static_assert(offsetof(ib_port_counters_t, symbol_error_counter) == 4,
	      "ib_port_counters_t.symbol_error_counter");
static_assert(offsetof(ib_port_counters_t, link_error_recovery_counter) == 6,
	      "ib_port_counters_t.link_error_recovery_counter");
static_assert(offsetof(ib_port_counters_t, link_down_counter) == 7,
	      "ib_port_counters_t.link_down_counter");
static_assert(offsetof(ib_port_counters_t, port_rcv_errors) == 8,
	      "ib_port_counters_t.port_rcv_errors");
static_assert(offsetof(ib_port_counters_t, port_rcv_remote_physical_errors) == 10,
	      "ib_port_counters_t.port_rcv_remote_physical_errors");
static_assert(offsetof(ib_port_counters_t, port_rcv_switch_relay_errors) == 12,
	      "ib_port_counters_t.port_rcv_switch_relay_errors");
static_assert(offsetof(ib_port_counters_t, port_xmit_discard) == 14,
	      "ib_port_counters_t.port_xmit_discard");
static_assert(offsetof(ib_port_counters_t, port_xmit_constraint_errors) == 16,
	      "ib_port_counters_t.port_xmit_constraint_errors");
static_assert(offsetof(ib_port_counters_t, port_rcv_constraint_errors) == 17,
	      "ib_port_counters_t.port_rcv_constraint_errors");
static_assert(offsetof(ib_port_counters_t, reserved1) == 18, "ib_port_counters_t.reserved1");
static_assert(offsetof(ib_port_counters_t, lli_errors_exc_buf_errors) == 19,
	      "ib_port_counters_t.lli_errors_exc_buf_errors");
static_assert(offsetof(ib_port_counters_t, reserved2) == 20, "ib_port_counters_t.reserved2");
static_assert(offsetof(ib_port_counters_t, vl15_dropped) == 22, "ib_port_counters_t.vl15_dropped");
static_assert(offsetof(ib_port_counters_t, port_xmit_data) == 24,
	      "ib_port_counters_t.port_xmit_data");
static_assert(offsetof(ib_port_counters_t, port_rcv_data) == 28,
	      "ib_port_counters_t.port_rcv_data");
static_assert(offsetof(ib_port_counters_t, port_xmit_pkts) == 32,
	      "ib_port_counters_t.port_xmit_pkts");
static_assert(offsetof(ib_port_counters_t, port_rcv_pkts) == 36,
	      "ib_port_counters_t.port_rcv_pkts");
static_assert(sizeof(ib_port_counters_ext_t) == 72, "ib_port_counters_ext_t");
static_assert(offsetof(ib_port_counters_ext_t, reserved) == 0, "ib_port_counters_ext_t.reserved");
static_assert(offsetof(ib_port_counters_ext_t, port_select) == 1,
	      "ib_port_counters_ext_t.port_select");
static_assert(offsetof(ib_port_counters_ext_t, counter_select) == 2,
	      "ib_port_counters_ext_t.counter_select");
static_assert(offsetof(ib_port_counters_ext_t, reserved2) == 4, "ib_port_counters_ext_t.reserved2");
static_assert(offsetof(ib_port_counters_ext_t, xmit_data) == 8, "ib_port_counters_ext_t.xmit_data");
static_assert(offsetof(ib_port_counters_ext_t, rcv_data) == 16, "ib_port_counters_ext_t.rcv_data");
static_assert(offsetof(ib_port_counters_ext_t, xmit_pkts) == 24,
	      "ib_port_counters_ext_t.xmit_pkts");
static_assert(offsetof(ib_port_counters_ext_t, rcv_pkts) == 32, "ib_port_counters_ext_t.rcv_pkts");
static_assert(offsetof(ib_port_counters_ext_t, unicast_xmit_pkts) == 40,
	      "ib_port_counters_ext_t.unicast_xmit_pkts");
static_assert(offsetof(ib_port_counters_ext_t, unicast_rcv_pkts) == 48,
	      "ib_port_counters_ext_t.unicast_rcv_pkts");
static_assert(offsetof(ib_port_counters_ext_t, multicast_xmit_pkts) == 56,
	      "ib_port_counters_ext_t.multicast_xmit_pkts");
static_assert(offsetof(ib_port_counters_ext_t, multicast_rcv_pkts) == 64,
	      "ib_port_counters_ext_t.multicast_rcv_pkts");
static_assert(sizeof(ib_port_samples_control_t) == 68, "ib_port_samples_control_t");
static_assert(offsetof(ib_port_samples_control_t, op_code) == 0,
	      "ib_port_samples_control_t.op_code");
static_assert(offsetof(ib_port_samples_control_t, port_select) == 1,
	      "ib_port_samples_control_t.port_select");
static_assert(offsetof(ib_port_samples_control_t, tick) == 2, "ib_port_samples_control_t.tick");
static_assert(offsetof(ib_port_samples_control_t, counter_width) == 3,
	      "ib_port_samples_control_t.counter_width");
static_assert(offsetof(ib_port_samples_control_t, counter_mask) == 4,
	      "ib_port_samples_control_t.counter_mask");
static_assert(offsetof(ib_port_samples_control_t, counter_mask_10to14) == 8,
	      "ib_port_samples_control_t.counter_mask_10to14");
static_assert(offsetof(ib_port_samples_control_t, sample_mech) == 10,
	      "ib_port_samples_control_t.sample_mech");
static_assert(offsetof(ib_port_samples_control_t, sample_status) == 11,
	      "ib_port_samples_control_t.sample_status");
static_assert(offsetof(ib_port_samples_control_t, option_mask) == 12,
	      "ib_port_samples_control_t.option_mask");
static_assert(offsetof(ib_port_samples_control_t, vendor_mask) == 20,
	      "ib_port_samples_control_t.vendor_mask");
static_assert(offsetof(ib_port_samples_control_t, sample_start) == 28,
	      "ib_port_samples_control_t.sample_start");
static_assert(offsetof(ib_port_samples_control_t, sample_interval) == 32,
	      "ib_port_samples_control_t.sample_interval");
static_assert(offsetof(ib_port_samples_control_t, tag) == 36, "ib_port_samples_control_t.tag");
static_assert(offsetof(ib_port_samples_control_t, counter_select0) == 38,
	      "ib_port_samples_control_t.counter_select0");
static_assert(offsetof(ib_port_samples_control_t, counter_select1) == 40,
	      "ib_port_samples_control_t.counter_select1");
static_assert(offsetof(ib_port_samples_control_t, counter_select2) == 42,
	      "ib_port_samples_control_t.counter_select2");
static_assert(offsetof(ib_port_samples_control_t, counter_select3) == 44,
	      "ib_port_samples_control_t.counter_select3");
static_assert(offsetof(ib_port_samples_control_t, counter_select4) == 46,
	      "ib_port_samples_control_t.counter_select4");
static_assert(offsetof(ib_port_samples_control_t, counter_select5) == 48,
	      "ib_port_samples_control_t.counter_select5");
static_assert(offsetof(ib_port_samples_control_t, counter_select6) == 50,
	      "ib_port_samples_control_t.counter_select6");
static_assert(offsetof(ib_port_samples_control_t, counter_select7) == 52,
	      "ib_port_samples_control_t.counter_select7");
static_assert(offsetof(ib_port_samples_control_t, counter_select8) == 54,
	      "ib_port_samples_control_t.counter_select8");
static_assert(offsetof(ib_port_samples_control_t, counter_select9) == 56,
	      "ib_port_samples_control_t.counter_select9");
static_assert(offsetof(ib_port_samples_control_t, counter_select10) == 58,
	      "ib_port_samples_control_t.counter_select10");
static_assert(offsetof(ib_port_samples_control_t, counter_select11) == 60,
	      "ib_port_samples_control_t.counter_select11");
static_assert(offsetof(ib_port_samples_control_t, counter_select12) == 62,
	      "ib_port_samples_control_t.counter_select12");
static_assert(offsetof(ib_port_samples_control_t, counter_select13) == 64,
	      "ib_port_samples_control_t.counter_select13");
static_assert(offsetof(ib_port_samples_control_t, counter_select14) == 66,
	      "ib_port_samples_control_t.counter_select14");
static_assert(sizeof(ib_port_samples_result_t) == 64, "ib_port_samples_result_t");
static_assert(offsetof(ib_port_samples_result_t, tag) == 0, "ib_port_samples_result_t.tag");
static_assert(offsetof(ib_port_samples_result_t, sample_status) == 2,
	      "ib_port_samples_result_t.sample_status");
static_assert(offsetof(ib_port_samples_result_t, counter0) == 4,
	      "ib_port_samples_result_t.counter0");
static_assert(offsetof(ib_port_samples_result_t, counter1) == 8,
	      "ib_port_samples_result_t.counter1");
static_assert(offsetof(ib_port_samples_result_t, counter2) == 12,
	      "ib_port_samples_result_t.counter2");
static_assert(offsetof(ib_port_samples_result_t, counter3) == 16,
	      "ib_port_samples_result_t.counter3");
static_assert(offsetof(ib_port_samples_result_t, counter4) == 20,
	      "ib_port_samples_result_t.counter4");
static_assert(offsetof(ib_port_samples_result_t, counter5) == 24,
	      "ib_port_samples_result_t.counter5");
static_assert(offsetof(ib_port_samples_result_t, counter6) == 28,
	      "ib_port_samples_result_t.counter6");
static_assert(offsetof(ib_port_samples_result_t, counter7) == 32,
	      "ib_port_samples_result_t.counter7");
static_assert(offsetof(ib_port_samples_result_t, counter8) == 36,
	      "ib_port_samples_result_t.counter8");
static_assert(offsetof(ib_port_samples_result_t, counter9) == 40,
	      "ib_port_samples_result_t.counter9");
static_assert(offsetof(ib_port_samples_result_t, counter10) == 44,
	      "ib_port_samples_result_t.counter10");
static_assert(offsetof(ib_port_samples_result_t, counter11) == 48,
	      "ib_port_samples_result_t.counter11");
static_assert(offsetof(ib_port_samples_result_t, counter12) == 52,
	      "ib_port_samples_result_t.counter12");
static_assert(offsetof(ib_port_samples_result_t, counter13) == 56,
	      "ib_port_samples_result_t.counter13");
static_assert(offsetof(ib_port_samples_result_t, counter14) == 60,
	      "ib_port_samples_result_t.counter14");
static_assert(sizeof(ib_port_xmit_data_sl_t) == 192, "ib_port_xmit_data_sl_t");
static_assert(offsetof(ib_port_xmit_data_sl_t, reserved) == 0, "ib_port_xmit_data_sl_t.reserved");
static_assert(offsetof(ib_port_xmit_data_sl_t, port_select) == 1,
	      "ib_port_xmit_data_sl_t.port_select");
static_assert(offsetof(ib_port_xmit_data_sl_t, counter_select) == 2,
	      "ib_port_xmit_data_sl_t.counter_select");
static_assert(offsetof(ib_port_xmit_data_sl_t, port_xmit_data_sl) == 4,
	      "ib_port_xmit_data_sl_t.port_xmit_data_sl");
static_assert(offsetof(ib_port_xmit_data_sl_t, resv) == 68, "ib_port_xmit_data_sl_t.resv");
static_assert(sizeof(ib_port_rcv_data_sl_t) == 192, "ib_port_rcv_data_sl_t");
static_assert(offsetof(ib_port_rcv_data_sl_t, reserved) == 0, "ib_port_rcv_data_sl_t.reserved");
static_assert(offsetof(ib_port_rcv_data_sl_t, port_select) == 1,
	      "ib_port_rcv_data_sl_t.port_select");
static_assert(offsetof(ib_port_rcv_data_sl_t, counter_select) == 2,
	      "ib_port_rcv_data_sl_t.counter_select");
static_assert(offsetof(ib_port_rcv_data_sl_t, port_rcv_data_sl) == 4,
	      "ib_port_rcv_data_sl_t.port_rcv_data_sl");
static_assert(offsetof(ib_port_rcv_data_sl_t, resv) == 68, "ib_port_rcv_data_sl_t.resv");
static_assert(sizeof(ib_pnp_rec_t) == 56, "ib_pnp_rec_t");
static_assert(sizeof(ib_pnp_ca_rec_t) == 64, "ib_pnp_ca_rec_t");
static_assert(sizeof(ib_pnp_port_rec_t) == 72, "ib_pnp_port_rec_t");
static_assert(sizeof(ib_pnp_iou_rec_t) == 168, "ib_pnp_iou_rec_t");
static_assert(sizeof(ib_pnp_ioc_rec_t) == 272, "ib_pnp_ioc_rec_t");
static_assert(sizeof(ib_pnp_ioc_path_rec_t) == 136, "ib_pnp_ioc_path_rec_t");
static_assert(sizeof(ib_pnp_req_t) == 24, "ib_pnp_req_t");
static_assert(sizeof(ib_dgrm_info_t) == 16, "ib_dgrm_info_t");
static_assert(sizeof(ib_srq_attr_t) == 12, "ib_srq_attr_t");
static_assert(sizeof(ib_qp_create_ex_t) == 64, "ib_qp_create_ex_t");
static_assert(sizeof(ib_user_query_t) == 24, "ib_user_query_t");
static_assert(sizeof(ib_gid_pair_t) == 32, "ib_gid_pair_t");
static_assert(sizeof(ib_lid_pair_t) == 4, "ib_lid_pair_t");
static_assert(sizeof(ib_guid_pair_t) == 16, "ib_guid_pair_t");
static_assert(sizeof(ib_query_rec_t) == 32, "ib_query_rec_t");
static_assert(sizeof(ib_query_req_t) == 56, "ib_query_req_t");
static_assert(sizeof(ib_reg_svc_rec_t) == 200, "ib_reg_svc_rec_t");
static_assert(sizeof(ib_reg_svc_req_t) == 224, "ib_reg_svc_req_t");
static_assert(sizeof(ib_path_rec_t) == 64, "ib_path_rec_t");
static_assert(offsetof(ib_path_rec_t, service_id) == 0, "ib_path_rec_t.service_id");
static_assert(offsetof(ib_path_rec_t, dgid) == 8, "ib_path_rec_t.dgid");
static_assert(offsetof(ib_path_rec_t, sgid) == 24, "ib_path_rec_t.sgid");
static_assert(offsetof(ib_path_rec_t, dlid) == 40, "ib_path_rec_t.dlid");
static_assert(offsetof(ib_path_rec_t, slid) == 42, "ib_path_rec_t.slid");
static_assert(offsetof(ib_path_rec_t, hop_flow_raw) == 44, "ib_path_rec_t.hop_flow_raw");
static_assert(offsetof(ib_path_rec_t, tclass) == 48, "ib_path_rec_t.tclass");
static_assert(offsetof(ib_path_rec_t, num_path) == 49, "ib_path_rec_t.num_path");
static_assert(offsetof(ib_path_rec_t, pkey) == 50, "ib_path_rec_t.pkey");
static_assert(offsetof(ib_path_rec_t, qos_class_sl) == 52, "ib_path_rec_t.qos_class_sl");
static_assert(offsetof(ib_path_rec_t, mtu) == 54, "ib_path_rec_t.mtu");
static_assert(offsetof(ib_path_rec_t, rate) == 55, "ib_path_rec_t.rate");
static_assert(offsetof(ib_path_rec_t, pkt_life) == 56, "ib_path_rec_t.pkt_life");
static_assert(offsetof(ib_path_rec_t, preference) == 57, "ib_path_rec_t.preference");
static_assert(offsetof(ib_path_rec_t, resv2) == 58, "ib_path_rec_t.resv2");
static_assert(sizeof(ib_multipath_rec_t) == 200, "ib_multipath_rec_t");
static_assert(offsetof(ib_multipath_rec_t, hop_flow_raw) == 0, "ib_multipath_rec_t.hop_flow_raw");
static_assert(offsetof(ib_multipath_rec_t, tclass) == 4, "ib_multipath_rec_t.tclass");
static_assert(offsetof(ib_multipath_rec_t, num_path) == 5, "ib_multipath_rec_t.num_path");
static_assert(offsetof(ib_multipath_rec_t, pkey) == 6, "ib_multipath_rec_t.pkey");
static_assert(offsetof(ib_multipath_rec_t, qos_class_sl) == 8, "ib_multipath_rec_t.qos_class_sl");
static_assert(offsetof(ib_multipath_rec_t, mtu) == 10, "ib_multipath_rec_t.mtu");
static_assert(offsetof(ib_multipath_rec_t, rate) == 11, "ib_multipath_rec_t.rate");
static_assert(offsetof(ib_multipath_rec_t, pkt_life) == 12, "ib_multipath_rec_t.pkt_life");
static_assert(offsetof(ib_multipath_rec_t, service_id_8msb) == 13,
	      "ib_multipath_rec_t.service_id_8msb");
static_assert(offsetof(ib_multipath_rec_t, independence) == 14, "ib_multipath_rec_t.independence");
static_assert(offsetof(ib_multipath_rec_t, sgid_count) == 15, "ib_multipath_rec_t.sgid_count");
static_assert(offsetof(ib_multipath_rec_t, dgid_count) == 16, "ib_multipath_rec_t.dgid_count");
static_assert(offsetof(ib_multipath_rec_t, service_id_56lsb) == 17,
	      "ib_multipath_rec_t.service_id_56lsb");
static_assert(offsetof(ib_multipath_rec_t, gids) == 24, "ib_multipath_rec_t.gids");
static_assert(sizeof(ib_member_rec_t) == 56, "ib_member_rec_t");
static_assert(offsetof(ib_member_rec_t, mgid) == 0, "ib_member_rec_t.mgid");
static_assert(offsetof(ib_member_rec_t, port_gid) == 16, "ib_member_rec_t.port_gid");
static_assert(offsetof(ib_member_rec_t, qkey) == 32, "ib_member_rec_t.qkey");
static_assert(offsetof(ib_member_rec_t, mlid) == 36, "ib_member_rec_t.mlid");
static_assert(offsetof(ib_member_rec_t, mtu) == 38, "ib_member_rec_t.mtu");
static_assert(offsetof(ib_member_rec_t, tclass) == 39, "ib_member_rec_t.tclass");
static_assert(offsetof(ib_member_rec_t, pkey) == 40, "ib_member_rec_t.pkey");
static_assert(offsetof(ib_member_rec_t, rate) == 42, "ib_member_rec_t.rate");
static_assert(offsetof(ib_member_rec_t, pkt_life) == 43, "ib_member_rec_t.pkt_life");
static_assert(offsetof(ib_member_rec_t, sl_flow_hop) == 44, "ib_member_rec_t.sl_flow_hop");
static_assert(offsetof(ib_member_rec_t, scope_state) == 48, "ib_member_rec_t.scope_state");
static_assert(offsetof(ib_member_rec_t, proxy_join) == 49, "ib_member_rec_t.proxy_join");
static_assert(offsetof(ib_member_rec_t, reserved) == 50, "ib_member_rec_t.reserved");
static_assert(offsetof(ib_member_rec_t, pad) == 52, "ib_member_rec_t.pad");
static_assert(sizeof(ib_service_record_t) == 176, "ib_service_record_t");
static_assert(offsetof(ib_service_record_t, service_id) == 0, "ib_service_record_t.service_id");
static_assert(offsetof(ib_service_record_t, service_gid) == 8, "ib_service_record_t.service_gid");
static_assert(offsetof(ib_service_record_t, service_pkey) == 24,
	      "ib_service_record_t.service_pkey");
static_assert(offsetof(ib_service_record_t, resv) == 26, "ib_service_record_t.resv");
static_assert(offsetof(ib_service_record_t, service_lease) == 28,
	      "ib_service_record_t.service_lease");
static_assert(offsetof(ib_service_record_t, service_key) == 32, "ib_service_record_t.service_key");
static_assert(offsetof(ib_service_record_t, service_name) == 48,
	      "ib_service_record_t.service_name");
static_assert(offsetof(ib_service_record_t, service_data8) == 112,
	      "ib_service_record_t.service_data8");
static_assert(offsetof(ib_service_record_t, service_data16) == 128,
	      "ib_service_record_t.service_data16");
static_assert(offsetof(ib_service_record_t, service_data32) == 144,
	      "ib_service_record_t.service_data32");
static_assert(offsetof(ib_service_record_t, service_data64) == 160,
	      "ib_service_record_t.service_data64");
static_assert(sizeof(ib_node_record_t) == 112, "ib_node_record_t");
static_assert(offsetof(ib_node_record_t, lid) == 0, "ib_node_record_t.lid");
static_assert(offsetof(ib_node_record_t, resv) == 2, "ib_node_record_t.resv");
static_assert(offsetof(ib_node_record_t, node_info) == 4, "ib_node_record_t.node_info");
static_assert(offsetof(ib_node_record_t, node_desc) == 44, "ib_node_record_t.node_desc");
static_assert(offsetof(ib_node_record_t, pad) == 108, "ib_node_record_t.pad");
static_assert(sizeof(ib_portinfo_record_t) == 72, "ib_portinfo_record_t");
static_assert(offsetof(ib_portinfo_record_t, lid) == 0, "ib_portinfo_record_t.lid");
static_assert(offsetof(ib_portinfo_record_t, port_num) == 2, "ib_portinfo_record_t.port_num");
static_assert(offsetof(ib_portinfo_record_t, options) == 3, "ib_portinfo_record_t.options");
static_assert(offsetof(ib_portinfo_record_t, port_info) == 4, "ib_portinfo_record_t.port_info");
static_assert(offsetof(ib_portinfo_record_t, pad) == 68, "ib_portinfo_record_t.pad");
static_assert(sizeof(ib_link_record_t) == 8, "ib_link_record_t");
static_assert(offsetof(ib_link_record_t, from_lid) == 0, "ib_link_record_t.from_lid");
static_assert(offsetof(ib_link_record_t, from_port_num) == 2, "ib_link_record_t.from_port_num");
static_assert(offsetof(ib_link_record_t, to_port_num) == 3, "ib_link_record_t.to_port_num");
static_assert(offsetof(ib_link_record_t, to_lid) == 4, "ib_link_record_t.to_lid");
static_assert(offsetof(ib_link_record_t, pad) == 6, "ib_link_record_t.pad");
static_assert(sizeof(ib_sminfo_record_t) == 32, "ib_sminfo_record_t");
static_assert(offsetof(ib_sminfo_record_t, lid) == 0, "ib_sminfo_record_t.lid");
static_assert(offsetof(ib_sminfo_record_t, resv0) == 2, "ib_sminfo_record_t.resv0");
static_assert(offsetof(ib_sminfo_record_t, sm_info) == 4, "ib_sminfo_record_t.sm_info");
static_assert(offsetof(ib_sminfo_record_t, pad) == 25, "ib_sminfo_record_t.pad");
static_assert(sizeof(ib_lft_record_t) == 72, "ib_lft_record_t");
static_assert(offsetof(ib_lft_record_t, lid) == 0, "ib_lft_record_t.lid");
static_assert(offsetof(ib_lft_record_t, block_num) == 2, "ib_lft_record_t.block_num");
static_assert(offsetof(ib_lft_record_t, resv0) == 4, "ib_lft_record_t.resv0");
static_assert(offsetof(ib_lft_record_t, lft) == 8, "ib_lft_record_t.lft");
static_assert(sizeof(ib_mft_record_t) == 72, "ib_mft_record_t");
static_assert(offsetof(ib_mft_record_t, lid) == 0, "ib_mft_record_t.lid");
static_assert(offsetof(ib_mft_record_t, position_block_num) == 2,
	      "ib_mft_record_t.position_block_num");
static_assert(offsetof(ib_mft_record_t, resv0) == 4, "ib_mft_record_t.resv0");
static_assert(offsetof(ib_mft_record_t, mft) == 8, "ib_mft_record_t.mft");
static_assert(sizeof(ib_switch_info_record_t) == 24, "ib_switch_info_record_t");
static_assert(offsetof(ib_switch_info_record_t, lid) == 0, "ib_switch_info_record_t.lid");
static_assert(offsetof(ib_switch_info_record_t, resv0) == 2, "ib_switch_info_record_t.resv0");
static_assert(offsetof(ib_switch_info_record_t, switch_info) == 4,
	      "ib_switch_info_record_t.switch_info");
static_assert(sizeof(ib_guidinfo_record_t) == 72, "ib_guidinfo_record_t");
static_assert(offsetof(ib_guidinfo_record_t, lid) == 0, "ib_guidinfo_record_t.lid");
static_assert(offsetof(ib_guidinfo_record_t, block_num) == 2, "ib_guidinfo_record_t.block_num");
static_assert(offsetof(ib_guidinfo_record_t, resv) == 3, "ib_guidinfo_record_t.resv");
static_assert(offsetof(ib_guidinfo_record_t, reserved) == 4, "ib_guidinfo_record_t.reserved");
static_assert(offsetof(ib_guidinfo_record_t, guid_info) == 8, "ib_guidinfo_record_t.guid_info");
static_assert(sizeof(ib_pkey_table_record_t) == 72, "ib_pkey_table_record_t");
static_assert(offsetof(ib_pkey_table_record_t, lid) == 0, "ib_pkey_table_record_t.lid");
static_assert(offsetof(ib_pkey_table_record_t, block_num) == 2, "ib_pkey_table_record_t.block_num");
static_assert(offsetof(ib_pkey_table_record_t, port_num) == 4, "ib_pkey_table_record_t.port_num");
static_assert(offsetof(ib_pkey_table_record_t, reserved1) == 5, "ib_pkey_table_record_t.reserved1");
static_assert(offsetof(ib_pkey_table_record_t, reserved2) == 6, "ib_pkey_table_record_t.reserved2");
static_assert(offsetof(ib_pkey_table_record_t, pkey_tbl) == 8, "ib_pkey_table_record_t.pkey_tbl");
static_assert(sizeof(ib_slvl_table_record_t) == 16, "ib_slvl_table_record_t");
static_assert(offsetof(ib_slvl_table_record_t, lid) == 0, "ib_slvl_table_record_t.lid");
static_assert(offsetof(ib_slvl_table_record_t, in_port_num) == 2,
	      "ib_slvl_table_record_t.in_port_num");
static_assert(offsetof(ib_slvl_table_record_t, out_port_num) == 3,
	      "ib_slvl_table_record_t.out_port_num");
static_assert(offsetof(ib_slvl_table_record_t, resv) == 4, "ib_slvl_table_record_t.resv");
static_assert(offsetof(ib_slvl_table_record_t, slvl_tbl) == 8, "ib_slvl_table_record_t.slvl_tbl");
static_assert(sizeof(ib_vl_arb_table_record_t) == 72, "ib_vl_arb_table_record_t");
static_assert(offsetof(ib_vl_arb_table_record_t, lid) == 0, "ib_vl_arb_table_record_t.lid");
static_assert(offsetof(ib_vl_arb_table_record_t, port_num) == 2,
	      "ib_vl_arb_table_record_t.port_num");
static_assert(offsetof(ib_vl_arb_table_record_t, block_num) == 3,
	      "ib_vl_arb_table_record_t.block_num");
static_assert(offsetof(ib_vl_arb_table_record_t, reserved) == 4,
	      "ib_vl_arb_table_record_t.reserved");
static_assert(offsetof(ib_vl_arb_table_record_t, vl_arb_tbl) == 8,
	      "ib_vl_arb_table_record_t.vl_arb_tbl");
static_assert(sizeof(ib_mad_notice_attr_t) == 80, "ib_mad_notice_attr_t");
static_assert(offsetof(ib_mad_notice_attr_t, generic_type) == 0,
	      "ib_mad_notice_attr_t.generic_type");
static_assert(offsetof(ib_mad_notice_attr_t, g_or_v) == 1, "ib_mad_notice_attr_t.g_or_v");
static_assert(offsetof(ib_mad_notice_attr_t, g_or_v.generic) == 1,
	      "ib_mad_notice_attr_t.g_or_v.generic");
static_assert(offsetof(ib_mad_notice_attr_t, g_or_v.generic.prod_type_msb) == 1,
	      "ib_mad_notice_attr_t.g_or_v.generic.prod_type_msb");
static_assert(offsetof(ib_mad_notice_attr_t, g_or_v.generic.prod_type_lsb) == 2,
	      "ib_mad_notice_attr_t.g_or_v.generic.prod_type_lsb");
static_assert(offsetof(ib_mad_notice_attr_t, g_or_v.generic.trap_num) == 4,
	      "ib_mad_notice_attr_t.g_or_v.generic.trap_num");
static_assert(offsetof(ib_mad_notice_attr_t, g_or_v.vend) == 1, "ib_mad_notice_attr_t.g_or_v.vend");
static_assert(offsetof(ib_mad_notice_attr_t, g_or_v.vend.vend_id_msb) == 1,
	      "ib_mad_notice_attr_t.g_or_v.vend.vend_id_msb");
static_assert(offsetof(ib_mad_notice_attr_t, g_or_v.vend.vend_id_lsb) == 2,
	      "ib_mad_notice_attr_t.g_or_v.vend.vend_id_lsb");
static_assert(offsetof(ib_mad_notice_attr_t, g_or_v.vend.dev_id) == 4,
	      "ib_mad_notice_attr_t.g_or_v.vend.dev_id");
static_assert(offsetof(ib_mad_notice_attr_t, issuer_lid) == 6, "ib_mad_notice_attr_t.issuer_lid");
static_assert(offsetof(ib_mad_notice_attr_t, toggle_count) == 8,
	      "ib_mad_notice_attr_t.toggle_count");
static_assert(offsetof(ib_mad_notice_attr_t, data_details) == 10,
	      "ib_mad_notice_attr_t.data_details");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.raw_data) == 10,
	      "ib_mad_notice_attr_t.data_details.raw_data");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.raw_data.details) == 10,
	      "ib_mad_notice_attr_t.data_details.raw_data.details");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_64_67) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_64_67");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_64_67.res) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_64_67.res");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_64_67.gid) == 16,
	      "ib_mad_notice_attr_t.data_details.ntc_64_67.gid");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_128) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_128");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_128.sw_lid) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_128.sw_lid");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_129_131) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_129_131");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_129_131.pad) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_129_131.pad");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_129_131.lid) == 12,
	      "ib_mad_notice_attr_t.data_details.ntc_129_131.lid");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_129_131.port_num) == 14,
	      "ib_mad_notice_attr_t.data_details.ntc_129_131.port_num");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_144) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_144");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_144.pad1) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_144.pad1");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_144.lid) == 12,
	      "ib_mad_notice_attr_t.data_details.ntc_144.lid");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_144.pad2) == 14,
	      "ib_mad_notice_attr_t.data_details.ntc_144.pad2");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_144.local_changes) == 15,
	      "ib_mad_notice_attr_t.data_details.ntc_144.local_changes");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_144.new_cap_mask) == 16,
	      "ib_mad_notice_attr_t.data_details.ntc_144.new_cap_mask");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_144.change_flgs) == 20,
	      "ib_mad_notice_attr_t.data_details.ntc_144.change_flgs");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_145) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_145");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_145.pad1) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_145.pad1");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_145.lid) == 12,
	      "ib_mad_notice_attr_t.data_details.ntc_145.lid");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_145.pad2) == 14,
	      "ib_mad_notice_attr_t.data_details.ntc_145.pad2");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_145.new_sys_guid) == 16,
	      "ib_mad_notice_attr_t.data_details.ntc_145.new_sys_guid");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_256) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_256");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_256.pad1) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_256.pad1");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_256.lid) == 12,
	      "ib_mad_notice_attr_t.data_details.ntc_256.lid");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_256.pad2) == 14,
	      "ib_mad_notice_attr_t.data_details.ntc_256.pad2");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_256.method) == 16,
	      "ib_mad_notice_attr_t.data_details.ntc_256.method");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_256.pad3) == 17,
	      "ib_mad_notice_attr_t.data_details.ntc_256.pad3");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_256.attr_id) == 18,
	      "ib_mad_notice_attr_t.data_details.ntc_256.attr_id");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_256.attr_mod) == 20,
	      "ib_mad_notice_attr_t.data_details.ntc_256.attr_mod");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_256.mkey) == 24,
	      "ib_mad_notice_attr_t.data_details.ntc_256.mkey");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_256.dr_slid) == 32,
	      "ib_mad_notice_attr_t.data_details.ntc_256.dr_slid");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_256.dr_trunc_hop) == 33,
	      "ib_mad_notice_attr_t.data_details.ntc_256.dr_trunc_hop");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_256.dr_rtn_path) == 34,
	      "ib_mad_notice_attr_t.data_details.ntc_256.dr_rtn_path");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_257_258) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_257_258");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_257_258.pad1) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_257_258.pad1");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_257_258.lid1) == 12,
	      "ib_mad_notice_attr_t.data_details.ntc_257_258.lid1");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_257_258.lid2) == 14,
	      "ib_mad_notice_attr_t.data_details.ntc_257_258.lid2");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_257_258.key) == 16,
	      "ib_mad_notice_attr_t.data_details.ntc_257_258.key");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_257_258.sl) == 20,
	      "ib_mad_notice_attr_t.data_details.ntc_257_258.sl");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_257_258.qp1) == 21,
	      "ib_mad_notice_attr_t.data_details.ntc_257_258.qp1");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_257_258.qp2) == 25,
	      "ib_mad_notice_attr_t.data_details.ntc_257_258.qp2");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_257_258.gid1) == 29,
	      "ib_mad_notice_attr_t.data_details.ntc_257_258.gid1");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_257_258.gid2) == 45,
	      "ib_mad_notice_attr_t.data_details.ntc_257_258.gid2");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_259) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_259");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_259.data_valid) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_259.data_valid");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_259.lid1) == 12,
	      "ib_mad_notice_attr_t.data_details.ntc_259.lid1");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_259.lid2) == 14,
	      "ib_mad_notice_attr_t.data_details.ntc_259.lid2");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_259.pkey) == 16,
	      "ib_mad_notice_attr_t.data_details.ntc_259.pkey");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_259.sl_qp1) == 18,
	      "ib_mad_notice_attr_t.data_details.ntc_259.sl_qp1");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_259.qp2) == 22,
	      "ib_mad_notice_attr_t.data_details.ntc_259.qp2");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_259.gid1) == 26,
	      "ib_mad_notice_attr_t.data_details.ntc_259.gid1");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_259.gid2) == 42,
	      "ib_mad_notice_attr_t.data_details.ntc_259.gid2");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_259.sw_lid) == 58,
	      "ib_mad_notice_attr_t.data_details.ntc_259.sw_lid");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_259.port_no) == 60,
	      "ib_mad_notice_attr_t.data_details.ntc_259.port_no");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_bkey_259) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_bkey_259");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_bkey_259.lidaddr) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_bkey_259.lidaddr");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_bkey_259.method) == 12,
	      "ib_mad_notice_attr_t.data_details.ntc_bkey_259.method");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_bkey_259.reserved) == 13,
	      "ib_mad_notice_attr_t.data_details.ntc_bkey_259.reserved");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_bkey_259.attribute_id) == 14,
	      "ib_mad_notice_attr_t.data_details.ntc_bkey_259.attribute_id");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_bkey_259.attribute_modifier) == 16,
	      "ib_mad_notice_attr_t.data_details.ntc_bkey_259.attribute_modifier");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_bkey_259.qp) == 20,
	      "ib_mad_notice_attr_t.data_details.ntc_bkey_259.qp");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_bkey_259.bkey) == 24,
	      "ib_mad_notice_attr_t.data_details.ntc_bkey_259.bkey");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_bkey_259.gid) == 32,
	      "ib_mad_notice_attr_t.data_details.ntc_bkey_259.gid");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_cckey_0) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_cckey_0");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_cckey_0.slid) == 10,
	      "ib_mad_notice_attr_t.data_details.ntc_cckey_0.slid");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_cckey_0.method) == 12,
	      "ib_mad_notice_attr_t.data_details.ntc_cckey_0.method");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_cckey_0.resv0) == 13,
	      "ib_mad_notice_attr_t.data_details.ntc_cckey_0.resv0");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_cckey_0.attribute_id) == 14,
	      "ib_mad_notice_attr_t.data_details.ntc_cckey_0.attribute_id");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_cckey_0.resv1) == 16,
	      "ib_mad_notice_attr_t.data_details.ntc_cckey_0.resv1");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_cckey_0.attribute_modifier) == 18,
	      "ib_mad_notice_attr_t.data_details.ntc_cckey_0.attribute_modifier");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_cckey_0.qp) == 22,
	      "ib_mad_notice_attr_t.data_details.ntc_cckey_0.qp");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_cckey_0.cc_key) == 26,
	      "ib_mad_notice_attr_t.data_details.ntc_cckey_0.cc_key");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_cckey_0.source_gid) == 34,
	      "ib_mad_notice_attr_t.data_details.ntc_cckey_0.source_gid");
static_assert(offsetof(ib_mad_notice_attr_t, data_details.ntc_cckey_0.padding) == 50,
	      "ib_mad_notice_attr_t.data_details.ntc_cckey_0.padding");
static_assert(offsetof(ib_mad_notice_attr_t, issuer_gid) == 64, "ib_mad_notice_attr_t.issuer_gid");
static_assert(sizeof(ib_inform_info_t) == 36, "ib_inform_info_t");
static_assert(offsetof(ib_inform_info_t, gid) == 0, "ib_inform_info_t.gid");
static_assert(offsetof(ib_inform_info_t, lid_range_begin) == 16,
	      "ib_inform_info_t.lid_range_begin");
static_assert(offsetof(ib_inform_info_t, lid_range_end) == 18, "ib_inform_info_t.lid_range_end");
static_assert(offsetof(ib_inform_info_t, reserved1) == 20, "ib_inform_info_t.reserved1");
static_assert(offsetof(ib_inform_info_t, is_generic) == 22, "ib_inform_info_t.is_generic");
static_assert(offsetof(ib_inform_info_t, subscribe) == 23, "ib_inform_info_t.subscribe");
static_assert(offsetof(ib_inform_info_t, trap_type) == 24, "ib_inform_info_t.trap_type");
static_assert(offsetof(ib_inform_info_t, g_or_v) == 26, "ib_inform_info_t.g_or_v");
static_assert(offsetof(ib_inform_info_t, g_or_v.generic) == 26, "ib_inform_info_t.g_or_v.generic");
static_assert(offsetof(ib_inform_info_t, g_or_v.generic.trap_num) == 26,
	      "ib_inform_info_t.g_or_v.generic.trap_num");
static_assert(offsetof(ib_inform_info_t, g_or_v.generic.qpn_resp_time_val) == 28,
	      "ib_inform_info_t.g_or_v.generic.qpn_resp_time_val");
static_assert(offsetof(ib_inform_info_t, g_or_v.generic.reserved2) == 32,
	      "ib_inform_info_t.g_or_v.generic.reserved2");
static_assert(offsetof(ib_inform_info_t, g_or_v.generic.node_type_msb) == 33,
	      "ib_inform_info_t.g_or_v.generic.node_type_msb");
static_assert(offsetof(ib_inform_info_t, g_or_v.generic.node_type_lsb) == 34,
	      "ib_inform_info_t.g_or_v.generic.node_type_lsb");
static_assert(offsetof(ib_inform_info_t, g_or_v.vend) == 26, "ib_inform_info_t.g_or_v.vend");
static_assert(offsetof(ib_inform_info_t, g_or_v.vend.dev_id) == 26,
	      "ib_inform_info_t.g_or_v.vend.dev_id");
static_assert(offsetof(ib_inform_info_t, g_or_v.vend.qpn_resp_time_val) == 28,
	      "ib_inform_info_t.g_or_v.vend.qpn_resp_time_val");
static_assert(offsetof(ib_inform_info_t, g_or_v.vend.reserved2) == 32,
	      "ib_inform_info_t.g_or_v.vend.reserved2");
static_assert(offsetof(ib_inform_info_t, g_or_v.vend.vendor_id_msb) == 33,
	      "ib_inform_info_t.g_or_v.vend.vendor_id_msb");
static_assert(offsetof(ib_inform_info_t, g_or_v.vend.vendor_id_lsb) == 34,
	      "ib_inform_info_t.g_or_v.vend.vendor_id_lsb");
static_assert(sizeof(ib_inform_info_record_t) == 64, "ib_inform_info_record_t");
static_assert(offsetof(ib_inform_info_record_t, subscriber_gid) == 0,
	      "ib_inform_info_record_t.subscriber_gid");
static_assert(offsetof(ib_inform_info_record_t, subscriber_enum) == 16,
	      "ib_inform_info_record_t.subscriber_enum");
static_assert(offsetof(ib_inform_info_record_t, reserved) == 18,
	      "ib_inform_info_record_t.reserved");
static_assert(offsetof(ib_inform_info_record_t, inform_info) == 24,
	      "ib_inform_info_record_t.inform_info");
static_assert(offsetof(ib_inform_info_record_t, pad) == 60, "ib_inform_info_record_t.pad");
static_assert(sizeof(ib_sub_rec_t) == 24, "ib_sub_rec_t");
static_assert(sizeof(ib_report_rec_t) == 16, "ib_report_rec_t");
static_assert(sizeof(ib_sub_req_t) == 72, "ib_sub_req_t");
static_assert(sizeof(ib_sm_info_t) == 21, "ib_sm_info_t");
static_assert(offsetof(ib_sm_info_t, guid) == 0, "ib_sm_info_t.guid");
static_assert(offsetof(ib_sm_info_t, sm_key) == 8, "ib_sm_info_t.sm_key");
static_assert(offsetof(ib_sm_info_t, act_count) == 16, "ib_sm_info_t.act_count");
static_assert(offsetof(ib_sm_info_t, pri_state) == 20, "ib_sm_info_t.pri_state");
static_assert(sizeof(ib_node_info_t) == 40, "ib_node_info_t");
static_assert(offsetof(ib_node_info_t, base_version) == 0, "ib_node_info_t.base_version");
static_assert(offsetof(ib_node_info_t, class_version) == 1, "ib_node_info_t.class_version");
static_assert(offsetof(ib_node_info_t, node_type) == 2, "ib_node_info_t.node_type");
static_assert(offsetof(ib_node_info_t, num_ports) == 3, "ib_node_info_t.num_ports");
static_assert(offsetof(ib_node_info_t, sys_guid) == 4, "ib_node_info_t.sys_guid");
static_assert(offsetof(ib_node_info_t, node_guid) == 12, "ib_node_info_t.node_guid");
static_assert(offsetof(ib_node_info_t, port_guid) == 20, "ib_node_info_t.port_guid");
static_assert(offsetof(ib_node_info_t, partition_cap) == 28, "ib_node_info_t.partition_cap");
static_assert(offsetof(ib_node_info_t, device_id) == 30, "ib_node_info_t.device_id");
static_assert(offsetof(ib_node_info_t, revision) == 32, "ib_node_info_t.revision");
static_assert(offsetof(ib_node_info_t, port_num_vendor_id) == 36,
	      "ib_node_info_t.port_num_vendor_id");
static_assert(sizeof(ib_node_desc_t) == 64, "ib_node_desc_t");
static_assert(offsetof(ib_node_desc_t, description) == 0, "ib_node_desc_t.description");
static_assert(sizeof(ib_port_info_t) == 64, "ib_port_info_t");
static_assert(offsetof(ib_port_info_t, m_key) == 0, "ib_port_info_t.m_key");
static_assert(offsetof(ib_port_info_t, subnet_prefix) == 8, "ib_port_info_t.subnet_prefix");
static_assert(offsetof(ib_port_info_t, base_lid) == 16, "ib_port_info_t.base_lid");
static_assert(offsetof(ib_port_info_t, master_sm_base_lid) == 18,
	      "ib_port_info_t.master_sm_base_lid");
static_assert(offsetof(ib_port_info_t, capability_mask) == 20, "ib_port_info_t.capability_mask");
static_assert(offsetof(ib_port_info_t, diag_code) == 24, "ib_port_info_t.diag_code");
static_assert(offsetof(ib_port_info_t, m_key_lease_period) == 26,
	      "ib_port_info_t.m_key_lease_period");
static_assert(offsetof(ib_port_info_t, local_port_num) == 28, "ib_port_info_t.local_port_num");
static_assert(offsetof(ib_port_info_t, link_width_enabled) == 29,
	      "ib_port_info_t.link_width_enabled");
static_assert(offsetof(ib_port_info_t, link_width_supported) == 30,
	      "ib_port_info_t.link_width_supported");
static_assert(offsetof(ib_port_info_t, link_width_active) == 31,
	      "ib_port_info_t.link_width_active");
static_assert(offsetof(ib_port_info_t, state_info1) == 32, "ib_port_info_t.state_info1");
static_assert(offsetof(ib_port_info_t, state_info2) == 33, "ib_port_info_t.state_info2");
static_assert(offsetof(ib_port_info_t, mkey_lmc) == 34, "ib_port_info_t.mkey_lmc");
static_assert(offsetof(ib_port_info_t, link_speed) == 35, "ib_port_info_t.link_speed");
static_assert(offsetof(ib_port_info_t, mtu_smsl) == 36, "ib_port_info_t.mtu_smsl");
static_assert(offsetof(ib_port_info_t, vl_cap) == 37, "ib_port_info_t.vl_cap");
static_assert(offsetof(ib_port_info_t, vl_high_limit) == 38, "ib_port_info_t.vl_high_limit");
static_assert(offsetof(ib_port_info_t, vl_arb_high_cap) == 39, "ib_port_info_t.vl_arb_high_cap");
static_assert(offsetof(ib_port_info_t, vl_arb_low_cap) == 40, "ib_port_info_t.vl_arb_low_cap");
static_assert(offsetof(ib_port_info_t, mtu_cap) == 41, "ib_port_info_t.mtu_cap");
static_assert(offsetof(ib_port_info_t, vl_stall_life) == 42, "ib_port_info_t.vl_stall_life");
static_assert(offsetof(ib_port_info_t, vl_enforce) == 43, "ib_port_info_t.vl_enforce");
static_assert(offsetof(ib_port_info_t, m_key_violations) == 44, "ib_port_info_t.m_key_violations");
static_assert(offsetof(ib_port_info_t, p_key_violations) == 46, "ib_port_info_t.p_key_violations");
static_assert(offsetof(ib_port_info_t, q_key_violations) == 48, "ib_port_info_t.q_key_violations");
static_assert(offsetof(ib_port_info_t, guid_cap) == 50, "ib_port_info_t.guid_cap");
static_assert(offsetof(ib_port_info_t, subnet_timeout) == 51, "ib_port_info_t.subnet_timeout");
static_assert(offsetof(ib_port_info_t, resp_time_value) == 52, "ib_port_info_t.resp_time_value");
static_assert(offsetof(ib_port_info_t, error_threshold) == 53, "ib_port_info_t.error_threshold");
static_assert(offsetof(ib_port_info_t, max_credit_hint) == 54, "ib_port_info_t.max_credit_hint");
static_assert(offsetof(ib_port_info_t, link_rt_latency) == 56, "ib_port_info_t.link_rt_latency");
static_assert(offsetof(ib_port_info_t, capability_mask2) == 60, "ib_port_info_t.capability_mask2");
static_assert(offsetof(ib_port_info_t, link_speed_ext) == 62, "ib_port_info_t.link_speed_ext");
static_assert(offsetof(ib_port_info_t, link_speed_ext_enabled) == 63,
	      "ib_port_info_t.link_speed_ext_enabled");
static_assert(sizeof(ib_mlnx_ext_port_info_t) == 64, "ib_mlnx_ext_port_info_t");
static_assert(offsetof(ib_mlnx_ext_port_info_t, resvd1) == 0, "ib_mlnx_ext_port_info_t.resvd1");
static_assert(offsetof(ib_mlnx_ext_port_info_t, state_change_enable) == 3,
	      "ib_mlnx_ext_port_info_t.state_change_enable");
static_assert(offsetof(ib_mlnx_ext_port_info_t, resvd2) == 4, "ib_mlnx_ext_port_info_t.resvd2");
static_assert(offsetof(ib_mlnx_ext_port_info_t, link_speed_supported) == 7,
	      "ib_mlnx_ext_port_info_t.link_speed_supported");
static_assert(offsetof(ib_mlnx_ext_port_info_t, resvd3) == 8, "ib_mlnx_ext_port_info_t.resvd3");
static_assert(offsetof(ib_mlnx_ext_port_info_t, link_speed_enabled) == 11,
	      "ib_mlnx_ext_port_info_t.link_speed_enabled");
static_assert(offsetof(ib_mlnx_ext_port_info_t, resvd4) == 12, "ib_mlnx_ext_port_info_t.resvd4");
static_assert(offsetof(ib_mlnx_ext_port_info_t, link_speed_active) == 15,
	      "ib_mlnx_ext_port_info_t.link_speed_active");
static_assert(offsetof(ib_mlnx_ext_port_info_t, resvd5) == 16, "ib_mlnx_ext_port_info_t.resvd5");
static_assert(sizeof(ib_switch_info_t) == 20, "ib_switch_info_t");
static_assert(offsetof(ib_switch_info_t, lin_cap) == 0, "ib_switch_info_t.lin_cap");
static_assert(offsetof(ib_switch_info_t, rand_cap) == 2, "ib_switch_info_t.rand_cap");
static_assert(offsetof(ib_switch_info_t, mcast_cap) == 4, "ib_switch_info_t.mcast_cap");
static_assert(offsetof(ib_switch_info_t, lin_top) == 6, "ib_switch_info_t.lin_top");
static_assert(offsetof(ib_switch_info_t, def_port) == 8, "ib_switch_info_t.def_port");
static_assert(offsetof(ib_switch_info_t, def_mcast_pri_port) == 9,
	      "ib_switch_info_t.def_mcast_pri_port");
static_assert(offsetof(ib_switch_info_t, def_mcast_not_port) == 10,
	      "ib_switch_info_t.def_mcast_not_port");
static_assert(offsetof(ib_switch_info_t, life_state) == 11, "ib_switch_info_t.life_state");
static_assert(offsetof(ib_switch_info_t, lids_per_port) == 12, "ib_switch_info_t.lids_per_port");
static_assert(offsetof(ib_switch_info_t, enforce_cap) == 14, "ib_switch_info_t.enforce_cap");
static_assert(offsetof(ib_switch_info_t, flags) == 16, "ib_switch_info_t.flags");
static_assert(offsetof(ib_switch_info_t, resvd) == 17, "ib_switch_info_t.resvd");
static_assert(offsetof(ib_switch_info_t, mcast_top) == 18, "ib_switch_info_t.mcast_top");
static_assert(sizeof(ib_guid_info_t) == 64, "ib_guid_info_t");
static_assert(offsetof(ib_guid_info_t, guid) == 0, "ib_guid_info_t.guid");
static_assert(sizeof(ib_pkey_table_t) == 64, "ib_pkey_table_t");
static_assert(offsetof(ib_pkey_table_t, pkey_entry) == 0, "ib_pkey_table_t.pkey_entry");
static_assert(sizeof(ib_slvl_table_t) == 8, "ib_slvl_table_t");
static_assert(offsetof(ib_slvl_table_t, raw_vl_by_sl) == 0, "ib_slvl_table_t.raw_vl_by_sl");
static_assert(sizeof(ib_vl_arb_element_t) == 2, "ib_vl_arb_element_t");
static_assert(offsetof(ib_vl_arb_element_t, vl) == 0, "ib_vl_arb_element_t.vl");
static_assert(offsetof(ib_vl_arb_element_t, weight) == 1, "ib_vl_arb_element_t.weight");
static_assert(sizeof(ib_vl_arb_table_t) == 64, "ib_vl_arb_table_t");
static_assert(offsetof(ib_vl_arb_table_t, vl_entry) == 0, "ib_vl_arb_table_t.vl_entry");
static_assert(sizeof(ib_field32_t) == 4, "ib_field32_t");
static_assert(sizeof(ib_gid_t) == 16, "ib_gid_t");
static_assert(offsetof(ib_gid_t, raw) == 0, "ib_gid_t.raw");
static_assert(offsetof(ib_gid_t, unicast) == 0, "ib_gid_t.unicast");
static_assert(offsetof(ib_gid_t, unicast.prefix) == 0, "ib_gid_t.unicast.prefix");
static_assert(offsetof(ib_gid_t, unicast.interface_id) == 8, "ib_gid_t.unicast.interface_id");
static_assert(offsetof(ib_gid_t, multicast) == 0, "ib_gid_t.multicast");
static_assert(offsetof(ib_gid_t, multicast.header) == 0, "ib_gid_t.multicast.header");
static_assert(offsetof(ib_gid_t, multicast.raw_group_id) == 2, "ib_gid_t.multicast.raw_group_id");
static_assert(sizeof(ib_grh_t) == 40, "ib_grh_t");
static_assert(offsetof(ib_grh_t, ver_class_flow) == 0, "ib_grh_t.ver_class_flow");
static_assert(offsetof(ib_grh_t, resv1) == 4, "ib_grh_t.resv1");
static_assert(offsetof(ib_grh_t, resv2) == 6, "ib_grh_t.resv2");
static_assert(offsetof(ib_grh_t, hop_limit) == 7, "ib_grh_t.hop_limit");
static_assert(offsetof(ib_grh_t, src_gid) == 8, "ib_grh_t.src_gid");
static_assert(offsetof(ib_grh_t, dest_gid) == 24, "ib_grh_t.dest_gid");
