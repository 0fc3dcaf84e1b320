/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from norma.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* norma: identity of its devices, and the driver-private data of kernel commands. */
#ifndef INVERBS_ADAPTERS_NORMA_ABI_H
#define INVERBS_ADAPTERS_NORMA_ABI_H

#include <inverbs/kernel/identity.h>

#define NORMA_DRIVER_ID 251
/** Node type of the adapter's devices. */
#define NORMA_NODE_TYPE IBV_NODE_CA
/** All ports are Ethernet. */
#define NORMA_ON_ETHERNET 1
#define NORMA_ABI_MIN     1
#define NORMA_ABI_MAX     1
#define NORMA_PCI_VENDOR  0x1af4
#define NORMA_MAX_PORTS   1

/** PCI device ids. */
static const uint16_t norma_pci_ids[] __attribute__((unused)) = {
	0x9024,
};

/** Prefixes of the names of devices on no bus, NULL-terminated. */
static const char *const norma_names[] __attribute__((unused)) = {
	NULL,
};

/** Devices on other buses, NULL-terminated. */
static const char *const norma_modalias[] __attribute__((unused)) = {
	NULL,
};

static const struct inverbs_identity norma_identity __attribute__((unused)) = {
	NORMA_DRIVER_ID,
	NORMA_ABI_MIN,
	NORMA_ABI_MAX,
	NORMA_PCI_VENDOR,
	norma_pci_ids,
	1,
	norma_modalias,
	norma_names,
	NULL,
	0,
	0,
	~0ULL,
	true,
};

#endif
