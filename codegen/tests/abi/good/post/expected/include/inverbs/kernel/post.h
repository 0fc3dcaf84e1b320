/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from post.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */
/** Letters. */
#ifndef INVERBS_KERNEL_POST_H
#define INVERBS_KERNEL_POST_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/** Pigeonholes. */
#define POST_PLACES 0x10

/** One letter. */
struct post_letter {
	uint32_t to;  /**< 0: Pigeonhole */
	char text[4]; /**< 4 */
};
static_assert(sizeof(struct post_letter) == 8 && offsetof(struct post_letter, text) == 4, "layout");

#endif
