/* SPDX-License-Identifier: BSD-2-Clause */
/* Multicast groups. A group exists while it has full members, and has its own LID. */
#include <stdlib.h>
#include <string.h>

#include "mad/sa_store.h"

/** Components that requests to join or leave must have. */
static const uint64_t naming = SA_MC_MEMBER_RECORD_HAS_MGID | SA_MC_MEMBER_RECORD_HAS_PORT_GID |
			       SA_MC_MEMBER_RECORD_HAS_JOIN_STATE;

static struct sa_group *find_group(const struct softhca_mad *mad, const uint8_t mgid[16])
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &mad->groups)
	{
		if (!memcmp(sa_group_of(pos)->record.mgid, mgid,
			    sizeof(sa_group_of(pos)->record.mgid)))
			return sa_group_of(pos);
	}
	return NULL;
}

static struct sa_member *find_member(const struct sa_group *g, const uint8_t gid[16])
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &g->members)
	{
		if (!memcmp(sa_member_of(pos)->gid, gid, sizeof(sa_member_of(pos)->gid)))
			return sa_member_of(pos);
	}
	return NULL;
}

/** Join states that create a group and keep it alive: full members only. */
static const unsigned int keeping = SA_JOIN_STATE_FULL | SA_JOIN_STATE_SEND_ONLY_FULL;

static bool has_full_members(const struct sa_group *g)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &g->members)
	{
		if (sa_member_of(pos)->join_state & keeping)
			return true;
	}
	return false;
}

/* --- joining -------------------------------------------------------------------------------- */

/** Returns the next LID that no group has. */
static uint16_t free_mlid(struct softhca_mad *mad)
{
	for (;;) {
		const uint16_t mlid = mad->next_mlid;
		struct softhca_link *pos, *after;
		bool used = false;

		mad->next_mlid = mlid == SMP_LAST_GROUP_LID ? SMP_FIRST_GROUP_LID
							    : (uint16_t)(mlid + 1);
		softhca_for_each(pos, after, &mad->groups)
		{
			used |= sa_group_of(pos)->record.mlid == mlid;
		}
		if (!used)
			return mlid;
	}
}

/** Choose the GID of a group that is created without one. */
static void choose_mgid(uint8_t mgid[16], uint8_t scope, uint16_t mlid)
{
	const uint8_t chosen[16] = {
		0xff, (uint8_t)(0x10 | scope),     0xa0,
		0x1b, [14] = (uint8_t)(mlid >> 8), [15] = (uint8_t)mlid,
	};

	memcpy(mgid, chosen, sizeof(chosen));
}

static unsigned int create_group(struct sa_request *r, const struct sa_mc_member_record *v,
				 struct sa_group **out)
{
	const uint64_t needed = SA_MC_MEMBER_RECORD_HAS_QKEY |
				SA_MC_MEMBER_RECORD_HAS_TRAFFIC_CLASS |
				SA_MC_MEMBER_RECORD_HAS_PKEY | SA_MC_MEMBER_RECORD_HAS_SL |
				SA_MC_MEMBER_RECORD_HAS_FLOW_LABEL;
	static const uint8_t none[16];
	struct sa_group *g;

	if (!(v->join_state & keeping))
		return SA_STATUS_REQUEST_INVALID;
	if ((r->components & needed) != needed)
		return SA_STATUS_INSUFFICIENT_COMPONENTS;
	if (r->mad->num_groups == FABRIC_MULTICAST_GROUPS || !(g = calloc(1, sizeof(*g))))
		return SA_STATUS_NO_RESOURCES;
	softhca_link_init(&g->members);
	g->record = *v;
	g->record.mlid = free_mlid(r->mad);
	g->record.mtu_selector = SA_SELECTOR_EXACTLY;
	g->record.rate_selector = SA_SELECTOR_EXACTLY;
	g->record.lifetime_selector = SA_SELECTOR_EXACTLY;
	if (!(r->components & SA_MC_MEMBER_RECORD_HAS_MTU))
		g->record.mtu = SMP_MTU_BYTES_2048;
	if (!(r->components & SA_MC_MEMBER_RECORD_HAS_RATE))
		g->record.rate = IBV_RATE_10_GBPS;
	if (!(r->components & SA_MC_MEMBER_RECORD_HAS_LIFETIME))
		g->record.lifetime = SA_LIFE_TIME;
	if (!memcmp(v->mgid, none, sizeof(none)))
		choose_mgid(g->record.mgid, v->scope, g->record.mlid);
	g->record.scope = g->record.mgid[1] & 0xf;
	g->record.join_state = 0;
	g->record.proxy_join = 0;
	memset(g->record.port_gid, 0, sizeof(g->record.port_gid));
	softhca_list_add_last(&r->mad->groups, &g->in_mad);
	r->mad->num_groups++;
	sa_notify(r->mad, MAD_TRAP_GROUP_CREATED, g->record.mgid);
	*out = g;
	return SA_STATUS_SUCCESS;
}

