/* SPDX-License-Identifier: BSD-2-Clause */
/* The subnet management agent of a node: what Get and Set of its attributes read and change. */
#include <stdio.h>
#include <string.h>

#include "base/devices.h"
#include "base/driver.h"
#include "engine/engine.h"
#include "kernel/device.h"
#include "kernel/event_file.h"
#include "mad/internal.h"
#include "mad/sma.h"

enum {
	SWITCH_LINEAR_CAP = SMP_FIRST_GROUP_LID - 1,
};

/* --- the node ------------------------------------------------------------------------------ */

static uint16_t node_description(struct sma_request *r)
{
	struct smp_node_description v = {{0}};
	const struct softhca_dev *device = r->at->node->device;

	/* no NUL where it fills the field, so not snprintf alone */
	snprintf((char *)v.text, sizeof(v.text), "%s", device ? device->name : r->at->node->name);
	smp_node_description_put(r->data, &v);
	return MAD_STATUS_SUCCESS;
}

static void describe_adapter(const struct fabric_node *node, struct smp_node_info *v)
{
	const struct softhca_driver *driver = node->device->driver;

	v->system_guid = softhca_sys_image_guid(node->device);
	v->pkeys = driver->limits->pkey_tbl_len;
	v->device_id = driver->device_id;
	v->vendor_id = driver->limits->attr.vendor_id;
}

static uint16_t node_info(struct sma_request *r)
{
	const struct fabric_node *node = r->at->node;
	struct smp_node_info v = {
		.base_version = MAD_BASE_VERSION,
		.class_version = SMP_CLASS_VERSION,
		.type = node->type,
		.ports = (uint8_t)node->num_ports,
		.system_guid = node->guid,
		.node_guid = node->guid,
		.port_guid = fabric_port_guid(r->at),
		.pkeys = FABRIC_SWITCH_PKEYS,
		.device_id = SOFTHCA_SWITCH_DEVICE_ID,
		.vendor_id = SOFTHCA_SWITCH_VENDOR_ID,
		.local_port = r->at->number,
	};

	if (node->device)
		describe_adapter(node, &v);
	smp_node_info_put(r->data, &v);
	return MAD_STATUS_SUCCESS;
}

/* --- tables of a port ----------------------------------------------------------------------- */

static unsigned int lower(unsigned int a, unsigned int b)
{
	return a < b ? a : b;
}

/** Entry 0 of block 0 is the port's own and read only. A GUID of 0 ends the use of an entry. */
static void set_guids(struct softhca_port *port, unsigned int first, unsigned int end,
		      const uint8_t *data)
{
	const struct smp_guid_info v = smp_guid_info_get(data);
	bool changed = false;

	for (unsigned int i = first ? first : 1; i < end; i++) {
		const uint64_t guid = INVERBS_BE64(v.guid[i - first]);
		union ibv_gid gid = {{0}};

		if (guid)
			gid = port->gid[0];
		memcpy(gid.raw + sizeof(guid), &guid, sizeof(guid));
		if (!memcmp(&port->gid[i], &gid, sizeof(gid)))
			continue;
		softhca_port_put_gid(port, i, guid ? &gid : NULL);
		changed = true;
	}
	if (!changed)
		return;
	softhca_engine_addresses_changed(port->device->hca);
	softhca_port_event(port, IBV_EVENT_GID_CHANGE);
}

static uint16_t guid_info(struct sma_request *r)
{
	struct softhca_port *port = r->at->hca_port;
	const unsigned int first = r->modifier * SMP_GUIDS_PER_BLOCK;
	const unsigned int room =
		port ? lower(port->device->driver->limits->gid_tbl_len, SOFTHCA_GIDS) : 0;
	const unsigned int end = lower(first + SMP_GUIDS_PER_BLOCK, room);
	struct smp_guid_info v = {{0}};

	if (r->modifier > UINT8_MAX || first >= room)
		return MAD_STATUS_BAD_FIELD;
	if (r->set)
		set_guids(port, first, end, r->data);
	for (unsigned int i = first; i < end; i++) {
		uint64_t be;

		memcpy(&be, port->gid[i].raw + sizeof(be), sizeof(be));
		v.guid[i - first] = INVERBS_BE64(be);
	}
	smp_guid_info_put(r->data, &v);
	return MAD_STATUS_SUCCESS;
}

/** P_Keys of a port, and how many. */
struct pkeys {
	uint16_t *pkey;
	unsigned int count;
};

