/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The checked build (-DINVERBS_CHECKED): every function that a program can use wrongly, after the
 * checks of its contract. A check that fails calls inverbs_misuse(), which prints a line; the call
 * is refused with the errno value at the end of the line. Without the flag this file is empty.
 */
#include <rdma/rdma_cma.h> /* may end by including this file, hence before the guard */

#ifndef INVERBS_CHECKED_CHECKED_CM_H
#define INVERBS_CHECKED_CHECKED_CM_H

#include <inverbs/checked/misuse.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The archive's functions, for the checked ones of the same names. */
struct inverbs_plain_cm {
	struct rdma_event_channel *(*rdma_create_event_channel)(void);
	void (*rdma_destroy_event_channel)(struct rdma_event_channel *channel);
	int (*rdma_create_id)(struct rdma_event_channel *channel, struct rdma_cm_id **id,
			      void *context, enum rdma_port_space ps);
	int (*rdma_create_ep)(struct rdma_cm_id **id, struct rdma_addrinfo *res, struct ibv_pd *pd,
			      struct ibv_qp_init_attr *qp_init_attr);
	void (*rdma_destroy_ep)(struct rdma_cm_id *id);
	int (*rdma_destroy_id)(struct rdma_cm_id *id);
	int (*rdma_bind_addr)(struct rdma_cm_id *id, struct sockaddr *addr);
	int (*rdma_resolve_addr)(struct rdma_cm_id *id, struct sockaddr *src_addr,
				 struct sockaddr *dst_addr, int timeout_ms);
	int (*rdma_resolve_route)(struct rdma_cm_id *id, int timeout_ms);
	int (*rdma_create_qp)(struct rdma_cm_id *id, struct ibv_pd *pd,
			      struct ibv_qp_init_attr *qp_init_attr);
	int (*rdma_create_qp_ex)(struct rdma_cm_id *id, struct ibv_qp_init_attr_ex *qp_init_attr);
	void (*rdma_destroy_qp)(struct rdma_cm_id *id);
	int (*rdma_connect)(struct rdma_cm_id *id, struct rdma_conn_param *conn_param);
	int (*rdma_establish)(struct rdma_cm_id *id);
	int (*rdma_listen)(struct rdma_cm_id *id, int backlog);
	int (*rdma_get_request)(struct rdma_cm_id *listen, struct rdma_cm_id **id);
	int (*rdma_accept)(struct rdma_cm_id *id, struct rdma_conn_param *conn_param);
	int (*rdma_reject)(struct rdma_cm_id *id, const void *private_data,
			   uint8_t private_data_len);
	int (*rdma_reject_ece)(struct rdma_cm_id *id, const void *private_data,
			       uint8_t private_data_len);
	int (*rdma_notify)(struct rdma_cm_id *id, enum ibv_event_type event);
	int (*rdma_disconnect)(struct rdma_cm_id *id);
	int (*rdma_join_multicast)(struct rdma_cm_id *id, struct sockaddr *addr, void *context);
	int (*rdma_leave_multicast)(struct rdma_cm_id *id, struct sockaddr *addr);
	int (*rdma_join_multicast_ex)(struct rdma_cm_id *id,
				      struct rdma_cm_join_mc_attr_ex *mc_join_attr, void *context);
	int (*rdma_get_cm_event)(struct rdma_event_channel *channel, struct rdma_cm_event **event);
	int (*rdma_ack_cm_event)(struct rdma_cm_event *event);
	__be16 (*rdma_get_src_port)(struct rdma_cm_id *id);
	__be16 (*rdma_get_dst_port)(struct rdma_cm_id *id);
	void (*rdma_free_devices)(struct ibv_context **list);
	int (*rdma_set_option)(struct rdma_cm_id *id, int level, int optname, void *optval,
			       size_t optlen);
	int (*rdma_migrate_id)(struct rdma_cm_id *id, struct rdma_event_channel *channel);
	int (*rdma_getaddrinfo)(const char *node, const char *service,
				const struct rdma_addrinfo *hints, struct rdma_addrinfo **res);
	void (*rdma_freeaddrinfo)(struct rdma_addrinfo *res);
	int (*rdma_init_qp_attr)(struct rdma_cm_id *id, struct ibv_qp_attr *qp_attr,
				 int *qp_attr_mask);
	int (*rdma_set_local_ece)(struct rdma_cm_id *id, struct ibv_ece *ece);
	int (*rdma_get_remote_ece)(struct rdma_cm_id *id, struct ibv_ece *ece);
};

extern const struct inverbs_plain_cm inverbs_plain_cm;

#ifdef INVERBS_CHECKED

