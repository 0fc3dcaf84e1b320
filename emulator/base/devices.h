/* SPDX-License-Identifier: BSD-2-Clause */
/* Devices and ports by name and address, and the GID table of a port. */
#ifndef EMULATOR_BASE_DEVICES_H
#define EMULATOR_BASE_DEVICES_H

#include "base/objects.h"

struct softhca_dev *softhca_find_device(const struct softhca *hca, const char *name);
/** The number by which netlink would know the device, which the connection manager tells, too. */
static inline uint32_t softhca_device_number(const struct softhca_dev *device)
{
	return device->index + 1;
}

/** The port that answers to this LID, whether up or down; NULL. */
struct softhca_port *softhca_find_port_by_lid(const struct softhca *hca, uint16_t lid);
/** Set an entry of the GID table, or with NULL clear it. */
void softhca_port_put_gid(struct softhca_port *port, unsigned int at, const union ibv_gid *gid);
/** Give a port one more, in the first entry that is free; 0 or ENOSPC. */
int softhca_port_add_gid(struct softhca_port *port, const union ibv_gid *gid);
/** Where a GID stands in the table of a port, all zero for an unused entry; SOFTHCA_GIDS: nowhere.
 */
unsigned int softhca_port_find_gid(const struct softhca_port *port, const union ibv_gid *gid);
/** The port that has this GID in its table; NULL. */
struct softhca_port *softhca_find_port_by_gid(const struct softhca *hca, const union ibv_gid *gid);

#endif
