/* SPDX-License-Identifier: BSD-2-Clause */
/* Tables of a port: GUIDs, P_Keys, service levels, VL arbitration. */
#include <string.h>

#include "base/devices.h"
#include "base/driver.h"
#include "engine/engine.h"
#include "kernel/event_file.h"
#include "mad/sma.h"

static unsigned int min_count(unsigned int a, unsigned int b)
{
	return a < b ? a : b;
}

/**
 * Set GUIDs. Entry 0 of block 0 is the port's own GUID and read-only. A GUID of 0 clears an entry.
 */
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

static unsigned int num_guids(const struct softhca_port *port)
{
	return min_count(port->device->driver->limits->gid_tbl_len, SOFTHCA_GIDS);
}

bool sma_guids(const struct fabric_port *at, uint32_t block, struct smp_guid_info *v)
{
	const struct softhca_port *port = at->hca_port;
	const unsigned int first = block * SMP_GUIDS_PER_BLOCK;

	*v = (struct smp_guid_info){{0}};
	if (!port || block > UINT8_MAX || first >= num_guids(port))
		return false;
	for (unsigned int i = 0; i < SMP_GUIDS_PER_BLOCK && first + i < num_guids(port); i++) {
		uint64_t be;

		memcpy(&be, port->gid[first + i].raw + sizeof(be), sizeof(be));
		v->guid[i] = INVERBS_BE64(be);
	}
	return true;
}

uint16_t sma_guid_info(struct sma_request *r)
{
	struct softhca_port *port = r->at->hca_port;
	const unsigned int first = r->modifier * SMP_GUIDS_PER_BLOCK;
	struct smp_guid_info v;

	if (!sma_guids(r->at, r->modifier, &v))
		return MAD_STATUS_BAD_FIELD;
	if (r->set) {
		set_guids(port, first, min_count(first + SMP_GUIDS_PER_BLOCK, num_guids(port)),
			  r->data);
		sma_guids(r->at, r->modifier, &v);
	}
	smp_guid_info_put(r->data, &v);
	return MAD_STATUS_SUCCESS;
}

static uint16_t *pkeys_of(struct fabric_port *port, unsigned int *count)
{
	struct softhca_port *own = port->hca_port;

	*count = own ? min_count(own->device->driver->limits->pkey_tbl_len, SOFTHCA_PKEYS)
		     : FABRIC_SWITCH_PKEYS;
	return own ? own->pkey : port->pkey;
}

/** Returns the keys of a block and, in *count, their number; NULL: there is no such block. */
static uint16_t *block_of(struct fabric_port *port, unsigned int block, size_t *count)
{
	const unsigned int first = block * SMP_PKEYS_PER_BLOCK;
	unsigned int all;
	uint16_t *pkey = pkeys_of(port, &all);

	*count = first < all ? min_count(all - first, SMP_PKEYS_PER_BLOCK) : 0;
	return *count ? pkey + first : NULL;
}

bool sma_pkeys(struct fabric_port *port, unsigned int block, struct smp_pkey_table *v)
{
	size_t count;
	const uint16_t *pkey = block_of(port, block, &count);

	*v = (struct smp_pkey_table){{0}};
	if (pkey)
		memcpy(v->pkey, pkey, count * sizeof(*pkey));
	return pkey;
}

static void set_pkeys(struct fabric_port *port, unsigned int block, const uint8_t *data)
{
	const struct smp_pkey_table v = smp_pkey_table_get(data);
	size_t count;
	uint16_t *pkey = block_of(port, block, &count);

	if (port->hca_port && memcmp(pkey, v.pkey, count * sizeof(*pkey)) != 0)
		softhca_port_event(port->hca_port, IBV_EVENT_PKEY_CHANGE);
	memcpy(pkey, v.pkey, count * sizeof(*pkey));
}

/**
 * Returns the port that a modifier names; for an adapter, always the one at which the request
 * arrived.
 */
static struct fabric_port *select_port(const struct sma_request *r, unsigned int number)
{
	struct fabric_node *node = r->at->node;

	if (node->device)
		return r->at;
	return number <= node->num_ports ? &node->port[number] : NULL;
}

/** The lower half of the modifier is the block; the upper half, of a switch, the port. */
uint16_t sma_pkey_table(struct sma_request *r)
{
	struct fabric_port *port = select_port(r, r->modifier >> 16);
	const unsigned int block = r->modifier & UINT16_MAX;
	struct smp_pkey_table v;

	if (!port || !sma_pkeys(port, block, &v))
		return MAD_STATUS_BAD_FIELD;
	if (r->set) {
		set_pkeys(port, block, r->data);
		sma_pkeys(port, block, &v);
	}
	smp_pkey_table_put(r->data, &v);
	return MAD_STATUS_SUCCESS;
}

uint16_t sma_sl_to_vl(struct sma_request *r)
{
	struct fabric_port *port = select_port(r, r->modifier & 0xff);

	if (!port)
		return MAD_STATUS_BAD_FIELD;
	if (r->set)
		memcpy(port->sl_to_vl, r->data, sizeof(port->sl_to_vl));
	memcpy(r->data, port->sl_to_vl, sizeof(port->sl_to_vl));
	return MAD_STATUS_SUCCESS;
}

/** Four blocks: both halves of the table of low priority, then those of high priority. */
uint16_t sma_vl_arbitration(struct sma_request *r)
{
	struct fabric_port *port = select_port(r, r->modifier & 0xffff);
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
