/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Creating nodes and links: those of a topology file, or one switch for all InfiniBand ports of the
 * emulated adapters.
 */
#include <errno.h>
#include <inverbs/kernel/softhca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/devices.h"
#include "base/driver.h"
#include "base/log.h"
#include "mad/internal.h"
#include "mad/mad.h"
#include "mad/sa.h"

static struct fabric_node *add_node(struct softhca_mad *mad, unsigned int ports, uint64_t guid)
{
	struct fabric_node *node = calloc(1, sizeof(*node) + (ports + 1) * sizeof(node->port[0]));

	if (!node)
		return NULL;
	node->mad = mad;
	node->num_ports = ports;
	node->guid = guid;
	for (unsigned int i = 0; i <= ports; i++) {
		struct fabric_port *port = &node->port[i];

		port->node = node;
		port->number = (uint8_t)i;
		softhca_link_init(&port->files);
		softhca_link_init(&port->trap.in_list);
		port->info.state = SMP_PORT_STATE_DOWN;
		port->info.operational_vls = SMP_VIRTUAL_LANES_VL0_TO_7;
		port->pkey[0] = SMP_DEFAULT_PKEY;
	}
	softhca_list_add_last(&mad->nodes, &node->in_mad);
	return node;
}

static int add_adapter(struct softhca_mad *mad, struct softhca_dev *device)
{
	struct fabric_node *node = add_node(mad, device->num_ports, device->node_guid);

	if (!node)
		return ENOMEM;
	node->type = SMP_NODE_TYPE_CHANNEL_ADAPTER;
	node->device = device;
	for (unsigned int i = 1; i <= device->num_ports; i++)
		node->port[i].hca_port = &device->port[i - 1];
	return 0;
}

static struct fabric_node *add_switch(struct softhca_mad *mad, const char *name, unsigned int ports)
{
	const uint64_t guid = SOFTHCA_SWITCH_GUID +
			      (uint64_t)mad->num_switches * SOFTHCA_SWITCH_GUID_STEP;
	struct fabric_node *node = add_node(mad, ports, guid);

	if (!node)
		return NULL;
	mad->num_switches++;
	node->type = SMP_NODE_TYPE_SWITCH;
	snprintf(node->name, sizeof(node->name), "%s", name);
	return node;
}

static void connect_ports(struct fabric_port *a, struct fabric_port *b)
{
	a->peer = b;
	b->peer = a;
}

/* --- one switch for all ports ----------------------------------------------------------------- */

/** Returns the number of adapters' ports that have an InfiniBand link. */
static unsigned int count_ports(const struct softhca *hca)
{
	unsigned int count = 0;

	for (unsigned int i = 0; i < hca->num_devices; i++) {
		for (unsigned int n = 0; n < hca->devices[i]->num_ports; n++)
			count += !hca->devices[i]->port[n].ethernet;
	}
	return count;
}

/** Add a switch with a port for each of these ports. Its LID is the one after theirs. */
static int add_common_switch(struct softhca_mad *mad)
{
	const unsigned int ports = count_ports(mad->hca);
	struct fabric_node *node = ports ? add_switch(mad, "softhca switch", ports) : NULL;
	struct softhca_link *pos, *after;
	unsigned int next = 1;

	if (!node)
		return ports ? ENOMEM : 0;
	node->port[0].info.lid = (uint16_t)(ports + 1);
	softhca_for_each(pos, after, &mad->nodes)
	{
		struct fabric_node *other = fabric_node_of(pos);

		for (unsigned int i = 1; other != node && i <= other->num_ports; i++) {
			if (!other->port[i].hca_port->ethernet)
				connect_ports(&node->port[next++], &other->port[i]);
		}
	}
	return 0;
}

/* --- a topology ------------------------------------------------------------------------------ */

static int topology_error(const struct softhca_mad *mad, const struct softhca_topology *t,
			  unsigned int line, const char *what, const char *expected)
{
	softhca_log(mad->hca, SOFTHCA_LOG_ERROR, "%s:%u: %s; expected %s", t->file, line, what,
		    expected);
	return EINVAL;
}

static int add_topology_switch(struct softhca_mad *mad, const struct softhca_topology *t,
			       const struct topology_switch *s)
{
	struct fabric_node *node;
	char what[2 * SOFTHCA_TOPOLOGY_NAME];

	if (softhca_find_device(mad->hca, s->name)) {
		snprintf(what, sizeof(what), "'%s'", s->name);
		return topology_error(mad, t, s->line, what, "a name that is not an adapter's");
	}
	node = add_switch(mad, s->name, s->ports);
	if (!node)
		return ENOMEM;
	node->ports_by_lid = malloc(SMP_FIRST_GROUP_LID);
	node->multicast = calloc(FABRIC_MULTICAST_POSITIONS * FABRIC_MULTICAST_GROUPS,
				 sizeof(node->multicast[0]));
	if (!node->ports_by_lid || !node->multicast)
		return ENOMEM;
	memset(node->ports_by_lid, SMP_NO_PORT, SMP_FIRST_GROUP_LID);
	return 0;
}

