/* SPDX-License-Identifier: BSD-2-Clause */
/* Watching stores: named regions of memory, and a log of what was stored there, in program order.
 */
#ifndef GOLDEN_RECORDER_H
#define GOLDEN_RECORDER_H

#include "report.h"

enum {
	MAX_REGIONS = 32,
	MAX_STORES = 65536,
	STORE_DATA = 16,
};

/**
 * Memory whose stores are logged. Only registers, BlueFlame pages and doorbell records need
 * their data kept.
 */
struct region {
	const char *name;
	const uint8_t *base;
	size_t len;
};

struct store {
	const struct region *region;
	uint32_t offset;
	uint32_t len;
	uint32_t barriers;        /**< behind stores, before this one */
	uint32_t flushes;         /**< those of them that also wait for what is being combined */
	uint8_t data[STORE_DATA]; /**< what was there right after, as far as it fits */
};

struct recorder {
	struct region regions[MAX_REGIONS];
	size_t region_count;
	struct store stores[MAX_STORES];
	size_t count;
	uint32_t store_barriers, flushes, load_barriers; /**< so far */
	bool coherent; /**< the other side is a processor: releases and acquires are barriers */
	bool overflow;
};

/** The log that recorder_store() writes to. */
extern struct recorder recorder;

/** Forget regions and stores. */
void recorder_reset(void);
/** Forget the stores so far, before the next call. */
void recorder_forget(void);
const struct region *recorder_watch(const char *name, const void *base, size_t len);
/** Called for every store of device-visible memory and registers; ignores memory that is not
 * watched. */
void recorder_store(const void *at, size_t len);
/** The other side is a processor, until the next reset. */
void recorder_coherent(void);
/** Called for every store that hands memory over, and for every load that looks whether it was. */
void recorder_publish(const void *at, size_t len);
void recorder_observe(void);
/** Called for every barrier, with its kind as INVERBS_BARRIER_HOOK has it. */
void recorder_barrier(int kind);

/**
 * Position in the log of the last (first) store that touches [offset, offset + len) of a region;
 * -1: none.
 */
long last_touch(const struct region *region, size_t offset, size_t len);
long first_touch(const struct region *region, size_t offset, size_t len);
/** Is there a barrier between two stores of the log? */
bool barrier_between(long before, long after);

#endif
