/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/kernel/ucma.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */
/* One function per command for the runtime and its providers: lays out header, request and
 * driver-private data in one buffer, passes it to the transport and copies the response out. Each
 * returns 0 or a positive errno value. */
#ifndef INVERBS_KERNEL_UCMA_CALL_H
#define INVERBS_KERNEL_UCMA_CALL_H

#include <inverbs/kernel/byte_headers.h>
#include <inverbs/kernel/ucma.h>

/** Create an identifier. uid is returned in its events and must not be 0. */
static inline int ucma_call_create_id(struct inverbs_transport *t,
				      const struct ucma_create_id_req *req,
				      struct ucma_create_id_resp *resp)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_CREATE_ID, req, sizeof(*req),
				   resp, sizeof(*resp));
}

/**
 * Destroy an identifier; its connection is ended, pending requests are rejected. The response has
 * the number of events that were read.
 */
static inline int ucma_call_destroy_id(struct inverbs_transport *t,
				       const struct ucma_destroy_id_req *req,
				       struct ucma_destroy_id_resp *resp)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_DESTROY_ID, req, sizeof(*req),
				   resp, sizeof(*resp));
}

/** Bind an identifier to an IP address; the older form of BIND. */
static inline int ucma_call_bind_ip(struct inverbs_transport *t, const struct ucma_bind_ip_req *req)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_BIND_IP, req, sizeof(*req), NULL,
				   0);
}

/** Find the device that reaches an IP address; the older form of RESOLVE_ADDR. */
static inline int ucma_call_resolve_ip(struct inverbs_transport *t,
				       const struct ucma_resolve_ip_req *req)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_RESOLVE_IP, req, sizeof(*req),
				   NULL, 0);
}

/** Resolve the route. */
static inline int ucma_call_resolve_route(struct inverbs_transport *t,
					  const struct ucma_resolve_route_req *req)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_RESOLVE_ROUTE, req, sizeof(*req),
				   NULL, 0);
}

/** Addresses, device and path; the older form of QUERY. */
static inline int ucma_call_query_route(struct inverbs_transport *t,
					const struct ucma_query_route_req *req,
					struct ucma_query_route_resp *resp)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_QUERY_ROUTE, req, sizeof(*req),
				   resp, sizeof(*resp));
}

/** Request a connection, or the datagram queue pair of a service. */
static inline int ucma_call_connect(struct inverbs_transport *t, const struct ucma_connect_req *req)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_CONNECT, req, sizeof(*req), NULL,
				   0);
}

/**
 * Listen for requests; an identifier that is not bound is bound to the wildcard and a free port.
 */
static inline int ucma_call_listen(struct inverbs_transport *t, const struct ucma_listen_req *req)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_LISTEN, req, sizeof(*req), NULL,
				   0);
}

/**
 * Accept a request; later events of the identifier have this uid. With conn_param.valid 0, on the
 * active side after CONNECT_RESPONSE, report that the queue pair is in RTS. If the command fails,
 * the connection is rejected.
 */
static inline int ucma_call_accept(struct inverbs_transport *t, const struct ucma_accept_req *req)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_ACCEPT, req, sizeof(*req), NULL,
				   0);
}

/** Reject a request. */
static inline int ucma_call_reject(struct inverbs_transport *t, const struct ucma_reject_req *req)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_REJECT, req, sizeof(*req), NULL,
				   0);
}

/** End a connection, or respond to a disconnect of the peer. */
static inline int ucma_call_disconnect(struct inverbs_transport *t,
				       const struct ucma_disconnect_req *req)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_DISCONNECT, req, sizeof(*req),
				   NULL, 0);
}

/** Attributes for moving a queue pair to a state for this connection. */
static inline int ucma_call_init_qp_attr(struct inverbs_transport *t,
					 const struct ucma_init_qp_attr_req *req,
					 struct ucma_init_qp_attr_resp *resp)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_INIT_QP_ATTR, req, sizeof(*req),
				   resp, sizeof(*resp));
}

/** Read the oldest event; waits for one unless the file is non-blocking. */
static inline int ucma_call_get_event(struct inverbs_transport *t,
				      const struct ucma_get_event_req *req,
				      struct ucma_get_event_resp *resp)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_GET_EVENT, req, sizeof(*req),
				   resp, sizeof(*resp));
}

/** Set an option; the value lies in the program's memory. */
static inline int ucma_call_set_option(struct inverbs_transport *t,
				       const struct ucma_set_option_req *req)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_SET_OPTION, req, sizeof(*req),
				   NULL, 0);
}

/** Report an asynchronous event of the queue pair. */
static inline int ucma_call_notify(struct inverbs_transport *t, const struct ucma_notify_req *req)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_NOTIFY, req, sizeof(*req), NULL,
				   0);
}

/** Join the group of an IP address; the older form of JOIN_MCAST. */
static inline int ucma_call_join_ip_mcast(struct inverbs_transport *t,
					  const struct ucma_join_ip_mcast_req *req,
					  struct ucma_join_ip_mcast_resp *resp)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_JOIN_IP_MCAST, req, sizeof(*req),
				   resp, sizeof(*resp));
}

/** Leave a group. */
static inline int ucma_call_leave_mcast(struct inverbs_transport *t,
					const struct ucma_leave_mcast_req *req,
					struct ucma_leave_mcast_resp *resp)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_LEAVE_MCAST, req, sizeof(*req),
				   resp, sizeof(*resp));
}

/** Move an identifier, with its unread events, from the file fd to this one. */
static inline int ucma_call_migrate_id(struct inverbs_transport *t,
				       const struct ucma_migrate_id_req *req,
				       struct ucma_migrate_id_resp *resp)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_MIGRATE_ID, req, sizeof(*req),
				   resp, sizeof(*resp));
}

/** Addresses and device, or paths. */
static inline int ucma_call_query(struct inverbs_transport *t, const struct ucma_query_req *req,
				  struct ucma_query_resp *resp)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_QUERY, req, sizeof(*req), resp,
				   sizeof(*resp));
}

/** Bind an identifier to an address; port 0 selects a free one. */
static inline int ucma_call_bind(struct inverbs_transport *t, const struct ucma_bind_req *req)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_BIND, req, sizeof(*req), NULL, 0);
}

/**
 * Find the device that reaches an address; binds the identifier to the source address if there is
 * one.
 */
static inline int ucma_call_resolve_addr(struct inverbs_transport *t,
					 const struct ucma_resolve_addr_req *req)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_RESOLVE_ADDR, req, sizeof(*req),
				   NULL, 0);
}

/** Join the multicast group of an address. */
static inline int ucma_call_join_mcast(struct inverbs_transport *t,
				       const struct ucma_join_mcast_req *req,
				       struct ucma_join_mcast_resp *resp)
{
	return uverbs_submit_bytes(t, ucma_command_info, UCMA_CMD_JOIN_MCAST, req, sizeof(*req),
				   resp, sizeof(*resp));
}

#endif
