/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ./ by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Names of enumerators, and possible causes of failures, for explanations. */
#include <inverbs/explain.h>
#include <stddef.h>

const char *inverbs_tiny_color_name(enum tiny_color value)
{
	switch (value) {
	case TINY_RED:
		return "TINY_RED";
	case TINY_BLUE:
		return "TINY_BLUE";
	default:
		return NULL;
	}
}

static const struct inverbs_cause causes_tiny_blue[] = {
	{INVERBS_LOCAL, INVERBS_OF_SEND, "The lamp was painted", "at the brush"},
	{INVERBS_CONNECTION, INVERBS_OF_ANY, "The wire is cold", "the thermometer"},
};

#define CAUSES(list) (*count = sizeof(list) / sizeof((list)[0]), (list))

const struct inverbs_cause *inverbs_tiny_color_causes(enum tiny_color value, size_t *count)
{
	switch (value) {
	case TINY_BLUE:
		return CAUSES(causes_tiny_blue);
	default:
		*count = 0;
		return NULL;
	}
}

#undef CAUSES
