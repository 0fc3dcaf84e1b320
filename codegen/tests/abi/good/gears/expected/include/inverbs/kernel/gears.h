/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from gears.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */
/** Which lever goes where. */
#ifndef INVERBS_KERNEL_GEARS_H
#define INVERBS_KERNEL_GEARS_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

enum gears_qp_state {
	GEARS_QPS_PARK = 0,
	GEARS_QPS_DRIVE = 1,
	GEARS_QPS_BROKEN = 6,
};

enum gears_qp_type {
	GEARS_QPT_CAR = 2,
	GEARS_QPT_SLED = 3,
};

/** Bits of an attribute mask. */
enum gears_qp_attr_bit {
	GEARS_ATTR_LEVER = 1 << 0,
	GEARS_ATTR_CLUTCH = 1 << 1,
	GEARS_ATTR_HORN = 1 << 4,
	GEARS_ATTR_FUEL = 1 << 25,
};

/**
 * The required and optional attributes of one transition of one queue pair type, besides those that
 * are always allowed.
 */
struct gears_transition {
	uint8_t type; /**< enum gears_qp_type */
	uint8_t from; /**< enum gears_qp_state */
	uint8_t to;
	uint32_t required;
	uint32_t optional;
};

/** The row of a transition, or NULL if this type does not have it. */
static inline const struct gears_transition *gears_find_transition(int qp_type, int from, int to)
{
	static const struct gears_transition table[] = {
		{GEARS_QPT_CAR, GEARS_QPS_PARK, GEARS_QPS_DRIVE,
		 GEARS_ATTR_CLUTCH | GEARS_ATTR_FUEL, GEARS_ATTR_HORN},
		{GEARS_QPT_SLED, GEARS_QPS_PARK, GEARS_QPS_DRIVE, 0, 0},
		{GEARS_QPT_SLED, GEARS_QPS_DRIVE, GEARS_QPS_PARK, 0, 0},
		{GEARS_QPT_CAR, GEARS_QPS_DRIVE, GEARS_QPS_PARK, GEARS_ATTR_CLUTCH, 0},
		{GEARS_QPT_CAR, GEARS_QPS_DRIVE, GEARS_QPS_BROKEN, 0, GEARS_ATTR_HORN},
		{GEARS_QPT_SLED, GEARS_QPS_DRIVE, GEARS_QPS_BROKEN, 0, GEARS_ATTR_HORN},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		if (table[i].type == qp_type && table[i].from == from && table[i].to == to)
			return &table[i];
	}
	return NULL;
}

/** Attributes without meaning for a type, which are dropped before the check. */
static inline uint32_t gears_dropped_attributes(int qp_type)
{
	switch (qp_type) {
	case GEARS_QPT_SLED:
		return GEARS_ATTR_CLUTCH | GEARS_ATTR_HORN;
	default:
		return 0;
	}
}

/** Check a transition of a queue pair of this type with these attributes: 0 or EINVAL. */
static inline int gears_shift_gear(int qp_type, int from, int to, uint32_t attr_mask)
{
	const struct gears_transition *t = gears_find_transition(qp_type, from, to);
	uint32_t always = GEARS_ATTR_LEVER;

	if (!t)
		return EINVAL;
	attr_mask &= ~gears_dropped_attributes(qp_type);
	if ((attr_mask & t->required) != t->required)
		return EINVAL;
	return attr_mask & ~(t->required | t->optional | always) ? EINVAL : 0;
}

/** Name of an attribute by its bit number, "?" if there is none. */
static inline const char *gears_attribute_name(int bit)
{
	switch (bit) {
	case 0:
		return "LEVER";
	case 1:
		return "CLUTCH";
	case 4:
		return "HORN";
	case 25:
		return "FUEL";
	default:
		return "?";
	}
}

#endif