static struct sa_mc_member_record record_of(const struct sa_group *g, const struct sa_member *m)
{
	struct sa_mc_member_record v = g->record;

	memcpy(v.port_gid, m->gid, sizeof(v.port_gid));
	v.join_state = m->join_state;
	v.proxy_join = m->proxy_join;
	return v;
}

static void respond_member(struct sa_request *r, const struct sa_mc_member_record *v)
{
	uint8_t *at = sa_add(r, SA_MC_MEMBER_RECORD_SIZE);

	if (at)
		sa_mc_member_record_put(at, v);
}

/**
 * Join the group with the request's GID. All other components of the request must match the group.
 */
static unsigned int join_group(struct sa_request *r, const struct sa_mc_member_record *v)
{
	const uint64_t compared = r->components &
				  (SA_MC_MEMBER_RECORD_HAS_QKEY | SA_MC_MEMBER_RECORD_HAS_PKEY |
				   SA_MC_MEMBER_RECORD_HAS_SL | SA_MC_MEMBER_RECORD_HAS_FLOW_LABEL |
				   SA_MC_MEMBER_RECORD_HAS_TRAFFIC_CLASS);
	struct sa_group *g = find_group(r->mad, v->mgid);
	unsigned int status = SA_STATUS_SUCCESS;
	struct sa_mc_member_record joined;
	struct sa_member *m;

	if ((r->components & naming) != naming)
		return SA_STATUS_INSUFFICIENT_COMPONENTS;
	if (!fabric_port_by_gid(r->at, v->port_gid))
		return SA_STATUS_INVALID_GID;
	if (!v->join_state || (g && !sa_mc_member_record_matches(&g->record, v, compared)))
		return SA_STATUS_REQUEST_INVALID;
	if (!g)
		status = create_group(r, v, &g);
	if (status)
		return status;
	m = find_member(g, v->port_gid);
	if (!m && (m = calloc(1, sizeof(*m)))) {
		memcpy(m->gid, v->port_gid, sizeof(m->gid));
		softhca_list_add_last(&g->members, &m->in_group);
	}
	if (m) {
		m->join_state |= v->join_state;
		m->proxy_join = v->proxy_join;
		joined = record_of(g, m);
		respond_member(r, &joined);
	}
	if (!has_full_members(g))
		sa_drop_group(r->mad, g);
	return m ? SA_STATUS_SUCCESS : SA_STATUS_NO_RESOURCES;
}

static unsigned int leave_group(struct sa_request *r, const struct sa_mc_member_record *v)
{
	struct sa_group *g = find_group(r->mad, v->mgid);
	struct sa_member *m = g ? find_member(g, v->port_gid) : NULL;
	struct sa_mc_member_record left;

	if ((r->components & naming) != naming)
		return SA_STATUS_INSUFFICIENT_COMPONENTS;
	if (!m || (m->join_state & v->join_state) != v->join_state || !v->join_state)
		return SA_STATUS_REQUEST_INVALID;
	m->join_state &= (uint8_t)~v->join_state;
	left = record_of(g, m);
	respond_member(r, &left);
	if (!m->join_state)
		sa_drop_member(m);
	if (!has_full_members(g))
		sa_drop_group(r->mad, g);
	return SA_STATUS_SUCCESS;
}

/* --- queries ---------------------------------------------------------------------------- */

/**
 * Add the records of a group: one for each member if the request has the SM_Key, otherwise one for
 * the whole group.
 */
static void find_records(struct sa_request *r, const struct sa_mc_member_record *asked,
			 const struct sa_group *g)
{
	struct softhca_link *pos, *after;

	if (!r->trusted) {
		if (sa_mc_member_record_matches(&g->record, asked, r->components))
			respond_member(r, &g->record);
		return;
	}
	softhca_for_each(pos, after, &g->members)
	{
		const struct sa_mc_member_record v = record_of(g, sa_member_of(pos));

		if (sa_mc_member_record_matches(&v, asked, r->components))
			respond_member(r, &v);
	}
}

unsigned int sa_mc_member_records(struct sa_request *r)
{
	const struct sa_mc_member_record asked = sa_mc_member_record_get(r->record);
	struct softhca_link *pos, *after;

	if (r->method == MAD_METHOD_SET)
		return join_group(r, &asked);
	if (r->method == MAD_METHOD_DELETE)
		return leave_group(r, &asked);
	softhca_for_each(pos, after, &r->mad->groups)
	{
		find_records(r, &asked, sa_group_of(pos));
	}
	return SA_STATUS_SUCCESS;
}

void sa_leave_groups(struct softhca_mad *mad, const uint8_t gid[16])
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &mad->groups)
	{
		struct sa_group *g = sa_group_of(pos);
		struct sa_member *m = find_member(g, gid);

		if (m)
			sa_drop_member(m);
		if (!has_full_members(g))
			sa_drop_group(mad, g);
	}
}
