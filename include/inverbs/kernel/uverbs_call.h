/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/kernel/uverbs.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */
/* One function per command for the runtime and its providers: lays out header, request and
 * driver-private data in one buffer, passes it to the transport and copies the response out. Each
 * returns 0 or a positive errno value. */
#ifndef INVERBS_KERNEL_UVERBS_CALL_H
#define INVERBS_KERNEL_UVERBS_CALL_H

#include <inverbs/kernel/protocol.h>
#include <inverbs/kernel/uverbs.h>

/** First command on an open file. Creates the context and its asynchronous event file. */
static inline int uverbs_call_get_context(struct inverbs_transport *t,
					  const struct uverbs_get_context_req *req,
					  const void *drv_in, size_t drv_in_bytes,
					  struct uverbs_get_context_resp *resp, void *drv_out,
					  size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_GET_CONTEXT, req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** Limits and capabilities of the device, 32-bit capability word. */
static inline int uverbs_call_query_device(struct inverbs_transport *t,
					   const struct uverbs_query_device_req *req,
					   struct uverbs_query_device_resp *resp)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_QUERY_DEVICE, req, sizeof(*req));

	uverbs_message_response(&m, resp, sizeof(*resp));
	return uverbs_submit(t, &m);
}

/** State and limits of one port. A port out of range is refused with EINVAL. */
static inline int uverbs_call_query_port(struct inverbs_transport *t,
					 const struct uverbs_query_port_req *req,
					 struct uverbs_query_port_resp *resp)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_QUERY_PORT, req, sizeof(*req));

	uverbs_message_response(&m, resp, sizeof(*resp));
	return uverbs_submit(t, &m);
}

/** Create a protection domain. */
static inline int uverbs_call_alloc_pd(struct inverbs_transport *t,
				       const struct uverbs_alloc_pd_req *req, const void *drv_in,
				       size_t drv_in_bytes, struct uverbs_alloc_pd_resp *resp,
				       void *drv_out, size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_ALLOC_PD, req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** Destroy a protection domain. EBUSY while objects refer to it. */
static inline int uverbs_call_dealloc_pd(struct inverbs_transport *t,
					 const struct uverbs_dealloc_pd_req *req)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_DEALLOC_PD, req, sizeof(*req));

	return uverbs_submit(t, &m);
}

/** Create an address handle; on RoCE the kernel resolves the destination MAC. */
static inline int uverbs_call_create_ah(struct inverbs_transport *t,
					const struct uverbs_create_ah_req *req, const void *drv_in,
					size_t drv_in_bytes, struct uverbs_create_ah_resp *resp,
					void *drv_out, size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_CREATE_AH, req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** Destroy an address handle. */
static inline int uverbs_call_destroy_ah(struct inverbs_transport *t,
					 const struct uverbs_destroy_ah_req *req)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_DESTROY_AH, req, sizeof(*req));

	return uverbs_submit(t, &m);
}

/** Register memory. start and hca_va agree in their offset within a page. */
static inline int uverbs_call_reg_mr(struct inverbs_transport *t,
				     const struct uverbs_reg_mr_req *req, const void *drv_in,
				     size_t drv_in_bytes, struct uverbs_reg_mr_resp *resp,
				     void *drv_out, size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_REG_MR, req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/**
 * Change translation (flag 1), protection domain (2) or access (4) of a registration. Keys may
 * change.
 */
static inline int uverbs_call_rereg_mr(struct inverbs_transport *t,
				       const struct uverbs_rereg_mr_req *req, const void *drv_in,
				       size_t drv_in_bytes, struct uverbs_rereg_mr_resp *resp,
				       void *drv_out, size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_REREG_MR, req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** Deregister memory. */
static inline int uverbs_call_dereg_mr(struct inverbs_transport *t,
				       const struct uverbs_dereg_mr_req *req)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_DEREG_MR, req, sizeof(*req));

	return uverbs_submit(t, &m);
}

