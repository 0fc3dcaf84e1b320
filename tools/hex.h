/* SPDX-License-Identifier: BSD-2-Clause */
/* Parser for hexadecimal dumps. */
#ifndef TOOLS_HEX_H
#define TOOLS_HEX_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** State of the parser; initialize it with zeros. */
struct hex {
	uint8_t bytes[4096];
	size_t count;
	int high; /**< value + 1 of a first digit whose second digit is missing */
};

/**
 * Parse text: pairs of digits in any grouping, "0x" before a group; groups are separated by spaces,
 * commas or colons. Returns NULL, or an error message.
 */
const char *hex_add_text(struct hex *hex, const char *text);
/** Parse a whole file in the same way, with comments after `#`. */
const char *hex_add_file(struct hex *hex, FILE *file);
/** Finish parsing after the last text. Returns NULL, or an error message. */
const char *hex_end(const struct hex *hex);

#endif
