/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ventus.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* ventus: identity of its devices, and the driver-private data of kernel commands. */
#ifndef INVERBS_ADAPTERS_VENTUS_ABI_H
#define INVERBS_ADAPTERS_VENTUS_ABI_H

#include <inverbs/kernel/identity.h>

#define VENTUS_DRIVER_ID 251
/** Node type of the adapter's devices. */
#define VENTUS_NODE_TYPE IBV_NODE_CA
/** All ports are Ethernet. */
#define VENTUS_ON_ETHERNET 1
#define VENTUS_ABI_MIN     1
#define VENTUS_ABI_MAX     1
#define VENTUS_PCI_VENDOR  0x1af4
#define VENTUS_MAX_PORTS   1

/** PCI device ids. */
static const uint16_t ventus_pci_ids[] __attribute__((unused)) = {
	0x9024,
};

/** Prefixes of the names of devices on no bus, NULL-terminated. */
static const char *const ventus_names[] __attribute__((unused)) = {
	NULL,
};

/** Devices on other buses, NULL-terminated. */
static const char *const ventus_modalias[] __attribute__((unused)) = {
	NULL,
};

static const struct inverbs_identity ventus_identity __attribute__((unused)) = {
	VENTUS_DRIVER_ID,
	VENTUS_ABI_MIN,
	VENTUS_ABI_MAX,
	VENTUS_PCI_VENDOR,
	ventus_pci_ids,
	1,
	ventus_modalias,
	ventus_names,
	NULL,
	0,
	0,
	~0ULL,
	true,
};

#endif