/** Create a memory window of type 1 or 2. Binding it is a work request, not a command. */
static inline int uverbs_call_alloc_mw(struct inverbs_transport *t,
				       const struct uverbs_alloc_mw_req *req, const void *drv_in,
				       size_t drv_in_bytes, struct uverbs_alloc_mw_resp *resp,
				       void *drv_out, size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_ALLOC_MW, req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** Destroy a memory window. */
static inline int uverbs_call_dealloc_mw(struct inverbs_transport *t,
					 const struct uverbs_dealloc_mw_req *req)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_DEALLOC_MW, req, sizeof(*req));

	return uverbs_submit(t, &m);
}

/** Create a completion channel, a file descriptor that yields comp_event records. */
static inline int uverbs_call_create_comp_channel(struct inverbs_transport *t,
						  const struct uverbs_create_comp_channel_req *req,
						  struct uverbs_create_comp_channel_resp *resp)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_CREATE_COMP_CHANNEL, req,
						      sizeof(*req));

	uverbs_message_response(&m, resp, sizeof(*resp));
	return uverbs_submit(t, &m);
}

/** Create a completion queue. comp_channel is a channel of this context, or -1. */
static inline int uverbs_call_create_cq(struct inverbs_transport *t,
					const struct uverbs_create_cq_req *req, const void *drv_in,
					size_t drv_in_bytes, struct uverbs_create_cq_resp *resp,
					void *drv_out, size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_CREATE_CQ, req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/**
 * Change the size of a completion queue. EINVAL if the new size is too small for the queued
 * completions.
 */
static inline int uverbs_call_resize_cq(struct inverbs_transport *t,
					const struct uverbs_resize_cq_req *req, const void *drv_in,
					size_t drv_in_bytes, struct uverbs_resize_cq_resp *resp,
					void *drv_out, size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_RESIZE_CQ, req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** Destroy a completion queue; the response has the number of its events that were read. */
static inline int uverbs_call_destroy_cq(struct inverbs_transport *t,
					 const struct uverbs_destroy_cq_req *req,
					 struct uverbs_destroy_cq_resp *resp)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_DESTROY_CQ, req, sizeof(*req));

	uverbs_message_response(&m, resp, sizeof(*resp));
	return uverbs_submit(t, &m);
}

/**
 * Poll through the kernel, for drivers without queues in user memory. The response is followed by
 * `count` completions.
 */
static inline int uverbs_call_poll_cq(struct inverbs_transport *t,
				      const struct uverbs_poll_cq_req *req,
				      struct uverbs_poll_cq_resp *resp, void *out, size_t out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_POLL_CQ, req, sizeof(*req));

	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, out, out_bytes);
	return uverbs_submit(t, &m);
}

/** Arm through the kernel, for drivers without a doorbell for it. */
static inline int uverbs_call_req_notify_cq(struct inverbs_transport *t,
					    const struct uverbs_req_notify_cq_req *req)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_REQ_NOTIFY_CQ, req, sizeof(*req));

	return uverbs_submit(t, &m);
}

/**
 * Make a queue pair. For an XRC target queue pair, pd_handle has the XRC domain. OFED's kernels
 * also support type 5, an XRC queue pair that sends and receives; srq_handle has its domain.
 * Current kernels refuse that type with EINVAL.
 */
static inline int uverbs_call_create_qp(struct inverbs_transport *t,
					const struct uverbs_create_qp_req *req, const void *drv_in,
					size_t drv_in_bytes, struct uverbs_create_qp_resp *resp,
					void *drv_out, size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_CREATE_QP, req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** Attributes of a queue pair; everything is returned, whatever the mask. */
static inline int uverbs_call_query_qp(struct inverbs_transport *t,
				       const struct uverbs_query_qp_req *req,
				       struct uverbs_query_qp_resp *resp)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_QUERY_QP, req, sizeof(*req));

	uverbs_message_response(&m, resp, sizeof(*resp));
	return uverbs_submit(t, &m);
}

