/* SPDX-License-Identifier: BSD-2-Clause */
/* Ports, as management uses them: found by GUID, with values read from sysfs. */
#ifndef RUNTIME_IBA_MAD_PORT_H
#define RUNTIME_IBA_MAD_PORT_H

#include <iba/ib_al.h>
#include <stdbool.h>

#include "runtime.h"

struct iba_port {
	const struct inverbs_backend *backend;
	char device[64];
	unsigned int number;
	ib_net64_t guid;
	ib_net64_t ca_guid;
};

/**
 * Find a port by its GUID. Returns IB_INVALID_GUID if there is none, or the error of the search.
 */
ib_api_status_t iba_port_find(ib_net64_t guid, struct iba_port *port);

/** Describe a port of a device by its number. Returns false if it does not exist. */
bool iba_port_of_device(const struct inverbs_device *device, unsigned int number,
			struct iba_port *port);

/**
 * Read a number below the port's directory in sysfs, e.g. "lid". Returns 0 if it cannot be read.
 */
unsigned int iba_port_value(const struct iba_port *port, const char *name);

bool iba_port_gid(const struct iba_port *port, unsigned int index, ib_gid_t *gid);

/** Index of a GID in the port's table; 0 if it is not there. */
uint8_t iba_port_gid_index(const struct iba_port *port, const ib_gid_t *gid);

/** Index of a P_Key in the port's table, ignoring the membership bit; -1 if it is not there. */
int iba_port_pkey_index(const struct iba_port *port, ib_net16_t pkey);

#endif
