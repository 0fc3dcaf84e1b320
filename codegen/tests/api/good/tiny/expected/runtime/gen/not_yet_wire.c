/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ./ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Functions that are declared and documented but not implemented. Each fails with the error that
 * its comment names.
 */
#include <errno.h>
#include <tiny/messages.h>

#define UNUSED __attribute__((unused))

tiny_status_t tiny_port_send(tiny_port_t port UNUSED, tiny_request_t *first, tiny_request_t **bad)
{
	if (bad)
		*bad = first;
	return TINY_LACKING;
}
