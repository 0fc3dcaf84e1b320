/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from altair.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* altair: identity of its devices, and the driver-private data of kernel commands. */
#ifndef INVERBS_ADAPTERS_ALTAIR_ABI_H
#define INVERBS_ADAPTERS_ALTAIR_ABI_H

#include <inverbs/kernel/identity.h>

#define ALTAIR_DRIVER_ID 99
/** Node type of the adapter's devices. */
#define ALTAIR_NODE_TYPE IBV_NODE_CA
/** All ports are Ethernet. */
#define ALTAIR_ON_ETHERNET 0
#define ALTAIR_ABI_MIN     1
#define ALTAIR_ABI_MAX     1
#define ALTAIR_PCI_VENDOR  0x1af4
#define ALTAIR_MAX_PORTS   1

/** PCI device ids. */
static const uint16_t altair_pci_ids[] __attribute__((unused)) = {
	0xa17a,
};

/** Prefixes of the names of devices on no bus, NULL-terminated. */
static const char *const altair_names[] __attribute__((unused)) = {
	NULL,
};

/** Devices on other buses, NULL-terminated. */
static const char *const altair_modalias[] __attribute__((unused)) = {
	"virtio:altair",
	NULL,
};

static const struct inverbs_identity altair_identity __attribute__((unused)) = {
	ALTAIR_DRIVER_ID,
	ALTAIR_ABI_MIN,
	ALTAIR_ABI_MAX,
	ALTAIR_PCI_VENDOR,
	altair_pci_ids,
	1,
	altair_modalias,
	altair_names,
	NULL,
	0,
	0,
	~0ULL,
	true,
};

/** Address of the ring; a hole of four bytes follows the depth. */
struct altair_create_cq_in {
	uint32_t depth; /**< Entries. */
	uint8_t hole0[4];
	uint64_t buf;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct altair_create_cq_in) == 16, "altair.create_cq_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct altair_create_cq_in, depth) == 0, "altair.create_cq_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct altair_create_cq_in, buf) == 8, "altair.create_cq_in");

#endif
