/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from vega.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* vega: identity of its devices, and the driver-private data of kernel commands. */
#ifndef INVERBS_ADAPTERS_VEGA_ABI_H
#define INVERBS_ADAPTERS_VEGA_ABI_H

#include <inverbs/kernel/identity.h>

#define VEGA_DRIVER_ID 250
/** Node type of the adapter's devices. */
#define VEGA_NODE_TYPE IBV_NODE_RNIC
/** All ports are Ethernet. */
#define VEGA_ON_ETHERNET 1
#define VEGA_ABI_MIN     1
#define VEGA_ABI_MAX     2
#define VEGA_MAX_PORTS   1

/** Prefixes of the names of devices on no bus, NULL-terminated. */
static const char *const vega_names[] __attribute__((unused)) = {
	"vega",
	NULL,
};

/** Devices on other buses, NULL-terminated. */
static const char *const vega_modalias[] __attribute__((unused)) = {
	"vega:*",
	NULL,
};

static const struct inverbs_identity vega_identity __attribute__((unused)) = {
	VEGA_DRIVER_ID, VEGA_ABI_MIN, VEGA_ABI_MAX, 0, NULL, 0,
	vega_modalias,  vega_names,   NULL,         0, 2,    0x40001ULL,
	false,
};

/** Response of CREATE_CQ. */
struct vega_create_cq_out {
	uint32_t cqn;
	uint32_t key; /**< For mmap. */
};

INVERBS_ASSERT_LAYOUT(sizeof(struct vega_create_cq_out) == 8, "vega.create_cq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct vega_create_cq_out, cqn) == 0, "vega.create_cq_out");
INVERBS_ASSERT_LAYOUT(offsetof(struct vega_create_cq_out, key) == 4, "vega.create_cq_out");

#endif