/** NULL: no member. */
static inline const char *inverbs_name_of_rdma_port_space(int value)
{
	switch (value) {
	case RDMA_PS_IPOIB:
		return "RDMA_PS_IPOIB";
	case RDMA_PS_TCP:
		return "RDMA_PS_TCP";
	case RDMA_PS_UDP:
		return "RDMA_PS_UDP";
	case RDMA_PS_IB:
		return "RDMA_PS_IB";
	default:
		return NULL;
	}
}

/** NULL: no member. */
static inline const char *inverbs_name_of_rdma_option_level(int value)
{
	switch (value) {
	case RDMA_OPTION_ID:
		return "RDMA_OPTION_ID";
	case RDMA_OPTION_IB:
		return "RDMA_OPTION_IB";
	default:
		return NULL;
	}
}

/** NULL: no member. */
static inline const char *inverbs_name_of_rdma_option_id(int value)
{
	switch (value) {
	case RDMA_OPTION_ID_TOS:
		return "RDMA_OPTION_ID_TOS";
	case RDMA_OPTION_ID_REUSEADDR:
		return "RDMA_OPTION_ID_REUSEADDR";
	case RDMA_OPTION_ID_AFONLY:
		return "RDMA_OPTION_ID_AFONLY";
	case RDMA_OPTION_ID_ACK_TIMEOUT:
		return "RDMA_OPTION_ID_ACK_TIMEOUT";
	default:
		return NULL;
	}
}

/** NULL: no member. */
static inline const char *inverbs_name_of_rdma_option_ib(int value)
{
	switch (value) {
	case RDMA_OPTION_IB_PATH:
		return "RDMA_OPTION_IB_PATH";
	default:
		return NULL;
	}
}

/** NULL: no member. */
static inline const char *inverbs_name_of_ibv_event_type(int value)
{
	switch (value) {
	case IBV_EVENT_CQ_ERR:
		return "IBV_EVENT_CQ_ERR";
	case IBV_EVENT_QP_FATAL:
		return "IBV_EVENT_QP_FATAL";
	case IBV_EVENT_QP_REQ_ERR:
		return "IBV_EVENT_QP_REQ_ERR";
	case IBV_EVENT_QP_ACCESS_ERR:
		return "IBV_EVENT_QP_ACCESS_ERR";
	case IBV_EVENT_COMM_EST:
		return "IBV_EVENT_COMM_EST";
	case IBV_EVENT_SQ_DRAINED:
		return "IBV_EVENT_SQ_DRAINED";
	case IBV_EVENT_PATH_MIG:
		return "IBV_EVENT_PATH_MIG";
	case IBV_EVENT_PATH_MIG_ERR:
		return "IBV_EVENT_PATH_MIG_ERR";
	case IBV_EVENT_DEVICE_FATAL:
		return "IBV_EVENT_DEVICE_FATAL";
	case IBV_EVENT_PORT_ACTIVE:
		return "IBV_EVENT_PORT_ACTIVE";
	case IBV_EVENT_PORT_ERR:
		return "IBV_EVENT_PORT_ERR";
	case IBV_EVENT_LID_CHANGE:
		return "IBV_EVENT_LID_CHANGE";
	case IBV_EVENT_PKEY_CHANGE:
		return "IBV_EVENT_PKEY_CHANGE";
	case IBV_EVENT_SM_CHANGE:
		return "IBV_EVENT_SM_CHANGE";
	case IBV_EVENT_SRQ_ERR:
		return "IBV_EVENT_SRQ_ERR";
	case IBV_EVENT_SRQ_LIMIT_REACHED:
		return "IBV_EVENT_SRQ_LIMIT_REACHED";
	case IBV_EVENT_QP_LAST_WQE_REACHED:
		return "IBV_EVENT_QP_LAST_WQE_REACHED";
	case IBV_EVENT_CLIENT_REREGISTER:
		return "IBV_EVENT_CLIENT_REREGISTER";
	case IBV_EVENT_GID_CHANGE:
		return "IBV_EVENT_GID_CHANGE";
	case IBV_EVENT_WQ_FATAL:
		return "IBV_EVENT_WQ_FATAL";
	case IBV_EVENT_DEVICE_SPEED_CHANGE:
		return "IBV_EVENT_DEVICE_SPEED_CHANGE";
	default:
		return NULL;
	}
}

static inline struct rdma_event_channel *rdma_create_event_channel(void)
{
	int error = 0;
	struct rdma_event_channel *result;

	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain_cm.rdma_create_event_channel();
	inverbs_object_made(result, "rdma_event_channel");
	return result;
}

