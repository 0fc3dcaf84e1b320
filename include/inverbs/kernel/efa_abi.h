/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/efa.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/* efa: identity of its devices, and the driver-private data of kernel commands. */
#ifndef INVERBS_ADAPTERS_EFA_ABI_H
#define INVERBS_ADAPTERS_EFA_ABI_H

#include <inverbs/kernel/identity.h>

#define EFA_DRIVER_ID 17
/** Node type of the adapter's devices. */
#define EFA_NODE_TYPE IBV_NODE_CA
/** All ports are Ethernet. */
#define EFA_ON_ETHERNET 1
#define EFA_ABI_MIN     1
#define EFA_ABI_MAX     1
#define EFA_PCI_VENDOR  0x1d0f
#define EFA_MAX_PORTS   1

/** PCI device ids. */
static const uint16_t efa_pci_ids[] __attribute__((unused)) = {
	0xefa0, 0xefa1, 0xefa2, 0xefa3, 0xefa4,
};

/** Prefixes of the names of devices on no bus, NULL-terminated. */
static const char *const efa_names[] __attribute__((unused)) = {
	NULL,
};

/** Devices on other buses, NULL-terminated. */
static const char *const efa_modalias[] __attribute__((unused)) = {
	NULL,
};

static const struct inverbs_identity efa_identity __attribute__((unused)) = {
	EFA_DRIVER_ID,
	EFA_ABI_MIN,
	EFA_ABI_MAX,
	EFA_PCI_VENDOR,
	efa_pci_ids,
	5,
	efa_modalias,
	efa_names,
	NULL,
	0,
	0,
	~0ULL,
	true,
};

#endif
