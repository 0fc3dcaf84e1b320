/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The AIX profile (-DINVERBS_AIX): functions of <infiniband/verbs.h> by the rules of the AIX
 * manual. Each name becomes that of its wrapper, also where its address is taken. Without the flag
 * this file is empty.
 */
#include <infiniband/verbs.h> /* may end by including this file, hence before the guard */

#ifndef INVERBS_CHECKED_AIX_H
#define INVERBS_CHECKED_AIX_H

#include <errno.h>
#include <inverbs/checked/misuse.h>

#ifdef __cplusplus
extern "C" {
#endif

static inline int inverbs_aix_ibv_query_gid(struct ibv_context *context, uint8_t port_num,
					    int index, union ibv_gid *gid)
{
	int error = 0;

	if (!context || !gid)
		error = EINVAL;
	if (error) {
		errno = error;
		return -1;
	}
	return ibv_query_gid(context, port_num, index, gid);
}

static inline __be64 inverbs_aix_ibv_get_device_guid(struct ibv_device *device)
{
	int error = 0;

	if (!device)
		error = EINVAL;
	if (error) {
		errno = error;
		return (__be64)0;
	}
	return ibv_get_device_guid(device);
}

static inline int inverbs_aix_ibv_query_device(struct ibv_context *context,
					       struct ibv_device_attr *device_attr)
{
	int error = 0;

	if (!context || !device_attr)
		error = EINVAL;
	if (error)
		return error;
	return ibv_query_device(context, device_attr);
}

static inline int inverbs_aix_ibv_fork_init(void)
{
	return ENOSYS;
}

static inline const char *inverbs_aix_ibv_node_type_str(enum ibv_node_type node_type)
{
	switch (node_type) {
	case IBV_NODE_UNKNOWN:
	case IBV_NODE_CA:
	case IBV_NODE_SWITCH:
	case IBV_NODE_ROUTER:
	case IBV_NODE_RNIC:
	case IBV_NODE_USNIC:
	case IBV_NODE_USNIC_UDP:
	case IBV_NODE_UNSPECIFIED:
		return ibv_node_type_str(node_type);
	default:
		return "<<unknown>>";
	}
}

static inline int inverbs_aix_ibv_query_port(struct ibv_context *context, uint8_t port_num,
					     struct ibv_port_attr *port_attr)
{
	int error = 0;

	if (!context || !port_attr)
		error = EINVAL;
	if (error)
		return error;
	return ibv_query_port(context, port_num, port_attr);
}

static inline int inverbs_aix_ibv_query_pkey(struct ibv_context *context, uint8_t port_num,
					     int index, __be16 *pkey)
{
	int error = 0;

	if (!context || !pkey)
		error = EINVAL;
	if (error) {
		errno = error;
		return -1;
	}
	return ibv_query_pkey(context, port_num, index, pkey);
}

static inline const char *inverbs_aix_ibv_port_state_str(enum ibv_port_state port_state)
{
	switch (port_state) {
	case IBV_PORT_NOP:
	case IBV_PORT_DOWN:
	case IBV_PORT_INIT:
	case IBV_PORT_ARMED:
	case IBV_PORT_ACTIVE:
	case IBV_PORT_ACTIVE_DEFER:
		return ibv_port_state_str(port_state);
	default:
		return "<<unknown>>";
	}
}

static inline const char *inverbs_aix_ibv_event_type_str(enum ibv_event_type event)
{
	switch (event) {
	case IBV_EVENT_CQ_ERR:
	case IBV_EVENT_QP_FATAL:
	case IBV_EVENT_QP_REQ_ERR:
	case IBV_EVENT_QP_ACCESS_ERR:
	case IBV_EVENT_COMM_EST:
	case IBV_EVENT_SQ_DRAINED:
	case IBV_EVENT_PATH_MIG:
	case IBV_EVENT_PATH_MIG_ERR:
	case IBV_EVENT_DEVICE_FATAL:
	case IBV_EVENT_PORT_ACTIVE:
	case IBV_EVENT_PORT_ERR:
	case IBV_EVENT_LID_CHANGE:
	case IBV_EVENT_PKEY_CHANGE:
	case IBV_EVENT_SM_CHANGE:
	case IBV_EVENT_SRQ_ERR:
	case IBV_EVENT_SRQ_LIMIT_REACHED:
	case IBV_EVENT_QP_LAST_WQE_REACHED:
	case IBV_EVENT_CLIENT_REREGISTER:
	case IBV_EVENT_GID_CHANGE:
	case IBV_EVENT_WQ_FATAL:
	case IBV_EVENT_DEVICE_SPEED_CHANGE:
		return ibv_event_type_str(event);
	default:
		return "<<unknown>>";
	}
}

static inline struct ibv_mr *inverbs_aix_ibv_reg_mr(struct ibv_pd *pd, void *addr, size_t length,
						    int access)
{
	int error = 0;

	if (access & (IBV_ACCESS_REMOTE_ATOMIC | IBV_ACCESS_MW_BIND))
		error = EINVAL;
	if (error) {
		errno = error;
		return NULL;
	}
	return ibv_reg_mr(pd, addr, length, access);
}

static inline struct ibv_ah *inverbs_aix_ibv_create_ah(struct ibv_pd *pd INVERBS_UNUSED,
						       struct ibv_ah_attr *attr INVERBS_UNUSED)
{
	errno = ENOSYS;
	return NULL;
}

static inline int inverbs_aix_ibv_init_ah_from_wc(struct ibv_context *context INVERBS_UNUSED,
						  uint8_t port_num INVERBS_UNUSED,
						  struct ibv_wc *wc INVERBS_UNUSED,
						  struct ibv_grh *grh INVERBS_UNUSED,
						  struct ibv_ah_attr *ah_attr INVERBS_UNUSED)
{
	errno = ENOSYS;
	return -1;
}

static inline struct ibv_ah *inverbs_aix_ibv_create_ah_from_wc(struct ibv_pd *pd INVERBS_UNUSED,
							       struct ibv_wc *wc INVERBS_UNUSED,
							       struct ibv_grh *grh INVERBS_UNUSED,
							       uint8_t port_num INVERBS_UNUSED)
{
	errno = ENOSYS;
	return NULL;
}

static inline int inverbs_aix_ibv_destroy_ah(struct ibv_ah *ah INVERBS_UNUSED)
{
	return ENOSYS;
}

/** One work request of ibv_post_send(). */
static inline int inverbs_aix_one_ibv_post_send(struct ibv_send_wr *wr)
{
	int error = 0;

	if (!wr->sg_list)
		error = EINVAL;
	else if (wr->opcode != IBV_WR_SEND && wr->opcode != IBV_WR_RDMA_WRITE &&
		 wr->opcode != IBV_WR_RDMA_READ)
		error = ENOTSUP;
	return error;
}

INVERBS_INLINE int inverbs_aix_ibv_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr,
					     struct ibv_send_wr **bad_wr)
{
	struct ibv_send_wr *refused = wr;
	int error = 0;

