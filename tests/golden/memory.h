/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory that a call may touch: allocation with a guard behind it, and what may have changed
 * afterwards.
 */
#ifndef GOLDEN_MEMORY_H
#define GOLDEN_MEMORY_H

#include "vector.h"

/** Zeroed pages followed by one that must not be touched; NULL: there is not so much. */
uint8_t *guarded_memory(size_t bytes);
/** Give all of them back: between the many cases that one trace becomes. */
void guarded_memory_release(void);

/**
 * Payload whose address is part of what the adapter gets: `from` at exactly this address. NULL if
 * something else is there.
 */
void *place_at(uint64_t address, const struct bytes *from);

/** Memory before a call, and which bytes of it a vector speaks about. */
struct picture {
	const char *name;
	const uint8_t *now;
	uint8_t *before;
	uint8_t *covered; /**< one per byte: named by the vector, so not required to stay */
	size_t len;
};

/** Remember memory as it is, and forget what was remembered before. */
void picture_take(struct picture *p, const char *name, const uint8_t *memory, size_t len);
void picture_free(struct picture *p);
/** The vector speaks about this range. False if it lies outside. */
bool picture_cover(struct picture *p, size_t offset, size_t len);
/** Fail if a byte changed that the vector did not speak about. */
void picture_check_rest(const struct picture *p, struct report *r);

/**
 * Compare memory with a byte string at the ranges of `defined` (list of [start, length]; NULL:
 * everything), but for the bits set in `ignore` (one byte of mask per byte, NULL: none).
 */
void check_defined(struct report *r, const char *what, const uint8_t *actual,
		   const struct bytes *expected, const json_t *defined, const uint8_t *ignore);

#endif
