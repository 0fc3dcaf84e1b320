/* SPDX-License-Identifier: BSD-2-Clause */
/* Multicast groups. On InfiniBand, the subnet administrator manages them and assigns their LIDs. */
#include <endian.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

#include "base/driver.h"
#include "base/table.h"
#include "cm/internal.h"

enum {
	MULTICAST_QPN = 0xffffff,
	JOIN_MS = 10000, /* time for the response of the subnet administrator */
};

/* Returns the signature in MGIDs, which separates groups of port space UDP from those of IPoIB. */
static uint8_t signature_of(const struct cm_id *id)
{
	return id->ps == UCMA_PORT_SPACE_UDP ? 0x01 : 0x1b;
}

/*
 * On InfiniBand, as with IPoIB: scope, signature of the family, partition, low bits of the group.
 * On Ethernet, a global multicast GID with RoCE v1; the mapped address with v2.
 */
static void gid_of_ip4(const struct cm_id *id, uint32_t group, union ibv_gid *to)
{
	const uint8_t link_local[12] = {0xff, 0x12, 0x40, signature_of(id), 0xff, 0xff};
	const uint8_t mapped[12] = {0xff, 0x0e, [10] = 0xff, [11] = 0xff};
	const uint8_t version_2[12] = {[10] = 0xff, [11] = 0xff};
	const bool ethernet = id->port->ethernet;
	const uint8_t *global = id->port->device->driver->roce ? version_2 : mapped;
	const uint32_t low = htobe32(ethernet ? group : group & 0x0fffffff);

	memcpy(to->raw, ethernet ? global : link_local, sizeof(mapped));
	memcpy(to->raw + 12, &low, sizeof(low));
}

static void gid_of_ip6(const struct cm_id *id, const struct in6_addr *group, union ibv_gid *to)
{
	memcpy(to->raw, group, sizeof(to->raw));
	if (id->port->ethernet)
		return;
	to->raw[1] = 0x12;
	to->raw[2] = 0x60;
	to->raw[3] = signature_of(id);
	to->raw[4] = 0xff;
	to->raw[5] = 0xff;
}

static int gid_of_group(const struct cm_id *id, const struct sockaddr_storage *addr,
			union ibv_gid *to)
{
	const struct in6_addr *in6 = &as_in6(addr)->sin6_addr;
	uint32_t host;

	switch (addr->ss_family) {
	case AF_INET:
		host = be32toh(as_in4(addr)->sin_addr.s_addr);
		gid_of_ip4(id, host, to);
		return IN_MULTICAST(host) ? 0 : EINVAL;
	case AF_INET6:
		gid_of_ip6(id, in6, to);
		return IN6_IS_ADDR_MULTICAST(in6) ? 0 : EINVAL;
	default:
		memcpy(to->raw, &as_ib(addr)->sib_addr, sizeof(to->raw));
		return to->raw[0] == 0xff ? 0 : EINVAL;
	}
}

static struct cm_event *queue_group_event(struct cm_group *group, enum ucma_event event, int status)
{
	struct cm_event *e = softhca_cm_queue_event(group->id, event, status);

	if (!e)
		return NULL;
	e->group = group;
	e->record.uid = group->uid;
	e->record.id = group->handle;
	return e;
}

void softhca_cm_drop_groups(struct cm_id *id)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &id->groups)
	{
		queue_group_event(softhca_entry(pos, struct cm_group, in_id),
				  UCMA_EVENT_MULTICAST_ERROR, -ENETRESET);
	}
}

static void queue_join_event(struct cm_group *group)
{
	struct cm_id *id = group->id;
	struct cm_event *e = queue_group_event(group, UCMA_EVENT_MULTICAST_JOIN, 0);
	struct ucma_ud_param *ud;

	if (!e)
		return;
	ud = &e->record.param.ud;
	ud->qp_num = MULTICAST_QPN;
	ud->qkey = group->qkey;
	ud->ah_attr.is_global = 1;
	memcpy(ud->ah_attr.grh.dgid, &group->mgid, sizeof(group->mgid));
	ud->ah_attr.grh.sgid_index = softhca_cm_sgid_index(id);
	ud->ah_attr.grh.hop_limit = id->port->ethernet ? CM_ROCE_HOP_LIMIT : 0;
	ud->ah_attr.dlid = group->mlid;
	ud->ah_attr.port_num = id->port->number;
}

