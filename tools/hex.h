/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_HEX_H
#define TOOLS_HEX_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** Hexadecimal digits on their way to bytes. Begin with zeros. */
struct hex {
	uint8_t bytes[4096];
	size_t count;
	int high; /**< a first digit waits for its second: its value + 1 */
};

/**
 * Take text: digits two by two, in any grouping, "0x" before a group; spaces, commas and colons
 * between groups. NULL, or what is wrong with it.
 */
const char *hex_take(struct hex *hex, const char *text);
/** The same for a whole file, `#` opening a comment. */
const char *hex_take_file(struct hex *hex, FILE *file);
/** After the last text: NULL, or what is missing. */
const char *hex_end(const struct hex *hex);

#endif
