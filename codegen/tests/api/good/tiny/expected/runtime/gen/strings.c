/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ./ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Names of enumerators and the tables of static rates. Unknown values give the documented result.
 */
#include <tiny/tiny.h>

const char *tiny_color_str(enum tiny_color color)
{
	switch (color) {
	case TINY_RED:
		return "red";
	case TINY_BLUE:
		return "blue";
	default:
		return "no colour";
	}
}

int tiny_color_to_wave(enum tiny_color color)
{
	switch (color) {
	case TINY_RED:
		return 700;
	case TINY_BLUE:
		return 450;
	default:
		return -1;
	}
}

enum tiny_color wave_to_tiny_color(int wave)
{
	switch (wave) {
	case 700:
		return TINY_RED;
	case 450:
		return TINY_BLUE;
	default:
		return TINY_RED;
	}
}
