/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ./ by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Numbers for enumerators of the API, for the emulator. The archive has functions instead. */
#ifndef INVERBS_DEVICE_MAPS_H
#define INVERBS_DEVICE_MAPS_H

#include <tiny/tiny.h>

/** An enumerator and its number. */
struct inverbs_mapped {
	int value;
	int number;
};

/** The numbers of enum tiny_color: wave. */
static const struct inverbs_mapped inverbs_tiny_color_wave[] = {
	{TINY_RED, 700},
	{TINY_BLUE, 450},
};

#endif
