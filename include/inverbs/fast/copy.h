/* SPDX-License-Identifier: BSD-2-Clause */
/* Copying inline payload without function calls, in few wide moves. */
#ifndef INVERBS_COPY_H
#define INVERBS_COPY_H

#include <inverbs/fast/bits.h>

/** 8 bytes at any alignment. */
typedef uint64_t inverbs_word __attribute__((aligned(1), may_alias));

/** 16 bytes, moved at once. */
typedef uint64_t inverbs_pair __attribute__((vector_size(16), aligned(1), may_alias));

INVERBS_INLINE void inverbs_copy16(uint8_t *to, const uint8_t *from)
{
	*(inverbs_pair *)(void *)to = *(const inverbs_pair *)(const void *)from;
}

/**
 * Clear `bytes` bytes (a multiple of 64, not 0) of a WQE that is being built. The empty asm keeps
 * compilers from turning the loop into `rep stos` or a call.
 */
INVERBS_INLINE void inverbs_clear(uint8_t *at, uint32_t bytes)
{
	const inverbs_pair zeros = {0, 0};
	uint8_t *const end = at + bytes;

	do {
		for (uint32_t i = 0; i < 64; i += 16)
			*(inverbs_pair *)(void *)(at + i) = zeros;
		at += 64;
		__asm__("" : "+r"(at));
	} while (at < end);
}

/** Copy 1 to 64 bytes without a loop, by overlapping moves. */
INVERBS_INLINE void inverbs_copy_few(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
	if (__builtin_expect(bytes == 8, 1)) {
		memcpy(to, from, 8);
	} else if (bytes > 16) {
		inverbs_copy16(to, from);
		if (bytes > 32)
			inverbs_copy16(to + 16, from + 16);
		if (bytes > 48)
			inverbs_copy16(to + 32, from + 32);
		inverbs_copy16(to + bytes - 16, from + bytes - 16);
	} else if (bytes > 8) {
		const uint64_t first = inverbs_get64(from), last = inverbs_get64(from + bytes - 8);

		memcpy(to, &first, 8);
		memcpy(to + bytes - 8, &last, 8);
	} else if (bytes >= 4) {
		const uint32_t first = inverbs_get32(from), last = inverbs_get32(from + bytes - 4);

		memcpy(to, &first, 4);
		memcpy(to + bytes - 4, &last, 4);
	} else {
		const uint8_t first = from[0], middle = from[bytes / 2], last = from[bytes - 1];

		to[0] = first;
		to[bytes / 2] = middle;
		to[bytes - 1] = last;
	}
	INVERBS_STORE_HOOK(to, bytes);
}

/** Copy any number of bytes. The empty asm keeps compilers from turning the loop into a call. */
INVERBS_INLINE void inverbs_copy_payload(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
	for (; __builtin_expect(bytes > 64, 0); bytes -= 16) {
		inverbs_copy16(to, from);
		INVERBS_STORE_HOOK(to, 16);
		to += 16;
		from += 16;
		__asm__("" : "+r"(from), "+r"(to));
	}
	if (bytes)
		inverbs_copy_few(to, from, bytes);
}

#endif
