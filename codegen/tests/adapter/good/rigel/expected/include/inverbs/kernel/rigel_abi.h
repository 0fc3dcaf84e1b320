/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from rigel.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* rigel: how its devices are recognised, and the driver-private parts of kernel commands. */
#ifndef INVERBS_ADAPTERS_RIGEL_ABI_H
#define INVERBS_ADAPTERS_RIGEL_ABI_H

#include <inverbs/kernel/identity.h>

#define RIGEL_DRIVER_ID 98
/** What its devices are to programs. */
#define RIGEL_NODE_TYPE IBV_NODE_RNIC
/** Its ports are on Ethernet, and nothing else. */
#define RIGEL_ON_ETHERNET 1
#define RIGEL_ABI_MIN     0
#define RIGEL_ABI_MAX     1
#define RIGEL_PCI_VENDOR  0x1af4
#define RIGEL_MAX_PORTS   2

/** PCI device ids. */
static const uint16_t rigel_pci_ids[] __attribute__((unused)) = {
	0x2e17,
	0x2e18,
};

/** How names of devices of no bus begin, NULL-terminated. */
static const char *const rigel_names[] __attribute__((unused)) = {
	NULL,
};

/** Other buses, NULL-terminated. */
static const char *const rigel_modalias[] __attribute__((unused)) = {
	NULL,
};

/** Those whose posts and polls are commands of the kernel. */
static const uint16_t rigel_by_command[] __attribute__((unused)) = {
	0x2e18,
};

static const struct inverbs_identity rigel_identity __attribute__((unused)) = {
	RIGEL_DRIVER_ID,
	RIGEL_ABI_MIN,
	RIGEL_ABI_MAX,
	RIGEL_PCI_VENDOR,
	rigel_pci_ids,
	2,
	rigel_modalias,
	rigel_names,
	rigel_by_command,
	1,
	3,
	0x39340001ULL,
	false,
};

#endif
