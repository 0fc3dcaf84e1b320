/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/connectib.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/* connectib: identity of its devices, and the driver-private data of kernel commands. */
#ifndef INVERBS_ADAPTERS_CONNECTIB_ABI_H
#define INVERBS_ADAPTERS_CONNECTIB_ABI_H

#include <inverbs/kernel/identity.h>

#define CONNECTIB_DRIVER_ID 1
/** Node type of the adapter's devices. */
#define CONNECTIB_NODE_TYPE IBV_NODE_CA
/** All ports are Ethernet. */
#define CONNECTIB_ON_ETHERNET 0
#define CONNECTIB_ABI_MIN     1
#define CONNECTIB_ABI_MAX     1
#define CONNECTIB_PCI_VENDOR  0x15b3
#define CONNECTIB_MAX_PORTS   2

/** PCI device ids. */
static const uint16_t connectib_pci_ids[] __attribute__((unused)) = {
	0x1011,
	0x1012,
};

/** Prefixes of the names of devices on no bus, NULL-terminated. */
static const char *const connectib_names[] __attribute__((unused)) = {
	NULL,
};

/** Devices on other buses, NULL-terminated. */
static const char *const connectib_modalias[] __attribute__((unused)) = {
	NULL,
};

static const struct inverbs_identity connectib_identity __attribute__((unused)) = {
	CONNECTIB_DRIVER_ID,
	CONNECTIB_ABI_MIN,
	CONNECTIB_ABI_MAX,
	CONNECTIB_PCI_VENDOR,
	connectib_pci_ids,
	2,
	connectib_modalias,
	connectib_names,
	NULL,
	0,
	0,
	~0ULL,
	true,
};

#endif
