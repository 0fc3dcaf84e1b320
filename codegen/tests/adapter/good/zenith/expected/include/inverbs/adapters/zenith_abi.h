/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from zenith.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* zenith: how its devices are recognised, and the driver-private parts of kernel commands. */
#ifndef INVERBS_ADAPTERS_ZENITH_ABI_H
#define INVERBS_ADAPTERS_ZENITH_ABI_H

#include <inverbs/identity.h>

#define ZENITH_DRIVER_ID 98
/** What its devices are to programs. */
#define ZENITH_NODE_TYPE IBV_NODE_RNIC
/** Its ports are on Ethernet, and nothing else. */
#define ZENITH_ON_ETHERNET 1
#define ZENITH_ABI_MIN     0
#define ZENITH_ABI_MAX     1
#define ZENITH_PCI_VENDOR  0x1af4
#define ZENITH_MAX_PORTS   2

/** PCI device ids. */
static const uint16_t zenith_pci_ids[] __attribute__((unused)) = {
	0x2e17,
	0x2e18,
};

/** How names of devices of no bus begin, NULL-terminated. */
static const char *const zenith_names[] __attribute__((unused)) = {
	NULL,
};

/** Other buses, NULL-terminated. */
static const char *const zenith_modalias[] __attribute__((unused)) = {
	NULL,
};

/** Those whose posts and polls are commands of the kernel. */
static const uint16_t zenith_by_command[] __attribute__((unused)) = {
	0x2e18,
};

static const struct inverbs_identity zenith_identity __attribute__((unused)) = {
	ZENITH_DRIVER_ID,
	ZENITH_ABI_MIN,
	ZENITH_ABI_MAX,
	ZENITH_PCI_VENDOR,
	zenith_pci_ids,
	2,
	zenith_modalias,
	zenith_names,
	zenith_by_command,
	1,
	3,
	0x39340001ULL,
	false,
};

#endif
