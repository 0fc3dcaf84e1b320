/* SPDX-License-Identifier: BSD-2-Clause */
/* Message contents with which a lost, repeated, shifted or torn message is detected. */
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
 * Returns the offset of the first wrong byte, or `bytes` if all are right. Contents that never
 * change (PATTERN_FILL with a zero in each page) count as right, too: the common ping-pong programs
 * send them when they check.
 */
size_t pattern_mismatch(const uint8_t *at, size_t bytes, uint32_t message);

#endif
