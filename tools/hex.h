/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_HEX_H
#define TOOLS_HEX_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** State of the parser; begin with zeros. */
struct hex {
	uint8_t bytes[4096];
	size_t count;
	int high; /**< value + 1 of a first digit without its second */
};

/**
 * Parse text: digits in pairs, in any grouping, "0x" before a group; spaces, commas and colons
 * between groups. NULL, or an error message.
 */
const char *hex_take(struct hex *hex, const char *text);
/** The same for a whole file, with comments from `#` on. */
const char *hex_take_file(struct hex *hex, FILE *file);
/** After the last text: NULL, or an error message. */
const char *hex_end(const struct hex *hex);

#endif
