/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from zenith.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* zenith: how its devices are recognised, and the driver-private parts of kernel commands. */
#ifndef INVERBS_ADAPTERS_ZENITH_ABI_H
#define INVERBS_ADAPTERS_ZENITH_ABI_H

#include <inverbs/bits.h>

#define ZENITH_DRIVER_ID 98
/** What its devices are to programs. */
#define ZENITH_NODE_TYPE  IBV_NODE_RNIC
#define ZENITH_ABI_MIN    0
#define ZENITH_ABI_MAX    1
#define ZENITH_PCI_VENDOR 0x1af4
#define ZENITH_MAX_PORTS  2

/** PCI device ids. */
static const uint16_t zenith_pci_ids[] __attribute__((unused)) = {
	0x2e17,
};

/** Other buses, NULL-terminated. */
static const char *const zenith_modalias[] __attribute__((unused)) = {
	NULL,
};

#endif
