/* SPDX-License-Identifier: BSD-2-Clause */
/* Multicast groups: joins at the subnet administrator, and attaches the queue pair. */
#include <stdio.h>
#include <stdlib.h>

#include "registration.h"

struct member {
	struct iba_object object; /* below its queue pair or, without one, below the port */
	struct iba_registration registration;
	struct ibv_qp *qp; /* or NULL */
	uint16_t pkey_index;
	ib_pfn_mcast_cb_t called;
	bool attached;
	bool finished;
	struct member *next; /* in the list of members that have joined */
};

/*
 * The administrator tracks ports, not queue pairs: only the last member at a port leaves the group.
 */
static struct {
	pthread_mutex_t lock;
	struct member *first;
} joined = {.lock = PTHREAD_MUTEX_INITIALIZER};

static_assert(sizeof(ib_member_rec_t) >= SA_MC_MEMBER_RECORD_SIZE, "as on the wire, and a pad");

static void stop_member(struct iba_object *object)
{
	iba_sa_unregister(&((struct member *)object)->registration);
}

static void list_member(struct member *member)
{
	pthread_mutex_lock(&joined.lock);
	member->next = joined.first;
	joined.first = member;
	pthread_mutex_unlock(&joined.lock);
}

static bool is_same_membership(const struct member *a, const struct member *b)
{
	const struct sa_mc_member_record x = sa_mc_member_record_get(a->registration.record);
	const struct sa_mc_member_record y = sa_mc_member_record_get(b->registration.record);

	return a->registration.port->port.guid == b->registration.port->port.guid &&
	       x.join_state == y.join_state && !memcmp(x.mgid, y.mgid, sizeof(x.mgid));
}

/* Whether no other object at the port has the same membership. */
static bool unlist_last_member(struct member *member)
{
	struct member **at = &joined.first;
	bool last = true;

	pthread_mutex_lock(&joined.lock);
	while (*at) {
		if (*at == member) {
			*at = member->next;
			continue;
		}
		last = last && !is_same_membership(*at, member);
		at = &(*at)->next;
	}
	pthread_mutex_unlock(&joined.lock);
	return last;
}

static void detach_qp(struct member *member)
{
	const struct sa_mc_member_record record = sa_mc_member_record_get(
		member->registration.record);
	union ibv_gid gid;

	memcpy(gid.raw, record.mgid, sizeof(gid.raw));
	if (member->attached)
		ibv_detach_mcast(member->qp, &gid, record.mlid);
	member->attached = false;
}

static void release_member(struct iba_object *object)
{
	struct member *member = (struct member *)object;

	detach_qp(member);
	iba_put(&member->registration.port->object);
}

/* Reduce the record to the components that deletion needs. */
static bool prepare_delete(struct iba_registration *registration)
{
	struct member *member = IBA_CONTAINER(registration, struct member, registration);

	detach_qp(member);
	registration->set.components = SA_MC_MEMBER_RECORD_HAS_MGID |
				       SA_MC_MEMBER_RECORD_HAS_PORT_GID |
				       SA_MC_MEMBER_RECORD_HAS_JOIN_STATE;
	return unlist_last_member(member);
}

/* Attach the queue pair, with the LID from the administrator's record. */
static ib_api_status_t attach_qp(struct member *member, const struct iba_sa_response *response)
{
	struct iba_registration *registration = &member->registration;
	const uint8_t asked = sa_mc_member_record_get(registration->record).join_state;
	struct sa_mc_member_record record;
	union ibv_gid gid;

	if (response->bytes < SA_HEADER_BYTES + SA_MC_MEMBER_RECORD_SIZE)
		return IB_ERROR;
	record = sa_mc_member_record_get(response->mad + SA_HEADER_BYTES);
	memcpy(gid.raw, record.mgid, sizeof(gid.raw));
	/* the administrator's join state combines all joins at the port */
	record.join_state = asked;
	sa_mc_member_record_put(registration->record, &record);
	if (!member->qp)
		return IB_SUCCESS;
	member->attached = !ibv_attach_mcast(member->qp, &gid, record.mlid);
	return member->attached ? IB_SUCCESS : IB_ERROR;
}