static inline void rdma_destroy_event_channel(struct rdma_event_channel *channel)
{
	int error = 0;

	if (!channel)
		error = INVERBS_REFUSED(EINVAL, "rdma_destroy_event_channel", 0,
					"channel is NULL (EINVAL)");
	else if (inverbs_is_freed(channel))
		error = INVERBS_REFUSED(EINVAL, "rdma_destroy_event_channel", 0,
					"channel was freed before (EINVAL)");
	if (error)
		return;
	inverbs_object_going(channel);
	inverbs_plain_cm.rdma_destroy_event_channel(channel);
	inverbs_object_gone(channel, true);
}

static inline int rdma_create_id(struct rdma_event_channel *channel, struct rdma_cm_id **id,
				 void *context, enum rdma_port_space ps)
{
	int error = 0;
	int result;

	if (inverbs_is_freed(channel))
		error = INVERBS_REFUSED(EINVAL, "rdma_create_id", 0,
					"channel was freed before (EINVAL)");
	else if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_id", 0, "id is NULL (EINVAL)");
	else if (!inverbs_name_of_rdma_port_space((int)ps))
		error = INVERBS_REFUSED(EINVAL, "rdma_create_id", 0,
					"ps is %d, no enum rdma_port_space (EINVAL)", (int)ps);
	if (error) {
		errno = error;
		return -1;
	}
	result = inverbs_plain_cm.rdma_create_id(channel, id, context, ps);
	if (result == 0)
		inverbs_object_made(*id, "rdma_cm_id");
	return result;
}

static inline int rdma_create_ep(struct rdma_cm_id **id, struct rdma_addrinfo *res,
				 struct ibv_pd *pd, struct ibv_qp_init_attr *qp_init_attr)
{
	int error = 0;
	int result;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_ep", 0, "id is NULL (EINVAL)");
	else if (!res)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_ep", 0, "res is NULL (EINVAL)");
	else if (inverbs_is_freed(res))
		error = INVERBS_REFUSED(EINVAL, "rdma_create_ep", 0,
					"res was freed before (EINVAL)");
	else if (inverbs_is_freed(pd))
		error = INVERBS_REFUSED(EINVAL, "rdma_create_ep", 0,
					"pd was freed before (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	result = inverbs_plain_cm.rdma_create_ep(id, res, pd, qp_init_attr);
	if (result == 0)
		inverbs_object_made(*id, "rdma_cm_id");
	return result;
}

static inline void rdma_destroy_ep(struct rdma_cm_id *id)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_destroy_ep", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_destroy_ep", 0,
					"id was freed before (EINVAL)");
	if (error)
		return;
	const void *const gone1 = id->qp;
	const void *const gone2 = id->srq;
	inverbs_object_going(id);
	inverbs_object_going(gone1);
	inverbs_object_going(gone2);
	inverbs_plain_cm.rdma_destroy_ep(id);
	inverbs_object_gone(id, true);
	inverbs_object_gone(gone1, true);
	inverbs_object_gone(gone2, true);
}

static inline int rdma_destroy_id(struct rdma_cm_id *id)
{
	int error = 0;
	int result;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_destroy_id", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_destroy_id", 0,
					"id was freed before (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	inverbs_object_going(id);
	result = inverbs_plain_cm.rdma_destroy_id(id);
	inverbs_object_gone(id, result == 0);
	return result;
}

static inline int rdma_bind_addr(struct rdma_cm_id *id, struct sockaddr *addr)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_bind_addr", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_bind_addr", 0,
					"id was freed before (EINVAL)");
	else if (!addr)
		error = INVERBS_REFUSED(EINVAL, "rdma_bind_addr", 0, "addr is NULL (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_bind_addr(id, addr);
}

static inline int rdma_resolve_addr(struct rdma_cm_id *id, struct sockaddr *src_addr,
				    struct sockaddr *dst_addr, int timeout_ms)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_resolve_addr", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_resolve_addr", 0,
					"id was freed before (EINVAL)");
	else if (!dst_addr)
		error = INVERBS_REFUSED(EINVAL, "rdma_resolve_addr", 0,
					"dst_addr is NULL (EINVAL)");
	else if (!inverbs_within(timeout_ms, 0, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "rdma_resolve_addr", 0,
					"timeout_ms is %lld, less than 0 (EINVAL)",
					(long long)timeout_ms);
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_resolve_addr(id, src_addr, dst_addr, timeout_ms);
}

