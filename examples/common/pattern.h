/* SPDX-License-Identifier: BSD-2-Clause */
/* Message contents that show a lost, repeated, shifted or torn message. */
#ifndef EXAMPLES_PATTERN_H
#define EXAMPLES_PATTERN_H

#include <stddef.h>
#include <stdint.h>

enum {
	PATTERN_FILL = 0x7b
};

/** Write the contents of message number `message`. */
void pattern_write(uint8_t *at, size_t bytes, uint32_t message);

/**
 * Offset of the first wrong byte, or `bytes` if all are right. Contents that never change
 * (PATTERN_FILL with a zero at each page) are right too: that is what the common ping-pong programs
 * send when they check.
 */
size_t pattern_mismatch(const uint8_t *at, size_t bytes, uint32_t message);

#endif
