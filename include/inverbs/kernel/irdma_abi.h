/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/irdma.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/* irdma: identity of its devices, and the driver-private data of kernel commands. */
#ifndef INVERBS_ADAPTERS_IRDMA_ABI_H
#define INVERBS_ADAPTERS_IRDMA_ABI_H

#include <inverbs/kernel/identity.h>

#define IRDMA_DRIVER_ID 9
/** Node type of the adapter's devices. */
#define IRDMA_NODE_TYPE IBV_NODE_CA
/** All ports are Ethernet. */
#define IRDMA_ON_ETHERNET 1
#define IRDMA_ABI_MIN     0
#define IRDMA_ABI_MAX     5
#define IRDMA_PCI_VENDOR  0x8086
#define IRDMA_MAX_PORTS   1

/** PCI device ids. */
static const uint16_t irdma_pci_ids[] __attribute__((unused)) = {
	0x124c, 0x124d, 0x124e, 0x124f, 0x151d, 0x1591, 0x1592, 0x1593, 0x1599,
	0x159a, 0x159b, 0x188a, 0x188b, 0x188c, 0x188d, 0x188e, 0x1890, 0x1891,
	0x1892, 0x1893, 0x1894, 0x1897, 0x1898, 0x1899, 0x189a,
};

/** Prefixes of the names of devices on no bus, NULL-terminated. */
static const char *const irdma_names[] __attribute__((unused)) = {
	NULL,
};

/** Devices on other buses, NULL-terminated. */
static const char *const irdma_modalias[] __attribute__((unused)) = {
	NULL,
};

static const struct inverbs_identity irdma_identity __attribute__((unused)) = {
	IRDMA_DRIVER_ID,
	IRDMA_ABI_MIN,
	IRDMA_ABI_MAX,
	IRDMA_PCI_VENDOR,
	irdma_pci_ids,
	25,
	irdma_modalias,
	irdma_names,
	NULL,
	0,
	0,
	~0ULL,
	true,
};

#endif