static inline int rdma_resolve_route(struct rdma_cm_id *id, int timeout_ms)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_resolve_route", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_resolve_route", 0,
					"id was freed before (EINVAL)");
	else if (!id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_resolve_route", 0,
					"id.verbs is NULL; it has no device until its address is "
					"resolved or bound (EINVAL)");
	else if (!inverbs_within(timeout_ms, 0, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "rdma_resolve_route", 0,
					"timeout_ms is %lld, less than 0 (EINVAL)",
					(long long)timeout_ms);
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_resolve_route(id, timeout_ms);
}

static inline int rdma_create_qp(struct rdma_cm_id *id, struct ibv_pd *pd,
				 struct ibv_qp_init_attr *qp_init_attr)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp", 0,
					"id was freed before (EINVAL)");
	else if (inverbs_is_freed(pd))
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp", 0,
					"pd was freed before (EINVAL)");
	else if (!qp_init_attr)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp", 0,
					"qp_init_attr is NULL (EINVAL)");
	else if (!id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp", 0,
					"id.verbs is NULL; it has no device until its address is "
					"resolved or bound (EINVAL)");
	else if (id->qp)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp", 0,
					"id.qp is not NULL; it has one (EINVAL)");
	else if (pd && pd->context != id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp", 0,
					"pd.context is not id.verbs (EINVAL)");
	else if (!inverbs_name_of_ibv_qp_type((int)qp_init_attr->qp_type))
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp", 0,
					"qp_init_attr.qp_type is %d, no enum ibv_qp_type (EINVAL)",
					(int)qp_init_attr->qp_type);
	else if (inverbs_is_freed(qp_init_attr->send_cq))
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp", 0,
					"qp_init_attr.send_cq was freed before (EINVAL)");
	else if (inverbs_is_freed(qp_init_attr->recv_cq))
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp", 0,
					"qp_init_attr.recv_cq was freed before (EINVAL)");
	else if (qp_init_attr->send_cq && qp_init_attr->send_cq->context != id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp", 0,
					"qp_init_attr.send_cq.context is not id.verbs (EINVAL)");
	else if (qp_init_attr->recv_cq && qp_init_attr->recv_cq->context != id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp", 0,
					"qp_init_attr.recv_cq.context is not id.verbs (EINVAL)");
	else if (inverbs_is_freed(qp_init_attr->srq))
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp", 0,
					"qp_init_attr.srq was freed before (EINVAL)");
	else if (qp_init_attr->srq && qp_init_attr->srq->context != id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp", 0,
					"qp_init_attr.srq.context is not id.verbs (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_create_qp(id, pd, qp_init_attr);
}

static inline int rdma_create_qp_ex(struct rdma_cm_id *id, struct ibv_qp_init_attr_ex *qp_init_attr)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp_ex", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp_ex", 0,
					"id was freed before (EINVAL)");
	else if (!qp_init_attr)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp_ex", 0,
					"qp_init_attr is NULL (EINVAL)");
	else if (!id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp_ex", 0,
					"id.verbs is NULL; it has no device until its address is "
					"resolved or bound (EINVAL)");
	else if (id->qp)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp_ex", 0,
					"id.qp is not NULL; it has one (EINVAL)");
	else if ((qp_init_attr->comp_mask & IBV_QP_INIT_ATTR_PD) && !qp_init_attr->pd)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp_ex", 0,
					"qp_init_attr.pd is NULL (EINVAL)");
	else if ((qp_init_attr->comp_mask & IBV_QP_INIT_ATTR_PD) &&
		 inverbs_is_freed(qp_init_attr->pd))
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp_ex", 0,
					"qp_init_attr.pd was freed before (EINVAL)");
	else if ((qp_init_attr->comp_mask & IBV_QP_INIT_ATTR_PD) && qp_init_attr->pd &&
		 qp_init_attr->pd->context != id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp_ex", 0,
					"qp_init_attr.pd.context is not id.verbs (EINVAL)");
	else if (!inverbs_name_of_ibv_qp_type((int)qp_init_attr->qp_type))
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp_ex", 0,
					"qp_init_attr.qp_type is %d, no enum ibv_qp_type (EINVAL)",
					(int)qp_init_attr->qp_type);
	else if (inverbs_is_freed(qp_init_attr->send_cq))
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp_ex", 0,
					"qp_init_attr.send_cq was freed before (EINVAL)");
	else if (inverbs_is_freed(qp_init_attr->recv_cq))
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp_ex", 0,
					"qp_init_attr.recv_cq was freed before (EINVAL)");
	else if (qp_init_attr->send_cq && qp_init_attr->send_cq->context != id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp_ex", 0,
					"qp_init_attr.send_cq.context is not id.verbs (EINVAL)");
	else if (qp_init_attr->recv_cq && qp_init_attr->recv_cq->context != id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp_ex", 0,
					"qp_init_attr.recv_cq.context is not id.verbs (EINVAL)");
	else if (inverbs_is_freed(qp_init_attr->srq))
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp_ex", 0,
					"qp_init_attr.srq was freed before (EINVAL)");
	else if (qp_init_attr->srq && qp_init_attr->srq->context != id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_create_qp_ex", 0,
					"qp_init_attr.srq.context is not id.verbs (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_create_qp_ex(id, qp_init_attr);
}

