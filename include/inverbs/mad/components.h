/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Component masks: in requests to the subnet administrator, they mark the record components that
 * are set.
 */
#ifndef INVERBS_MAD_COMPONENTS_H
#define INVERBS_MAD_COMPONENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** A component: its bits in the mask, and its position in the record's struct. */
struct mad_component {
	uint64_t mask;
	uint16_t at;
	uint16_t bytes;
};

/** Are two records equal in the components of a mask? Unknown components are ignored. */
static inline bool mad_components_match(const void *v, const void *asked,
					const struct mad_component *known, size_t count,
					uint64_t components)
{
	for (size_t i = 0; i < count; i++) {
		if (components & known[i].mask &&
		    memcmp((const uint8_t *)v + known[i].at, (const uint8_t *)asked + known[i].at,
			   known[i].bytes) != 0)
			return false;
	}
	return true;
}

#endif
