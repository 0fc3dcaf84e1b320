/* SPDX-License-Identifier: BSD-2-Clause */
#include "recorder.h"

#include <string.h>

#include "vector.h"

struct recorder recorder;

void recorder_forget(void)
{
	recorder.count = 0;
	recorder.store_barriers = 0;
	recorder.flushes = 0;
	recorder.load_barriers = 0;
	recorder.overflow = false;
}

void recorder_reset(void)
{
	recorder.region_count = 0;
	recorder.coherent = false;
	recorder_forget();
}

const struct region *recorder_watch(const char *name, const void *base, size_t len)
{
	struct region *region = &recorder.regions[recorder.region_count];

	if (recorder.region_count++ == MAX_REGIONS)
		malformed("more memory to watch than the recorder can");
	*region = (struct region){name, base, len};
	return region;
}

static const struct region *region_of(const uint8_t *at)
{
	for (size_t i = 0; i < recorder.region_count; i++) {
		const struct region *region = &recorder.regions[i];

		if (at >= region->base && at < region->base + region->len)
			return region;
	}
	return NULL;
}

void recorder_store(const void *at, size_t len)
{
	const struct region *region = region_of(at);
	struct store *store;

	if (!region || !len)
		return;
	if (recorder.count == MAX_STORES) {
		recorder.overflow = true;
		return;
	}
	store = &recorder.stores[recorder.count++];
	store->region = region;
	store->offset = (uint32_t)((const uint8_t *)at - region->base);
	store->len = (uint32_t)len;
	store->barriers = recorder.store_barriers;
	store->flushes = recorder.flushes;
	memcpy(store->data, at, len < STORE_DATA ? len : STORE_DATA);
}

static bool touches(const struct store *store, const struct region *region, size_t offset,
		    size_t len)
{
	return store->region == region && store->offset < offset + len &&
	       store->offset + store->len > offset;
}

long last_touch(const struct region *region, size_t offset, size_t len)
{
	for (long i = (long)recorder.count - 1; i >= 0; i--) {
		if (touches(&recorder.stores[i], region, offset, len))
			return i;
	}
	return -1;
}

long first_touch(const struct region *region, size_t offset, size_t len)
{
	for (long i = 0; i < (long)recorder.count; i++) {
		if (touches(&recorder.stores[i], region, offset, len))
			return i;
	}
	return -1;
}

void recorder_barrier(int kind)
{
	recorder.load_barriers += kind == 0;
	recorder.store_barriers += kind != 0;
	recorder.flushes += kind == 2;
}

void recorder_coherent(void)
{
	recorder.coherent = true;
}

void recorder_publish(const void *at, size_t len)
{
	if (recorder.coherent)
		recorder_barrier(1);
	recorder_store(at, len);
}

void recorder_observe(void)
{
	if (recorder.coherent)
		recorder_barrier(0);
}

bool barrier_between(long before, long after)
{
	return recorder.stores[before].barriers != recorder.stores[after].barriers;
}