static inline void rdma_destroy_qp(struct rdma_cm_id *id)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_destroy_qp", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_destroy_qp", 0,
					"id was freed before (EINVAL)");
	if (error)
		return;
	const void *const gone0 = id->qp;
	inverbs_object_going(gone0);
	inverbs_plain_cm.rdma_destroy_qp(id);
	inverbs_object_gone(gone0, true);
}

static inline int rdma_connect(struct rdma_cm_id *id, struct rdma_conn_param *conn_param)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_connect", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_connect", 0, "id was freed before (EINVAL)");
	else if (!id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_connect", 0,
					"id.verbs is NULL; it has no device until its address is "
					"resolved or bound (EINVAL)");
	else if (conn_param && inverbs_within(conn_param->private_data_len, 1, LLONG_MAX) &&
		 !conn_param->private_data)
		error = INVERBS_REFUSED(EINVAL, "rdma_connect", 0,
					"conn_param.private_data is NULL (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_connect(id, conn_param);
}

static inline int rdma_establish(struct rdma_cm_id *id)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_establish", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_establish", 0,
					"id was freed before (EINVAL)");
	else if (!id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_establish", 0,
					"id.verbs is NULL; it has no device until its address is "
					"resolved or bound (EINVAL)");
	else if (id->qp)
		error = INVERBS_REFUSED(EINVAL, "rdma_establish", 0,
					"id.qp is not NULL; the library does it for a queue pair "
					"of rdma_create_qp() (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_establish(id);
}

static inline int rdma_listen(struct rdma_cm_id *id, int backlog)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_listen", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_listen", 0, "id was freed before (EINVAL)");
	else if (!inverbs_within(backlog, 0, LLONG_MAX))
		error = INVERBS_REFUSED(EINVAL, "rdma_listen", 0,
					"backlog is %lld, less than 0 (EINVAL)",
					(long long)backlog);
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_listen(id, backlog);
}

static inline int rdma_get_request(struct rdma_cm_id *listen, struct rdma_cm_id **id)
{
	int error = 0;
	int result;

	if (!listen)
		error = INVERBS_REFUSED(EINVAL, "rdma_get_request", 0, "listen is NULL (EINVAL)");
	else if (inverbs_is_freed(listen))
		error = INVERBS_REFUSED(EINVAL, "rdma_get_request", 0,
					"listen was freed before (EINVAL)");
	else if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_get_request", 0, "id is NULL (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	result = inverbs_plain_cm.rdma_get_request(listen, id);
	if (result == 0)
		inverbs_object_made(*id, "rdma_cm_id");
	return result;
}

static inline int rdma_accept(struct rdma_cm_id *id, struct rdma_conn_param *conn_param)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_accept", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_accept", 0, "id was freed before (EINVAL)");
	else if (!id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_accept", 0,
					"id.verbs is NULL; it has no device until its address is "
					"resolved or bound (EINVAL)");
	else if (conn_param && inverbs_within(conn_param->private_data_len, 1, LLONG_MAX) &&
		 !conn_param->private_data)
		error = INVERBS_REFUSED(EINVAL, "rdma_accept", 0,
					"conn_param.private_data is NULL (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_accept(id, conn_param);
}

static inline int rdma_reject(struct rdma_cm_id *id, const void *private_data,
			      uint8_t private_data_len)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_reject", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_reject", 0, "id was freed before (EINVAL)");
	else if (!id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_reject", 0,
					"id.verbs is NULL; it has no device until its address is "
					"resolved or bound (EINVAL)");
	else if (inverbs_within(private_data_len, 1, LLONG_MAX) && !private_data)
		error = INVERBS_REFUSED(EINVAL, "rdma_reject", 0, "private_data is NULL (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_reject(id, private_data, private_data_len);
}

static inline int rdma_reject_ece(struct rdma_cm_id *id, const void *private_data,
				  uint8_t private_data_len)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_reject_ece", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_reject_ece", 0,
					"id was freed before (EINVAL)");
	else if (!id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_reject_ece", 0,
					"id.verbs is NULL; it has no device until its address is "
					"resolved or bound (EINVAL)");
	else if (inverbs_within(private_data_len, 1, LLONG_MAX) && !private_data)
		error = INVERBS_REFUSED(EINVAL, "rdma_reject_ece", 0,
					"private_data is NULL (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_reject_ece(id, private_data, private_data_len);
}