static struct fabric_port *find_end(const struct softhca_mad *mad, const struct topology_end *end)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &mad->nodes)
	{
		struct fabric_node *node = fabric_node_of(pos);
		const char *name = node->device ? node->device->name : node->name;

		if (!strcmp(name, end->name) && end->port <= node->num_ports)
			return &node->port[end->port];
	}
	return NULL;
}

/** Is it an Ethernet port, which cannot be in the fabric? `port`: the fabric's port, or NULL. */
static bool is_ethernet(const struct softhca_mad *mad, const struct topology_end *end,
			const struct fabric_port *port)
{
	const struct softhca_dev *device = softhca_find_device(mad->hca, end->name);

	if (port)
		return port->hca_port && port->hca_port->ethernet;
	return device && device->driver->node_type != IBV_NODE_CA; /* iWARP */
}

static int add_link(const struct softhca_mad *mad, const struct softhca_topology *t,
		    const struct topology_link *link)
{
	struct fabric_port *end[2];
	char what[2 * SOFTHCA_TOPOLOGY_NAME];

	for (unsigned int i = 0; i < 2; i++) {
		const char *expected = NULL;

		end[i] = find_end(mad, &link->end[i]);
		if (is_ethernet(mad, &link->end[i], end[i]))
			expected = "an InfiniBand port";
		else if (!end[i])
			expected = "a port of an adapter or a switch of this file";
		else if (end[i]->peer || (i && end[0] == end[1]))
			expected = "a port without a cable";
		snprintf(what, sizeof(what), "'%s:%u'", link->end[i].name, link->end[i].port);
		if (expected)
			return topology_error(mad, t, link->line, what, expected);
	}
	connect_ports(end[0], end[1]);
	return 0;
}

/** InfiniBand ports have no LID, and stay in the state Init, until a subnet manager sets both. */
static void wait_for_manager(struct softhca_mad *mad)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &mad->nodes)
	{
		struct fabric_node *node = fabric_node_of(pos);

		for (unsigned int i = 1; i <= node->num_ports; i++) {
			struct fabric_port *port = &node->port[i];
			const bool linked = fabric_link_up(port);

			if (!port->hca_port) {
				port->info.state = linked ? SMP_PORT_STATE_INIT
							  : SMP_PORT_STATE_DOWN;
			} else if (!port->hca_port->ethernet) {
				port->hca_port->lid = 0;
				port->hca_port->sm_lid = 0;
				port->hca_port->state = linked ? IBV_PORT_INIT : IBV_PORT_DOWN;
				port->hca_port->up = false;
			}
		}
	}
}

static int add_topology(struct softhca_mad *mad, const struct softhca_topology *t)
{
	int ret = 0;

	for (unsigned int i = 0; i < t->num_switches && !ret; i++)
		ret = add_topology_switch(mad, t, &t->switches[i]);
	for (unsigned int i = 0; i < t->num_links && !ret; i++)
		ret = add_link(mad, t, &t->links[i]);
	if (!ret)
		wait_for_manager(mad);
	return ret;
}

/* --- both ----------------------------------------------------------------------------------- */

int softhca_mad_init(struct softhca *hca, const struct softhca_topology *topology)
{
	struct softhca_mad *mad = calloc(1, sizeof(*mad));
	int ret = 0;

	if (!mad)
		return ENOMEM;
	mad->hca = hca;
	mad->next_tid = 1;
	softhca_link_init(&mad->nodes);
	softhca_link_init(&mad->pending);
	softhca_link_init(&mad->queries);
	softhca_link_init(&mad->groups);
	softhca_link_init(&mad->services);
	softhca_link_init(&mad->subscriptions);
	softhca_link_init(&mad->reports);
	softhca_link_init(&mad->traps);
	softhca_link_init(&mad->replies);
	mad->next_mlid = SMP_FIRST_GROUP_LID;
	softhca_link_init(&mad->late);
	hca->mad = mad;
	hca->managed = topology;
	for (unsigned int i = 0; i < hca->num_devices && !ret; i++) {
		if (hca->devices[i]->driver->node_type == IBV_NODE_CA)
			ret = add_adapter(mad, hca->devices[i]);
	}
	if (!ret)
		ret = topology ? add_topology(mad, topology) : add_common_switch(mad);
	if (ret)
		softhca_mad_fini(hca);
	return ret;
}

void softhca_mad_fini(struct softhca *hca)
{
	struct softhca_link *pos, *after;

	mad_late_forget(hca->mad);
	mad_replies_send(hca->mad, false);
	sa_fini(hca->mad); /* first, because it needs the nodes */
	softhca_for_each(pos, after, &hca->mad->nodes)
	{
		struct fabric_node *node = fabric_node_of(pos);

		for (unsigned int i = 0; i <= node->num_ports; i++)
			free(node->port[i].faults);
		free(node->ports_by_lid);
		free(node->multicast);
		free(node);
	}
	free(hca->mad);
	hca->mad = NULL;
}
