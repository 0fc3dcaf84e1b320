/* SPDX-License-Identifier: BSD-2-Clause */
/* SwitchInfo and the forwarding tables of a switch. */
#include <string.h>

#include "engine/engine.h"
#include "mad/sma.h"

enum {
	SWITCH_LINEAR_CAP = SMP_FIRST_GROUP_LID - 1,
};

/** Returns the highest LID of the switch and the nodes connected to it. */
static uint16_t highest_lid(const struct fabric_node *node)
{
	uint16_t highest = 0;

	for (unsigned int i = 0; i <= node->num_ports; i++) {
		const uint16_t lid = fabric_lid(i ? node->port[i].peer : &node->port[i]);

		if (lid > highest)
			highest = lid;
	}
	return highest;
}

struct smp_switch_info sma_describe_switch(const struct fabric_node *node)
{
	struct smp_switch_info v = node->switch_info;

	if (!node->mad->hca->managed)
		v.linear_top = highest_lid(node);
	v.linear_cap = SWITCH_LINEAR_CAP;
	v.multicast_cap = FABRIC_MULTICAST_GROUPS;
	v.partition_enforcement = FABRIC_SWITCH_PKEYS;
	return v;
}

uint16_t sma_switch_info(struct sma_request *r)
{
	struct fabric_node *node = r->at->node;
	struct smp_switch_info *own = &node->switch_info;
	struct smp_switch_info v;

	if (node->device)
		return MAD_STATUS_BAD_ATTRIBUTE;
	if (r->set) {
		v = smp_switch_info_get(r->data);
		own->linear_top = v.linear_top;
		own->multicast_top = v.multicast_top;
		own->default_port = v.default_port;
		own->default_multicast_primary = v.default_multicast_primary;
		own->default_multicast_other = v.default_multicast_other;
		own->lifetime = v.lifetime;
		if (v.state_change)
			own->state_change = 0;
	}
	v = sma_describe_switch(node);
	smp_switch_info_put(r->data, &v);
	return MAD_STATUS_SUCCESS;
}

/** Read or write the table of a managed fabric. Connections follow changes at once. */
static uint16_t managed_forwarding(struct sma_request *r, unsigned int first)
{
	struct fabric_node *node = r->at->node;

	if (r->set) {
		memcpy(node->ports_by_lid + first, r->data, SMP_LINEAR_FORWARDING_SIZE);
		softhca_engine_addresses_changed(node->mad->hca);
	}
	memcpy(r->data, node->ports_by_lid + first, SMP_LINEAR_FORWARDING_SIZE);
	return MAD_STATUS_SUCCESS;
}

/** Without a subnet manager, the table has the LIDs of the ports at the switch. */
uint16_t sma_linear_forwarding(struct sma_request *r)
{
	struct fabric_node *node = r->at->node;
	const unsigned int first = r->modifier * SMP_LIDS_PER_BLOCK;

	if (node->device)
		return MAD_STATUS_BAD_ATTRIBUTE;
	if (first >= SMP_FIRST_GROUP_LID)
		return MAD_STATUS_BAD_FIELD;
	if (node->ports_by_lid)
		return managed_forwarding(r, first);
	memset(r->data, SMP_NO_PORT, SMP_LINEAR_FORWARDING_SIZE);
	for (unsigned int i = 0; i <= node->num_ports; i++) {
		const struct fabric_port *port = &node->port[i];
		const uint16_t lid = fabric_lid(i ? port->peer : port);

		if (lid >= first && lid < first + SMP_LIDS_PER_BLOCK)
			r->data[lid - first] = port->number;
	}
	return MAD_STATUS_SUCCESS;
}

/** The modifier's low nine bits are the block, its top four the position of a group of 16 ports. */
uint16_t sma_multicast_forwarding(struct sma_request *r)
{
	struct fabric_node *node = r->at->node;
	const unsigned int first = (r->modifier & SMP_GROUP_BLOCKS) * SMP_GROUPS_PER_BLOCK;
	const unsigned int position = r->modifier >> SMP_GROUP_POSITION_SHIFT;
	struct smp_multicast_forwarding v = {{0}};
	uint16_t *at;

	if (node->device)
		return MAD_STATUS_BAD_ATTRIBUTE;
	if (first >= FABRIC_MULTICAST_GROUPS)
		return MAD_STATUS_BAD_FIELD;
	if (node->multicast) {
		at = node->multicast + position * FABRIC_MULTICAST_GROUPS + first;
		if (r->set) {
			v = smp_multicast_forwarding_get(r->data);
			memcpy(at, v.ports, sizeof(v.ports));
		}
		memcpy(v.ports, at, sizeof(v.ports));
	}
	smp_multicast_forwarding_put(r->data, &v);
	return MAD_STATUS_SUCCESS;
}
