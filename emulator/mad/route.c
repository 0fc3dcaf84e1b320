/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Routing subnet management MADs. A directed route lists the port to which each node forwards; each
 * node records the port at which the MAD arrived, so that the response can return. A LID-routed
 * part may lead to the node where the directed part begins, and another one from the switch where
 * it ends. All hops are made in one call: no MAD is ever between two nodes.
 */
#include <string.h>

#include "mad/internal.h"

/** Returns the next port of a route, or NULL if it leads nowhere. */
static struct fabric_port *next_route_port(const struct fabric_node *node, unsigned int out)
{
	const struct fabric_port *port;

	if (!out || out > node->num_ports)
		return NULL;
	port = &node->port[out];
	return fabric_link_up(port) ? port->peer : NULL;
}

static bool is_switch(const struct fabric_port *port)
{
	return port->node->type == SMP_NODE_TYPE_SWITCH;
}

/**
 * Follow the directed part from its beginning towards the receiver. Returns the port at which the
 * MAD arrives, or NULL if it is lost.
 */
static struct fabric_port *follow_initial_path(struct fabric_port *from, struct smp_datagram *smp)
{
	struct fabric_port *at;

	if (!smp->hop_count)
		return from;
	smp->hop_pointer = 1;
	if (!is_switch(from) && smp->initial_path[1] != from->number)
		return NULL; /* an adapter can only send from the port that has the MAD */
	at = next_route_port(from->node, smp->initial_path[1]);
	while (at && smp->hop_pointer < smp->hop_count) {
		if (!is_switch(at))
			return NULL; /* adapters do not forward */
		smp->return_path[smp->hop_pointer] = at->number;
		at = next_route_port(at->node, smp->initial_path[++smp->hop_pointer]);
	}
	if (at)
		smp->return_path[smp->hop_pointer++] = at->number;
	return at;
}

/** Follow the directed part back to its beginning. */
static struct fabric_port *follow_return_path(struct fabric_port *from, struct smp_datagram *smp)
{
	struct fabric_port *at = from;

	if (!smp->hop_count)
		return from;
	while (at && smp->hop_pointer > 1) {
		if (at != from && !is_switch(at))
			return NULL;
		at = next_route_port(at->node, smp->return_path[--smp->hop_pointer]);
	}
	smp->hop_pointer = 0;
	return at;
}

/** Follow a part that is routed by LID. */
static struct fabric_port *route_lid_part(struct fabric_port *from, uint16_t dlid)
{
	return fabric_link_up(from) ? fabric_route(from, dlid) : NULL;
}

/** Has it a format that neither senders nor nodes can create? */
static bool is_malformed_route(const struct smp_datagram *smp)
{
	const unsigned int pointer = smp->returning ? smp->hop_count + 1U : 0;

	if (smp->hop_count > SMP_PATH_HOPS)
		return true;
	return smp->hop_count ? smp->hop_pointer != pointer : smp->dr_dlid != MAD_PERMISSIVE_LID;
}

/** Route a request. `dlid` is the LID of the node where the directed part begins. */
static struct fabric_port *route_request(struct fabric_port *from, struct smp_datagram *smp,
					 struct mad_packet *p, uint16_t dlid)
{
	struct fabric_port *at = from;

	if (smp->dr_slid != MAD_PERMISSIVE_LID)
		at = route_lid_part(from, dlid);
	at = at ? follow_initial_path(at, smp) : NULL;
	p->lid = MAD_PERMISSIVE_LID;
	if (!at || smp->dr_dlid == MAD_PERMISSIVE_LID)
		return at;
	p->lid = fabric_lid(at); /* the LID to which the response is sent */
	return is_switch(at) ? fabric_route(at, smp->dr_dlid) : NULL;
}

/** Route a response. `dlid` is the LID of the switch where the request's directed part ended. */
static struct fabric_port *route_response(struct fabric_port *from, struct smp_datagram *smp,
					  struct mad_packet *p, uint16_t dlid)
{
	struct fabric_port *at = from;

	if (smp->dr_dlid != MAD_PERMISSIVE_LID)
		at = route_lid_part(from, dlid);
	at = at ? follow_return_path(at, smp) : NULL;
	p->lid = MAD_PERMISSIVE_LID;
	if (!at || smp->dr_slid == MAD_PERMISSIVE_LID)
		return at;
	p->lid = fabric_lid(at);
	return route_lid_part(at, smp->dr_slid);
}

struct fabric_port *mad_route_directed(struct fabric_port *from, struct mad_packet *p,
				       uint16_t dlid)
{
	struct smp_datagram smp = smp_datagram_get(p->bytes);
	struct fabric_port *at;

	if (is_malformed_route(&smp)) {
		mad_count_malformed(from);
		return NULL;
	}
	at = smp.returning ? route_response(from, &smp, p, dlid)
			   : route_request(from, &smp, p, dlid);
	smp_datagram_put(p->bytes, &smp);
	return at;
}

struct fabric_port *mad_route_back(struct fabric_port *at, struct mad_packet *p)
{
	const uint16_t lid = p->lid;
	const uint32_t qpn = p->qpn;
	uint8_t sgid[sizeof(p->sgid)];

	memcpy(sgid, p->sgid, sizeof(sgid));
	p->qpn = p->to_qpn;
	p->to_qpn = qpn;
	if (mad_header_get(p->bytes).mgmt_class == MAD_CLASS_SUBNET_DIRECTED)
		return mad_route_directed(at, p, lid);
	p->lid = fabric_lid(at);
	p->path_bits = 0;
	memcpy(p->sgid, p->dgid, sizeof(p->sgid));
	memcpy(p->dgid, sgid, sizeof(p->dgid));
	return p->grh ? fabric_port_by_gid(at, p->dgid) : fabric_route(at, lid);
}
