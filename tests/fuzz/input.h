/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Takes decisions from the bytes of an input. Beyond its end all bytes are 0, so that every input
 * is valid, and a shorter one does less.
 */
#ifndef TESTS_FUZZ_INPUT_H
#define TESTS_FUZZ_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct input {
	const uint8_t *at;
	size_t left;
};

static inline void input_bytes(struct input *in, void *to, size_t bytes)
{
	size_t n = bytes < in->left ? bytes : in->left;

	memset(to, 0, bytes);
	if (n)
		memcpy(to, in->at, n);
	in->at += n;
	in->left -= n;
}

static inline uint8_t input_u8(struct input *in)
{
	uint8_t value;

	input_bytes(in, &value, sizeof(value));
	return value;
}

static inline uint16_t input_u16(struct input *in)
{
	uint16_t value;

	input_bytes(in, &value, sizeof(value));
	return value;
}

static inline uint32_t input_u32(struct input *in)
{
	uint32_t value;

	input_bytes(in, &value, sizeof(value));
	return value;
}

/** Returns a number below `limit`. */
static inline uint32_t input_below(struct input *in, uint32_t limit)
{
	return limit > 256 ? input_u16(in) % limit : limit ? input_u8(in) % limit : 0;
}

/** Returns a number as programs use them: mostly small, sometimes near a power of two. */
static inline uint64_t input_number(struct input *in)
{
	const uint8_t byte = input_u8(in);

	if (byte < 0xc0)
		return byte;
	return (UINT64_C(1) << (byte & 0x3f)) + input_u8(in) - 128;
}

#endif
