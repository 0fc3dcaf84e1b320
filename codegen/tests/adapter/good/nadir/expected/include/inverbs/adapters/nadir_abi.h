/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from nadir.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* nadir: how its devices are recognised, and the driver-private parts of kernel commands. */
#ifndef INVERBS_ADAPTERS_NADIR_ABI_H
#define INVERBS_ADAPTERS_NADIR_ABI_H

#include <inverbs/identity.h>

#define NADIR_DRIVER_ID 992
/** What its devices are to programs. */
#define NADIR_NODE_TYPE IBV_NODE_CA
/** Its ports are on Ethernet, and nothing else. */
#define NADIR_ON_ETHERNET 1
#define NADIR_ABI_MIN     1
#define NADIR_ABI_MAX     1
#define NADIR_MAX_PORTS   1

/** How names of devices of no bus begin, NULL-terminated. */
static const char *const nadir_names[] __attribute__((unused)) = {
	"nadir",
	"low",
	NULL,
};

/** Other buses, NULL-terminated. */
static const char *const nadir_modalias[] __attribute__((unused)) = {
	NULL,
};

static const struct inverbs_identity nadir_identity __attribute__((unused)) = {
	NADIR_DRIVER_ID,
	NADIR_ABI_MIN,
	NADIR_ABI_MAX,
	0,
	NULL,
	0,
	nadir_modalias,
	nadir_names,
	NULL,
	0,
	0,
	~0ULL,
	true,
};

#endif
