/* SPDX-License-Identifier: BSD-2-Clause */
/* Records stores: named regions of memory, and a log of the stores to them in program order. */
#ifndef GOLDEN_RECORDER_H
#define GOLDEN_RECORDER_H

#include "report.h"

enum {
	MAX_REGIONS = 32,
	MAX_STORES = 65536,
	STORE_DATA = 16,
};

/**
 * A memory region whose stores are logged. The data is only needed for registers, BlueFlame pages
 * and doorbell records.
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
	uint32_t barriers;        /**< store barriers before this store */
	uint32_t flushes;         /**< those that also flush write-combining buffers */
	uint8_t data[STORE_DATA]; /**< the first bytes of the memory after the store */
};

struct recorder {
	struct region regions[MAX_REGIONS];
	size_t region_count;
	struct store stores[MAX_STORES];
	size_t count;
	uint32_t store_barriers, flushes, load_barriers; /**< total so far */
	bool coherent; /**< the consumer is a processor, so releases and acquires are barriers */
	bool overflow;
};

/** The only log; recorder_store() writes to it. */
extern struct recorder recorder;

/** Forget all regions and stores. */
void recorder_reset(void);
/** Forget all stores, before the next call. */
void recorder_forget(void);
const struct region *recorder_watch(const char *name, const void *base, size_t len);
/** Logs a store to device-visible memory or a register; ignored outside of watched regions. */
void recorder_store(const void *at, size_t len);
/** From now until the next reset, treat the consumer as a processor. */
void recorder_coherent(void);
/** Called for every store that passes ownership of memory, and for every load that checks
 * ownership. */
void recorder_publish(const void *at, size_t len);
void recorder_observe(void);
/** Called for every barrier, with the kind that INVERBS_BARRIER_HOOK gets. */
void recorder_barrier(int kind);

/**
 * Returns the position in the log of the last (first) store that overlaps [offset, offset + len) of
 * a region; -1 if there is none.
 */
long last_touch(const struct region *region, size_t offset, size_t len);
long first_touch(const struct region *region, size_t offset, size_t len);
/** Whether there is a barrier between two stores of the log. */
bool barrier_between(long before, long after);

#endif