/**
 * Change attributes and state of a queue pair. spec/kernel/qp_states.yaml has the permitted
 * combinations.
 */
static inline int uverbs_call_modify_qp(struct inverbs_transport *t,
					const struct uverbs_modify_qp_req *req)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_MODIFY_QP, req, sizeof(*req));

	return uverbs_submit(t, &m);
}

/**
 * Destroy a queue pair; the response has the number of its events that were read. EBUSY while it is
 * attached to a group.
 */
static inline int uverbs_call_destroy_qp(struct inverbs_transport *t,
					 const struct uverbs_destroy_qp_req *req,
					 struct uverbs_destroy_qp_resp *resp)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_DESTROY_QP, req, sizeof(*req));

	uverbs_message_response(&m, resp, sizeof(*resp));
	return uverbs_submit(t, &m);
}

/** Post through the kernel. wr_count work requests of wqe_size bytes and sge_count SGEs follow. */
static inline int uverbs_call_post_send(struct inverbs_transport *t,
					const struct uverbs_post_send_req *req, const void *list,
					size_t list_bytes, struct uverbs_post_send_resp *resp)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_POST_SEND, req, sizeof(*req));

	uverbs_message_list(&m, list, list_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	return uverbs_submit(t, &m);
}

/**
 * Post receives through the kernel. wr_count work requests of wqe_size bytes and sge_count SGEs
 * follow.
 */
static inline int uverbs_call_post_recv(struct inverbs_transport *t,
					const struct uverbs_post_recv_req *req, const void *list,
					size_t list_bytes, struct uverbs_post_recv_resp *resp)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_POST_RECV, req, sizeof(*req));

	uverbs_message_list(&m, list, list_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	return uverbs_submit(t, &m);
}

/** Let a datagram queue pair receive what is sent to a multicast group. */
static inline int uverbs_call_attach_mcast(struct inverbs_transport *t,
					   const struct uverbs_attach_mcast_req *req)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_ATTACH_MCAST, req, sizeof(*req));

	return uverbs_submit(t, &m);
}

/** Undo ATTACH_MCAST; group and LID are the same. */
static inline int uverbs_call_detach_mcast(struct inverbs_transport *t,
					   const struct uverbs_detach_mcast_req *req)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_DETACH_MCAST, req, sizeof(*req));

	return uverbs_submit(t, &m);
}

/** Create a basic shared receive queue. */
static inline int uverbs_call_create_srq(struct inverbs_transport *t,
					 const struct uverbs_create_srq_req *req,
					 const void *drv_in, size_t drv_in_bytes,
					 struct uverbs_create_srq_resp *resp, void *drv_out,
					 size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_CREATE_SRQ, req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** Resize (mask 1) a shared receive queue or set its limit (2). */
static inline int uverbs_call_modify_srq(struct inverbs_transport *t,
					 const struct uverbs_modify_srq_req *req,
					 const void *drv_in, size_t drv_in_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_MODIFY_SRQ, req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	return uverbs_submit(t, &m);
}

/** Size and limit of a shared receive queue. */
static inline int uverbs_call_query_srq(struct inverbs_transport *t,
					const struct uverbs_query_srq_req *req,
					struct uverbs_query_srq_resp *resp)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_QUERY_SRQ, req, sizeof(*req));

	uverbs_message_response(&m, resp, sizeof(*resp));
	return uverbs_submit(t, &m);
}

/**
 * Destroy a shared receive queue; the response has the number of its events that were read. EBUSY
 * while a queue pair uses it.
 */
static inline int uverbs_call_destroy_srq(struct inverbs_transport *t,
					  const struct uverbs_destroy_srq_req *req,
					  struct uverbs_destroy_srq_resp *resp)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_DESTROY_SRQ, req, sizeof(*req));

	uverbs_message_response(&m, resp, sizeof(*resp));
	return uverbs_submit(t, &m);
}