static inline int rdma_notify(struct rdma_cm_id *id, enum ibv_event_type event)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_notify", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_notify", 0, "id was freed before (EINVAL)");
	else if (!id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_notify", 0,
					"id.verbs is NULL; it has no device until its address is "
					"resolved or bound (EINVAL)");
	else if (event != IBV_EVENT_COMM_EST && event != IBV_EVENT_PATH_MIG)
		error = INVERBS_REFUSED(
			EINVAL, "rdma_notify", 0,
			"event is %s, not IBV_EVENT_COMM_EST or IBV_EVENT_PATH_MIG (EINVAL)",
			inverbs_named(inverbs_name_of_ibv_event_type((int)event)));
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_notify(id, event);
}

static inline int rdma_disconnect(struct rdma_cm_id *id)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_disconnect", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_disconnect", 0,
					"id was freed before (EINVAL)");
	else if (!id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_disconnect", 0,
					"id.verbs is NULL; it has no device until its address is "
					"resolved or bound (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_disconnect(id);
}

static inline int rdma_join_multicast(struct rdma_cm_id *id, struct sockaddr *addr, void *context)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_join_multicast", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_join_multicast", 0,
					"id was freed before (EINVAL)");
	else if (!addr)
		error = INVERBS_REFUSED(EINVAL, "rdma_join_multicast", 0, "addr is NULL (EINVAL)");
	else if (!id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_join_multicast", 0,
					"id.verbs is NULL; it has no device until its address is "
					"resolved or bound (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_join_multicast(id, addr, context);
}

static inline int rdma_leave_multicast(struct rdma_cm_id *id, struct sockaddr *addr)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_leave_multicast", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_leave_multicast", 0,
					"id was freed before (EINVAL)");
	else if (!addr)
		error = INVERBS_REFUSED(EINVAL, "rdma_leave_multicast", 0, "addr is NULL (EINVAL)");
	else if (!id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_leave_multicast", 0,
					"id.verbs is NULL; it has no device until its address is "
					"resolved or bound (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_leave_multicast(id, addr);
}

static inline int rdma_join_multicast_ex(struct rdma_cm_id *id,
					 struct rdma_cm_join_mc_attr_ex *mc_join_attr,
					 void *context)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_join_multicast_ex", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_join_multicast_ex", 0,
					"id was freed before (EINVAL)");
	else if (!mc_join_attr)
		error = INVERBS_REFUSED(EINVAL, "rdma_join_multicast_ex", 0,
					"mc_join_attr is NULL (EINVAL)");
	else if (!id->verbs)
		error = INVERBS_REFUSED(EINVAL, "rdma_join_multicast_ex", 0,
					"id.verbs is NULL; it has no device until its address is "
					"resolved or bound (EINVAL)");
	else if (!(mc_join_attr->comp_mask & RDMA_CM_JOIN_MC_ATTR_ADDRESS))
		error = INVERBS_REFUSED(
			EINVAL, "rdma_join_multicast_ex", 0,
			"mc_join_attr.comp_mask lacks RDMA_CM_JOIN_MC_ATTR_ADDRESS (EINVAL)");
	else if (!(mc_join_attr->comp_mask & RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS))
		error = INVERBS_REFUSED(
			EINVAL, "rdma_join_multicast_ex", 0,
			"mc_join_attr.comp_mask lacks RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS (EINVAL)");
	else if (!inverbs_within(mc_join_attr->comp_mask, LLONG_MIN, 3))
		error = INVERBS_REFUSED(EINVAL, "rdma_join_multicast_ex", 0,
					"mc_join_attr.comp_mask is %lld, more than 3 (EINVAL)",
					(long long)mc_join_attr->comp_mask);
	else if (!inverbs_within(mc_join_attr->join_flags, LLONG_MIN, 1))
		error = INVERBS_REFUSED(EINVAL, "rdma_join_multicast_ex", 0,
					"mc_join_attr.join_flags is %lld, more than 1 (EINVAL)",
					(long long)mc_join_attr->join_flags);
	else if (!mc_join_attr->addr)
		error = INVERBS_REFUSED(EINVAL, "rdma_join_multicast_ex", 0,
					"mc_join_attr.addr is NULL (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_join_multicast_ex(id, mc_join_attr, context);
}

static inline int rdma_get_cm_event(struct rdma_event_channel *channel,
				    struct rdma_cm_event **event)
{
	int error = 0;
	int result;

