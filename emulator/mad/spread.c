/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Routing multicast packets in a managed fabric: from switch to switch, by the forwarding tables
 * that the subnet manager has set. A switch forwards a packet only once, so loops end and each port
 * is reached at most once. If a table leads back to where a packet came from, the packet ends
 * there, because that switch has already forwarded it, or that port already has it.
 */
#include "mad/internal.h"
#include "mad/mad.h"

/** A packet in flight. */
struct spread {
	uint64_t number;
	uint16_t mlid;
	struct fabric_node *first, *last; /**< switches that still have to forward it */
};

/** The packet arrives at a port. */
static void mark_port_reached(struct spread *s, const struct fabric_port *at)
{
	struct fabric_node *node = at->node;

	if (at->hca_port) {
		at->hca_port->reached = s->number;
		return;
	}
	if (node->reached == s->number)
		return;
	node->reached = s->number;
	node->reached_by = at->number;
	node->reached_next = NULL;
	if (s->last)
		s->last->reached_next = node;
	else
		s->first = node;
	s->last = node;
}

/** Does the switch's table have the port for the group? */
static bool is_port_in_group(const struct fabric_node *node, uint16_t mlid, unsigned int port)
{
	const unsigned int group = mlid - SMP_FIRST_GROUP_LID;
	const unsigned int position = port / SMP_PORTS_PER_POSITION;

	return node->multicast[position * FABRIC_MULTICAST_GROUPS + group] >>
		       port % SMP_PORTS_PER_POSITION &
	       1;
}

/**
 * Returns the port for groups beyond the table: the default port, or the second one if the packet
 * arrived at the default port.
 */
static unsigned int default_multicast_port(const struct fabric_node *node)
{
	const struct smp_switch_info *v = &node->switch_info;

	return node->reached_by == v->default_multicast_primary ? v->default_multicast_other
								: v->default_multicast_primary;
}

static void forward_multicast(struct spread *s, const struct fabric_node *node)
{
	const bool in_table = s->mlid < SMP_FIRST_GROUP_LID + FABRIC_MULTICAST_GROUPS;

	for (unsigned int i = 1; i <= node->num_ports; i++) {
		if (!fabric_link_up(&node->port[i]))
			continue;
		if (in_table ? is_port_in_group(node, s->mlid, i)
			     : i == default_multicast_port(node))
			mark_port_reached(s, node->port[i].peer);
	}
}

uint64_t softhca_mad_route_multicast(struct softhca_port *from, uint16_t mlid)
{
	const struct fabric_port *at = fabric_port_of(from);
	struct softhca_mad *mad = from->device->hca->mad;
	struct spread s = {.number = ++mad->spreads, .mlid = mlid};

	from->reached = s.number; /* an adapter also delivers packets to its own members */
	if (mlid < SMP_FIRST_GROUP_LID || mlid > SMP_LAST_GROUP_LID)
		return s.number; /* only its GID is multicast, its LID is not */
	if (at && fabric_link_up(at))
		mark_port_reached(&s, at->peer);
	for (const struct fabric_node *node = s.first; node; node = node->reached_next)
		forward_multicast(&s, node);
	return s.number;
}
