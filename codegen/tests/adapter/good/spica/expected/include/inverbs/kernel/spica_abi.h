/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spica.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* spica: identity of its devices, and the driver-private data of kernel commands. */
#ifndef INVERBS_ADAPTERS_SPICA_ABI_H
#define INVERBS_ADAPTERS_SPICA_ABI_H

#include <inverbs/kernel/identity.h>

#define SPICA_DRIVER_ID 250
/** Node type of the adapter's devices. */
#define SPICA_NODE_TYPE IBV_NODE_RNIC
/** All ports are Ethernet. */
#define SPICA_ON_ETHERNET 1
#define SPICA_ABI_MIN     1
#define SPICA_ABI_MAX     2
#define SPICA_MAX_PORTS   1

/** Prefixes of the names of devices on no bus, NULL-terminated. */
static const char *const spica_names[] __attribute__((unused)) = {
	"spica",
	NULL,
};

/** Devices on other buses, NULL-terminated. */
static const char *const spica_modalias[] __attribute__((unused)) = {
	"spica:*",
	NULL,
};

static const struct inverbs_identity spica_identity __attribute__((unused)) = {
	SPICA_DRIVER_ID, SPICA_ABI_MIN, SPICA_ABI_MAX, 0, NULL, 0,
	spica_modalias,  spica_names,   NULL,          0, 2,    0x40001ULL,
	false,
};

/** Response of CREATE_CQ. */
struct spica_create_cq_out {
	uint32_t cqn;
	uint32_t key; /**< For mmap. */
};

INVERBS_ASSERT_LAYOUT(sizeof(struct spica_create_cq_out) == 8, "spica.create_cq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct spica_create_cq_out, cqn) == 0, "spica.create_cq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct spica_create_cq_out, key) == 4, "spica.create_cq_out");

#endif