	if (!channel)
		error = INVERBS_REFUSED(EINVAL, "rdma_get_cm_event", 0, "channel is NULL (EINVAL)");
	else if (inverbs_is_freed(channel))
		error = INVERBS_REFUSED(EINVAL, "rdma_get_cm_event", 0,
					"channel was freed before (EINVAL)");
	else if (!event)
		error = INVERBS_REFUSED(EINVAL, "rdma_get_cm_event", 0, "event is NULL (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	result = inverbs_plain_cm.rdma_get_cm_event(channel, event);
	if (result == 0) {
		inverbs_object_made(*event, "rdma_cm_event");
		inverbs_object_made((*event)->id, "rdma_cm_id");
	}
	return result;
}

static inline int rdma_ack_cm_event(struct rdma_cm_event *event)
{
	int error = 0;
	int result;

	if (!event)
		error = INVERBS_REFUSED(EINVAL, "rdma_ack_cm_event", 0, "event is NULL (EINVAL)");
	else if (inverbs_is_freed(event))
		error = INVERBS_REFUSED(EINVAL, "rdma_ack_cm_event", 0,
					"event was acknowledged before (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	inverbs_object_going(event);
	result = inverbs_plain_cm.rdma_ack_cm_event(event);
	inverbs_object_gone(event, result == 0);
	return result;
}

static inline __be16 rdma_get_src_port(struct rdma_cm_id *id)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_get_src_port", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_get_src_port", 0,
					"id was freed before (EINVAL)");
	if (error) {
		errno = error;
		return (__be16)0;
	}
	return inverbs_plain_cm.rdma_get_src_port(id);
}

static inline __be16 rdma_get_dst_port(struct rdma_cm_id *id)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_get_dst_port", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_get_dst_port", 0,
					"id was freed before (EINVAL)");
	if (error) {
		errno = error;
		return (__be16)0;
	}
	return inverbs_plain_cm.rdma_get_dst_port(id);
}

static inline struct sockaddr *rdma_get_local_addr(struct rdma_cm_id *id)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_get_local_addr", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_get_local_addr", 0,
					"id was freed before (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	return inverbs_plain_rdma_get_local_addr(id);
}

static inline struct sockaddr *rdma_get_peer_addr(struct rdma_cm_id *id)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_get_peer_addr", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_get_peer_addr", 0,
					"id was freed before (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	return inverbs_plain_rdma_get_peer_addr(id);
}

static inline void rdma_free_devices(struct ibv_context **list)
{
	int error = 0;

	if (!list)
		error = INVERBS_REFUSED(EINVAL, "rdma_free_devices", 0, "list is NULL (EINVAL)");
	if (error)
		return;
	inverbs_plain_cm.rdma_free_devices(list);
}

static inline int rdma_set_option(struct rdma_cm_id *id, int level, int optname, void *optval,
				  size_t optlen)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_set_option", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_set_option", 0,
					"id was freed before (EINVAL)");
	else if (!inverbs_name_of_rdma_option_level((int)level))
		error = INVERBS_REFUSED(ENOSYS, "rdma_set_option", 0,
					"level is %d, no enum rdma_option_level (ENOSYS)",
					(int)level);
	else if (level == RDMA_OPTION_ID && !inverbs_name_of_rdma_option_id((int)optname))
		error = INVERBS_REFUSED(ENOSYS, "rdma_set_option", 0,
					"optname is %d, no enum rdma_option_id (ENOSYS)",
					(int)optname);
	else if (level == RDMA_OPTION_IB && !inverbs_name_of_rdma_option_ib((int)optname))
		error = INVERBS_REFUSED(ENOSYS, "rdma_set_option", 0,
					"optname is %d, no enum rdma_option_ib (ENOSYS)",
					(int)optname);
	else if (level == RDMA_OPTION_ID &&
		 (optname == RDMA_OPTION_ID_TOS || optname == RDMA_OPTION_ID_ACK_TIMEOUT) &&
		 !inverbs_within(optlen, 1, 1))
		error = INVERBS_REFUSED(EINVAL, "rdma_set_option", 0,
					"optlen is %lld, not 1 (EINVAL)", (long long)optlen);
	else if (level == RDMA_OPTION_ID &&
		 (optname == RDMA_OPTION_ID_REUSEADDR || optname == RDMA_OPTION_ID_AFONLY) &&
		 !inverbs_within(optlen, 4, 4))
		error = INVERBS_REFUSED(EINVAL, "rdma_set_option", 0,
					"optlen is %lld, not 4 (EINVAL)", (long long)optlen);
	else if (inverbs_within(optlen, 1, LLONG_MAX) && !optval)
		error = INVERBS_REFUSED(EINVAL, "rdma_set_option", 0, "optval is NULL (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_set_option(id, level, optname, optval, optlen);
}

