/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The AIX profile (-DINVERBS_AIX): functions of <rdma/rdma_cma.h> by the rules of the AIX manual.
 * Each name becomes that of its wrapper, also where its address is taken. Without the flag this
 * file is empty.
 */
#include <rdma/rdma_cma.h> /* may end by including this file, hence before the guard */

#ifndef INVERBS_CHECKED_AIX_CM_H
#define INVERBS_CHECKED_AIX_CM_H

#include <errno.h>
#include <inverbs/checked/misuse.h>

#ifdef __cplusplus
extern "C" {
#endif

static inline int inverbs_aix_rdma_create_id(struct rdma_event_channel *channel,
					     struct rdma_cm_id **id, void *context,
					     enum rdma_port_space ps)
{
	int error = 0;

	if (!channel || !id)
		error = EINVAL;
	else if (ps != RDMA_PS_TCP)
		error = EPROTONOSUPPORT;
	if (error) {
		errno = error;
		return -error;
	}
	return rdma_create_id(channel, id, context, ps) ? -errno : 0;
}

static inline int inverbs_aix_rdma_destroy_id(struct rdma_cm_id *id)
{
	int error = 0;

	if (!id || !id->channel)
		error = EINVAL;
	if (error) {
		errno = error;
		return -error;
	}
	return rdma_destroy_id(id) ? -errno : 0;
}

static inline int inverbs_aix_rdma_bind_addr(struct rdma_cm_id *id, struct sockaddr *addr)
{
	int error = 0;

	if (!id)
		error = EINVAL;
	if (error) {
		errno = error;
		return -error;
	}
	return rdma_bind_addr(id, addr) ? -errno : 0;
}

static inline int inverbs_aix_rdma_resolve_addr(struct rdma_cm_id *id, struct sockaddr *src_addr,
						struct sockaddr *dst_addr, int timeout_ms)
{
	int error = 0;

	if (!id)
		error = EINVAL;
	if (error) {
		errno = error;
		return -error;
	}
	return rdma_resolve_addr(id, src_addr, dst_addr, timeout_ms) ? -errno : 0;
}

static inline int inverbs_aix_rdma_resolve_route(struct rdma_cm_id *id, int timeout_ms)
{
	int error = 0;

	if (!id)
		error = EINVAL;
	if (error) {
		errno = error;
		return -error;
	}
	return rdma_resolve_route(id, timeout_ms) ? -errno : 0;
}

static inline int inverbs_aix_rdma_create_qp(struct rdma_cm_id *id, struct ibv_pd *pd,
					     struct ibv_qp_init_attr *qp_init_attr)
{
	int error = 0;

	if (!id || !pd || !qp_init_attr || qp_init_attr->qp_type != IBV_QPT_RC ||
	    qp_init_attr->srq || !inverbs_within(qp_init_attr->cap.max_inline_data, LLONG_MIN, 64))
		error = EINVAL;
	if (error) {
		errno = error;
		return -error;
	}
	return rdma_create_qp(id, pd, qp_init_attr) ? -errno : 0;
}

static inline int inverbs_aix_rdma_connect(struct rdma_cm_id *id,
					   struct rdma_conn_param *conn_param)
{
	int error = 0;

	if (!id || !conn_param ||
	    (conn_param && conn_param->responder_resources == RDMA_MAX_RESP_RES) ||
	    (conn_param && conn_param->initiator_depth == RDMA_MAX_INIT_DEPTH))
		error = EINVAL;
	else if (id->ps != RDMA_PS_TCP)
		error = EPROTONOSUPPORT;
	if (error) {
		errno = error;
		return -error;
	}
	return rdma_connect(id, conn_param) ? -errno : 0;
}

static inline int inverbs_aix_rdma_listen(struct rdma_cm_id *id, int backlog)
{
	int error = 0;

	if (!id)
		error = EINVAL;
	if (error) {
		errno = error;
		return -error;
	}
	return rdma_listen(id, backlog) ? -errno : 0;
}

static inline int inverbs_aix_rdma_accept(struct rdma_cm_id *id, struct rdma_conn_param *conn_param)
{
	int error = 0;

	if (!id || !conn_param || !id->qp || (id->qp && !id->qp->context) ||
	    (conn_param && conn_param->responder_resources == RDMA_MAX_RESP_RES) ||
	    (conn_param && conn_param->initiator_depth == RDMA_MAX_INIT_DEPTH))
		error = EINVAL;
	else if (id->ps != RDMA_PS_TCP)
		error = EPROTONOSUPPORT;
	if (error) {
		errno = error;
		return -error;
	}
	return rdma_accept(id, conn_param) ? -errno : 0;
}

static inline int inverbs_aix_rdma_reject(struct rdma_cm_id *id, const void *private_data,
					  uint8_t private_data_len)
{
	int error = 0;

	if (!id)
		error = EINVAL;
	if (error) {
		errno = error;
		return -error;
	}
	return rdma_reject(id, private_data, private_data_len) ? -errno : 0;
}

static inline int inverbs_aix_rdma_notify(struct rdma_cm_id *id INVERBS_UNUSED,
					  enum ibv_event_type event INVERBS_UNUSED)
{
	errno = ENOSYS;
	return -ENOSYS;
}

static inline int inverbs_aix_rdma_disconnect(struct rdma_cm_id *id)
{
	int error = 0;

	if (!id || !id->qp)
		error = EINVAL;
	if (error) {
		errno = error;
		return -error;
	}
	return rdma_disconnect(id) ? -errno : 0;
}

static inline int inverbs_aix_rdma_join_multicast(struct rdma_cm_id *id INVERBS_UNUSED,
						  struct sockaddr *addr INVERBS_UNUSED,
						  void *context INVERBS_UNUSED)
{
	errno = ENOSYS;
	return -ENOSYS;
}

static inline int inverbs_aix_rdma_leave_multicast(struct rdma_cm_id *id INVERBS_UNUSED,
						   struct sockaddr *addr INVERBS_UNUSED)
{
	errno = ENOSYS;
	return -ENOSYS;
}

static inline int inverbs_aix_rdma_get_cm_event(struct rdma_event_channel *channel,
						struct rdma_cm_event **event)
{
	int error = 0;

	if (!channel || !event)
		error = EINVAL;
	if (error) {
		errno = error;
		return -error;
	}
	return rdma_get_cm_event(channel, event) ? -errno : 0;
}

static inline int inverbs_aix_rdma_ack_cm_event(struct rdma_cm_event *event)
{
	int error = 0;

	if (!event)
		error = EINVAL;
	if (error) {
		errno = error;
		return -error;
	}
	return rdma_ack_cm_event(event) ? -errno : 0;
}

static inline __be16 inverbs_aix_rdma_get_src_port(struct rdma_cm_id *id)
{
	int error = 0;

	if (!id)
		error = EINVAL;
	if (error) {
		errno = error;
		return (__be16)0;
	}
	return rdma_get_src_port(id);
}

static inline __be16 inverbs_aix_rdma_get_dst_port(struct rdma_cm_id *id)
{
	int error = 0;

	if (!id)
		error = EINVAL;
	if (error) {
		errno = error;
		return (__be16)0;
	}
	return rdma_get_dst_port(id);
}

static inline struct sockaddr *inverbs_aix_rdma_get_local_addr(struct rdma_cm_id *id)
{
	int error = 0;

	if (!id)
		error = EINVAL;
	if (error) {
		errno = error;
		return NULL;
	}
	return rdma_get_local_addr(id);
}

static inline struct sockaddr *inverbs_aix_rdma_get_peer_addr(struct rdma_cm_id *id)
{
	int error = 0;

	if (!id)
		error = EINVAL;
	if (error) {
		errno = error;
		return NULL;
	}
	return rdma_get_peer_addr(id);
}

static inline int inverbs_aix_rdma_set_option(struct rdma_cm_id *id INVERBS_UNUSED,
					      int level INVERBS_UNUSED, int optname INVERBS_UNUSED,
					      void *optval INVERBS_UNUSED,
					      size_t optlen INVERBS_UNUSED)
{
	errno = ENOSYS;
	return -ENOSYS;
}

static inline int inverbs_aix_rdma_migrate_id(struct rdma_cm_id *id,
					      struct rdma_event_channel *channel)
{
	int error = 0;

	if (!id || !channel)
		error = EINVAL;
	if (error) {
		errno = error;
		return -error;
	}
	return rdma_migrate_id(id, channel) ? -errno : 0;
}

#ifdef __cplusplus
}
#endif

