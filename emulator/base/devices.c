/* SPDX-License-Identifier: BSD-2-Clause */
/* Devices and ports by name and address, and the GID table of a port. */
#include "base/devices.h"

#include <errno.h>
#include <string.h>

#include "base/driver.h"

struct softhca_dev *softhca_find_device(const struct softhca *hca, const char *name)
{
	for (unsigned int i = 0; i < hca->num_devices; i++) {
		if (!strcmp(hca->devices[i]->name, name))
			return hca->devices[i];
	}
	return NULL;
}

struct softhca_port *softhca_find_port_by_lid(const struct softhca *hca, uint16_t lid)
{
	for (unsigned int i = 0; i < hca->num_devices; i++) {
		struct softhca_dev *device = hca->devices[i];

		for (unsigned int n = 0; n < device->num_ports; n++) {
			if (lid && device->port[n].lid == lid)
				return &device->port[n];
		}
	}
	return NULL;
}

unsigned int softhca_port_find_gid(const struct softhca_port *port, const union ibv_gid *gid)
{
	for (unsigned int i = 0; i < port->gids_end; i++) {
		if (!memcmp(&port->gid[i], gid, sizeof(*gid)))
			return i;
	}
	return SOFTHCA_GIDS;
}

struct softhca_port *softhca_find_port_by_gid(const struct softhca *hca, const union ibv_gid *gid)
{
	static const union ibv_gid unused;

	if (!memcmp(gid, &unused, sizeof(unused)))
		return NULL;
	for (unsigned int i = 0; i < hca->num_devices; i++) {
		for (unsigned int n = 0; n < hca->devices[i]->num_ports; n++) {
			if (softhca_port_find_gid(&hca->devices[i]->port[n], gid) < SOFTHCA_GIDS)
				return &hca->devices[i]->port[n];
		}
	}
	return NULL;
}

void softhca_port_put_gid(struct softhca_port *port, unsigned int at, const union ibv_gid *gid)
{
	static const union ibv_gid unused;

	port->gid[at] = gid ? *gid : unused;
	if (port->gids_end <= at)
		port->gids_end = at + 1;
}

int softhca_port_add_gid(struct softhca_port *port, const union ibv_gid *gid)
{
	static const union ibv_gid unused;
	unsigned int at = softhca_port_find_gid(port, &unused);

	if (softhca_port_find_gid(port, gid) < SOFTHCA_GIDS)
		return 0;
	if (at == SOFTHCA_GIDS)
		at = port->gids_end;
	if (at >= port->device->driver->limits->gid_tbl_len)
		return ENOSPC;
	softhca_port_put_gid(port, at, gid);
	return 0;
}
