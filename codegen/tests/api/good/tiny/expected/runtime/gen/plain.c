/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ./ by `python3 -m codegen gen`. Edit the spec, not this file. */

/* How the checked functions reach the unchecked ones, whose names they have. Linked into checked
 * programs only. */
#include <inverbs/checked.h>

const struct inverbs_plain inverbs_plain = {
	.tiny_make = tiny_make,
	.tiny_throw = tiny_throw,
	.tiny_drop = tiny_drop,
	.tiny_stack = tiny_stack,
	.tiny_polish = tiny_polish,
};
