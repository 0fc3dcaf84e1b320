/* SPDX-License-Identifier: BSD-2-Clause */
/* Writes and checks message contents. */
#include "pattern.h"

#include <stdbool.h>

enum {
	PAGE_MASK = 4095
};

/*
 * Depends on the message and on the offset, with a period of 251 * 256, which divides no power of
 * two. The first byte of each page is zero, because it is the one that other ping-pong programs
 * check.
 */
static uint8_t pattern_byte(size_t offset, uint32_t message)
{
	if ((offset & PAGE_MASK) == 0)
		return 0;
	return (uint8_t)(offset % 251 + (offset >> 8) + (size_t)message * 37 + (message >> 8));
}

static uint8_t constant_byte(size_t offset)
{
	return (offset & PAGE_MASK) == 0 ? 0 : PATTERN_FILL;
}

void pattern_write(uint8_t *at, size_t bytes, uint32_t message)
{
	for (size_t i = 0; i < bytes; i++)
		at[i] = pattern_byte(i, message);
}

static bool is_constant(const uint8_t *at, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++) {
		if (at[i] != constant_byte(i))
			return false;
	}
	return true;
}

size_t pattern_mismatch(const uint8_t *at, size_t bytes, uint32_t message)
{
	for (size_t i = 0; i < bytes; i++) {
		if (at[i] != pattern_byte(i, message))
			return is_constant(at, bytes) ? bytes : i;
	}
	return bytes;
}
