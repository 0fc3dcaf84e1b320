/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ./ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The unchecked functions, which have the names of the checked ones. Linked into checked programs
 * only.
 */
#include <inverbs/checked/checked_wire.h>

const struct inverbs_plain_wire inverbs_plain_wire = {
	.tiny_port_open = tiny_port_open,
};
