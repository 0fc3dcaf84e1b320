/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds GUIDs of adapters and ports, by index or by attributes. */
#include <errno.h>

#include "iba/layer.h"
#include "port.h"

enum {
	PORTS_END = 256,
	STATE_ACTIVE = 4
};

/* The GUID to find: the one at an index, or the first with the required attributes. */
struct wanted {
	uint64_t left; /* GUIDs to skip first */
	bool any;
	bool active;
};

static bool is_port_active(const struct iba_port *port)
{
	return iba_port_value(port, "state") == STATE_ACTIVE;
}

static bool has_active_port(const struct inverbs_device *device)
{
	struct iba_port port;

	for (unsigned int i = 1; i < PORTS_END && iba_port_of_device(device, i, &port); i++)
		if (is_port_active(&port))
			return true;
	return false;
}

/* Whether the next GUID is the wanted one. If so, *status tells whether it has the attributes. */
static bool is_wanted_guid(struct wanted *wanted, bool active, ib_api_status_t *status)
{
	const bool fits = active || !wanted->active;

	if (wanted->any ? !fits : wanted->left-- > 0)
		return false;
	*status = fits ? IB_SUCCESS : IB_NO_MATCH;
	return true;
}

/* Returns true if the search is over; then *guid is set if *status is IB_SUCCESS. */
static bool search_ports(const struct inverbs_device *device, struct wanted *wanted,
			 ib_net64_t *guid, ib_api_status_t *status)
{
	struct iba_port port;

	for (unsigned int i = 1; i < PORTS_END && iba_port_of_device(device, i, &port); i++) {
		if (!is_wanted_guid(wanted, is_port_active(&port), status))
			continue;
		*guid = port.guid;
		return true;
	}
	return false;
}

static bool search_ca(const struct inverbs_device *device, struct wanted *wanted, ib_net64_t *guid,
		      ib_api_status_t *status)
{
	*guid = device->info.node_guid;
	return is_wanted_guid(wanted, wanted->active && has_active_port(device), status);
}

static ib_api_status_t search_guid(struct wanted wanted, bool of_port, ib_net64_t *guid)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	ib_api_status_t status = wanted.any ? IB_NO_MATCH : IB_INVALID_INDEX;
	bool over = false;
	ib_net64_t found = 0;

	if (!list)
		return iba_status(errno);
	for (size_t i = 0; list[i] && !over; i++)
		over = of_port ? search_ports(inverbs_device_of(list[i]), &wanted, &found, &status)
			       : search_ca(inverbs_device_of(list[i]), &wanted, &found, &status);
	ibv_free_device_list(list);
	if (status == IB_SUCCESS)
		*guid = found;
	return status;
}

static ib_api_status_t find_guid(uint32_t index, ib_pnp_class_t type, uint64_t attributes,
				 ib_net64_t *guid)
{
	const struct wanted wanted = {
		.left = index,
		.any = index == (uint32_t)IB_ANY_INDEX,
		.active = attributes & IB_DEV_PORT_ACTIVE,
	};

	if ((type != IB_PNP_CA && type != IB_PNP_PORT) ||
	    attributes & ~(uint64_t)IB_DEV_PORT_ACTIVE)
		return IB_INVALID_SETTING;
	return search_guid(wanted, type == IB_PNP_PORT, guid);
}

ib_api_status_t ib_get_guid(ib_al_handle_t h_al, uint32_t index, ib_pnp_class_t device_type,
			    uint64_t attr_mask, ib_net64_t *p_guid)
{
	struct iba_al *al = iba_get(h_al, INVERBS_IBA_AL);
	ib_api_status_t status;

	if (!al)
		return iba_refusal(h_al, IB_INVALID_AL_HANDLE);
	status = p_guid ? find_guid(index, device_type, attr_mask, p_guid) : IB_INVALID_PARAMETER;
	iba_put(&al->object);
	return status;
}
