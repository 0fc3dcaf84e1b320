/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/kernel/uverbs.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */
/* uverbs_trace() prints one command, fields by name. */
#ifndef INVERBS_KERNEL_UVERBS_TRACE_H
#define INVERBS_KERNEL_UVERBS_TRACE_H

#include <inverbs/kernel/trace.h>
#include <inverbs/kernel/uverbs.h>

/** Fields of a request by the number in the command's head; the count in *rows. NULL if there is no
 * such command. */
static inline const struct uverbs_field_info *uverbs_request_fields(uint32_t command, size_t *rows)
{
	static const struct uverbs_field_info get_context[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
	};
	static const struct uverbs_field_info query_device[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
	};
	static const struct uverbs_field_info query_port[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
		{"port_num", 8, 1, UVERBS_FIELD_NUMBER},
		{"reserved", 9, 7, UVERBS_FIELD_NOTHING},
	};
	static const struct uverbs_field_info alloc_pd[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
	};
	static const struct uverbs_field_info dealloc_pd[] = {
		{"pd_handle", 0, 4, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info create_ah[] = {
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
	static const struct uverbs_field_info destroy_ah[] = {
		{"ah_handle", 0, 4, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info reg_mr[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
		{"start", 8, 8, UVERBS_FIELD_HEX},
		{"length", 16, 8, UVERBS_FIELD_NUMBER},
		{"hca_va", 24, 8, UVERBS_FIELD_HEX},
		{"pd_handle", 32, 4, UVERBS_FIELD_NUMBER},
		{"access_flags", 36, 4, UVERBS_FIELD_HEX},
	};
	static const struct uverbs_field_info rereg_mr[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
		{"mr_handle", 8, 4, UVERBS_FIELD_NUMBER},
		{"flags", 12, 4, UVERBS_FIELD_HEX},
		{"start", 16, 8, UVERBS_FIELD_HEX},
		{"length", 24, 8, UVERBS_FIELD_NUMBER},
		{"hca_va", 32, 8, UVERBS_FIELD_HEX},
		{"pd_handle", 40, 4, UVERBS_FIELD_NUMBER},
		{"access_flags", 44, 4, UVERBS_FIELD_HEX},
	};
	static const struct uverbs_field_info dereg_mr[] = {
		{"mr_handle", 0, 4, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info alloc_mw[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
		{"pd_handle", 8, 4, UVERBS_FIELD_NUMBER},
		{"mw_type", 12, 1, UVERBS_FIELD_NUMBER},
		{"reserved", 13, 3, UVERBS_FIELD_NOTHING},
	};
	static const struct uverbs_field_info dealloc_mw[] = {
		{"mw_handle", 0, 4, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info create_comp_channel[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
	};
	static const struct uverbs_field_info create_cq[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
		{"user_handle", 8, 8, UVERBS_FIELD_HEX},
		{"cqe", 16, 4, UVERBS_FIELD_NUMBER},
		{"comp_vector", 20, 4, UVERBS_FIELD_NUMBER},
		{"comp_channel", 24, 4, UVERBS_FIELD_SIGNED},
		{"reserved", 28, 4, UVERBS_FIELD_NOTHING},
	};
	static const struct uverbs_field_info resize_cq[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
		{"cq_handle", 8, 4, UVERBS_FIELD_NUMBER},
		{"cqe", 12, 4, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info destroy_cq[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
		{"cq_handle", 8, 4, UVERBS_FIELD_NUMBER},
		{"reserved", 12, 4, UVERBS_FIELD_NOTHING},
	};
	static const struct uverbs_field_info poll_cq[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
		{"cq_handle", 8, 4, UVERBS_FIELD_NUMBER},
		{"ne", 12, 4, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info req_notify_cq[] = {
		{"cq_handle", 0, 4, UVERBS_FIELD_NUMBER},
		{"solicited_only", 4, 4, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info create_qp[] = {
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
	static const struct uverbs_field_info query_qp[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
		{"qp_handle", 8, 4, UVERBS_FIELD_NUMBER},
		{"attr_mask", 12, 4, UVERBS_FIELD_HEX},
	};
	static const struct uverbs_field_info modify_qp[] = {
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
	static const struct uverbs_field_info destroy_qp[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
		{"qp_handle", 8, 4, UVERBS_FIELD_NUMBER},
		{"reserved", 12, 4, UVERBS_FIELD_NOTHING},
	};
	static const struct uverbs_field_info post_send[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},     {"qp_handle", 8, 4, UVERBS_FIELD_NUMBER},
		{"wr_count", 12, 4, UVERBS_FIELD_NUMBER}, {"sge_count", 16, 4, UVERBS_FIELD_NUMBER},
		{"wqe_size", 20, 4, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info post_recv[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},     {"qp_handle", 8, 4, UVERBS_FIELD_NUMBER},
		{"wr_count", 12, 4, UVERBS_FIELD_NUMBER}, {"sge_count", 16, 4, UVERBS_FIELD_NUMBER},
		{"wqe_size", 20, 4, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info attach_mcast[] = {
		{"gid", 0, 16, UVERBS_FIELD_BYTES},
		{"qp_handle", 16, 4, UVERBS_FIELD_NUMBER},
		{"mlid", 20, 2, UVERBS_FIELD_NUMBER},
		{"reserved", 22, 2, UVERBS_FIELD_NOTHING},
	};
	static const struct uverbs_field_info detach_mcast[] = {
		{"gid", 0, 16, UVERBS_FIELD_BYTES},
		{"qp_handle", 16, 4, UVERBS_FIELD_NUMBER},
		{"mlid", 20, 2, UVERBS_FIELD_NUMBER},
		{"reserved", 22, 2, UVERBS_FIELD_NOTHING},
	};
	static const struct uverbs_field_info create_srq[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
		{"user_handle", 8, 8, UVERBS_FIELD_HEX},
		{"pd_handle", 16, 4, UVERBS_FIELD_NUMBER},
		{"max_wr", 20, 4, UVERBS_FIELD_NUMBER},
		{"max_sge", 24, 4, UVERBS_FIELD_NUMBER},
		{"srq_limit", 28, 4, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info modify_srq[] = {
		{"srq_handle", 0, 4, UVERBS_FIELD_NUMBER},
		{"attr_mask", 4, 4, UVERBS_FIELD_HEX},
		{"max_wr", 8, 4, UVERBS_FIELD_NUMBER},
		{"srq_limit", 12, 4, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info query_srq[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
		{"srq_handle", 8, 4, UVERBS_FIELD_NUMBER},
		{"reserved", 12, 4, UVERBS_FIELD_NOTHING},
	};
	static const struct uverbs_field_info destroy_srq[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
		{"srq_handle", 8, 4, UVERBS_FIELD_NUMBER},
		{"reserved", 12, 4, UVERBS_FIELD_NOTHING},
	};
	static const struct uverbs_field_info post_srq_recv[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},     {"srq_handle", 8, 4, UVERBS_FIELD_NUMBER},
		{"wr_count", 12, 4, UVERBS_FIELD_NUMBER}, {"sge_count", 16, 4, UVERBS_FIELD_NUMBER},
		{"wqe_size", 20, 4, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info open_xrcd[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
		{"fd", 8, 4, UVERBS_FIELD_SIGNED},
		{"oflags", 12, 4, UVERBS_FIELD_HEX},
	};
	static const struct uverbs_field_info close_xrcd[] = {
		{"xrcd_handle", 0, 4, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info create_xsrq[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
		{"user_handle", 8, 8, UVERBS_FIELD_HEX},
		{"srq_type", 16, 4, UVERBS_FIELD_NUMBER},
		{"pd_handle", 20, 4, UVERBS_FIELD_NUMBER},
		{"max_wr", 24, 4, UVERBS_FIELD_NUMBER},
		{"max_sge", 28, 4, UVERBS_FIELD_NUMBER},
		{"srq_limit", 32, 4, UVERBS_FIELD_NUMBER},
		{"max_num_tags", 36, 4, UVERBS_FIELD_NUMBER},
		{"xrcd_handle", 40, 4, UVERBS_FIELD_NUMBER},
		{"cq_handle", 44, 4, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info open_qp[] = {
		{"response", 0, 8, UVERBS_FIELD_HEX},
		{"user_handle", 8, 8, UVERBS_FIELD_HEX},
		{"pd_handle", 16, 4, UVERBS_FIELD_NUMBER},
		{"qpn", 20, 4, UVERBS_FIELD_NUMBER},
		{"qp_type", 24, 1, UVERBS_FIELD_NUMBER},
		{"reserved", 25, 7, UVERBS_FIELD_NOTHING},
	};
	static const struct uverbs_field_info ex_query_device[] = {
		{"comp_mask", 0, 4, UVERBS_FIELD_HEX},
		{"reserved", 4, 4, UVERBS_FIELD_NOTHING},
	};
	static const struct uverbs_field_info ex_create_cq[] = {
		{"user_handle", 0, 8, UVERBS_FIELD_HEX},
		{"cqe", 8, 4, UVERBS_FIELD_NUMBER},
		{"comp_vector", 12, 4, UVERBS_FIELD_NUMBER},
		{"comp_channel", 16, 4, UVERBS_FIELD_SIGNED},
		{"comp_mask", 20, 4, UVERBS_FIELD_HEX},
		{"flags", 24, 4, UVERBS_FIELD_HEX},
		{"reserved", 28, 4, UVERBS_FIELD_NOTHING},
	};
	static const struct uverbs_field_info ex_create_qp[] = {
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
	static const struct uverbs_field_info ex_modify_qp[] = {
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
	static const struct uverbs_field_info ex_create_flow[] = {
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
	static const struct uverbs_field_info ex_destroy_flow[] = {
		{"comp_mask", 0, 4, UVERBS_FIELD_HEX},
		{"flow_handle", 4, 4, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info ex_create_wq[] = {
		{"comp_mask", 0, 4, UVERBS_FIELD_HEX},
		{"wq_type", 4, 4, UVERBS_FIELD_NUMBER},
		{"user_handle", 8, 8, UVERBS_FIELD_HEX},
		{"pd_handle", 16, 4, UVERBS_FIELD_NUMBER},
		{"cq_handle", 20, 4, UVERBS_FIELD_NUMBER},
		{"max_wr", 24, 4, UVERBS_FIELD_NUMBER},
		{"max_sge", 28, 4, UVERBS_FIELD_NUMBER},
		{"create_flags", 32, 4, UVERBS_FIELD_HEX},
		{"reserved", 36, 4, UVERBS_FIELD_NOTHING},
	};
	static const struct uverbs_field_info ex_modify_wq[] = {
		{"attr_mask", 0, 4, UVERBS_FIELD_HEX},
		{"wq_handle", 4, 4, UVERBS_FIELD_NUMBER},
		{"wq_state", 8, 4, UVERBS_FIELD_NUMBER},
		{"curr_wq_state", 12, 4, UVERBS_FIELD_NUMBER},
		{"flags", 16, 4, UVERBS_FIELD_HEX},
		{"flags_mask", 20, 4, UVERBS_FIELD_HEX},
	};
	static const struct uverbs_field_info ex_destroy_wq[] = {
		{"comp_mask", 0, 4, UVERBS_FIELD_HEX},
		{"wq_handle", 4, 4, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info ex_create_rwq_ind_tbl[] = {
		{"comp_mask", 0, 4, UVERBS_FIELD_HEX},
		{"log_ind_tbl_size", 4, 4, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info ex_destroy_rwq_ind_tbl[] = {
		{"comp_mask", 0, 4, UVERBS_FIELD_HEX},
		{"ind_tbl_handle", 4, 4, UVERBS_FIELD_NUMBER},
	};
	static const struct uverbs_field_info ex_modify_cq[] = {
		{"cq_handle", 0, 4, UVERBS_FIELD_NUMBER},
		{"attr_mask", 4, 4, UVERBS_FIELD_HEX},
		{"attr.cq_count", 8, 2, UVERBS_FIELD_NUMBER},
		{"attr.cq_period", 10, 2, UVERBS_FIELD_NUMBER},
		{"reserved", 12, 4, UVERBS_FIELD_NOTHING},
	};

	switch (command) {
	case UVERBS_CMD_GET_CONTEXT:
		*rows = sizeof(get_context) / sizeof(get_context[0]);
		return get_context;
	case UVERBS_CMD_QUERY_DEVICE:
		*rows = sizeof(query_device) / sizeof(query_device[0]);
		return query_device;
	case UVERBS_CMD_QUERY_PORT:
		*rows = sizeof(query_port) / sizeof(query_port[0]);
		return query_port;
	case UVERBS_CMD_ALLOC_PD:
		*rows = sizeof(alloc_pd) / sizeof(alloc_pd[0]);
		return alloc_pd;
	case UVERBS_CMD_DEALLOC_PD:
		*rows = sizeof(dealloc_pd) / sizeof(dealloc_pd[0]);
		return dealloc_pd;
	case UVERBS_CMD_CREATE_AH:
		*rows = sizeof(create_ah) / sizeof(create_ah[0]);
		return create_ah;
	case UVERBS_CMD_DESTROY_AH:
		*rows = sizeof(destroy_ah) / sizeof(destroy_ah[0]);
		return destroy_ah;
	case UVERBS_CMD_REG_MR:
		*rows = sizeof(reg_mr) / sizeof(reg_mr[0]);
		return reg_mr;
	case UVERBS_CMD_REREG_MR:
		*rows = sizeof(rereg_mr) / sizeof(rereg_mr[0]);
		return rereg_mr;
	case UVERBS_CMD_DEREG_MR:
		*rows = sizeof(dereg_mr) / sizeof(dereg_mr[0]);
		return dereg_mr;
	case UVERBS_CMD_ALLOC_MW:
		*rows = sizeof(alloc_mw) / sizeof(alloc_mw[0]);
		return alloc_mw;
	case UVERBS_CMD_DEALLOC_MW:
		*rows = sizeof(dealloc_mw) / sizeof(dealloc_mw[0]);
		return dealloc_mw;
	case UVERBS_CMD_CREATE_COMP_CHANNEL:
		*rows = sizeof(create_comp_channel) / sizeof(create_comp_channel[0]);
		return create_comp_channel;
	case UVERBS_CMD_CREATE_CQ:
		*rows = sizeof(create_cq) / sizeof(create_cq[0]);
		return create_cq;
	case UVERBS_CMD_RESIZE_CQ:
		*rows = sizeof(resize_cq) / sizeof(resize_cq[0]);
		return resize_cq;
	case UVERBS_CMD_DESTROY_CQ:
		*rows = sizeof(destroy_cq) / sizeof(destroy_cq[0]);
		return destroy_cq;
	case UVERBS_CMD_POLL_CQ:
		*rows = sizeof(poll_cq) / sizeof(poll_cq[0]);
		return poll_cq;
	case UVERBS_CMD_REQ_NOTIFY_CQ:
		*rows = sizeof(req_notify_cq) / sizeof(req_notify_cq[0]);
		return req_notify_cq;
	case UVERBS_CMD_CREATE_QP:
		*rows = sizeof(create_qp) / sizeof(create_qp[0]);
		return create_qp;
	case UVERBS_CMD_QUERY_QP:
		*rows = sizeof(query_qp) / sizeof(query_qp[0]);
		return query_qp;
	case UVERBS_CMD_MODIFY_QP:
		*rows = sizeof(modify_qp) / sizeof(modify_qp[0]);
		return modify_qp;
	case UVERBS_CMD_DESTROY_QP:
		*rows = sizeof(destroy_qp) / sizeof(destroy_qp[0]);
		return destroy_qp;
	case UVERBS_CMD_POST_SEND:
		*rows = sizeof(post_send) / sizeof(post_send[0]);
		return post_send;
	case UVERBS_CMD_POST_RECV:
		*rows = sizeof(post_recv) / sizeof(post_recv[0]);
		return post_recv;
	case UVERBS_CMD_ATTACH_MCAST:
		*rows = sizeof(attach_mcast) / sizeof(attach_mcast[0]);
		return attach_mcast;
	case UVERBS_CMD_DETACH_MCAST:
		*rows = sizeof(detach_mcast) / sizeof(detach_mcast[0]);
		return detach_mcast;
	case UVERBS_CMD_CREATE_SRQ:
		*rows = sizeof(create_srq) / sizeof(create_srq[0]);
		return create_srq;
	case UVERBS_CMD_MODIFY_SRQ:
		*rows = sizeof(modify_srq) / sizeof(modify_srq[0]);
		return modify_srq;
	case UVERBS_CMD_QUERY_SRQ:
		*rows = sizeof(query_srq) / sizeof(query_srq[0]);
		return query_srq;
	case UVERBS_CMD_DESTROY_SRQ:
		*rows = sizeof(destroy_srq) / sizeof(destroy_srq[0]);
		return destroy_srq;
	case UVERBS_CMD_POST_SRQ_RECV:
		*rows = sizeof(post_srq_recv) / sizeof(post_srq_recv[0]);
		return post_srq_recv;
	case UVERBS_CMD_OPEN_XRCD:
		*rows = sizeof(open_xrcd) / sizeof(open_xrcd[0]);
		return open_xrcd;
	case UVERBS_CMD_CLOSE_XRCD:
		*rows = sizeof(close_xrcd) / sizeof(close_xrcd[0]);
		return close_xrcd;
	case UVERBS_CMD_CREATE_XSRQ:
		*rows = sizeof(create_xsrq) / sizeof(create_xsrq[0]);
		return create_xsrq;
	case UVERBS_CMD_OPEN_QP:
		*rows = sizeof(open_qp) / sizeof(open_qp[0]);
		return open_qp;
	case UVERBS_EX_CMD_QUERY_DEVICE | UVERBS_EXTENDED:
		*rows = sizeof(ex_query_device) / sizeof(ex_query_device[0]);
		return ex_query_device;
	case UVERBS_EX_CMD_CREATE_CQ | UVERBS_EXTENDED:
		*rows = sizeof(ex_create_cq) / sizeof(ex_create_cq[0]);
		return ex_create_cq;
	case UVERBS_EX_CMD_CREATE_QP | UVERBS_EXTENDED:
		*rows = sizeof(ex_create_qp) / sizeof(ex_create_qp[0]);
		return ex_create_qp;
	case UVERBS_EX_CMD_MODIFY_QP | UVERBS_EXTENDED:
		*rows = sizeof(ex_modify_qp) / sizeof(ex_modify_qp[0]);
		return ex_modify_qp;
	case UVERBS_EX_CMD_CREATE_FLOW | UVERBS_EXTENDED:
		*rows = sizeof(ex_create_flow) / sizeof(ex_create_flow[0]);
		return ex_create_flow;
	case UVERBS_EX_CMD_DESTROY_FLOW | UVERBS_EXTENDED:
		*rows = sizeof(ex_destroy_flow) / sizeof(ex_destroy_flow[0]);
		return ex_destroy_flow;
	case UVERBS_EX_CMD_CREATE_WQ | UVERBS_EXTENDED:
		*rows = sizeof(ex_create_wq) / sizeof(ex_create_wq[0]);
		return ex_create_wq;
	case UVERBS_EX_CMD_MODIFY_WQ | UVERBS_EXTENDED:
		*rows = sizeof(ex_modify_wq) / sizeof(ex_modify_wq[0]);
		return ex_modify_wq;
	case UVERBS_EX_CMD_DESTROY_WQ | UVERBS_EXTENDED:
		*rows = sizeof(ex_destroy_wq) / sizeof(ex_destroy_wq[0]);
		return ex_destroy_wq;
	case UVERBS_EX_CMD_CREATE_RWQ_IND_TBL | UVERBS_EXTENDED:
		*rows = sizeof(ex_create_rwq_ind_tbl) / sizeof(ex_create_rwq_ind_tbl[0]);
		return ex_create_rwq_ind_tbl;
	case UVERBS_EX_CMD_DESTROY_RWQ_IND_TBL | UVERBS_EXTENDED:
		*rows = sizeof(ex_destroy_rwq_ind_tbl) / sizeof(ex_destroy_rwq_ind_tbl[0]);
		return ex_destroy_rwq_ind_tbl;
	case UVERBS_EX_CMD_MODIFY_CQ | UVERBS_EXTENDED:
		*rows = sizeof(ex_modify_cq) / sizeof(ex_modify_cq[0]);
		return ex_modify_cq;
	default:
		*rows = 0;
		return NULL;
	}
}

/** Print one command as it was given to write(): name, fields of the request, length of the
 * driver's part. */
static inline void uverbs_trace(FILE *to, const void *cmd, size_t len)
{
	const struct uverbs_field_info *fields;
	struct uverbs_parsed p;
	size_t rows;
	int err = uverbs_parse_with(uverbs_command_info, cmd, len, &p);

	if (err) {
		uverbs_trace_refused(to, uverbs_command_info, cmd, len, err);
		return;
	}
	fields = uverbs_request_fields(p.command | (p.extended ? UVERBS_EXTENDED : 0), &rows);
	fputs(p.info->name, to);
	uverbs_trace_fields(to, fields, rows, p.core, p.core_len);
	uverbs_trace_tail(to, &p);
}

#endif