/** Of an adapter, the port by which the request came; of a switch, the one in the upper half. */
static struct pkeys pkeys_of(const struct sma_request *r)
{
	struct fabric_node *node = r->at->node;
	const unsigned int number = r->modifier >> 16;
	struct softhca_port *port = r->at->hca_port;

	if (port)
		return (struct pkeys){
			port->pkey,
			lower(port->device->driver->limits->pkey_tbl_len, SOFTHCA_PKEYS),
		};
	if (number > node->num_ports)
		return (struct pkeys){NULL, 0};
	return (struct pkeys){node->port[number].pkey, FABRIC_SWITCH_PKEYS};
}

static uint16_t pkey_table(struct sma_request *r)
{
	const unsigned int first = (r->modifier & UINT16_MAX) * SMP_PKEYS_PER_BLOCK;
	const struct pkeys keys = pkeys_of(r);
	struct smp_pkey_table v = {{0}};
	size_t size;

	if (first >= keys.count)
		return MAD_STATUS_BAD_FIELD;
	size = lower(keys.count - first, SMP_PKEYS_PER_BLOCK) * sizeof(v.pkey[0]);
	if (r->set) {
		v = smp_pkey_table_get(r->data);
		if (r->at->hca_port && memcmp(keys.pkey + first, v.pkey, size) != 0)
			softhca_port_event(r->at->hca_port, IBV_EVENT_PKEY_CHANGE);
		memcpy(keys.pkey + first, v.pkey, size);
		v = (struct smp_pkey_table){{0}};
	}
	memcpy(v.pkey, keys.pkey + first, size);
	smp_pkey_table_put(r->data, &v);
	return MAD_STATUS_SUCCESS;
}

/** The port that a modifier names; of an adapter, always that by which the request came. */
static struct fabric_port *named_port(const struct sma_request *r, unsigned int number)
{
	struct fabric_node *node = r->at->node;

	if (node->device)
		return r->at;
	return number <= node->num_ports ? &node->port[number] : NULL;
}

static uint16_t sl_to_vl(struct sma_request *r)
{
	struct fabric_port *port = named_port(r, r->modifier & 0xff);

	if (!port)
		return MAD_STATUS_BAD_FIELD;
	if (r->set)
		memcpy(port->sl_to_vl, r->data, sizeof(port->sl_to_vl));
	memcpy(r->data, port->sl_to_vl, sizeof(port->sl_to_vl));
	return MAD_STATUS_SUCCESS;
}

/** Four blocks: both halves of the table of low priority, then those of high priority. */
static uint16_t vl_arbitration(struct sma_request *r)
{
	struct fabric_port *port = named_port(r, r->modifier & 0xffff);
	const unsigned int block = r->modifier >> 16;
	uint8_t *at;

	if (!port || !block || block > SMP_VL_ARBITRATION_BLOCKS)
		return MAD_STATUS_BAD_FIELD;
	at = port->vl_arbitration + (size_t)(block - 1) * SMP_VL_ARBITRATION_SIZE;
	if (r->set)
		memcpy(at, r->data, SMP_VL_ARBITRATION_SIZE);
	memcpy(r->data, at, SMP_VL_ARBITRATION_SIZE);
	return MAD_STATUS_SUCCESS;
}

/** None of these speeds is there. */
static uint16_t mlnx_port_info(struct sma_request *r)
{
	const struct smp_mlnx_extended_port_info v = {0};

	smp_mlnx_extended_port_info_put(r->data, &v);
	return MAD_STATUS_SUCCESS;
}

static uint16_t led_info(struct sma_request *r)
{
	struct smp_led_info v = smp_led_info_get(r->data);

	if (r->set)
		r->at->led = v.on;
	v.on = r->at->led;
	smp_led_info_put(r->data, &v);
	return MAD_STATUS_SUCCESS;
}

/* --- switches -------------------------------------------------------------------------------- */

/** Of the switch and of what is cabled to it. */
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

