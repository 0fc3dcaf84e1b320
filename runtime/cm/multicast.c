/* SPDX-License-Identifier: BSD-2-Clause */
/* Multicast groups of identifiers. */
#include "cm.h"

static void list_group(struct inverbs_cm_group *group)
{
	struct inverbs_cm_id *id = group->id;

	pthread_mutex_lock(&id->lock);
	group->next = id->groups;
	id->groups = group;
	pthread_mutex_unlock(&id->lock);
}

static void unlist_group(struct inverbs_cm_group *group)
{
	struct inverbs_cm_id *id = group->id;
	struct inverbs_cm_group **at = &id->groups;

	pthread_mutex_lock(&id->lock);
	while (*at != group)
		at = &(*at)->next;
	*at = group->next;
	pthread_mutex_unlock(&id->lock);
}

static struct inverbs_cm_group *group_find(struct inverbs_cm_id *id, const struct sockaddr *addr)
{
	struct inverbs_cm_group *group;

	pthread_mutex_lock(&id->lock);
	group = id->groups;
	while (group && memcmp(&group->addr, addr, inverbs_cm_address_bytes(addr)) != 0)
		group = group->next;
	pthread_mutex_unlock(&id->lock);
	return group;
}

static int join_group(struct inverbs_cm_id *id, const struct sockaddr *addr, uint32_t flags,
		      void *context)
{
	struct ucma_join_mcast_req request = {.id = id->handle, .join_flags = (uint16_t)flags};
	struct ucma_join_mcast_resp response;
	struct inverbs_cm_group *group;
	int err;

	if (!addr || !inverbs_cm_address_bytes(addr))
		return EINVAL;
	group = calloc(1, sizeof(*group));
	if (!group)
		return ENOMEM;
	group->id = id;
	group->context = context;
	group->flags = flags;
	request.uid = (uintptr_t)group;
	request.addr_size = (uint16_t)inverbs_cm_address_bytes(addr);
	memcpy(request.addr, addr, request.addr_size);
	memcpy(&group->addr, addr, request.addr_size);
	list_group(group); /* the event may arrive before the response */
	err = ucma_call_join_mcast(inverbs_cm_transport(id), &request, &response);
	if (err) {
		unlist_group(group);
		free(group);
		return err;
	}
	group->handle = response.id;
	return inverbs_cm_wait_if_synchronous(id);
}

int rdma_join_multicast(struct rdma_cm_id *id, struct sockaddr *addr, void *context)
{
	return rdma_seterrno(
		join_group(inverbs_cm_id_of(id), addr, UCMA_JOIN_FLAG_FULL_MEMBER, context));
}

int rdma_join_multicast_ex(struct rdma_cm_id *id, struct rdma_cm_join_mc_attr_ex *mc_join_attr,
			   void *context)
{
	const uint32_t both = RDMA_CM_JOIN_MC_ATTR_ADDRESS | RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS;

	if (!mc_join_attr || mc_join_attr->comp_mask != both ||
	    mc_join_attr->join_flags >= RDMA_MC_JOIN_FLAG_RESERVED)
		return rdma_seterrno(EINVAL);
	return rdma_seterrno(join_group(inverbs_cm_id_of(id), mc_join_attr->addr,
					mc_join_attr->join_flags, context));
}

int rdma_leave_multicast(struct rdma_cm_id *id, struct sockaddr *addr)
{
	struct inverbs_cm_id *own = inverbs_cm_id_of(id);
	struct inverbs_cm_group *group = addr ? group_find(own, addr) : NULL;
	struct ucma_leave_mcast_req request;
	struct ucma_leave_mcast_resp response = {0};
	int err;

	if (!group)
		return rdma_seterrno(EADDRNOTAVAIL);
	if (group->attached && id->qp)
		ibv_detach_mcast(id->qp, &group->mgid, group->mlid);
	request = (struct ucma_leave_mcast_req){.id = group->handle};
	err = inverbs_ignore_gone(
		ucma_call_leave_mcast(inverbs_cm_transport(own), &request, &response));
	if (err)
		return rdma_seterrno(err);
	/* synchronous: the current event may be that of the join */
	inverbs_cm_drop_event(own);
	inverbs_cm_wait_acks(own, &group->acked, response.events_reported);
	unlist_group(group);
	free(group);
	return 0;
}
