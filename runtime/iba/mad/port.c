/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds ports by their GUID. */
#include "port.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>

#include "iba/layer.h"

enum {
	PORTS_END = 256,
	GIDS_END = 256,
	PKEYS_END = 65536,
	GID_GROUPS = 8
};

static ssize_t read_text(const struct iba_port *port, const char *name, char *text, size_t bytes)
{
	char path[64];

	snprintf(path, sizeof(path), "ports/%u/%s", port->number, name);
	return port->backend->read_attr(port->backend, port->device, path, text, bytes);
}

unsigned int iba_port_value(const struct iba_port *port, const char *name)
{
	char text[64];

	return read_text(port, name, text, sizeof(text)) > 0 ? (unsigned int)strtoul(text, NULL, 0)
							     : 0;
}

bool iba_port_gid(const struct iba_port *port, unsigned int index, ib_gid_t *gid)
{
	char name[32], text[64], *at = text;

	snprintf(name, sizeof(name), "gids/%u", index);
	if (read_text(port, name, text, sizeof(text)) <= 0)
		return false;
	for (int i = 0; i < GID_GROUPS; i++, at++) {
		unsigned long group = strtoul(at, &at, 16);

		if (group > UINT16_MAX || (*at != ':' && i < GID_GROUPS - 1))
			return false;
		gid->raw[2 * i] = (uint8_t)(group >> 8);
		gid->raw[2 * i + 1] = (uint8_t)group;
	}
	return true;
}

uint8_t iba_port_gid_index(const struct iba_port *port, const ib_gid_t *gid)
{
	ib_gid_t at;

	for (unsigned int i = 0; i < GIDS_END && iba_port_gid(port, i, &at); i++)
		if (!memcmp(&at, gid, sizeof(at)))
			return (uint8_t)i;
	return 0;
}

int iba_port_pkey_index(const struct iba_port *port, ib_net16_t pkey)
{
	const unsigned int base = ntohs(pkey) & 0x7fff;
	char name[32], text[64];

	for (int i = 0; base && i < PKEYS_END; i++) {
		snprintf(name, sizeof(name), "pkeys/%d", i);
		if (read_text(port, name, text, sizeof(text)) <= 0)
			return -1;
		if ((strtoul(text, NULL, 0) & 0x7fff) == base)
			return i;
	}
	return -1;
}

bool iba_port_of_device(const struct inverbs_device *device, unsigned int number,
			struct iba_port *port)
{
	ib_gid_t gid;

	*port = (struct iba_port){.backend = device->backend, .number = number};
	memcpy(port->device, device->info.name, sizeof(port->device));
	if (!number || !iba_port_gid(port, 0, &gid))
		return false;
	port->guid = gid.unicast.interface_id;
	port->ca_guid = device->info.node_guid;
	return true;
}

/* Ports of a device are numbered without gaps. */
static bool find_port_of_device(const struct inverbs_device *device, ib_net64_t guid,
				struct iba_port *port)
{
	for (unsigned int i = 1; i < PORTS_END && iba_port_of_device(device, i, port); i++)
		if (port->guid == guid)
			return true;
	return false;
}

ib_api_status_t iba_port_find(ib_net64_t guid, struct iba_port *port)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	bool found = false;

	if (!list)
		return iba_status(errno);
	for (size_t i = 0; list[i] && !found; i++)
		found = find_port_of_device(inverbs_device_of(list[i]), guid, port);
	ibv_free_device_list(list);
	return found ? IB_SUCCESS : IB_INVALID_GUID;
}