/* --- InfiniBand: the subnet administrator's groups ------------------------------------- */

/** Add the properties that a group gets if the request creates it. */
static void add_properties(const struct cm_group *group, struct sa_mc_member_record *member,
			   uint64_t *components)
{
	*components |= SA_MC_MEMBER_RECORD_HAS_QKEY | SA_MC_MEMBER_RECORD_HAS_PKEY |
		       SA_MC_MEMBER_RECORD_HAS_SL | SA_MC_MEMBER_RECORD_HAS_FLOW_LABEL |
		       SA_MC_MEMBER_RECORD_HAS_TRAFFIC_CLASS;
	if (group->id->ps != UCMA_PORT_SPACE_IPOIB)
		return;
	/* taken from the interface's broadcast group */
	*components |= SA_MC_MEMBER_RECORD_HAS_RATE_SELECTOR | SA_MC_MEMBER_RECORD_HAS_RATE |
		       SA_MC_MEMBER_RECORD_HAS_MTU_SELECTOR | SA_MC_MEMBER_RECORD_HAS_MTU |
		       SA_MC_MEMBER_RECORD_HAS_HOP_LIMIT;
	member->rate_selector = SA_SELECTOR_EXACTLY;
	member->rate = IBV_RATE_10_GBPS;
	member->mtu_selector = SA_SELECTOR_EXACTLY;
	member->mtu = SMP_MTU_BYTES_2048;
}

static struct mad_question make_member_question(const struct cm_group *group, uint8_t method)
{
	const union ibv_gid own = softhca_cm_gid_of(group->id, &group->id->src);
	struct sa_mc_member_record member = {
		.qkey = group->qkey,
		.pkey = SMP_DEFAULT_PKEY,
		.join_state = group->send_only ? SA_JOIN_STATE_SEND_ONLY_FULL : SA_JOIN_STATE_FULL,
	};
	struct mad_question question = {
		.method = method,
		.attribute = SA_ATTRIBUTE_MC_MEMBER_RECORD,
		.components = SA_MC_MEMBER_RECORD_HAS_MGID | SA_MC_MEMBER_RECORD_HAS_PORT_GID |
			      SA_MC_MEMBER_RECORD_HAS_JOIN_STATE,
	};

	if (method == MAD_METHOD_SET)
		add_properties(group, &member, &question.components);
	memcpy(member.mgid, group->mgid.raw, sizeof(member.mgid));
	memcpy(member.port_gid, own.raw, sizeof(member.port_gid));
	sa_mc_member_record_put(question.record, &member);
	return question;
}

static void handle_join_response(struct mad_query *q, int error, const uint8_t *record)
{
	struct cm_group *group = softhca_entry(q, struct cm_group, query);

	if (error) {
		queue_group_event(group, UCMA_EVENT_MULTICAST_ERROR, error);
		return;
	}
	group->mlid = sa_mc_member_record_get(record).mlid;
	group->qkey = sa_mc_member_record_get(record).qkey;
	group->joined = true;
	queue_join_event(group);
}

static void send_join_request(struct cm_group *group)
{
	const struct mad_question question = make_member_question(group, MAD_METHOD_SET);

	softhca_mad_query_start(group->id->port, &question, &group->query, handle_join_response,
				JOIN_MS);
}

/** Does another identifier have the same membership of this port? */
static bool is_membership_shared(const struct cm_group *group)
{
	const struct softhca_table *all = &group->id->file->cm->groups;

	for (uint32_t i = 0; i < all->room; i++) {
		const struct cm_group *other = all->slot[i];

		if (other && other != group && other->joined &&
		    other->id->port == group->id->port && other->send_only == group->send_only &&
		    !memcmp(&other->mgid, &group->mgid, sizeof(group->mgid)))
			return true;
	}
	return false;
}

