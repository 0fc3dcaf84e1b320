/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ./ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The unchecked functions, which have the names of the checked ones. Linked into checked programs
 * only.
 */
#include <inverbs/checked/checked_tiny.h>

const struct inverbs_plain_tiny inverbs_plain_tiny = {
	.tiny_make = tiny_make,
	.tiny_throw = tiny_throw,
	.tiny_drop = tiny_drop,
	.tiny_stack = tiny_stack,
	.tiny_paint = tiny_paint,
	.tiny_polish = tiny_polish,
	.tiny_find = tiny_find,
};