#define rdma_create_id       inverbs_aix_rdma_create_id
#define rdma_destroy_id      inverbs_aix_rdma_destroy_id
#define rdma_bind_addr       inverbs_aix_rdma_bind_addr
#define rdma_resolve_addr    inverbs_aix_rdma_resolve_addr
#define rdma_resolve_route   inverbs_aix_rdma_resolve_route
#define rdma_create_qp       inverbs_aix_rdma_create_qp
#define rdma_connect         inverbs_aix_rdma_connect
#define rdma_listen          inverbs_aix_rdma_listen
#define rdma_accept          inverbs_aix_rdma_accept
#define rdma_reject          inverbs_aix_rdma_reject
#define rdma_notify          inverbs_aix_rdma_notify
#define rdma_disconnect      inverbs_aix_rdma_disconnect
#define rdma_join_multicast  inverbs_aix_rdma_join_multicast
#define rdma_leave_multicast inverbs_aix_rdma_leave_multicast
#define rdma_get_cm_event    inverbs_aix_rdma_get_cm_event
#define rdma_ack_cm_event    inverbs_aix_rdma_ack_cm_event
#define rdma_get_src_port    inverbs_aix_rdma_get_src_port
#define rdma_get_dst_port    inverbs_aix_rdma_get_dst_port
#define rdma_get_local_addr  inverbs_aix_rdma_get_local_addr
#define rdma_get_peer_addr   inverbs_aix_rdma_get_peer_addr
#define rdma_set_option      inverbs_aix_rdma_set_option
#define rdma_migrate_id      inverbs_aix_rdma_migrate_id

#endif
