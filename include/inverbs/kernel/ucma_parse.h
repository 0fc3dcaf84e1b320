/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/kernel/ucma.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */
/* The device's side: <inverbs/kernel/byte_headers.h> parses a command's header; the functions here
 * copy the core request into its struct, zero-extended if a request is shorter. */
#ifndef INVERBS_KERNEL_UCMA_PARSE_H
#define INVERBS_KERNEL_UCMA_PARSE_H

#include <inverbs/kernel/byte_headers.h>
#include <inverbs/kernel/ucma.h>

static inline void ucma_read_create_id(const struct uverbs_parsed *p,
				       struct ucma_create_id_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_destroy_id(const struct uverbs_parsed *p,
					struct ucma_destroy_id_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_bind_ip(const struct uverbs_parsed *p, struct ucma_bind_ip_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_resolve_ip(const struct uverbs_parsed *p,
					struct ucma_resolve_ip_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_resolve_route(const struct uverbs_parsed *p,
					   struct ucma_resolve_route_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_query_route(const struct uverbs_parsed *p,
					 struct ucma_query_route_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_connect(const struct uverbs_parsed *p, struct ucma_connect_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_listen(const struct uverbs_parsed *p, struct ucma_listen_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_accept(const struct uverbs_parsed *p, struct ucma_accept_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_reject(const struct uverbs_parsed *p, struct ucma_reject_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_disconnect(const struct uverbs_parsed *p,
					struct ucma_disconnect_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_init_qp_attr(const struct uverbs_parsed *p,
					  struct ucma_init_qp_attr_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_get_event(const struct uverbs_parsed *p,
				       struct ucma_get_event_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_set_option(const struct uverbs_parsed *p,
					struct ucma_set_option_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_notify(const struct uverbs_parsed *p, struct ucma_notify_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_join_ip_mcast(const struct uverbs_parsed *p,
					   struct ucma_join_ip_mcast_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_leave_mcast(const struct uverbs_parsed *p,
					 struct ucma_leave_mcast_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_migrate_id(const struct uverbs_parsed *p,
					struct ucma_migrate_id_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_query(const struct uverbs_parsed *p, struct ucma_query_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_bind(const struct uverbs_parsed *p, struct ucma_bind_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_resolve_addr(const struct uverbs_parsed *p,
					  struct ucma_resolve_addr_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void ucma_read_join_mcast(const struct uverbs_parsed *p,
					struct ucma_join_mcast_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

#endif
