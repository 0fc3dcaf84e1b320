/* SPDX-License-Identifier: BSD-2-Clause */
/* Synchronous identifiers: rdma_create_ep() and rdma_get_request(). */
#include "cm.h"

enum {
	RESOLVE_MS = 2000
};

static int keep_data(struct inverbs_cm_id *id, const struct rdma_addrinfo *res)
{
	if (!res->ai_connect_len)
		return 0;
	if (res->ai_connect_len > UINT8_MAX)
		return EINVAL;
	id->ep_data = malloc(res->ai_connect_len);
	if (!id->ep_data)
		return ENOMEM;
	memcpy(id->ep_data, res->ai_connect, res->ai_connect_len);
	id->ep_data_len = (uint8_t)res->ai_connect_len;
	return 0;
}

/* A route that came with the address information needs no resolution. */
static int find_route(struct inverbs_cm_id *id, const struct rdma_addrinfo *res)
{
	if (!res->ai_route_len)
		return rdma_resolve_route(&id->cm, RESOLVE_MS) ? errno : 0;
	if (rdma_set_option(&id->cm, RDMA_OPTION_IB, RDMA_OPTION_IB_PATH, res->ai_route,
			    res->ai_route_len))
		return errno;
	return inverbs_cm_wait(id);
}

static int set_up_active(struct inverbs_cm_id *id, const struct rdma_addrinfo *res,
			 struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	int err;

	if (rdma_resolve_addr(&id->cm, res->ai_src_addr, res->ai_dst_addr, RESOLVE_MS))
		return errno;
	err = find_route(id, res);
	if (err)
		return err;
	if (attr) {
		attr->qp_type = (enum ibv_qp_type)res->ai_qp_type;
		if (rdma_create_qp(&id->cm, pd, attr))
			return errno;
	}
	err = keep_data(id, res);
	if (err && id->cm.qp)
		rdma_destroy_qp(&id->cm);
	return err;
}

/*
 * A listening endpoint. Its queue pair attributes are used for each request that rdma_get_request()
 * returns.
 */
static int set_up_passive(struct inverbs_cm_id *id, const struct rdma_addrinfo *res,
			  struct ibv_pd *pd, const struct ibv_qp_init_attr *attr)
{
	if (rdma_bind_addr(&id->cm, res->ai_src_addr))
		return errno;
	id->ep_listener = true;
	if (attr) {
		id->ep_has_qp = true;
		id->ep_qp = *attr;
		id->ep_qp.qp_type = (enum ibv_qp_type)res->ai_qp_type;
	}
	if (pd)
		id->cm.pd = pd;
	return 0;
}

int rdma_create_ep(struct rdma_cm_id **id, struct rdma_addrinfo *res, struct ibv_pd *pd,
		   struct ibv_qp_init_attr *qp_init_attr)
{
	struct rdma_cm_id *cm;
	int err;

	if (!id || !res)
		return rdma_seterrno(EINVAL);
	err = inverbs_cm_id_create(NULL, &cm, NULL, (enum rdma_port_space)res->ai_port_space,
				   (enum ibv_qp_type)res->ai_qp_type);
	if (err)
		return rdma_seterrno(err);
	if (res->ai_flags & RAI_PASSIVE)
		err = set_up_passive(inverbs_cm_id_of(cm), res, pd, qp_init_attr);
	else
		err = set_up_active(inverbs_cm_id_of(cm), res, pd, qp_init_attr);
	if (err) {
		rdma_destroy_id(cm);
		return rdma_seterrno(err);
	}
	*id = cm;
	return 0;
}

void rdma_destroy_ep(struct rdma_cm_id *id)
{
	if (id->qp)
		rdma_destroy_qp(id);
	if (id->srq)
		rdma_destroy_srq(id);
	rdma_destroy_id(id);
}

static int make_qp(const struct inverbs_cm_id *listener, struct rdma_cm_id *id)
{
	struct ibv_qp_init_attr attr = listener->ep_qp;

	if (!listener->ep_has_qp)
		return 0;
	return rdma_create_qp(id, listener->cm.pd, &attr) ? errno : 0;
}

/* From now on, the connection request is the event of the new identifier. */
static int report_request(struct inverbs_cm_id *listener, struct rdma_cm_id **out)
{
	struct rdma_cm_event *event = listener->cm.event;
	struct rdma_cm_id *id;
	int err;

	if (event->event != RDMA_CM_EVENT_CONNECT_REQUEST)
		return EINVAL;
	id = event->id;
	err = make_qp(listener, id);
	if (err) {
		inverbs_cm_drop_event(listener);
		rdma_destroy_id(id);
		return err;
	}
	listener->cm.event = NULL;
	id->event = event;
	*out = id;
	return 0;
}

int rdma_get_request(struct rdma_cm_id *listen, struct rdma_cm_id **id)
{
	struct inverbs_cm_id *listener = inverbs_cm_id_of(listen);
	int err;

	if (!listener->waits || !id)
		return rdma_seterrno(EINVAL);
	err = inverbs_cm_wait(listener);
	return rdma_seterrno(err ? err : report_request(listener, id));
}
