/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/kernel/uverbs.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */
/* uverbs_trace() prints one command, fields by name. */
#ifndef INVERBS_KERNEL_UVERBS_TRACE_H
#define INVERBS_KERNEL_UVERBS_TRACE_H

#include <inverbs/kernel/trace.h>
#include <inverbs/kernel/uverbs.h>

static const struct uverbs_field_info uverbs_fields_get_context[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
};

static const struct uverbs_field_info uverbs_fields_query_device[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
};

static const struct uverbs_field_info uverbs_fields_query_port[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"port_num", 8, 1, UVERBS_FIELD_NUMBER},
	{"reserved", 9, 7, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info uverbs_fields_alloc_pd[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
};

static const struct uverbs_field_info uverbs_fields_dealloc_pd[] = {
	{"pd_handle", 0, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info uverbs_fields_create_ah[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"user_handle", 8, 8, UVERBS_FIELD_HEX},
	{"pd_handle", 16, 4, UVERBS_FIELD_NUMBER},
	{"reserved", 20, 4, UVERBS_FIELD_NOTHING},
	{"attr.grh.dgid", 24, 16, UVERBS_FIELD_BYTES},
	{"attr.grh.flow_label", 40, 4, UVERBS_FIELD_NUMBER},
	{"attr.grh.sgid_index", 44, 1, UVERBS_FIELD_NUMBER},
	{"attr.grh.hop_limit", 45, 1, UVERBS_FIELD_NUMBER},
	{"attr.grh.traffic_class", 46, 1, UVERBS_FIELD_NUMBER},
	{"attr.grh.reserved", 47, 1, UVERBS_FIELD_NOTHING},
	{"attr.dlid", 48, 2, UVERBS_FIELD_NUMBER},
	{"attr.sl", 50, 1, UVERBS_FIELD_NUMBER},
	{"attr.src_path_bits", 51, 1, UVERBS_FIELD_NUMBER},
	{"attr.static_rate", 52, 1, UVERBS_FIELD_NUMBER},
	{"attr.is_global", 53, 1, UVERBS_FIELD_NUMBER},
	{"attr.port_num", 54, 1, UVERBS_FIELD_NUMBER},
	{"attr.reserved", 55, 1, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info uverbs_fields_destroy_ah[] = {
	{"ah_handle", 0, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info uverbs_fields_reg_mr[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},      {"start", 8, 8, UVERBS_FIELD_HEX},
	{"length", 16, 8, UVERBS_FIELD_NUMBER},    {"hca_va", 24, 8, UVERBS_FIELD_HEX},
	{"pd_handle", 32, 4, UVERBS_FIELD_NUMBER}, {"access_flags", 36, 4, UVERBS_FIELD_HEX},
};

static const struct uverbs_field_info uverbs_fields_rereg_mr[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},      {"mr_handle", 8, 4, UVERBS_FIELD_NUMBER},
	{"flags", 12, 4, UVERBS_FIELD_HEX},        {"start", 16, 8, UVERBS_FIELD_HEX},
	{"length", 24, 8, UVERBS_FIELD_NUMBER},    {"hca_va", 32, 8, UVERBS_FIELD_HEX},
	{"pd_handle", 40, 4, UVERBS_FIELD_NUMBER}, {"access_flags", 44, 4, UVERBS_FIELD_HEX},
};

static const struct uverbs_field_info uverbs_fields_dereg_mr[] = {
	{"mr_handle", 0, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info uverbs_fields_alloc_mw[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"pd_handle", 8, 4, UVERBS_FIELD_NUMBER},
	{"mw_type", 12, 1, UVERBS_FIELD_NUMBER},
	{"reserved", 13, 3, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info uverbs_fields_dealloc_mw[] = {
	{"mw_handle", 0, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info uverbs_fields_create_comp_channel[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
};

static const struct uverbs_field_info uverbs_fields_create_cq[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},         {"user_handle", 8, 8, UVERBS_FIELD_HEX},
	{"cqe", 16, 4, UVERBS_FIELD_NUMBER},          {"comp_vector", 20, 4, UVERBS_FIELD_NUMBER},
	{"comp_channel", 24, 4, UVERBS_FIELD_SIGNED}, {"reserved", 28, 4, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info uverbs_fields_resize_cq[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"cq_handle", 8, 4, UVERBS_FIELD_NUMBER},
	{"cqe", 12, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info uverbs_fields_destroy_cq[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"cq_handle", 8, 4, UVERBS_FIELD_NUMBER},
	{"reserved", 12, 4, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info uverbs_fields_poll_cq[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"cq_handle", 8, 4, UVERBS_FIELD_NUMBER},
	{"ne", 12, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info uverbs_fields_req_notify_cq[] = {
	{"cq_handle", 0, 4, UVERBS_FIELD_NUMBER},
	{"solicited_only", 4, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info uverbs_fields_create_qp[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"user_handle", 8, 8, UVERBS_FIELD_HEX},
	{"pd_handle", 16, 4, UVERBS_FIELD_NUMBER},
	{"send_cq_handle", 20, 4, UVERBS_FIELD_NUMBER},
	{"recv_cq_handle", 24, 4, UVERBS_FIELD_NUMBER},
	{"srq_handle", 28, 4, UVERBS_FIELD_NUMBER},
	{"max_send_wr", 32, 4, UVERBS_FIELD_NUMBER},
	{"max_recv_wr", 36, 4, UVERBS_FIELD_NUMBER},
	{"max_send_sge", 40, 4, UVERBS_FIELD_NUMBER},
	{"max_recv_sge", 44, 4, UVERBS_FIELD_NUMBER},
	{"max_inline_data", 48, 4, UVERBS_FIELD_NUMBER},
	{"sq_sig_all", 52, 1, UVERBS_FIELD_NUMBER},
	{"qp_type", 53, 1, UVERBS_FIELD_NUMBER},
	{"is_srq", 54, 1, UVERBS_FIELD_NUMBER},
	{"reserved", 55, 1, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info uverbs_fields_query_qp[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"qp_handle", 8, 4, UVERBS_FIELD_NUMBER},
	{"attr_mask", 12, 4, UVERBS_FIELD_HEX},
};

static const struct uverbs_field_info uverbs_fields_modify_qp[] = {
	{"dest.dgid", 0, 16, UVERBS_FIELD_BYTES},
	{"dest.flow_label", 16, 4, UVERBS_FIELD_NUMBER},
	{"dest.dlid", 20, 2, UVERBS_FIELD_NUMBER},
	{"dest.reserved", 22, 2, UVERBS_FIELD_NOTHING},
	{"dest.sgid_index", 24, 1, UVERBS_FIELD_NUMBER},
	{"dest.hop_limit", 25, 1, UVERBS_FIELD_NUMBER},
	{"dest.traffic_class", 26, 1, UVERBS_FIELD_NUMBER},
	{"dest.sl", 27, 1, UVERBS_FIELD_NUMBER},
	{"dest.src_path_bits", 28, 1, UVERBS_FIELD_NUMBER},
	{"dest.static_rate", 29, 1, UVERBS_FIELD_NUMBER},
	{"dest.is_global", 30, 1, UVERBS_FIELD_NUMBER},
	{"dest.port_num", 31, 1, UVERBS_FIELD_NUMBER},
	{"alt_dest.dgid", 32, 16, UVERBS_FIELD_BYTES},
	{"alt_dest.flow_label", 48, 4, UVERBS_FIELD_NUMBER},
	{"alt_dest.dlid", 52, 2, UVERBS_FIELD_NUMBER},
	{"alt_dest.reserved", 54, 2, UVERBS_FIELD_NOTHING},
	{"alt_dest.sgid_index", 56, 1, UVERBS_FIELD_NUMBER},
	{"alt_dest.hop_limit", 57, 1, UVERBS_FIELD_NUMBER},
	{"alt_dest.traffic_class", 58, 1, UVERBS_FIELD_NUMBER},
	{"alt_dest.sl", 59, 1, UVERBS_FIELD_NUMBER},
	{"alt_dest.src_path_bits", 60, 1, UVERBS_FIELD_NUMBER},
	{"alt_dest.static_rate", 61, 1, UVERBS_FIELD_NUMBER},
	{"alt_dest.is_global", 62, 1, UVERBS_FIELD_NUMBER},
	{"alt_dest.port_num", 63, 1, UVERBS_FIELD_NUMBER},
	{"qp_handle", 64, 4, UVERBS_FIELD_NUMBER},
	{"attr_mask", 68, 4, UVERBS_FIELD_HEX},
	{"qkey", 72, 4, UVERBS_FIELD_HEX},
	{"rq_psn", 76, 4, UVERBS_FIELD_NUMBER},
	{"sq_psn", 80, 4, UVERBS_FIELD_NUMBER},
	{"dest_qp_num", 84, 4, UVERBS_FIELD_NUMBER},
	{"qp_access_flags", 88, 4, UVERBS_FIELD_HEX},
	{"pkey_index", 92, 2, UVERBS_FIELD_NUMBER},
	{"alt_pkey_index", 94, 2, UVERBS_FIELD_NUMBER},
	{"qp_state", 96, 1, UVERBS_FIELD_NUMBER},
	{"cur_qp_state", 97, 1, UVERBS_FIELD_NUMBER},
	{"path_mtu", 98, 1, UVERBS_FIELD_NUMBER},
	{"path_mig_state", 99, 1, UVERBS_FIELD_NUMBER},
	{"en_sqd_async_notify", 100, 1, UVERBS_FIELD_NUMBER},
	{"max_rd_atomic", 101, 1, UVERBS_FIELD_NUMBER},
	{"max_dest_rd_atomic", 102, 1, UVERBS_FIELD_NUMBER},
	{"min_rnr_timer", 103, 1, UVERBS_FIELD_NUMBER},
	{"port_num", 104, 1, UVERBS_FIELD_NUMBER},
	{"timeout", 105, 1, UVERBS_FIELD_NUMBER},
	{"retry_cnt", 106, 1, UVERBS_FIELD_NUMBER},
	{"rnr_retry", 107, 1, UVERBS_FIELD_NUMBER},
	{"alt_port_num", 108, 1, UVERBS_FIELD_NUMBER},
	{"alt_timeout", 109, 1, UVERBS_FIELD_NUMBER},
	{"reserved", 110, 2, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info uverbs_fields_destroy_qp[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"qp_handle", 8, 4, UVERBS_FIELD_NUMBER},
	{"reserved", 12, 4, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info uverbs_fields_post_send[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},     {"qp_handle", 8, 4, UVERBS_FIELD_NUMBER},
	{"wr_count", 12, 4, UVERBS_FIELD_NUMBER}, {"sge_count", 16, 4, UVERBS_FIELD_NUMBER},
	{"wqe_size", 20, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info uverbs_fields_post_recv[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},     {"qp_handle", 8, 4, UVERBS_FIELD_NUMBER},
	{"wr_count", 12, 4, UVERBS_FIELD_NUMBER}, {"sge_count", 16, 4, UVERBS_FIELD_NUMBER},
	{"wqe_size", 20, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info uverbs_fields_attach_mcast[] = {
	{"gid", 0, 16, UVERBS_FIELD_BYTES},
	{"qp_handle", 16, 4, UVERBS_FIELD_NUMBER},
	{"mlid", 20, 2, UVERBS_FIELD_NUMBER},
	{"reserved", 22, 2, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info uverbs_fields_detach_mcast[] = {
	{"gid", 0, 16, UVERBS_FIELD_BYTES},
	{"qp_handle", 16, 4, UVERBS_FIELD_NUMBER},
	{"mlid", 20, 2, UVERBS_FIELD_NUMBER},
	{"reserved", 22, 2, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info uverbs_fields_create_srq[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},      {"user_handle", 8, 8, UVERBS_FIELD_HEX},
	{"pd_handle", 16, 4, UVERBS_FIELD_NUMBER}, {"max_wr", 20, 4, UVERBS_FIELD_NUMBER},
	{"max_sge", 24, 4, UVERBS_FIELD_NUMBER},   {"srq_limit", 28, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info uverbs_fields_modify_srq[] = {
	{"srq_handle", 0, 4, UVERBS_FIELD_NUMBER},
	{"attr_mask", 4, 4, UVERBS_FIELD_HEX},
	{"max_wr", 8, 4, UVERBS_FIELD_NUMBER},
	{"srq_limit", 12, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info uverbs_fields_query_srq[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"srq_handle", 8, 4, UVERBS_FIELD_NUMBER},
	{"reserved", 12, 4, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info uverbs_fields_destroy_srq[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"srq_handle", 8, 4, UVERBS_FIELD_NUMBER},
	{"reserved", 12, 4, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info uverbs_fields_post_srq_recv[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},     {"srq_handle", 8, 4, UVERBS_FIELD_NUMBER},
	{"wr_count", 12, 4, UVERBS_FIELD_NUMBER}, {"sge_count", 16, 4, UVERBS_FIELD_NUMBER},
	{"wqe_size", 20, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info uverbs_fields_open_xrcd[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"fd", 8, 4, UVERBS_FIELD_SIGNED},
	{"oflags", 12, 4, UVERBS_FIELD_HEX},
};

static const struct uverbs_field_info uverbs_fields_close_xrcd[] = {
	{"xrcd_handle", 0, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info uverbs_fields_create_xsrq[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},        {"user_handle", 8, 8, UVERBS_FIELD_HEX},
	{"srq_type", 16, 4, UVERBS_FIELD_NUMBER},    {"pd_handle", 20, 4, UVERBS_FIELD_NUMBER},
	{"max_wr", 24, 4, UVERBS_FIELD_NUMBER},      {"max_sge", 28, 4, UVERBS_FIELD_NUMBER},
	{"srq_limit", 32, 4, UVERBS_FIELD_NUMBER},   {"max_num_tags", 36, 4, UVERBS_FIELD_NUMBER},
	{"xrcd_handle", 40, 4, UVERBS_FIELD_NUMBER}, {"cq_handle", 44, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info uverbs_fields_open_qp[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},      {"user_handle", 8, 8, UVERBS_FIELD_HEX},
	{"pd_handle", 16, 4, UVERBS_FIELD_NUMBER}, {"qpn", 20, 4, UVERBS_FIELD_NUMBER},
	{"qp_type", 24, 1, UVERBS_FIELD_NUMBER},   {"reserved", 25, 7, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info uverbs_fields_ex_query_device[] = {
	{"comp_mask", 0, 4, UVERBS_FIELD_HEX},
	{"reserved", 4, 4, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info uverbs_fields_ex_create_cq[] = {
	{"user_handle", 0, 8, UVERBS_FIELD_HEX},     {"cqe", 8, 4, UVERBS_FIELD_NUMBER},
	{"comp_vector", 12, 4, UVERBS_FIELD_NUMBER}, {"comp_channel", 16, 4, UVERBS_FIELD_SIGNED},
	{"comp_mask", 20, 4, UVERBS_FIELD_HEX},      {"flags", 24, 4, UVERBS_FIELD_HEX},
	{"reserved", 28, 4, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info uverbs_fields_ex_create_qp[] = {
	{"user_handle", 0, 8, UVERBS_FIELD_HEX},
	{"pd_handle", 8, 4, UVERBS_FIELD_NUMBER},
	{"send_cq_handle", 12, 4, UVERBS_FIELD_NUMBER},
	{"recv_cq_handle", 16, 4, UVERBS_FIELD_NUMBER},
	{"srq_handle", 20, 4, UVERBS_FIELD_NUMBER},
	{"max_send_wr", 24, 4, UVERBS_FIELD_NUMBER},
	{"max_recv_wr", 28, 4, UVERBS_FIELD_NUMBER},
	{"max_send_sge", 32, 4, UVERBS_FIELD_NUMBER},
	{"max_recv_sge", 36, 4, UVERBS_FIELD_NUMBER},
	{"max_inline_data", 40, 4, UVERBS_FIELD_NUMBER},
	{"sq_sig_all", 44, 1, UVERBS_FIELD_NUMBER},
	{"qp_type", 45, 1, UVERBS_FIELD_NUMBER},
	{"is_srq", 46, 1, UVERBS_FIELD_NUMBER},
	{"reserved", 47, 1, UVERBS_FIELD_NOTHING},
	{"comp_mask", 48, 4, UVERBS_FIELD_HEX},
	{"create_flags", 52, 4, UVERBS_FIELD_HEX},
	{"rwq_ind_tbl_handle", 56, 4, UVERBS_FIELD_NUMBER},
	{"source_qpn", 60, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info uverbs_fields_ex_modify_qp[] = {
	{"base.dest.dgid", 0, 16, UVERBS_FIELD_BYTES},
	{"base.dest.flow_label", 16, 4, UVERBS_FIELD_NUMBER},
	{"base.dest.dlid", 20, 2, UVERBS_FIELD_NUMBER},
	{"base.dest.reserved", 22, 2, UVERBS_FIELD_NOTHING},
	{"base.dest.sgid_index", 24, 1, UVERBS_FIELD_NUMBER},
	{"base.dest.hop_limit", 25, 1, UVERBS_FIELD_NUMBER},
	{"base.dest.traffic_class", 26, 1, UVERBS_FIELD_NUMBER},
	{"base.dest.sl", 27, 1, UVERBS_FIELD_NUMBER},
	{"base.dest.src_path_bits", 28, 1, UVERBS_FIELD_NUMBER},
	{"base.dest.static_rate", 29, 1, UVERBS_FIELD_NUMBER},
	{"base.dest.is_global", 30, 1, UVERBS_FIELD_NUMBER},
	{"base.dest.port_num", 31, 1, UVERBS_FIELD_NUMBER},
	{"base.alt_dest.dgid", 32, 16, UVERBS_FIELD_BYTES},
	{"base.alt_dest.flow_label", 48, 4, UVERBS_FIELD_NUMBER},
	{"base.alt_dest.dlid", 52, 2, UVERBS_FIELD_NUMBER},
	{"base.alt_dest.reserved", 54, 2, UVERBS_FIELD_NOTHING},
	{"base.alt_dest.sgid_index", 56, 1, UVERBS_FIELD_NUMBER},
	{"base.alt_dest.hop_limit", 57, 1, UVERBS_FIELD_NUMBER},
	{"base.alt_dest.traffic_class", 58, 1, UVERBS_FIELD_NUMBER},
	{"base.alt_dest.sl", 59, 1, UVERBS_FIELD_NUMBER},
	{"base.alt_dest.src_path_bits", 60, 1, UVERBS_FIELD_NUMBER},
	{"base.alt_dest.static_rate", 61, 1, UVERBS_FIELD_NUMBER},
	{"base.alt_dest.is_global", 62, 1, UVERBS_FIELD_NUMBER},
	{"base.alt_dest.port_num", 63, 1, UVERBS_FIELD_NUMBER},
	{"base.qp_handle", 64, 4, UVERBS_FIELD_NUMBER},
	{"base.attr_mask", 68, 4, UVERBS_FIELD_HEX},
	{"base.qkey", 72, 4, UVERBS_FIELD_HEX},
	{"base.rq_psn", 76, 4, UVERBS_FIELD_NUMBER},
	{"base.sq_psn", 80, 4, UVERBS_FIELD_NUMBER},
	{"base.dest_qp_num", 84, 4, UVERBS_FIELD_NUMBER},
	{"base.qp_access_flags", 88, 4, UVERBS_FIELD_HEX},
	{"base.pkey_index", 92, 2, UVERBS_FIELD_NUMBER},
	{"base.alt_pkey_index", 94, 2, UVERBS_FIELD_NUMBER},
	{"base.qp_state", 96, 1, UVERBS_FIELD_NUMBER},
	{"base.cur_qp_state", 97, 1, UVERBS_FIELD_NUMBER},
	{"base.path_mtu", 98, 1, UVERBS_FIELD_NUMBER},
	{"base.path_mig_state", 99, 1, UVERBS_FIELD_NUMBER},
	{"base.en_sqd_async_notify", 100, 1, UVERBS_FIELD_NUMBER},
	{"base.max_rd_atomic", 101, 1, UVERBS_FIELD_NUMBER},
	{"base.max_dest_rd_atomic", 102, 1, UVERBS_FIELD_NUMBER},
	{"base.min_rnr_timer", 103, 1, UVERBS_FIELD_NUMBER},
	{"base.port_num", 104, 1, UVERBS_FIELD_NUMBER},
	{"base.timeout", 105, 1, UVERBS_FIELD_NUMBER},
	{"base.retry_cnt", 106, 1, UVERBS_FIELD_NUMBER},
	{"base.rnr_retry", 107, 1, UVERBS_FIELD_NUMBER},
	{"base.alt_port_num", 108, 1, UVERBS_FIELD_NUMBER},
	{"base.alt_timeout", 109, 1, UVERBS_FIELD_NUMBER},
	{"base.reserved", 110, 2, UVERBS_FIELD_NOTHING},
	{"rate_limit", 112, 4, UVERBS_FIELD_NUMBER},
	{"reserved", 116, 4, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info uverbs_fields_ex_create_flow[] = {
	{"comp_mask", 0, 4, UVERBS_FIELD_HEX},
	{"qp_handle", 4, 4, UVERBS_FIELD_NUMBER},
	{"flow_attr.type", 8, 4, UVERBS_FIELD_NUMBER},
	{"flow_attr.size", 12, 2, UVERBS_FIELD_NUMBER},
	{"flow_attr.priority", 14, 2, UVERBS_FIELD_NUMBER},
	{"flow_attr.num_of_specs", 16, 1, UVERBS_FIELD_NUMBER},
	{"flow_attr.reserved", 17, 2, UVERBS_FIELD_NOTHING},
	{"flow_attr.port", 19, 1, UVERBS_FIELD_NUMBER},
	{"flow_attr.flags", 20, 4, UVERBS_FIELD_HEX},
};

static const struct uverbs_field_info uverbs_fields_ex_destroy_flow[] = {
	{"comp_mask", 0, 4, UVERBS_FIELD_HEX},
	{"flow_handle", 4, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info uverbs_fields_ex_create_wq[] = {
	{"comp_mask", 0, 4, UVERBS_FIELD_HEX},     {"wq_type", 4, 4, UVERBS_FIELD_NUMBER},
	{"user_handle", 8, 8, UVERBS_FIELD_HEX},   {"pd_handle", 16, 4, UVERBS_FIELD_NUMBER},
	{"cq_handle", 20, 4, UVERBS_FIELD_NUMBER}, {"max_wr", 24, 4, UVERBS_FIELD_NUMBER},
	{"max_sge", 28, 4, UVERBS_FIELD_NUMBER},   {"create_flags", 32, 4, UVERBS_FIELD_HEX},
	{"reserved", 36, 4, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info uverbs_fields_ex_modify_wq[] = {
	{"attr_mask", 0, 4, UVERBS_FIELD_HEX},   {"wq_handle", 4, 4, UVERBS_FIELD_NUMBER},
	{"wq_state", 8, 4, UVERBS_FIELD_NUMBER}, {"curr_wq_state", 12, 4, UVERBS_FIELD_NUMBER},
	{"flags", 16, 4, UVERBS_FIELD_HEX},      {"flags_mask", 20, 4, UVERBS_FIELD_HEX},
};

static const struct uverbs_field_info uverbs_fields_ex_destroy_wq[] = {
	{"comp_mask", 0, 4, UVERBS_FIELD_HEX},
	{"wq_handle", 4, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info uverbs_fields_ex_create_rwq_ind_tbl[] = {
	{"comp_mask", 0, 4, UVERBS_FIELD_HEX},
	{"log_ind_tbl_size", 4, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info uverbs_fields_ex_destroy_rwq_ind_tbl[] = {
	{"comp_mask", 0, 4, UVERBS_FIELD_HEX},
	{"ind_tbl_handle", 4, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info uverbs_fields_ex_modify_cq[] = {
	{"cq_handle", 0, 4, UVERBS_FIELD_NUMBER},
	{"attr_mask", 4, 4, UVERBS_FIELD_HEX},
	{"attr.cq_count", 8, 2, UVERBS_FIELD_NUMBER},
	{"attr.cq_period", 10, 2, UVERBS_FIELD_NUMBER},
	{"reserved", 12, 4, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_request_info uverbs_requests[] = {
	{UVERBS_CMD_GET_CONTEXT, uverbs_fields_get_context,
	 sizeof(uverbs_fields_get_context) / sizeof(uverbs_fields_get_context[0])},
	{UVERBS_CMD_QUERY_DEVICE, uverbs_fields_query_device,
	 sizeof(uverbs_fields_query_device) / sizeof(uverbs_fields_query_device[0])},
	{UVERBS_CMD_QUERY_PORT, uverbs_fields_query_port,
	 sizeof(uverbs_fields_query_port) / sizeof(uverbs_fields_query_port[0])},
	{UVERBS_CMD_ALLOC_PD, uverbs_fields_alloc_pd,
	 sizeof(uverbs_fields_alloc_pd) / sizeof(uverbs_fields_alloc_pd[0])},
	{UVERBS_CMD_DEALLOC_PD, uverbs_fields_dealloc_pd,
	 sizeof(uverbs_fields_dealloc_pd) / sizeof(uverbs_fields_dealloc_pd[0])},
	{UVERBS_CMD_CREATE_AH, uverbs_fields_create_ah,
	 sizeof(uverbs_fields_create_ah) / sizeof(uverbs_fields_create_ah[0])},
	{UVERBS_CMD_DESTROY_AH, uverbs_fields_destroy_ah,
	 sizeof(uverbs_fields_destroy_ah) / sizeof(uverbs_fields_destroy_ah[0])},
	{UVERBS_CMD_REG_MR, uverbs_fields_reg_mr,
	 sizeof(uverbs_fields_reg_mr) / sizeof(uverbs_fields_reg_mr[0])},
	{UVERBS_CMD_REREG_MR, uverbs_fields_rereg_mr,
	 sizeof(uverbs_fields_rereg_mr) / sizeof(uverbs_fields_rereg_mr[0])},
	{UVERBS_CMD_DEREG_MR, uverbs_fields_dereg_mr,
	 sizeof(uverbs_fields_dereg_mr) / sizeof(uverbs_fields_dereg_mr[0])},
	{UVERBS_CMD_ALLOC_MW, uverbs_fields_alloc_mw,
	 sizeof(uverbs_fields_alloc_mw) / sizeof(uverbs_fields_alloc_mw[0])},
	{UVERBS_CMD_DEALLOC_MW, uverbs_fields_dealloc_mw,
	 sizeof(uverbs_fields_dealloc_mw) / sizeof(uverbs_fields_dealloc_mw[0])},
	{UVERBS_CMD_CREATE_COMP_CHANNEL, uverbs_fields_create_comp_channel,
	 sizeof(uverbs_fields_create_comp_channel) / sizeof(uverbs_fields_create_comp_channel[0])},
	{UVERBS_CMD_CREATE_CQ, uverbs_fields_create_cq,
	 sizeof(uverbs_fields_create_cq) / sizeof(uverbs_fields_create_cq[0])},
	{UVERBS_CMD_RESIZE_CQ, uverbs_fields_resize_cq,
	 sizeof(uverbs_fields_resize_cq) / sizeof(uverbs_fields_resize_cq[0])},
	{UVERBS_CMD_DESTROY_CQ, uverbs_fields_destroy_cq,
	 sizeof(uverbs_fields_destroy_cq) / sizeof(uverbs_fields_destroy_cq[0])},
	{UVERBS_CMD_POLL_CQ, uverbs_fields_poll_cq,
	 sizeof(uverbs_fields_poll_cq) / sizeof(uverbs_fields_poll_cq[0])},
	{UVERBS_CMD_REQ_NOTIFY_CQ, uverbs_fields_req_notify_cq,
	 sizeof(uverbs_fields_req_notify_cq) / sizeof(uverbs_fields_req_notify_cq[0])},
	{UVERBS_CMD_CREATE_QP, uverbs_fields_create_qp,
	 sizeof(uverbs_fields_create_qp) / sizeof(uverbs_fields_create_qp[0])},
	{UVERBS_CMD_QUERY_QP, uverbs_fields_query_qp,
	 sizeof(uverbs_fields_query_qp) / sizeof(uverbs_fields_query_qp[0])},
	{UVERBS_CMD_MODIFY_QP, uverbs_fields_modify_qp,
	 sizeof(uverbs_fields_modify_qp) / sizeof(uverbs_fields_modify_qp[0])},
	{UVERBS_CMD_DESTROY_QP, uverbs_fields_destroy_qp,
	 sizeof(uverbs_fields_destroy_qp) / sizeof(uverbs_fields_destroy_qp[0])},
	{UVERBS_CMD_POST_SEND, uverbs_fields_post_send,
	 sizeof(uverbs_fields_post_send) / sizeof(uverbs_fields_post_send[0])},
	{UVERBS_CMD_POST_RECV, uverbs_fields_post_recv,
	 sizeof(uverbs_fields_post_recv) / sizeof(uverbs_fields_post_recv[0])},
	{UVERBS_CMD_ATTACH_MCAST, uverbs_fields_attach_mcast,
	 sizeof(uverbs_fields_attach_mcast) / sizeof(uverbs_fields_attach_mcast[0])},
	{UVERBS_CMD_DETACH_MCAST, uverbs_fields_detach_mcast,
	 sizeof(uverbs_fields_detach_mcast) / sizeof(uverbs_fields_detach_mcast[0])},
	{UVERBS_CMD_CREATE_SRQ, uverbs_fields_create_srq,
	 sizeof(uverbs_fields_create_srq) / sizeof(uverbs_fields_create_srq[0])},
	{UVERBS_CMD_MODIFY_SRQ, uverbs_fields_modify_srq,
	 sizeof(uverbs_fields_modify_srq) / sizeof(uverbs_fields_modify_srq[0])},
	{UVERBS_CMD_QUERY_SRQ, uverbs_fields_query_srq,
	 sizeof(uverbs_fields_query_srq) / sizeof(uverbs_fields_query_srq[0])},
	{UVERBS_CMD_DESTROY_SRQ, uverbs_fields_destroy_srq,
	 sizeof(uverbs_fields_destroy_srq) / sizeof(uverbs_fields_destroy_srq[0])},
	{UVERBS_CMD_POST_SRQ_RECV, uverbs_fields_post_srq_recv,
	 sizeof(uverbs_fields_post_srq_recv) / sizeof(uverbs_fields_post_srq_recv[0])},
	{UVERBS_CMD_OPEN_XRCD, uverbs_fields_open_xrcd,
	 sizeof(uverbs_fields_open_xrcd) / sizeof(uverbs_fields_open_xrcd[0])},
	{UVERBS_CMD_CLOSE_XRCD, uverbs_fields_close_xrcd,
	 sizeof(uverbs_fields_close_xrcd) / sizeof(uverbs_fields_close_xrcd[0])},
	{UVERBS_CMD_CREATE_XSRQ, uverbs_fields_create_xsrq,
	 sizeof(uverbs_fields_create_xsrq) / sizeof(uverbs_fields_create_xsrq[0])},
	{UVERBS_CMD_OPEN_QP, uverbs_fields_open_qp,
	 sizeof(uverbs_fields_open_qp) / sizeof(uverbs_fields_open_qp[0])},
	{UVERBS_EX_CMD_QUERY_DEVICE | UVERBS_EXTENDED, uverbs_fields_ex_query_device,
	 sizeof(uverbs_fields_ex_query_device) / sizeof(uverbs_fields_ex_query_device[0])},
	{UVERBS_EX_CMD_CREATE_CQ | UVERBS_EXTENDED, uverbs_fields_ex_create_cq,
	 sizeof(uverbs_fields_ex_create_cq) / sizeof(uverbs_fields_ex_create_cq[0])},
	{UVERBS_EX_CMD_CREATE_QP | UVERBS_EXTENDED, uverbs_fields_ex_create_qp,
	 sizeof(uverbs_fields_ex_create_qp) / sizeof(uverbs_fields_ex_create_qp[0])},
	{UVERBS_EX_CMD_MODIFY_QP | UVERBS_EXTENDED, uverbs_fields_ex_modify_qp,
	 sizeof(uverbs_fields_ex_modify_qp) / sizeof(uverbs_fields_ex_modify_qp[0])},
	{UVERBS_EX_CMD_CREATE_FLOW | UVERBS_EXTENDED, uverbs_fields_ex_create_flow,
	 sizeof(uverbs_fields_ex_create_flow) / sizeof(uverbs_fields_ex_create_flow[0])},
	{UVERBS_EX_CMD_DESTROY_FLOW | UVERBS_EXTENDED, uverbs_fields_ex_destroy_flow,
	 sizeof(uverbs_fields_ex_destroy_flow) / sizeof(uverbs_fields_ex_destroy_flow[0])},
	{UVERBS_EX_CMD_CREATE_WQ | UVERBS_EXTENDED, uverbs_fields_ex_create_wq,
	 sizeof(uverbs_fields_ex_create_wq) / sizeof(uverbs_fields_ex_create_wq[0])},
	{UVERBS_EX_CMD_MODIFY_WQ | UVERBS_EXTENDED, uverbs_fields_ex_modify_wq,
	 sizeof(uverbs_fields_ex_modify_wq) / sizeof(uverbs_fields_ex_modify_wq[0])},
	{UVERBS_EX_CMD_DESTROY_WQ | UVERBS_EXTENDED, uverbs_fields_ex_destroy_wq,
	 sizeof(uverbs_fields_ex_destroy_wq) / sizeof(uverbs_fields_ex_destroy_wq[0])},
	{UVERBS_EX_CMD_CREATE_RWQ_IND_TBL | UVERBS_EXTENDED, uverbs_fields_ex_create_rwq_ind_tbl,
	 sizeof(uverbs_fields_ex_create_rwq_ind_tbl) /
		 sizeof(uverbs_fields_ex_create_rwq_ind_tbl[0])},
	{UVERBS_EX_CMD_DESTROY_RWQ_IND_TBL | UVERBS_EXTENDED, uverbs_fields_ex_destroy_rwq_ind_tbl,
	 sizeof(uverbs_fields_ex_destroy_rwq_ind_tbl) /
		 sizeof(uverbs_fields_ex_destroy_rwq_ind_tbl[0])},
	{UVERBS_EX_CMD_MODIFY_CQ | UVERBS_EXTENDED, uverbs_fields_ex_modify_cq,
	 sizeof(uverbs_fields_ex_modify_cq) / sizeof(uverbs_fields_ex_modify_cq[0])},
};

/**
 * Print one command as passed to write(): name, fields of the request, length of the driver-private
 * data.
 */
static inline void uverbs_trace(FILE *to, const void *cmd, size_t len)
{
	const size_t known = sizeof(uverbs_requests) / sizeof(uverbs_requests[0]);
	struct uverbs_parsed p;
	int err = uverbs_parse_with(uverbs_command_info, cmd, len, &p);

	if (err) {
		uverbs_trace_refused(to, uverbs_command_info, cmd, len, err);
		return;
	}
	fputs(p.info->name, to);
	uverbs_trace_request(to, uverbs_requests, known, &p);
	uverbs_trace_tail(to, &p);
}

#endif