	if (!qp || !qp->context || !wr)
		error = EINVAL;
	if (error) {
		if (bad_wr)
			*bad_wr = wr;
		return error;
	}
	for (int at = 1; refused && at <= INVERBS_MOST_REQUESTS && !error; at++) {
		error = inverbs_aix_one_ibv_post_send(refused);
		if (!error)
			refused = refused->next;
	}
	if (error) {
		/*
		 * those before it are posted one by one, because the caller's list must not be
		 * changed
		 */
		for (; wr != refused; wr = wr->next) {
			struct ibv_send_wr one = *wr;
			int full;

			one.next = NULL;
			full = ibv_post_send(qp, &one, bad_wr);
			if (full) {
				error = full;
				break;
			}
		}
		*bad_wr = wr;
		return error;
	}
	return ibv_post_send(qp, wr, bad_wr);
}

/** One work request of ibv_post_recv(). */
static inline int inverbs_aix_one_ibv_post_recv(struct ibv_recv_wr *wr)
{
	int error = 0;

	if (!wr->sg_list)
		error = EINVAL;
	return error;
}

INVERBS_INLINE int inverbs_aix_ibv_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr,
					     struct ibv_recv_wr **bad_wr)
{
	struct ibv_recv_wr *refused = wr;
	int error = 0;

	if (!qp || !qp->context || !wr)
		error = EINVAL;
	if (error) {
		if (bad_wr)
			*bad_wr = wr;
		return error;
	}
	for (int at = 1; refused && at <= INVERBS_MOST_REQUESTS && !error; at++) {
		error = inverbs_aix_one_ibv_post_recv(refused);
		if (!error)
			refused = refused->next;
	}
	if (error) {
		/*
		 * those before it are posted one by one, because the caller's list must not be
		 * changed
		 */
		for (; wr != refused; wr = wr->next) {
			struct ibv_recv_wr one = *wr;
			int full;

			one.next = NULL;
			full = ibv_post_recv(qp, &one, bad_wr);
			if (full) {
				error = full;
				break;
			}
		}
		*bad_wr = wr;
		return error;
	}
	return ibv_post_recv(qp, wr, bad_wr);
}

static inline int inverbs_aix_ibv_resize_cq(struct ibv_cq *cq INVERBS_UNUSED,
					    int cqe INVERBS_UNUSED)
{
	return ENOSYS;
}

