/* SPDX-License-Identifier: BSD-2-Clause */
/* Arrays of words in management datagrams, big endian and unaligned. */
#ifndef INVERBS_MAD_ARRAYS_H
#define INVERBS_MAD_ARRAYS_H

#include <inverbs/fast/bits.h>
#include <inverbs/print/text.h>

/** inverbs_put_arrayN, inverbs_get_arrayN and inverbs_print_arrayN for words of N bits. */
#define INVERBS_MAD_ARRAY(bits)                                                                    \
	static inline INVERBS_UNUSED void inverbs_put_array##bits(                                 \
		void *at, const uint##bits##_t *from, size_t count)                                \
	{                                                                                          \
		for (size_t i = 0; i < count; i++)                                                 \
			inverbs_put##bits((uint8_t *)at + (bits) / 8 * i,                          \
					  INVERBS_BE##bits(from[i]));                              \
	}                                                                                          \
	static inline INVERBS_UNUSED void inverbs_get_array##bits(uint##bits##_t *to,              \
								  const void *at, size_t count)    \
	{                                                                                          \
		for (size_t i = 0; i < count; i++)                                                 \
			to[i] = INVERBS_BE##bits(                                                  \
				inverbs_get##bits((const uint8_t *)at + (bits) / 8 * i));          \
	}                                                                                          \
	static inline INVERBS_UNUSED void inverbs_print_array##bits(                               \
		struct inverbs_text *text, const char *name, const uint##bits##_t *from,           \
		size_t count)                                                                      \
	{                                                                                          \
		inverbs_text_add(text, " %s=", name);                                              \
		for (size_t i = 0; i < count; i++)                                                 \
			inverbs_text_add(text, i ? ",0x%llx" : "0x%llx",                           \
					 (unsigned long long)from[i]);                             \
	}

INVERBS_MAD_ARRAY(16)
INVERBS_MAD_ARRAY(32)
INVERBS_MAD_ARRAY(64)

#endif