static uint16_t switch_info(struct sma_request *r)
{
	struct fabric_node *node = r->at->node;
	struct smp_switch_info *own = &node->switch_info;

	if (node->device)
		return MAD_STATUS_BAD_ATTRIBUTE;
	if (r->set) {
		const struct smp_switch_info v = smp_switch_info_get(r->data);

		own->linear_top = v.linear_top;
		own->multicast_top = v.multicast_top;
		own->default_port = v.default_port;
		own->default_multicast_primary = v.default_multicast_primary;
		own->default_multicast_other = v.default_multicast_other;
		own->lifetime = v.lifetime;
		if (v.state_change)
			own->state_change = 0;
	}
	if (!node->mad->hca->managed)
		own->linear_top = highest_lid(node);
	own->linear_cap = SWITCH_LINEAR_CAP;
	own->multicast_cap = FABRIC_MULTICAST_GROUPS;
	own->partition_enforcement = FABRIC_SWITCH_PKEYS;
	smp_switch_info_put(r->data, own);
	return MAD_STATUS_SUCCESS;
}

/** A manager's table. What follows from it, connections learn at once. */
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

/** Without a manager, the table leads to the LIDs that the ports have. */
static uint16_t linear_forwarding(struct sma_request *r)
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

/** The modifier's low nine bits are the block, its top four the position of the 16 ports. */
static uint16_t multicast_forwarding(struct sma_request *r)
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

/* --- all -------------------------------------------------------------------------------------- */

typedef uint16_t handler(struct sma_request *r);

static handler *handler_of(uint16_t attribute)
{
	switch (attribute) {
	case SMP_ATTRIBUTE_NODE_DESCRIPTION:
		return node_description;
	case SMP_ATTRIBUTE_NODE_INFO:
		return node_info;
	case SMP_ATTRIBUTE_SWITCH_INFO:
		return switch_info;
	case SMP_ATTRIBUTE_GUID_INFO:
		return guid_info;
	case SMP_ATTRIBUTE_PORT_INFO:
		return sma_port_info;
	case SMP_ATTRIBUTE_PKEY_TABLE:
		return pkey_table;
	case SMP_ATTRIBUTE_SL_TO_VL:
		return sl_to_vl;
	case SMP_ATTRIBUTE_VL_ARBITRATION:
		return vl_arbitration;
	case SMP_ATTRIBUTE_LINEAR_FORWARDING:
		return linear_forwarding;
	case SMP_ATTRIBUTE_MULTICAST_FORWARDING:
		return multicast_forwarding;
	case SMP_ATTRIBUTE_LED_INFO:
		return led_info;
	case SMP_ATTRIBUTE_MLNX_EXTENDED_PORT_INFO:
		return mlnx_port_info;
	default:
		return NULL;
	}
}

/** Status of a request, and its response in the place of the data. */
static uint16_t execute(struct fabric_port *at, struct smp_datagram *smp)
{
	const struct smp_attribute_info *info = smp_attribute_info(smp->attribute);
	handler *handle = handler_of(smp->attribute);
	struct sma_request r = {.at = at, .modifier = smp->modifier, .data = smp->data};

	if (smp->base_version != MAD_BASE_VERSION || smp->class_version != SMP_CLASS_VERSION)
		return MAD_STATUS_BAD_VERSION;
	if (!handle || !info || !(info->methods >> smp->method & 1))
		return MAD_STATUS_BAD_ATTRIBUTE;
	r.set = smp->method == MAD_METHOD_SET;
	return handle(&r);
}

/** Is the key that which the port asks for? Requests with another one are dropped. */
static bool key_fits(struct fabric_port *at, const struct smp_datagram *smp)
{
	struct fabric_port *port = at->node->device ? at : &at->node->port[0];
	const bool get = smp->method == MAD_METHOD_GET;

	if (!port->info.m_key || smp->m_key == port->info.m_key ||
	    (get && port->info.m_key_protect < SMP_PROTECT_READING))
		return true;
	port->info.m_key_violations++;
	return false;
}

bool mad_subnet_agent(struct fabric_port *at, struct mad_packet *p, bool *respond)
{
	struct smp_datagram smp = smp_datagram_get(p->bytes);

	/* a manager is a program, and takes what is meant for managers */
	if (smp.attribute == SMP_ATTRIBUTE_SM_INFO || smp.attribute == SMP_ATTRIBUTE_NOTICE ||
	    (smp.method != MAD_METHOD_GET && smp.method != MAD_METHOD_SET))
		return false;
	if (!key_fits(at, &smp))
		return true;
	smp.status = execute(at, &smp);
	smp.method = MAD_METHOD_GET_RESPONSE;
	smp.returning = smp.mgmt_class == MAD_CLASS_SUBNET_DIRECTED;
	smp_datagram_put(p->bytes, &smp);
	*respond = true;
	return true;
}