INVERBS_INLINE int inverbs_aix_ibv_poll_cq(struct ibv_cq *cq, int num_entries, struct ibv_wc *wc)
{
	int error = 0;

	if (!cq || !cq->context)
		error = EINVAL;
	if (error)
		return -error;
	return ibv_poll_cq(cq, num_entries, wc);
}

INVERBS_INLINE int inverbs_aix_ibv_req_notify_cq(struct ibv_cq *cq, int solicited_only)
{
	int error = 0;

	if (!cq || !cq->context)
		error = EINVAL;
	if (error)
		return error;
	return ibv_req_notify_cq(cq, solicited_only);
}

static inline struct ibv_srq *
inverbs_aix_ibv_create_srq(struct ibv_pd *pd INVERBS_UNUSED,
			   struct ibv_srq_init_attr *srq_init_attr INVERBS_UNUSED)
{
	errno = ENOSYS;
	return NULL;
}

static inline int inverbs_aix_ibv_modify_srq(struct ibv_srq *srq INVERBS_UNUSED,
					     struct ibv_srq_attr *srq_attr INVERBS_UNUSED,
					     int srq_attr_mask INVERBS_UNUSED)
{
	return ENOSYS;
}

static inline int inverbs_aix_ibv_query_srq(struct ibv_srq *srq INVERBS_UNUSED,
					    struct ibv_srq_attr *srq_attr INVERBS_UNUSED)
{
	return ENOSYS;
}

static inline int inverbs_aix_ibv_destroy_srq(struct ibv_srq *srq INVERBS_UNUSED)
{
	return ENOSYS;
}

static inline int inverbs_aix_ibv_post_srq_recv(struct ibv_srq *srq INVERBS_UNUSED,
						struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	if (bad_wr)
		*bad_wr = wr;
	return ENOSYS;
}

static inline struct ibv_srq *
inverbs_aix_ibv_create_xrc_srq(struct ibv_pd *pd INVERBS_UNUSED,
			       struct ibv_xrc_domain *xrc_domain INVERBS_UNUSED,
			       struct ibv_cq *xrc_cq INVERBS_UNUSED,
			       struct ibv_srq_init_attr *srq_init_attr INVERBS_UNUSED)
{
	errno = ENOSYS;
	return NULL;
}

static inline struct ibv_xrc_domain *
inverbs_aix_ibv_open_xrc_domain(struct ibv_context *context INVERBS_UNUSED, int fd INVERBS_UNUSED,
				int oflag INVERBS_UNUSED)
{
	errno = ENOSYS;
	return NULL;
}

static inline int inverbs_aix_ibv_close_xrc_domain(struct ibv_xrc_domain *d INVERBS_UNUSED)
{
	return ENOSYS;
}

static inline int
inverbs_aix_ibv_create_xrc_rcv_qp(struct ibv_qp_init_attr *init_attr INVERBS_UNUSED,
				  uint32_t *xrc_rcv_qpn INVERBS_UNUSED)
{
	return ENOSYS;
}

static inline int inverbs_aix_ibv_modify_xrc_rcv_qp(
	struct ibv_xrc_domain *xrc_domain INVERBS_UNUSED, uint32_t xrc_qp_num INVERBS_UNUSED,
	struct ibv_qp_attr *attr INVERBS_UNUSED, int attr_mask INVERBS_UNUSED)
{
	return ENOSYS;
}

static inline int inverbs_aix_ibv_query_xrc_rcv_qp(
	struct ibv_xrc_domain *xrc_domain INVERBS_UNUSED, uint32_t xrc_qp_num INVERBS_UNUSED,
	struct ibv_qp_attr *attr INVERBS_UNUSED, int attr_mask INVERBS_UNUSED,
	struct ibv_qp_init_attr *init_attr INVERBS_UNUSED)
{
	return ENOSYS;
}

static inline int inverbs_aix_ibv_reg_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain INVERBS_UNUSED,
						 uint32_t xrc_qp_num INVERBS_UNUSED)
{
	return ENOSYS;
}

static inline int inverbs_aix_ibv_unreg_xrc_rcv_qp(struct ibv_xrc_domain *xrc_domain INVERBS_UNUSED,
						   uint32_t xrc_qp_num INVERBS_UNUSED)
{
	return ENOSYS;
}

static inline struct ibv_qp *inverbs_aix_ibv_create_qp(struct ibv_pd *pd,
						       struct ibv_qp_init_attr *qp_init_attr)
{
	int error = 0;

	if (qp_init_attr->qp_type != IBV_QPT_RC || qp_init_attr->srq ||
	    !inverbs_within(qp_init_attr->cap.max_inline_data, LLONG_MIN, 64))
		error = EINVAL;
	if (error) {
		errno = error;
		return NULL;
	}
	return ibv_create_qp(pd, qp_init_attr);
}

