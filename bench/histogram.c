/* SPDX-License-Identifier: BSD-2-Clause */
/* Samples of latencies, and their percentiles. */
#include "histogram.h"

#include <stdlib.h>
#include <string.h>

int samples_open(struct samples *s, size_t count)
{
	s->ns = malloc(count * sizeof(*s->ns));
	if (!s->ns)
		return -1;
	memset(s->ns, 0xff, count * sizeof(*s->ns));
	s->count = 0;
	s->room = count;
	return 0;
}

void samples_close(struct samples *s)
{
	free(s->ns);
	s->ns = NULL;
}

static int compare_samples(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a;
	const uint32_t y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/**
 * The nearest-rank percentile: the smallest sample that at least per_mille of 1000 samples do not
 * exceed.
 */
static double at_rank(const struct samples *s, size_t per_mille)
{
	size_t rank = (s->count * per_mille + 999) / 1000;

	return s->ns[rank ? rank - 1 : 0];
}

struct percentiles samples_percentiles(struct samples *s)
{
	double sum = 0;

	qsort(s->ns, s->count, sizeof(*s->ns), compare_samples);
	for (size_t i = 0; i < s->count; i++)
		sum += s->ns[i];
	return (struct percentiles){
		.min = s->ns[0],
		.p50 = at_rank(s, 500),
		.p90 = at_rank(s, 900),
		.p99 = at_rank(s, 990),
		.p999 = at_rank(s, 999),
		.max = s->ns[s->count - 1],
		.mean = sum / (double)s->count,
	};
}
