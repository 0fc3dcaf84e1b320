/* SPDX-License-Identifier: BSD-2-Clause */
/* Nodes, ports and links: finding ports by LID or GID, and the states of links. */
#include <string.h>

#include "base/devices.h"
#include "base/driver.h"
#include "base/log.h"
#include "kernel/device.h"
#include "mad/internal.h"
#include "mad/mad.h"

struct fabric_port *fabric_port_of(const struct softhca_port *port)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &port->device->hca->mad->nodes)
	{
		struct fabric_node *node = fabric_node_of(pos);

		if (node->device == port->device)
			return &node->port[port->number];
	}
	return NULL;
}

static bool is_enabled(const struct fabric_port *port)
{
	return !port->hca_port || port->hca_port->enabled;
}

bool fabric_link_up(const struct fabric_port *port)
{
	if (!port->number)
		return true; /* port 0 is inside a switch */
	return port->peer && is_enabled(port) && is_enabled(port->peer);
}

uint16_t fabric_lid(const struct fabric_port *port)
{
	return port->hca_port ? port->hca_port->lid : port->node->port[0].info.lid;
}

uint64_t fabric_port_guid(const struct fabric_port *port)
{
	return port->hca_port ? port->node->guid + port->number : port->node->guid;
}

/** Returns port 0 of the switch with this LID, or NULL. */
static struct fabric_port *find_switch(const struct softhca_mad *mad, uint16_t lid)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &mad->nodes)
	{
		struct fabric_node *node = fabric_node_of(pos);

		if (!node->device && node->port[0].info.lid == lid)
			return &node->port[0];
	}
	return NULL;
}

bool softhca_mad_lid_used(const struct softhca *hca, uint16_t lid)
{
	return find_switch(hca->mad, lid);
}

void mad_count_malformed(const struct fabric_port *at)
{
	if (at->hca_port)
		at->hca_port->counters.mads_malformed++;
}

/* --- routes by LID -------------------------------------------------------------------------- */

/** Without a subnet manager, every LID can be reached from every port. */
static struct fabric_port *find_lid(const struct softhca_mad *mad, uint16_t dlid)
{
	struct softhca_port *port = softhca_find_port_by_lid(mad->hca, dlid);

	return port ? fabric_port_of(port) : find_switch(mad, dlid);
}

/** Does the port have this LID? Its LIDs differ only in the low bits that its LMC excludes. */
static bool has_lid(const struct fabric_port *port, uint16_t dlid)
{
	const uint8_t lmc = port->hca_port ? port->hca_port->lmc : port->info.lmc;

	return fabric_lid(port) && !((fabric_lid(port) ^ dlid) >> lmc);
}

/** Returns the port at the other end of the link to which a switch forwards, or NULL. */
static struct fabric_port *forward_unicast(const struct fabric_node *node, uint16_t dlid)
{
	const uint8_t out = dlid < SMP_FIRST_GROUP_LID ? node->ports_by_lid[dlid] : SMP_NO_PORT;

	if (!out || out > node->num_ports || !fabric_link_up(&node->port[out]))
		return NULL;
	return node->port[out].peer;
}

/** Follow the forwarding tables, for at most the maximum number of hops. */
static struct fabric_port *route_by_tables(struct fabric_port *from, uint16_t dlid)
{
	struct fabric_port *at = from;

	if (has_lid(from, dlid))
		return from;
	if (from->hca_port)
		at = fabric_link_up(from) ? from->peer : NULL;
	for (unsigned int hops = 0; at && hops <= SMP_PATH_HOPS; hops++) {
		struct fabric_node *node = at->node;

		if (node->device)
			return has_lid(at, dlid) ? at : NULL;
		if (has_lid(&node->port[0], dlid))
			return &node->port[0];
		at = forward_unicast(node, dlid);
	}
	return NULL;
}

struct fabric_port *fabric_route(struct fabric_port *from, uint16_t dlid)
{
	const struct softhca_mad *mad = from->node->mad;

	return mad->hca->managed ? route_by_tables(from, dlid) : find_lid(mad, dlid);
}

struct softhca_port *softhca_mad_port_at(const struct softhca_port *from, uint16_t dlid)
{
	struct fabric_port *port = fabric_port_of(from);

	port = port ? fabric_route(port, dlid) : NULL;
	return port ? port->hca_port : NULL;
}

struct fabric_port *fabric_port_by_gid(const struct fabric_port *from, const uint8_t gid[16])
{
	union ibv_gid wanted;
	struct softhca_port *port;

	memcpy(wanted.raw, gid, sizeof(wanted.raw));
	port = softhca_find_port_by_gid(from->node->mad->hca, &wanted);
	return port && port->ethernet == from->hca_port->ethernet ? fabric_port_of(port) : NULL;
}

/* --- states of links -------------------------------------------------------------------------- */

uint8_t fabric_state(const struct fabric_port *port)
{
	if (port->hca_port)
		return (uint8_t)port->hca_port->state;
	if (!port->number)
		return SMP_PORT_STATE_ACTIVE;
	if (port->node->mad->hca->managed)
		return port->info.state;
	return fabric_link_up(port) ? fabric_state(port->peer) : SMP_PORT_STATE_DOWN;
}

static void set_state(struct fabric_port *port, uint8_t state)
{
	if (port->hca_port)
		softhca_port_state(port->hca_port, (enum ibv_port_state)state);
	else
		port->info.state = state;
}

/** A link that comes up again waits for a subnet manager. */
static void init_link_state(struct fabric_port *port)
{
	const uint8_t state = fabric_link_up(port) ? SMP_PORT_STATE_INIT : SMP_PORT_STATE_DOWN;

	set_state(port, state);
	if (port->peer)
		set_state(port->peer, state);
}

/** A switch reports the change to its subnet manager. */
static void report_port_change(struct fabric_port *port)
{
	if (port->node->device)
		return;
	port->node->switch_info.state_change = 1;
	mad_trap_start(&port->node->port[0]);
}

void fabric_link_changed(struct fabric_port *port)
{
	if (!port->node->mad->hca->managed)
		return;
	init_link_state(port);
	report_port_change(port);
	if (port->peer)
		report_port_change(port->peer);
}

void fabric_set_state(struct fabric_port *port, uint8_t state)
{
	if (!port->node->mad->hca->managed || !port->number)
		return; /* ports that need no subnet manager stay up */
	if (state == SMP_PORT_STATE_DOWN)
		fabric_link_changed(port);
	else if (state != SMP_PORT_STATE_NO_CHANGE)
		set_state(port, state);
}
