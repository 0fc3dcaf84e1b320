/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Linked with --wrap=calloc,malloc,realloc,free: counts blocks, overwrites those that are freed
 * and what is behind the others, and lets one allocation fail.
 */
#ifndef TESTS_UNIT_IBA_HEAP_H
#define TESTS_UNIT_IBA_HEAP_H

#include <malloc.h>
#include <stddef.h>
#include <string.h>

static int fails_at; /* number of the allocation, from now on; 0: none */
static int blocks;

enum {
	HEAP_TAIL = 64 /* behind each block */
};

void *__real_calloc(size_t count, size_t size);
void *__real_malloc(size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *block);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *block);

static void *fill_tail(void *block, size_t size)
{
	if (block)
		memset((char *)block + size, 0xee, HEAP_TAIL);
	return block;
}

void *__wrap_calloc(size_t count, size_t size)
{
	const size_t bytes = count * size;
	void *const block = fails_at && !--fails_at ? NULL : __real_calloc(1, bytes + HEAP_TAIL);

	blocks += block != NULL;
	return fill_tail(block, bytes);
}

void *__wrap_malloc(size_t size)
{
	void *const block = fails_at && !--fails_at ? NULL : __real_malloc(size + HEAP_TAIL);

	blocks += block != NULL;
	return fill_tail(block, size);
}

void *__wrap_realloc(void *old, size_t size)
{
	void *const block = fails_at && !--fails_at ? NULL : __real_realloc(old, size + HEAP_TAIL);

	blocks += block && !old;
	return fill_tail(block, size);
}

void __wrap_free(void *block)
{
	blocks -= block != NULL;
	if (block)
		memset(block, 0xdd, malloc_usable_size(block));
	__real_free(block);
}

#endif
