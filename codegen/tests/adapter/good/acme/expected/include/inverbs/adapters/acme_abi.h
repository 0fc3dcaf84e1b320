/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from acme.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* acme: how its devices are recognised, and the driver-private parts of kernel commands. */
#ifndef INVERBS_ADAPTERS_ACME_ABI_H
#define INVERBS_ADAPTERS_ACME_ABI_H

#include <inverbs/identity.h>

#define ACME_DRIVER_ID 99
/** What its devices are to programs. */
#define ACME_NODE_TYPE IBV_NODE_CA
/** Its ports are on Ethernet, and nothing else. */
#define ACME_ON_ETHERNET 0
#define ACME_ABI_MIN     1
#define ACME_ABI_MAX     1
#define ACME_PCI_VENDOR  0x1af4
#define ACME_MAX_PORTS   1

/** PCI device ids. */
static const uint16_t acme_pci_ids[] __attribute__((unused)) = {
	0xac3e,
};

/** How names of devices of no bus begin, NULL-terminated. */
static const char *const acme_names[] __attribute__((unused)) = {
	NULL,
};

/** Other buses, NULL-terminated. */
static const char *const acme_modalias[] __attribute__((unused)) = {
	"virtio:acme",
	NULL,
};

static const struct inverbs_identity acme_identity __attribute__((unused)) = {
	ACME_DRIVER_ID,
	ACME_ABI_MIN,
	ACME_ABI_MAX,
	ACME_PCI_VENDOR,
	acme_pci_ids,
	1,
	acme_modalias,
	acme_names,
	NULL,
	0,
	0,
	~0ULL,
	true,
};

/** Where the ring lies; a hole of four bytes follows the depth. */
struct acme_create_cq_in {
	uint32_t depth; /**< Entries. */
	uint8_t hole0[4];
	uint64_t buf;
};

INVERBS_ASSERT_LAYOUT(sizeof(struct acme_create_cq_in) == 16, "acme.create_cq_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct acme_create_cq_in, depth) == 0, "acme.create_cq_in");
INVERBS_ASSERT_LAYOUT(offsetof(struct acme_create_cq_in, buf) == 8, "acme.create_cq_in");

#endif
