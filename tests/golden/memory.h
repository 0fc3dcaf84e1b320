/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory that a call may access: allocation with guard pages, and comparison before and after the
 * call.
 */
#ifndef GOLDEN_MEMORY_H
#define GOLDEN_MEMORY_H

#include "vector.h"

/** Returns zeroed pages followed by a guard page; NULL if out of memory. */
uint8_t *guarded_memory(size_t bytes);
/** Free all of them; used between the cases of one trace. */
void guarded_memory_release(void);

/**
 * Places a payload at exactly this address, because WQEs contain addresses. Returns NULL if
 * something else is mapped there.
 */
void *place_at(uint64_t address, const struct bytes *from);

/** Memory before a call, and which of its bytes a vector lists. */
struct picture {
	const char *name;
	const uint8_t *now;
	uint8_t *before;
	uint8_t *covered; /**< one per byte: true if the vector lists it, so it may change */
	size_t len;
};

/** Take a snapshot of memory, replacing the previous one. */
void picture_take(struct picture *p, const char *name, const uint8_t *memory, size_t len);
void picture_free(struct picture *p);
/** Mark a range that the vector lists. Returns false if it is outside the memory. */
bool picture_cover(struct picture *p, size_t offset, size_t len);
/** Fail if a byte has changed that the vector does not list. */
void picture_check_rest(const struct picture *p, struct report *r);

/**
 * Compare memory with a byte string in the ranges of `defined`, a list of [start, length] (NULL:
 * everything), ignoring the bits set in `ignore`, a mask with one byte per byte (NULL: none).
 */
void check_defined(struct report *r, const char *what, const uint8_t *actual,
		   const struct bytes *expected, const json_t *defined, const uint8_t *ignore);

#endif
