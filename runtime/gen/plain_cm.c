/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The unchecked functions, which have the names of the checked ones. Linked into checked programs
 * only.
 */
#include <inverbs/checked/checked_cm.h>

const struct inverbs_plain_cm inverbs_plain_cm = {
	.rdma_create_event_channel = rdma_create_event_channel,
	.rdma_destroy_event_channel = rdma_destroy_event_channel,
	.rdma_create_id = rdma_create_id,
	.rdma_create_ep = rdma_create_ep,
	.rdma_destroy_ep = rdma_destroy_ep,
	.rdma_destroy_id = rdma_destroy_id,
	.rdma_bind_addr = rdma_bind_addr,
	.rdma_resolve_addr = rdma_resolve_addr,
	.rdma_resolve_route = rdma_resolve_route,
	.rdma_create_qp = rdma_create_qp,
	.rdma_create_qp_ex = rdma_create_qp_ex,
	.rdma_destroy_qp = rdma_destroy_qp,
	.rdma_connect = rdma_connect,
	.rdma_establish = rdma_establish,
	.rdma_listen = rdma_listen,
	.rdma_get_request = rdma_get_request,
	.rdma_accept = rdma_accept,
	.rdma_reject = rdma_reject,
	.rdma_reject_ece = rdma_reject_ece,
	.rdma_notify = rdma_notify,
	.rdma_disconnect = rdma_disconnect,
	.rdma_join_multicast = rdma_join_multicast,
	.rdma_leave_multicast = rdma_leave_multicast,
	.rdma_join_multicast_ex = rdma_join_multicast_ex,
	.rdma_get_cm_event = rdma_get_cm_event,
	.rdma_ack_cm_event = rdma_ack_cm_event,
	.rdma_get_src_port = rdma_get_src_port,
	.rdma_get_dst_port = rdma_get_dst_port,
	.rdma_free_devices = rdma_free_devices,
	.rdma_set_option = rdma_set_option,
	.rdma_migrate_id = rdma_migrate_id,
	.rdma_getaddrinfo = rdma_getaddrinfo,
	.rdma_freeaddrinfo = rdma_freeaddrinfo,
	.rdma_init_qp_attr = rdma_init_qp_attr,
	.rdma_set_local_ece = rdma_set_local_ece,
	.rdma_get_remote_ece = rdma_get_remote_ece,
};
