/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from hadar.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* hadar: identity of its devices, and the driver-private data of kernel commands. */
#ifndef INVERBS_ADAPTERS_HADAR_ABI_H
#define INVERBS_ADAPTERS_HADAR_ABI_H

#include <inverbs/kernel/identity.h>

#define HADAR_DRIVER_ID 249
/** Node type of the adapter's devices. */
#define HADAR_NODE_TYPE IBV_NODE_CA
/** All ports are Ethernet. */
#define HADAR_ON_ETHERNET 1
#define HADAR_ABI_MIN     1
#define HADAR_ABI_MAX     1
#define HADAR_PCI_VENDOR  0x1af4
#define HADAR_MAX_PORTS   1

/** PCI device ids. */
static const uint16_t hadar_pci_ids[] __attribute__((unused)) = {
	0x9018,
};

/** Prefixes of the names of devices on no bus, NULL-terminated. */
static const char *const hadar_names[] __attribute__((unused)) = {
	NULL,
};

/** Devices on other buses, NULL-terminated. */
static const char *const hadar_modalias[] __attribute__((unused)) = {
	NULL,
};

static const struct inverbs_identity hadar_identity __attribute__((unused)) = {
	HADAR_DRIVER_ID,
	HADAR_ABI_MIN,
	HADAR_ABI_MAX,
	HADAR_PCI_VENDOR,
	hadar_pci_ids,
	1,
	hadar_modalias,
	hadar_names,
	NULL,
	0,
	0,
	~0ULL,
	true,
};

/** Response of CREATE_CQ. */
struct hadar_create_cq_out {
	uint8_t kind;
	uint8_t flags;
	uint16_t room;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct hadar_create_cq_out) == 4, "hadar.create_cq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct hadar_create_cq_out, kind) == 0, "hadar.create_cq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct hadar_create_cq_out, flags) == 1, "hadar.create_cq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct hadar_create_cq_out, room) == 2, "hadar.create_cq_out");

#endif
