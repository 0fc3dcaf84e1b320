/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from deneb.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* deneb: how its devices are recognised, and the driver-private parts of kernel commands. */
#ifndef INVERBS_ADAPTERS_DENEB_ABI_H
#define INVERBS_ADAPTERS_DENEB_ABI_H

#include <inverbs/kernel/identity.h>

#define DENEB_DRIVER_ID 995
/** What its devices are to programs. */
#define DENEB_NODE_TYPE IBV_NODE_CA
/** Its ports are on Ethernet, and nothing else. */
#define DENEB_ON_ETHERNET 1
#define DENEB_ABI_MIN     1
#define DENEB_ABI_MAX     1
#define DENEB_MAX_PORTS   1

/** How names of devices of no bus begin, NULL-terminated. */
static const char *const deneb_names[] __attribute__((unused)) = {
	"deneb",
	NULL,
};

/** Other buses, NULL-terminated. */
static const char *const deneb_modalias[] __attribute__((unused)) = {
	NULL,
};

static const struct inverbs_identity deneb_identity __attribute__((unused)) = {
	DENEB_DRIVER_ID,
	DENEB_ABI_MIN,
	DENEB_ABI_MAX,
	0,
	NULL,
	0,
	deneb_modalias,
	deneb_names,
	NULL,
	0,
	0,
	~0ULL,
	true,
};

#endif
