/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from tarazed.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* tarazed: how its devices are recognised, and the driver-private parts of kernel commands. */
#ifndef INVERBS_ADAPTERS_TARAZED_ABI_H
#define INVERBS_ADAPTERS_TARAZED_ABI_H

#include <inverbs/identity.h>

#define TARAZED_DRIVER_ID 99
/** What its devices are to programs. */
#define TARAZED_NODE_TYPE IBV_NODE_CA
/** Its ports are on Ethernet, and nothing else. */
#define TARAZED_ON_ETHERNET 0
#define TARAZED_ABI_MIN     1
#define TARAZED_ABI_MAX     1
#define TARAZED_PCI_VENDOR  0x1af4
#define TARAZED_MAX_PORTS   1

/** PCI device ids. */
static const uint16_t tarazed_pci_ids[] __attribute__((unused)) = {
	0xa17a,
};

/** How names of devices of no bus begin, NULL-terminated. */
static const char *const tarazed_names[] __attribute__((unused)) = {
	NULL,
};

/** Other buses, NULL-terminated. */
static const char *const tarazed_modalias[] __attribute__((unused)) = {
	"virtio:altair",
	NULL,
};

static const struct inverbs_identity tarazed_identity __attribute__((unused)) = {
	TARAZED_DRIVER_ID,
	TARAZED_ABI_MIN,
	TARAZED_ABI_MAX,
	TARAZED_PCI_VENDOR,
	tarazed_pci_ids,
	1,
	tarazed_modalias,
	tarazed_names,
	NULL,
	0,
	0,
	~0ULL,
	true,
};

/** Where the ring lies; a hole of four bytes follows the depth. */
struct tarazed_create_cq_in {
	uint32_t depth; /**< Entries. */
	uint8_t hole0[4];
	uint64_t buf;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct tarazed_create_cq_in) == 16, "tarazed.create_cq_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct tarazed_create_cq_in, depth) == 0, "tarazed.create_cq_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct tarazed_create_cq_in, buf) == 8, "tarazed.create_cq_in");

#endif