static inline int inverbs_aix_ibv_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr,
					    int attr_mask)
{
	int error = 0;

	if (!qp || !qp->context || !attr)
		error = EINVAL;
	if (error)
		return error;
	return ibv_modify_qp(qp, attr, attr_mask);
}

static inline int inverbs_aix_ibv_query_qp(struct ibv_qp *qp INVERBS_UNUSED,
					   struct ibv_qp_attr *attr INVERBS_UNUSED,
					   int attr_mask INVERBS_UNUSED,
					   struct ibv_qp_init_attr *init_attr INVERBS_UNUSED)
{
	return ENOSYS;
}

static inline int inverbs_aix_ibv_attach_mcast(struct ibv_qp *qp INVERBS_UNUSED,
					       const union ibv_gid *gid INVERBS_UNUSED,
					       uint16_t lid INVERBS_UNUSED)
{
	return ENOSYS;
}

static inline int inverbs_aix_ibv_detach_mcast(struct ibv_qp *qp INVERBS_UNUSED,
					       const union ibv_gid *gid INVERBS_UNUSED,
					       uint16_t lid INVERBS_UNUSED)
{
	return ENOSYS;
}

static inline struct ibv_context *inverbs_aix_ibv_open_device(struct ibv_device *device)
{
	int error = 0;

	if (!device)
		error = EINVAL;
	if (error) {
		errno = error;
		return NULL;
	}
	return ibv_open_device(device);
}

#ifdef __cplusplus
}
#endif

#define ibv_query_gid         inverbs_aix_ibv_query_gid
#define ibv_get_device_guid   inverbs_aix_ibv_get_device_guid
#define ibv_query_device      inverbs_aix_ibv_query_device
#define ibv_fork_init         inverbs_aix_ibv_fork_init
#define ibv_node_type_str     inverbs_aix_ibv_node_type_str
#define ibv_query_port        inverbs_aix_ibv_query_port
#define ibv_query_pkey        inverbs_aix_ibv_query_pkey
#define ibv_port_state_str    inverbs_aix_ibv_port_state_str
#define ibv_event_type_str    inverbs_aix_ibv_event_type_str
#define ibv_reg_mr            inverbs_aix_ibv_reg_mr
#define ibv_create_ah         inverbs_aix_ibv_create_ah
#define ibv_init_ah_from_wc   inverbs_aix_ibv_init_ah_from_wc
#define ibv_create_ah_from_wc inverbs_aix_ibv_create_ah_from_wc
#define ibv_destroy_ah        inverbs_aix_ibv_destroy_ah
#define ibv_post_send         inverbs_aix_ibv_post_send
#define ibv_post_recv         inverbs_aix_ibv_post_recv
#define ibv_resize_cq         inverbs_aix_ibv_resize_cq
#define ibv_poll_cq           inverbs_aix_ibv_poll_cq
#define ibv_req_notify_cq     inverbs_aix_ibv_req_notify_cq
#define ibv_create_srq        inverbs_aix_ibv_create_srq
#define ibv_modify_srq        inverbs_aix_ibv_modify_srq
#define ibv_query_srq         inverbs_aix_ibv_query_srq
#define ibv_destroy_srq       inverbs_aix_ibv_destroy_srq
#define ibv_post_srq_recv     inverbs_aix_ibv_post_srq_recv
#define ibv_create_xrc_srq    inverbs_aix_ibv_create_xrc_srq
#define ibv_open_xrc_domain   inverbs_aix_ibv_open_xrc_domain
#define ibv_close_xrc_domain  inverbs_aix_ibv_close_xrc_domain
#define ibv_create_xrc_rcv_qp inverbs_aix_ibv_create_xrc_rcv_qp
#define ibv_modify_xrc_rcv_qp inverbs_aix_ibv_modify_xrc_rcv_qp
#define ibv_query_xrc_rcv_qp  inverbs_aix_ibv_query_xrc_rcv_qp
#define ibv_reg_xrc_rcv_qp    inverbs_aix_ibv_reg_xrc_rcv_qp
#define ibv_unreg_xrc_rcv_qp  inverbs_aix_ibv_unreg_xrc_rcv_qp
#define ibv_create_qp         inverbs_aix_ibv_create_qp
#define ibv_modify_qp         inverbs_aix_ibv_modify_qp
#define ibv_query_qp          inverbs_aix_ibv_query_qp
#define ibv_attach_mcast      inverbs_aix_ibv_attach_mcast
#define ibv_detach_mcast      inverbs_aix_ibv_detach_mcast
#define ibv_open_device       inverbs_aix_ibv_open_device

#endif
