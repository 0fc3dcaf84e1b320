/* SPDX-License-Identifier: BSD-2-Clause */
/* Component library: memory allocation. */
#ifndef COMPLIB_CL_MEMORY_H
#define COMPLIB_CL_MEMORY_H

#include <complib/cl_types.h>

#ifdef __cplusplus
extern "C" {
#endif

static inline void *cl_malloc(size_t size)
{
	return malloc(size);
}

/** Allocates memory filled with zeros. */
static inline void *cl_zalloc(size_t size)
{
	return calloc(1, size);
}

static inline void cl_free(void *memory)
{
	free(memory);
}

static inline void cl_memset(void *memory, uint8_t fill, size_t count)
{
	memset(memory, fill, count);
}

static inline void cl_memclr(void *memory, size_t count)
{
	memset(memory, 0, count);
}

static inline void *cl_memcpy(void *to, const void *from, size_t count)
{
	return memcpy(to, from, count);
}

static inline int32_t cl_memcmp(const void *one, const void *other, size_t count)
{
	return memcmp(one, other, count);
}

#ifdef __cplusplus
}
#endif

#endif
