/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ./ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The checked build (-DINVERBS_CHECKED): every function that a program can use wrongly, after the
 * checks of its contract. A check that fails calls inverbs_misuse(), which prints a line; the call
 * is refused with the errno value at the end of the line. Without the flag this file is empty.
 */
#include <tiny/messages.h> /* may end by including this file, hence before the guard */

#ifndef INVERBS_CHECKED_CHECKED_WIRE_H
#define INVERBS_CHECKED_CHECKED_WIRE_H

#include <inverbs/checked/misuse.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The archive's functions, for the checked ones of the same names. */
struct inverbs_plain_wire {
	tiny_status_t (*tiny_port_open)(tiny_port_t *port, tiny_done_cb_t done);
};

extern const struct inverbs_plain_wire inverbs_plain_wire;

#ifdef INVERBS_CHECKED

static inline tiny_status_t tiny_port_open(tiny_port_t *port, tiny_done_cb_t done)
{
	int error = 0;

	if (!port)
		error = INVERBS_REFUSED(TINY_MISUSE, "tiny_port_open", 0,
					"port is NULL (TINY_MISUSE)");
	if (error)
		return (tiny_status_t)error;
	return inverbs_plain_wire.tiny_port_open(port, done);
}

#endif

#ifdef __cplusplus
}
#endif

#endif
