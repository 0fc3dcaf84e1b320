/* SPDX-License-Identifier: BSD-2-Clause */
/* Latencies of single operations, and their percentiles. */
#ifndef BENCH_HISTOGRAM_H
#define BENCH_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

struct samples {
	uint32_t *ns;
	size_t count;
	size_t room;
};

struct percentiles {
	double min, p50, p90, p99, p999, max, mean; /**< nanoseconds */
};

/**
 * Allocate room for `count` samples, and touch it, so that no page fault is measured. Returns 0 or
 * -1.
 */
int samples_open(struct samples *s, size_t count);
void samples_close(struct samples *s);

static inline void samples_add(struct samples *s, uint64_t ns)
{
	if (s->count < s->room)
		s->ns[s->count++] = ns > UINT32_MAX ? UINT32_MAX : (uint32_t)ns;
}

/** Sort the samples, of which there must be at least one, and compute nearest-rank percentiles. */
struct percentiles samples_percentiles(struct samples *s);

#endif
