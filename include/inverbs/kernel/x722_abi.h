/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/x722.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/* x722: identity of its devices, and the driver-private data of kernel commands. */
#ifndef INVERBS_ADAPTERS_X722_ABI_H
#define INVERBS_ADAPTERS_X722_ABI_H

#include <inverbs/kernel/identity.h>

#define X722_DRIVER_ID 9
/** Node type of the adapter's devices. */
#define X722_NODE_TYPE IBV_NODE_RNIC
/** All ports are Ethernet. */
#define X722_ON_ETHERNET 1
#define X722_ABI_MIN     0
#define X722_ABI_MAX     5
#define X722_PCI_VENDOR  0x8086
#define X722_MAX_PORTS   1

/** PCI device ids. */
static const uint16_t x722_pci_ids[] __attribute__((unused)) = {
	0x374c, 0x374d, 0x37cd, 0x37ce, 0x37cf, 0x37d0, 0x37d1, 0x37d2, 0x37d3, 0x37d9,
};

/** Prefixes of the names of devices on no bus, NULL-terminated. */
static const char *const x722_names[] __attribute__((unused)) = {
	NULL,
};

/** Devices on other buses, NULL-terminated. */
static const char *const x722_modalias[] __attribute__((unused)) = {
	NULL,
};

static const struct inverbs_identity x722_identity __attribute__((unused)) = {
	X722_DRIVER_ID,
	X722_ABI_MIN,
	X722_ABI_MAX,
	X722_PCI_VENDOR,
	x722_pci_ids,
	10,
	x722_modalias,
	x722_names,
	NULL,
	0,
	0,
	~0ULL,
	true,
};

#endif