static void join_done(struct iba_registration *registration, const struct iba_sa_response *response)
{
	struct member *member = IBA_CONTAINER(registration, struct member, registration);
	ib_member_rec_t record;
	ib_mcast_rec_t rec = {.mcast_context = member->object.context,
			      .status = response->status,
			      .error_status = response->mad_status};

	if (response->status == IB_SUCCESS)
		rec.status = attach_qp(member, response);
	if (rec.status == IB_SUCCESS) {
		list_member(member);
		memset(&record, 0, sizeof(record));
		memcpy(&record, response->mad + SA_HEADER_BYTES, SA_MC_MEMBER_RECORD_SIZE);
		rec.p_member_rec = &record;
		rec.h_mcast = iba_handle(&member->object);
	}
	member->called(&rec);
	if (rec.status != IB_SUCCESS) {
		iba_hold(&member->object);
		iba_destroy(&member->object, NULL);
	}
	iba_sa_signal(registration->port, &member->finished);
}

/*
 * Fill in the components that every join needs: group, port and join state; and to create a group,
 * its parameters.
 */
static void fill_join(struct iba_registration *registration, const ib_mcast_req_t *req)
{
	uint64_t components = SA_MC_MEMBER_RECORD_HAS_MGID | SA_MC_MEMBER_RECORD_HAS_PORT_GID |
			      SA_MC_MEMBER_RECORD_HAS_JOIN_STATE;
	ib_member_rec_t record = req->member_rec;

	if (req->create)
		components |= SA_MC_MEMBER_RECORD_HAS_QKEY | SA_MC_MEMBER_RECORD_HAS_TRAFFIC_CLASS |
			      SA_MC_MEMBER_RECORD_HAS_PKEY | SA_MC_MEMBER_RECORD_HAS_SL |
			      SA_MC_MEMBER_RECORD_HAS_FLOW_LABEL |
			      SA_MC_MEMBER_RECORD_HAS_HOP_LIMIT;
	iba_port_gid(&registration->port->port, 0, &record.port_gid);
	memcpy(registration->record, &record, SA_MC_MEMBER_RECORD_SIZE);
	registration->set = (struct iba_sa_message){
		.method = MAD_METHOD_SET,
		.attribute = SA_ATTRIBUTE_MC_MEMBER_RECORD,
		.components = components,
		.bytes = SA_MC_MEMBER_RECORD_SIZE,
		.timeout_ms = req->timeout_ms,
		.retries = req->retry_cnt,
	};
	registration->delete_method = MAD_METHOD_DELETE;
	registration->prepare_delete = prepare_delete;
	registration->done = join_done;
}

/* All memberships of a queue pair must be at one port and in one partition. */
static ib_api_status_t fits_memberships(struct iba_object *qp, const ib_mcast_req_t *req)
{
	ib_api_status_t status = IB_SUCCESS;

	iba_lock();
	for (struct iba_object *at = qp->children; at && status == IB_SUCCESS; at = at->next) {
		const struct member *member = (struct member *)at;

		if (at->kind != INVERBS_IBA_MCAST || !at->alive)
			continue;
		if (member->registration.port->port.guid != req->port_guid)
			status = IB_INVALID_PORT;
		else if (member->pkey_index != req->pkey_index)
			status = IB_INVALID_PKEY;
	}
	iba_unlock();
	return status;
}

/* Check the parameters that every join needs, and find the port. */
static ib_api_status_t check_join(const ib_mcast_req_t *req, struct iba_port *port)
{
	ib_api_status_t status;
	char name[32];

	if (!ib_gid_is_multicast(&req->member_rec.mgid))
		return IB_INVALID_PARAMETER;
	if (req->flags & IB_FLAGS_SYNC && iba_on_dispatcher())
		return IB_INVALID_SETTING;
	status = iba_port_find(req->port_guid, port);
	if (status != IB_SUCCESS)
		return status;
	snprintf(name, sizeof(name), "pkeys/%u", req->pkey_index);
	return iba_port_value(port, name) ? IB_SUCCESS : IB_INVALID_PKEY;
}

static ib_api_status_t check_qp(struct iba_object *qp, const struct ibv_qp *verbs,
				const ib_mcast_req_t *req)
{
	struct iba_port port;
	ib_api_status_t status;

	if (!verbs || verbs->qp_type != IBV_QPT_UD)
		return IB_INVALID_SERVICE_TYPE;
	status = check_join(req, &port);
	if (status != IB_SUCCESS && status != IB_INVALID_PKEY)
		return status;
	if (port.ca_guid != iba_ca_of(qp)->guid)
		return IB_INVALID_PORT;
	return status == IB_SUCCESS ? fits_memberships(qp, req) : status;
}

