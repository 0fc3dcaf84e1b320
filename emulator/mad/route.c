/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How datagrams travel. A directed route names the port by which each node sends; a node on the way
 * notes the port by which the datagram came, so that the response finds its way back. A part that
 * is routed by LID may lead to the node where the directed part begins. All hops are taken in one
 * call: a datagram is never between two nodes.
 */
#include <string.h>

#include "mad/internal.h"

/** The next port of a route; NULL: it leads nowhere. */
static struct fabric_port *next_port(const struct fabric_node *node, unsigned int out)
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

/** Towards the receiver, from where the directed part begins. The port it arrives at, NULL: lost.
 */
static struct fabric_port *walk_out(struct fabric_port *from, struct smp_datagram *smp)
{
	struct fabric_port *at;

	if (!smp->hop_count)
		return from;
	if (smp->hop_pointer || smp->hop_count > SMP_PATH_HOPS)
		return NULL;
	smp->hop_pointer = 1;
	if (!is_switch(from) && smp->initial_path[1] != from->number)
		return NULL; /* an adapter sends by the port that has the datagram */
	at = next_port(from->node, smp->initial_path[1]);
	while (at && smp->hop_pointer < smp->hop_count) {
		if (!is_switch(at))
			return NULL; /* adapters forward nothing */
		smp->return_path[smp->hop_pointer] = at->number;
		at = next_port(at->node, smp->initial_path[++smp->hop_pointer]);
	}
	if (at)
		smp->return_path[smp->hop_pointer++] = at->number;
	return at;
}

/** Back to where the directed part began. */
static struct fabric_port *walk_back(struct fabric_port *from, struct smp_datagram *smp)
{
	struct fabric_port *at = from;

	if (!smp->hop_count)
		return from;
	if (smp->hop_pointer != smp->hop_count + 1 || smp->hop_count > SMP_PATH_HOPS)
		return NULL;
	while (at && smp->hop_pointer > 1) {
		if (at != from && !is_switch(at))
			return NULL;
		at = next_port(at->node, smp->return_path[--smp->hop_pointer]);
	}
	smp->hop_pointer = 0;
	return at;
}

/** The part before the directed one, or behind it on the way back. */
static struct fabric_port *walk_by_lid(struct fabric_port *from, const struct smp_datagram *smp,
				       uint16_t dlid)
{
	if (!from || smp->dr_slid == MAD_PERMISSIVE_LID)
		return from;
	return fabric_link_up(from) ? fabric_route(from, dlid) : NULL;
}

struct fabric_port *mad_route_directed(struct fabric_port *from, struct mad_packet *p,
				       uint16_t dlid)
{
	struct smp_datagram smp = smp_datagram_get(p->bytes);
	struct fabric_port *at;

	if (smp.dr_dlid != MAD_PERMISSIVE_LID)
		return NULL; /* a part behind the directed one is not modelled */
	if (smp.returning) {
		at = walk_by_lid(walk_back(from, &smp), &smp, smp.dr_slid);
	} else {
		at = walk_by_lid(from, &smp, dlid);
		at = at ? walk_out(at, &smp) : NULL;
	}
	smp_datagram_put(p->bytes, &smp);
	p->lid = MAD_PERMISSIVE_LID;
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
		return mad_route_directed(at, p, 0);
	p->lid = fabric_lid(at);
	p->path_bits = 0;
	memcpy(p->sgid, p->dgid, sizeof(p->sgid));
	memcpy(p->dgid, sgid, sizeof(p->dgid));
	return p->grh ? fabric_port_by_gid(at, p->dgid) : fabric_route(at, lid);
}
