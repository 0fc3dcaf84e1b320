/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/kernel/ucma.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */
/* ucma_trace() prints one command, fields by name. */
#ifndef INVERBS_KERNEL_UCMA_TRACE_H
#define INVERBS_KERNEL_UCMA_TRACE_H

#include <inverbs/kernel/byte_headers.h>
#include <inverbs/kernel/trace.h>
#include <inverbs/kernel/ucma.h>

static const struct uverbs_field_info ucma_fields_create_id[] = {
	{"uid", 0, 8, UVERBS_FIELD_HEX},           {"response", 8, 8, UVERBS_FIELD_HEX},
	{"ps", 16, 2, UVERBS_FIELD_NUMBER},        {"qp_type", 18, 1, UVERBS_FIELD_NUMBER},
	{"reserved", 19, 5, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info ucma_fields_destroy_id[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"id", 8, 4, UVERBS_FIELD_NUMBER},
	{"reserved", 12, 4, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info ucma_fields_bind_ip[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"addr", 8, 28, UVERBS_FIELD_BYTES},
	{"id", 36, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info ucma_fields_resolve_ip[] = {
	{"src_addr", 0, 28, UVERBS_FIELD_BYTES},
	{"dst_addr", 28, 28, UVERBS_FIELD_BYTES},
	{"id", 56, 4, UVERBS_FIELD_NUMBER},
	{"timeout_ms", 60, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info ucma_fields_resolve_route[] = {
	{"id", 0, 4, UVERBS_FIELD_NUMBER},
	{"timeout_ms", 4, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info ucma_fields_query_route[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"id", 8, 4, UVERBS_FIELD_NUMBER},
	{"option", 12, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info ucma_fields_connect[] = {
	{"conn_param.qp_num", 0, 4, UVERBS_FIELD_NUMBER},
	{"conn_param.qkey", 4, 4, UVERBS_FIELD_HEX},
	{"conn_param.private_data", 8, 256, UVERBS_FIELD_BYTES},
	{"conn_param.private_data_len", 264, 1, UVERBS_FIELD_NUMBER},
	{"conn_param.srq", 265, 1, UVERBS_FIELD_NUMBER},
	{"conn_param.responder_resources", 266, 1, UVERBS_FIELD_NUMBER},
	{"conn_param.initiator_depth", 267, 1, UVERBS_FIELD_NUMBER},
	{"conn_param.flow_control", 268, 1, UVERBS_FIELD_NUMBER},
	{"conn_param.retry_count", 269, 1, UVERBS_FIELD_NUMBER},
	{"conn_param.rnr_retry_count", 270, 1, UVERBS_FIELD_NUMBER},
	{"conn_param.valid", 271, 1, UVERBS_FIELD_NUMBER},
	{"id", 272, 4, UVERBS_FIELD_NUMBER},
	{"reserved", 276, 4, UVERBS_FIELD_NOTHING},
	{"ece.vendor_id", 280, 4, UVERBS_FIELD_NUMBER},
	{"ece.attr_mod", 284, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info ucma_fields_listen[] = {
	{"id", 0, 4, UVERBS_FIELD_NUMBER},
	{"backlog", 4, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info ucma_fields_accept[] = {
	{"uid", 0, 8, UVERBS_FIELD_HEX},
	{"conn_param.qp_num", 8, 4, UVERBS_FIELD_NUMBER},
	{"conn_param.qkey", 12, 4, UVERBS_FIELD_HEX},
	{"conn_param.private_data", 16, 256, UVERBS_FIELD_BYTES},
	{"conn_param.private_data_len", 272, 1, UVERBS_FIELD_NUMBER},
	{"conn_param.srq", 273, 1, UVERBS_FIELD_NUMBER},
	{"conn_param.responder_resources", 274, 1, UVERBS_FIELD_NUMBER},
	{"conn_param.initiator_depth", 275, 1, UVERBS_FIELD_NUMBER},
	{"conn_param.flow_control", 276, 1, UVERBS_FIELD_NUMBER},
	{"conn_param.retry_count", 277, 1, UVERBS_FIELD_NUMBER},
	{"conn_param.rnr_retry_count", 278, 1, UVERBS_FIELD_NUMBER},
	{"conn_param.valid", 279, 1, UVERBS_FIELD_NUMBER},
	{"id", 280, 4, UVERBS_FIELD_NUMBER},
	{"reserved", 284, 4, UVERBS_FIELD_NOTHING},
	{"ece.vendor_id", 288, 4, UVERBS_FIELD_NUMBER},
	{"ece.attr_mod", 292, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info ucma_fields_reject[] = {
	{"id", 0, 4, UVERBS_FIELD_NUMBER},
	{"private_data_len", 4, 1, UVERBS_FIELD_NUMBER},
	{"reason", 5, 1, UVERBS_FIELD_NUMBER},
	{"reserved", 6, 2, UVERBS_FIELD_NOTHING},
	{"private_data", 8, 256, UVERBS_FIELD_BYTES},
};

static const struct uverbs_field_info ucma_fields_disconnect[] = {
	{"id", 0, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info ucma_fields_init_qp_attr[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"id", 8, 4, UVERBS_FIELD_NUMBER},
	{"qp_state", 12, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info ucma_fields_get_event[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
};

static const struct uverbs_field_info ucma_fields_set_option[] = {
	{"optval", 0, 8, UVERBS_FIELD_HEX},     {"id", 8, 4, UVERBS_FIELD_NUMBER},
	{"level", 12, 4, UVERBS_FIELD_NUMBER},  {"optname", 16, 4, UVERBS_FIELD_NUMBER},
	{"optlen", 20, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info ucma_fields_notify[] = {
	{"id", 0, 4, UVERBS_FIELD_NUMBER},
	{"event", 4, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info ucma_fields_join_ip_mcast[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"uid", 8, 8, UVERBS_FIELD_HEX},
	{"addr", 16, 28, UVERBS_FIELD_BYTES},
	{"id", 44, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info ucma_fields_leave_mcast[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"id", 8, 4, UVERBS_FIELD_NUMBER},
	{"reserved", 12, 4, UVERBS_FIELD_NOTHING},
};

static const struct uverbs_field_info ucma_fields_migrate_id[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"id", 8, 4, UVERBS_FIELD_NUMBER},
	{"fd", 12, 4, UVERBS_FIELD_SIGNED},
};

static const struct uverbs_field_info ucma_fields_query[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},
	{"id", 8, 4, UVERBS_FIELD_NUMBER},
	{"option", 12, 4, UVERBS_FIELD_NUMBER},
};

static const struct uverbs_field_info ucma_fields_bind[] = {
	{"id", 0, 4, UVERBS_FIELD_NUMBER},
	{"addr_size", 4, 2, UVERBS_FIELD_NUMBER},
	{"reserved", 6, 2, UVERBS_FIELD_NOTHING},
	{"addr", 8, 128, UVERBS_FIELD_BYTES},
};

static const struct uverbs_field_info ucma_fields_resolve_addr[] = {
	{"id", 0, 4, UVERBS_FIELD_NUMBER},          {"timeout_ms", 4, 4, UVERBS_FIELD_NUMBER},
	{"src_size", 8, 2, UVERBS_FIELD_NUMBER},    {"dst_size", 10, 2, UVERBS_FIELD_NUMBER},
	{"reserved", 12, 4, UVERBS_FIELD_NOTHING},  {"src_addr", 16, 128, UVERBS_FIELD_BYTES},
	{"dst_addr", 144, 128, UVERBS_FIELD_BYTES},
};

static const struct uverbs_field_info ucma_fields_join_mcast[] = {
	{"response", 0, 8, UVERBS_FIELD_HEX},       {"uid", 8, 8, UVERBS_FIELD_HEX},
	{"id", 16, 4, UVERBS_FIELD_NUMBER},         {"addr_size", 20, 2, UVERBS_FIELD_NUMBER},
	{"join_flags", 22, 2, UVERBS_FIELD_NUMBER}, {"addr", 24, 128, UVERBS_FIELD_BYTES},
};

static const struct uverbs_request_info ucma_requests[] = {
	{UCMA_CMD_CREATE_ID, ucma_fields_create_id,
	 sizeof(ucma_fields_create_id) / sizeof(ucma_fields_create_id[0])},
	{UCMA_CMD_DESTROY_ID, ucma_fields_destroy_id,
	 sizeof(ucma_fields_destroy_id) / sizeof(ucma_fields_destroy_id[0])},
	{UCMA_CMD_BIND_IP, ucma_fields_bind_ip,
	 sizeof(ucma_fields_bind_ip) / sizeof(ucma_fields_bind_ip[0])},
	{UCMA_CMD_RESOLVE_IP, ucma_fields_resolve_ip,
	 sizeof(ucma_fields_resolve_ip) / sizeof(ucma_fields_resolve_ip[0])},
	{UCMA_CMD_RESOLVE_ROUTE, ucma_fields_resolve_route,
	 sizeof(ucma_fields_resolve_route) / sizeof(ucma_fields_resolve_route[0])},
	{UCMA_CMD_QUERY_ROUTE, ucma_fields_query_route,
	 sizeof(ucma_fields_query_route) / sizeof(ucma_fields_query_route[0])},
	{UCMA_CMD_CONNECT, ucma_fields_connect,
	 sizeof(ucma_fields_connect) / sizeof(ucma_fields_connect[0])},
	{UCMA_CMD_LISTEN, ucma_fields_listen,
	 sizeof(ucma_fields_listen) / sizeof(ucma_fields_listen[0])},
	{UCMA_CMD_ACCEPT, ucma_fields_accept,
	 sizeof(ucma_fields_accept) / sizeof(ucma_fields_accept[0])},
	{UCMA_CMD_REJECT, ucma_fields_reject,
	 sizeof(ucma_fields_reject) / sizeof(ucma_fields_reject[0])},
	{UCMA_CMD_DISCONNECT, ucma_fields_disconnect,
	 sizeof(ucma_fields_disconnect) / sizeof(ucma_fields_disconnect[0])},
	{UCMA_CMD_INIT_QP_ATTR, ucma_fields_init_qp_attr,
	 sizeof(ucma_fields_init_qp_attr) / sizeof(ucma_fields_init_qp_attr[0])},
	{UCMA_CMD_GET_EVENT, ucma_fields_get_event,
	 sizeof(ucma_fields_get_event) / sizeof(ucma_fields_get_event[0])},
	{UCMA_CMD_SET_OPTION, ucma_fields_set_option,
	 sizeof(ucma_fields_set_option) / sizeof(ucma_fields_set_option[0])},
	{UCMA_CMD_NOTIFY, ucma_fields_notify,
	 sizeof(ucma_fields_notify) / sizeof(ucma_fields_notify[0])},
	{UCMA_CMD_JOIN_IP_MCAST, ucma_fields_join_ip_mcast,
	 sizeof(ucma_fields_join_ip_mcast) / sizeof(ucma_fields_join_ip_mcast[0])},
	{UCMA_CMD_LEAVE_MCAST, ucma_fields_leave_mcast,
	 sizeof(ucma_fields_leave_mcast) / sizeof(ucma_fields_leave_mcast[0])},
	{UCMA_CMD_MIGRATE_ID, ucma_fields_migrate_id,
	 sizeof(ucma_fields_migrate_id) / sizeof(ucma_fields_migrate_id[0])},
	{UCMA_CMD_QUERY, ucma_fields_query,
	 sizeof(ucma_fields_query) / sizeof(ucma_fields_query[0])},
	{UCMA_CMD_BIND, ucma_fields_bind, sizeof(ucma_fields_bind) / sizeof(ucma_fields_bind[0])},
	{UCMA_CMD_RESOLVE_ADDR, ucma_fields_resolve_addr,
	 sizeof(ucma_fields_resolve_addr) / sizeof(ucma_fields_resolve_addr[0])},
	{UCMA_CMD_JOIN_MCAST, ucma_fields_join_mcast,
	 sizeof(ucma_fields_join_mcast) / sizeof(ucma_fields_join_mcast[0])},
};

/**
 * Print one command as passed to write(): name, fields of the request, length of the driver-private
 * data.
 */
static inline void ucma_trace(FILE *to, const void *cmd, size_t len)
{
	const size_t known = sizeof(ucma_requests) / sizeof(ucma_requests[0]);
	struct uverbs_parsed p;
	int err = uverbs_parse_bytes(ucma_command_info, cmd, len, &p);

	if (err) {
		uverbs_trace_refused(to, ucma_command_info, cmd, len, err);
		return;
	}
	fputs(p.info->name, to);
	uverbs_trace_request(to, ucma_requests, known, &p);
	uverbs_trace_tail(to, &p);
}

#endif
