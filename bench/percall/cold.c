/* SPDX-License-Identifier: BSD-2-Clause */
/* Evicts code and data from the processor's caches. */
#include "cold.h"

#include <stdint.h>

enum {
	LINE = 64,
	LINES = 1024 /* twice the size of the caches */
};

/** Execute a long stretch of code, with one jump per cache line. */
static void evict_code(void)
{
#if defined(__x86_64__)
	__asm__ volatile(".rept 1024\n\t"
			 "jmp 1f\n\t"
			 ".balign 64\n"
			 "1:\n\t"
			 ".endr");
#endif
}

static void evict_data(void)
{
	static volatile uint8_t data[LINES][LINE];

	for (unsigned int i = 0; i < LINES; i++)
		(void)data[i][0];
}

void cold_caches(void)
{
	evict_code();
	evict_data();
}