/** Leave the group; the response is ignored. */
static void send_leave_request(struct cm_group *group)
{
	const struct mad_question question = make_member_question(group, MAD_METHOD_DELETE);

	if (!is_membership_shared(group))
		softhca_mad_query_start(group->id->port, &question, NULL, NULL, 0);
}

/* --- joining and leaving ------------------------------------------------------------------- */

static int join_group(const struct cm_command *c, struct cm_id *id, uint64_t uid,
		      const struct sockaddr_storage *addr, bool send_only)
{
	struct cm_group *group;
	struct ucma_join_mcast_resp response;
	int err;

	if (cm_is_iwarp(id)) /* iWARP has no multicast */
		return ENOSYS;
	group = calloc(1, sizeof(*group));
	if (!group)
		return ENOMEM;
	group->id = id;
	group->uid = uid;
	group->send_only = send_only;
	group->qkey = softhca_cm_qkey(id);
	softhca_link_init(&group->query.timer.in_list);
	err = gid_of_group(id, addr, &group->mgid);
	if (!err)
		err = softhca_table_enter(&id->file->cm->groups, group, &group->handle);
	if (err) {
		free(group);
		return err;
	}
	softhca_list_add_last(&id->groups, &group->in_id);
	if (id->port->ethernet)
		queue_join_event(group);
	else
		send_join_request(group);
	response.id = group->handle;
	softhca_cm_respond(c, &response, sizeof(response));
	return 0;
}

int softhca_cm_cmd_join_mcast(const struct cm_command *c)
{
	struct ucma_join_mcast_req request;
	struct sockaddr_storage addr;
	struct cm_id *id;
	int err;

	ucma_read_join_mcast(c->parsed, &request);
	err = softhca_cm_address_take(request.addr, request.addr_size, &addr);
	if (!err && request.join_flags > UCMA_JOIN_FLAG_SEND_ONLY)
		err = EINVAL;
	if (!err)
		err = softhca_cm_id_on_device(c->file, request.id, &id);
	return err ? err
		   : join_group(c, id, request.uid, &addr,
				request.join_flags == UCMA_JOIN_FLAG_SEND_ONLY);
}

int softhca_cm_cmd_join_ip_mcast(const struct cm_command *c)
{
	struct ucma_join_ip_mcast_req request;
	struct sockaddr_storage addr = {0};
	struct cm_id *id;
	int err;

	ucma_read_join_ip_mcast(c->parsed, &request);
	memcpy(&addr, request.addr, sizeof(request.addr));
	if (addr.ss_family != AF_INET && addr.ss_family != AF_INET6)
		return EINVAL;
	err = softhca_cm_id_on_device(c->file, request.id, &id);
	return err ? err : join_group(c, id, request.uid, &addr, false);
}

void softhca_cm_leave_group(struct cm_group *group)
{
	struct softhca_cm *cm = group->id->file->cm;

	softhca_cm_forget_events(group->id, group, NULL); /* handle 0: it was not created */
	softhca_mad_query_cancel(&group->query);
	if (group->joined)
		send_leave_request(group);
	softhca_table_remove(&cm->groups, group->handle);
	softhca_link_remove(&group->in_id);
	free(group);
}

int softhca_cm_cmd_leave_mcast(const struct cm_command *c)
{
	struct ucma_leave_mcast_req request;
	struct ucma_leave_mcast_resp response;
	struct cm_group *group;

	ucma_read_leave_mcast(c->parsed, &request);
	group = softhca_table_get(&c->file->cm->groups, request.id);
	if (!group)
		return ENOENT;
	if (group->id->file != c->file)
		return EINVAL;
	response.events_reported = group->reported;
	softhca_cm_leave_group(group);
	softhca_cm_respond(c, &response, sizeof(response));
	return 0;
}
