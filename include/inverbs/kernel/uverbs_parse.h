/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/kernel/uverbs.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */
/* The device's side: <inverbs/kernel/protocol.h> parses a command's header; the functions here copy
 * the core request into its struct, zero-extended if a request is shorter. */
#ifndef INVERBS_KERNEL_UVERBS_PARSE_H
#define INVERBS_KERNEL_UVERBS_PARSE_H

#include <inverbs/kernel/protocol.h>
#include <inverbs/kernel/uverbs.h>

static inline void uverbs_read_get_context(const struct uverbs_parsed *p,
					   struct uverbs_get_context_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_query_device(const struct uverbs_parsed *p,
					    struct uverbs_query_device_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_query_port(const struct uverbs_parsed *p,
					  struct uverbs_query_port_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_alloc_pd(const struct uverbs_parsed *p,
					struct uverbs_alloc_pd_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_dealloc_pd(const struct uverbs_parsed *p,
					  struct uverbs_dealloc_pd_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_create_ah(const struct uverbs_parsed *p,
					 struct uverbs_create_ah_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_destroy_ah(const struct uverbs_parsed *p,
					  struct uverbs_destroy_ah_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_reg_mr(const struct uverbs_parsed *p, struct uverbs_reg_mr_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_rereg_mr(const struct uverbs_parsed *p,
					struct uverbs_rereg_mr_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_dereg_mr(const struct uverbs_parsed *p,
					struct uverbs_dereg_mr_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_alloc_mw(const struct uverbs_parsed *p,
					struct uverbs_alloc_mw_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_dealloc_mw(const struct uverbs_parsed *p,
					  struct uverbs_dealloc_mw_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_create_comp_channel(const struct uverbs_parsed *p,
						   struct uverbs_create_comp_channel_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_create_cq(const struct uverbs_parsed *p,
					 struct uverbs_create_cq_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_resize_cq(const struct uverbs_parsed *p,
					 struct uverbs_resize_cq_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_destroy_cq(const struct uverbs_parsed *p,
					  struct uverbs_destroy_cq_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_poll_cq(const struct uverbs_parsed *p,
				       struct uverbs_poll_cq_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_req_notify_cq(const struct uverbs_parsed *p,
					     struct uverbs_req_notify_cq_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_create_qp(const struct uverbs_parsed *p,
					 struct uverbs_create_qp_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_query_qp(const struct uverbs_parsed *p,
					struct uverbs_query_qp_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_modify_qp(const struct uverbs_parsed *p,
					 struct uverbs_modify_qp_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_destroy_qp(const struct uverbs_parsed *p,
					  struct uverbs_destroy_qp_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_post_send(const struct uverbs_parsed *p,
					 struct uverbs_post_send_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_post_recv(const struct uverbs_parsed *p,
					 struct uverbs_post_recv_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_attach_mcast(const struct uverbs_parsed *p,
					    struct uverbs_attach_mcast_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_detach_mcast(const struct uverbs_parsed *p,
					    struct uverbs_detach_mcast_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_create_srq(const struct uverbs_parsed *p,
					  struct uverbs_create_srq_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_modify_srq(const struct uverbs_parsed *p,
					  struct uverbs_modify_srq_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_query_srq(const struct uverbs_parsed *p,
					 struct uverbs_query_srq_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_destroy_srq(const struct uverbs_parsed *p,
					   struct uverbs_destroy_srq_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_post_srq_recv(const struct uverbs_parsed *p,
					     struct uverbs_post_srq_recv_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_open_xrcd(const struct uverbs_parsed *p,
					 struct uverbs_open_xrcd_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_close_xrcd(const struct uverbs_parsed *p,
					  struct uverbs_close_xrcd_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_create_xsrq(const struct uverbs_parsed *p,
					   struct uverbs_create_xsrq_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_open_qp(const struct uverbs_parsed *p,
				       struct uverbs_open_qp_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_ex_query_device(const struct uverbs_parsed *p,
					       struct uverbs_ex_query_device_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_ex_create_cq(const struct uverbs_parsed *p,
					    struct uverbs_ex_create_cq_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_ex_create_qp(const struct uverbs_parsed *p,
					    struct uverbs_ex_create_qp_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_ex_modify_qp(const struct uverbs_parsed *p,
					    struct uverbs_ex_modify_qp_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_ex_create_flow(const struct uverbs_parsed *p,
					      struct uverbs_ex_create_flow_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_ex_destroy_flow(const struct uverbs_parsed *p,
					       struct uverbs_ex_destroy_flow_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_ex_create_wq(const struct uverbs_parsed *p,
					    struct uverbs_ex_create_wq_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_ex_modify_wq(const struct uverbs_parsed *p,
					    struct uverbs_ex_modify_wq_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_ex_destroy_wq(const struct uverbs_parsed *p,
					     struct uverbs_ex_destroy_wq_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_ex_create_rwq_ind_tbl(const struct uverbs_parsed *p,
						     struct uverbs_ex_create_rwq_ind_tbl_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_ex_destroy_rwq_ind_tbl(const struct uverbs_parsed *p,
						      struct uverbs_ex_destroy_rwq_ind_tbl_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

static inline void uverbs_read_ex_modify_cq(const struct uverbs_parsed *p,
					    struct uverbs_ex_modify_cq_req *req)
{
	uverbs_read_core(p, req, sizeof(*req));
}

#endif