/** Post receives of a shared receive queue through the kernel. */
static inline int uverbs_call_post_srq_recv(struct inverbs_transport *t,
					    const struct uverbs_post_srq_recv_req *req,
					    const void *list, size_t list_bytes,
					    struct uverbs_post_srq_recv_resp *resp)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_POST_SRQ_RECV, req, sizeof(*req));

	uverbs_message_list(&m, list, list_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	return uverbs_submit(t, &m);
}

/** Open or create the XRC domain of a file's inode; fd -1 creates a private one. */
static inline int uverbs_call_open_xrcd(struct inverbs_transport *t,
					const struct uverbs_open_xrcd_req *req, const void *drv_in,
					size_t drv_in_bytes, struct uverbs_open_xrcd_resp *resp,
					void *drv_out, size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_OPEN_XRCD, req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** Close a handle on an XRC domain. EBUSY while objects created with it exist. */
static inline int uverbs_call_close_xrcd(struct inverbs_transport *t,
					 const struct uverbs_close_xrcd_req *req)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_CLOSE_XRCD, req, sizeof(*req));

	return uverbs_submit(t, &m);
}

/** Create a shared receive queue of a type, 0 basic, 1 XRC, 2 tag matching. */
static inline int uverbs_call_create_xsrq(struct inverbs_transport *t,
					  const struct uverbs_create_xsrq_req *req,
					  const void *drv_in, size_t drv_in_bytes,
					  struct uverbs_create_xsrq_resp *resp, void *drv_out,
					  size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_CREATE_XSRQ, req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** Create another handle on the target queue pair with this number in an XRC domain. */
static inline int uverbs_call_open_qp(struct inverbs_transport *t,
				      const struct uverbs_open_qp_req *req, const void *drv_in,
				      size_t drv_in_bytes, struct uverbs_open_qp_resp *resp,
				      void *drv_out, size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_CMD_OPEN_QP, req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** All limits and capabilities. */
static inline int uverbs_call_ex_query_device(struct inverbs_transport *t,
					      const struct uverbs_ex_query_device_req *req,
					      const void *drv_in, size_t drv_in_bytes,
					      struct uverbs_ex_query_device_resp *resp,
					      void *drv_out, size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_EX_CMD_QUERY_DEVICE | UVERBS_EXTENDED,
						      req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** Create a completion queue with flags (1 timestamps, 2 ignore overrun). */
static inline int uverbs_call_ex_create_cq(struct inverbs_transport *t,
					   const struct uverbs_ex_create_cq_req *req,
					   const void *drv_in, size_t drv_in_bytes,
					   struct uverbs_ex_create_cq_resp *resp, void *drv_out,
					   size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_EX_CMD_CREATE_CQ | UVERBS_EXTENDED,
						      req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** Create a queue pair with create_flags, receive hashing table or source number. */
static inline int uverbs_call_ex_create_qp(struct inverbs_transport *t,
					   const struct uverbs_ex_create_qp_req *req,
					   const void *drv_in, size_t drv_in_bytes,
					   struct uverbs_ex_create_qp_resp *resp, void *drv_out,
					   size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_EX_CMD_CREATE_QP | UVERBS_EXTENDED,
						      req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** MODIFY_QP with a rate limit. */
static inline int uverbs_call_ex_modify_qp(struct inverbs_transport *t,
					   const struct uverbs_ex_modify_qp_req *req,
					   const void *drv_in, size_t drv_in_bytes,
					   struct uverbs_ex_modify_qp_resp *resp, void *drv_out,
					   size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_EX_CMD_MODIFY_QP | UVERBS_EXTENDED,
						      req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** Attach a steering rule; its specifications follow. */
static inline int uverbs_call_ex_create_flow(struct inverbs_transport *t,
					     const struct uverbs_ex_create_flow_req *req,
					     const void *list, size_t list_bytes,
					     const void *drv_in, size_t drv_in_bytes,
					     struct uverbs_ex_create_flow_resp *resp, void *drv_out,
					     size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_EX_CMD_CREATE_FLOW | UVERBS_EXTENDED,
						      req, sizeof(*req));

	uverbs_message_list(&m, list, list_bytes);
	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** Detach a steering rule. */
static inline int uverbs_call_ex_destroy_flow(struct inverbs_transport *t,
					      const struct uverbs_ex_destroy_flow_req *req)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_EX_CMD_DESTROY_FLOW | UVERBS_EXTENDED,
						      req, sizeof(*req));

	return uverbs_submit(t, &m);
}

/** Create a receive work queue. */
static inline int uverbs_call_ex_create_wq(struct inverbs_transport *t,
					   const struct uverbs_ex_create_wq_req *req,
					   const void *drv_in, size_t drv_in_bytes,
					   struct uverbs_ex_create_wq_resp *resp, void *drv_out,
					   size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_EX_CMD_CREATE_WQ | UVERBS_EXTENDED,
						      req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** Change state or flags of a work queue. */
static inline int uverbs_call_ex_modify_wq(struct inverbs_transport *t,
					   const struct uverbs_ex_modify_wq_req *req,
					   const void *drv_in, size_t drv_in_bytes)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_EX_CMD_MODIFY_WQ | UVERBS_EXTENDED,
						      req, sizeof(*req));

	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	return uverbs_submit(t, &m);
}

/** Destroy a work queue; the response has the number of its events that were read. */
static inline int uverbs_call_ex_destroy_wq(struct inverbs_transport *t,
					    const struct uverbs_ex_destroy_wq_req *req,
					    struct uverbs_ex_destroy_wq_resp *resp)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_EX_CMD_DESTROY_WQ | UVERBS_EXTENDED,
						      req, sizeof(*req));

	uverbs_message_response(&m, resp, sizeof(*resp));
	return uverbs_submit(t, &m);
}

/** Create a table of receive work queues for hashing; the handles follow. */
static inline int uverbs_call_ex_create_rwq_ind_tbl(
	struct inverbs_transport *t, const struct uverbs_ex_create_rwq_ind_tbl_req *req,
	const void *list, size_t list_bytes, const void *drv_in, size_t drv_in_bytes,
	struct uverbs_ex_create_rwq_ind_tbl_resp *resp, void *drv_out, size_t drv_out_bytes)
{
	struct uverbs_message m = uverbs_message_make(
		UVERBS_EX_CMD_CREATE_RWQ_IND_TBL | UVERBS_EXTENDED, req, sizeof(*req));

	uverbs_message_list(&m, list, list_bytes);
	uverbs_message_driver_in(&m, drv_in, drv_in_bytes);
	uverbs_message_response(&m, resp, sizeof(*resp));
	uverbs_message_driver_out(&m, drv_out, drv_out_bytes);
	return uverbs_submit(t, &m);
}

/** Destroy a table of receive work queues. */
static inline int
uverbs_call_ex_destroy_rwq_ind_tbl(struct inverbs_transport *t,
				   const struct uverbs_ex_destroy_rwq_ind_tbl_req *req)
{
	struct uverbs_message m = uverbs_message_make(
		UVERBS_EX_CMD_DESTROY_RWQ_IND_TBL | UVERBS_EXTENDED, req, sizeof(*req));

	return uverbs_submit(t, &m);
}

/** Moderate the events of a completion queue. */
static inline int uverbs_call_ex_modify_cq(struct inverbs_transport *t,
					   const struct uverbs_ex_modify_cq_req *req)
{
	struct uverbs_message m = uverbs_message_make(UVERBS_EX_CMD_MODIFY_CQ | UVERBS_EXTENDED,
						      req, sizeof(*req));

	return uverbs_submit(t, &m);
}

#endif
