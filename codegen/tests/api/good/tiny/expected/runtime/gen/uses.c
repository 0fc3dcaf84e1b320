/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ./ by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Which members of objects refer to other objects. Linked into checked programs only. */
#include <stddef.h>

#include "uses.h"

const struct inverbs_use inverbs_uses[] = {
	{"tiny_box", "next", offsetof(struct tiny_box, next)},
	{"tiny_box", "shelf", offsetof(struct tiny_box, shelf)},
	{NULL, NULL, 0},
};
