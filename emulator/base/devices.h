/* SPDX-License-Identifier: BSD-2-Clause */
/* Devices and ports by name and address, and the GID table of a port. */
#ifndef EMULATOR_BASE_DEVICES_H
#define EMULATOR_BASE_DEVICES_H

#include "base/objects.h"

struct softhca_dev *softhca_find_device(const struct softhca *hca, const char *name);
/** The device index that netlink and the connection manager report. */
static inline uint32_t softhca_device_number(const struct softhca_dev *device)
{
	return device->index + 1;
}

/** The port with this LID, whether up or down, or NULL. */
struct softhca_port *softhca_find_port_by_lid(const struct softhca *hca, uint16_t lid);
/** Set an entry of the GID table; NULL clears it. */
void softhca_port_put_gid(struct softhca_port *port, unsigned int at, const union ibv_gid *gid);
/** Add a GID to a port's table, in the first free entry. Returns 0 or ENOSPC. */
int softhca_port_add_gid(struct softhca_port *port, const union ibv_gid *gid);
/**
 * Returns the index of a GID in a port's table (an all-zero GID: of an unused entry), or
 * SOFTHCA_GIDS if it is not there.
 */
unsigned int softhca_port_find_gid(const struct softhca_port *port, const union ibv_gid *gid);
/** The port with this GID in its table, or NULL. */
struct softhca_port *softhca_find_port_by_gid(const struct softhca *hca, const union ibv_gid *gid);

#endif
