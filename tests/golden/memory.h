/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory that a call may access: allocation with a guard page after it, and what may have changed
 * afterwards.
 */
#ifndef GOLDEN_MEMORY_H
#define GOLDEN_MEMORY_H

#include "vector.h"

/** Zeroed pages followed by a guard page; NULL: out of memory. */
uint8_t *guarded_memory(size_t bytes);
/** Free all of them: between the many cases of one trace. */
void guarded_memory_release(void);

/**
 * Payload at exactly this address, because the adapter gets addresses: `from`. NULL if something
 * else is mapped there.
 */
void *place_at(uint64_t address, const struct bytes *from);

/** Memory before a call, and the bytes of it that a vector lists. */
struct picture {
	const char *name;
	const uint8_t *now;
	uint8_t *before;
	uint8_t *covered; /**< one per byte: listed by the vector, so it may change */
	size_t len;
};

/** Take a snapshot of memory; drops the previous one. */
void picture_take(struct picture *p, const char *name, const uint8_t *memory, size_t len);
void picture_free(struct picture *p);
/** The vector lists this range. False if it is outside. */
bool picture_cover(struct picture *p, size_t offset, size_t len);
/** Fail if a byte changed that the vector did not list. */
void picture_check_rest(const struct picture *p, struct report *r);

/**
 * Compare memory with a byte string at the ranges of `defined` (list of [start, length]; NULL:
 * everything), but for the bits set in `ignore` (one byte of mask per byte, NULL: none).
 */
void check_defined(struct report *r, const char *what, const uint8_t *actual,
		   const struct bytes *expected, const json_t *defined, const uint8_t *ignore);

#endif