static inline int rdma_migrate_id(struct rdma_cm_id *id, struct rdma_event_channel *channel)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_migrate_id", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_migrate_id", 0,
					"id was freed before (EINVAL)");
	else if (inverbs_is_freed(channel))
		error = INVERBS_REFUSED(EINVAL, "rdma_migrate_id", 0,
					"channel was freed before (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_migrate_id(id, channel);
}

static inline int rdma_getaddrinfo(const char *node, const char *service,
				   const struct rdma_addrinfo *hints, struct rdma_addrinfo **res)
{
	int error = 0;
	int result;

	if (inverbs_is_freed(hints))
		error = INVERBS_REFUSED(EINVAL, "rdma_getaddrinfo", 0,
					"hints was freed before (EINVAL)");
	else if (!res)
		error = INVERBS_REFUSED(EINVAL, "rdma_getaddrinfo", 0, "res is NULL (EINVAL)");
	else if (!service && !hints && !node)
		error = INVERBS_REFUSED(EINVAL, "rdma_getaddrinfo", 0,
					"node is NULL; and so are service and hints (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	result = inverbs_plain_cm.rdma_getaddrinfo(node, service, hints, res);
	if (result == 0)
		inverbs_object_made(*res, "rdma_addrinfo");
	return result;
}

static inline void rdma_freeaddrinfo(struct rdma_addrinfo *res)
{
	int error = 0;

	if (inverbs_is_freed(res))
		error = INVERBS_REFUSED(EINVAL, "rdma_freeaddrinfo", 0,
					"res was freed before (EINVAL)");
	if (error)
		return;
	inverbs_object_going(res);
	inverbs_plain_cm.rdma_freeaddrinfo(res);
	inverbs_object_gone(res, true);
}

static inline int rdma_init_qp_attr(struct rdma_cm_id *id, struct ibv_qp_attr *qp_attr,
				    int *qp_attr_mask)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_init_qp_attr", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_init_qp_attr", 0,
					"id was freed before (EINVAL)");
	else if (!qp_attr)
		error = INVERBS_REFUSED(EINVAL, "rdma_init_qp_attr", 0, "qp_attr is NULL (EINVAL)");
	else if (!qp_attr_mask)
		error = INVERBS_REFUSED(EINVAL, "rdma_init_qp_attr", 0,
					"qp_attr_mask is NULL (EINVAL)");
	else if (qp_attr->qp_state != IBV_QPS_INIT && qp_attr->qp_state != IBV_QPS_RTR &&
		 qp_attr->qp_state != IBV_QPS_RTS)
		error = INVERBS_REFUSED(
			EINVAL, "rdma_init_qp_attr", 0,
			"qp_attr.qp_state is %s, not IBV_QPS_INIT or IBV_QPS_RTR or IBV_QPS_RTS "
			"(EINVAL)",
			inverbs_named(inverbs_name_of_ibv_qp_state((int)qp_attr->qp_state)));
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_init_qp_attr(id, qp_attr, qp_attr_mask);
}

static inline int rdma_set_local_ece(struct rdma_cm_id *id, struct ibv_ece *ece)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_set_local_ece", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_set_local_ece", 0,
					"id was freed before (EINVAL)");
	else if (!ece)
		error = INVERBS_REFUSED(EINVAL, "rdma_set_local_ece", 0, "ece is NULL (EINVAL)");
	else if (id->qp)
		error = INVERBS_REFUSED(
			EINVAL, "rdma_set_local_ece", 0,
			"id.qp is not NULL; for programs that own their queue pair (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_set_local_ece(id, ece);
}

static inline int rdma_get_remote_ece(struct rdma_cm_id *id, struct ibv_ece *ece)
{
	int error = 0;

	if (!id)
		error = INVERBS_REFUSED(EINVAL, "rdma_get_remote_ece", 0, "id is NULL (EINVAL)");
	else if (inverbs_is_freed(id))
		error = INVERBS_REFUSED(EINVAL, "rdma_get_remote_ece", 0,
					"id was freed before (EINVAL)");
	else if (!ece)
		error = INVERBS_REFUSED(EINVAL, "rdma_get_remote_ece", 0, "ece is NULL (EINVAL)");
	else if (id->qp)
		error = INVERBS_REFUSED(
			EINVAL, "rdma_get_remote_ece", 0,
			"id.qp is not NULL; for programs that own their queue pair (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_cm.rdma_get_remote_ece(id, ece);
}

#endif

#ifdef __cplusplus
}
#endif

#endif
