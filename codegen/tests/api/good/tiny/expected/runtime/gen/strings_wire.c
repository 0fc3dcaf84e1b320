/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ./ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Names of enumerators and the tables of static rates. Unknown values give the documented result.
 */
#include <tiny/messages.h>

const char *tiny_status_str(tiny_status_t status)
{
	switch (status) {
	case TINY_OK:
		return "TINY_OK";
	case TINY_LACKING:
		return "TINY_LACKING";
	case TINY_MISUSE:
		return "TINY_MISUSE";
	default:
		return "unknown";
	}
}
