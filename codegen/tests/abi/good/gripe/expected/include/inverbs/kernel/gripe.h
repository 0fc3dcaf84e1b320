/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from gripe.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */
/** Why a parcel came back. */
#ifndef INVERBS_KERNEL_GRIPE_H
#define INVERBS_KERNEL_GRIPE_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/** Faults of parcels. */
enum gripe_fault {
	/** {parcel} is 100% too heavy */
	GRIPE_FAULT_HEAVY = 1,
	/** with {marks:mark}, seen at {stops:seen} */
	GRIPE_FAULT_LOST = 4,
};

/** Where it was. */
struct gripe_stop {
	uint32_t at;   /**< 0 */
	uint32_t kind; /**< 4 */
};
static_assert(sizeof(struct gripe_stop) == 8 && offsetof(struct gripe_stop, kind) == 4, "layout");

/** What happened to it. */
struct gripe_cause {
	uint64_t weight;            /**< 0 */
	uint32_t fault;             /**< 8 */
	uint32_t kind;              /**< 12 */
	uint32_t marks;             /**< 16 */
	uint32_t seen;              /**< 20 */
	struct gripe_stop stops[2]; /**< 24 */
};
static_assert(sizeof(struct gripe_cause) == 40 && offsetof(struct gripe_cause, stops) == 24,
	      "layout");

#endif