static struct member *make_member(struct iba_sa_port *port, struct ibv_qp *verbs,
				  const ib_mcast_req_t *req)
{
	struct member *member = calloc(1, sizeof(*member));

	if (!member)
		return NULL;
	member->object.context = req->mcast_context;
	member->object.stop = stop_member;
	member->object.release = release_member;
	member->qp = verbs;
	member->pkey_index = req->pkey_index;
	member->called = req->pfn_mcast_cb;
	member->registration.owner = &member->object;
	member->registration.port = port;
	fill_join(&member->registration, req);
	return member;
}

/* Start the join of a member, below a queue pair or the port. */
static ib_api_status_t start_join(struct iba_object *parent, struct iba_sa_port *port,
				  struct ibv_qp *verbs, const ib_mcast_req_t *req,
				  ib_mcast_handle_t *handle)
{
	struct member *member = make_member(port, verbs, req);
	ib_mcast_handle_t made;
	ib_api_status_t status;

	if (!member)
		return IB_INSUFFICIENT_MEMORY;
	status = iba_add(&member->object, INVERBS_IBA_MCAST, parent, NULL);
	if (status != IB_SUCCESS) {
		free(member);
		return status;
	}
	iba_hold(&port->object); /* until the member is released */
	made = iba_handle(&member->object);
	status = iba_sa_register(&member->registration);
	if (status != IB_SUCCESS) {
		iba_destroy(&member->object, NULL);
		return status;
	}
	if (handle)
		*handle = made;
	if (req->flags & IB_FLAGS_SYNC)
		iba_sa_wait(port, &member->finished);
	iba_put(&member->object);
	return IB_SUCCESS;
}

static ib_api_status_t join_with_qp(struct iba_object *qp, struct ibv_qp *verbs,
				    const ib_mcast_req_t *req)
{
	struct iba_sa_port *port;
	ib_api_status_t status = check_qp(qp, verbs, req);

	if (status != IB_SUCCESS)
		return status;
	status = iba_sa_port_get(iba_al_of(qp), req->port_guid, &port);
	if (status != IB_SUCCESS)
		return status;
	status = start_join(qp, port, verbs, req, NULL);
	iba_put(&port->object);
	return status;
}

ib_api_status_t ib_join_mcast(ib_qp_handle_t h_qp, const ib_mcast_req_t *p_mcast_req)
{
	struct iba_qp *qp = iba_get(h_qp, INVERBS_IBA_QP);
	ib_api_status_t status = IB_INVALID_PARAMETER;

	if (!qp)
		return iba_refusal(h_qp, IB_INVALID_QP_HANDLE);
	if (p_mcast_req && p_mcast_req->pfn_mcast_cb)
		status = join_with_qp(&qp->reporter.object, qp->qp, p_mcast_req);
	iba_put(&qp->reporter.object);
	return status;
}

static ib_api_status_t join_port(struct iba_al *al, const ib_mcast_req_t *req,
				 ib_mcast_handle_t *handle)
{
	struct iba_sa_port *port;
	struct iba_port found;
	ib_api_status_t status = check_join(req, &found);

	if (status != IB_SUCCESS)
		return status;
	status = iba_sa_port_get(al, req->port_guid, &port);
	if (status != IB_SUCCESS)
		return status;
	status = start_join(&port->object, port, NULL, req, handle);
	iba_put(&port->object);
	return status;
}

/* The function has no instance argument, but the membership must end with an instance. */
ib_api_status_t ib_join_mcast_no_qp(const ib_mcast_req_t *p_mcast_req, ib_mcast_handle_t *p_h_mcast)
{
	struct iba_al *al;
	ib_api_status_t status;

	if (!p_mcast_req || !p_mcast_req->pfn_mcast_cb || !p_h_mcast)
		return IB_INVALID_PARAMETER;
	al = iba_get_any(INVERBS_IBA_AL);
	if (!al)
		return IB_INVALID_STATE;
	status = join_port(al, p_mcast_req, p_h_mcast);
	iba_put(&al->object);
	return status;
}

ib_api_status_t ib_leave_mcast(ib_mcast_handle_t h_mcast, ib_pfn_destroy_cb_t pfn_destroy_cb)
{
	return iba_destroy_handle(h_mcast, INVERBS_IBA_MCAST, IB_INVALID_MCAST_HANDLE,
				  pfn_destroy_cb);
}
