/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the results of a ping-pong. */
#include "report.h"

#include <stdio.h>

void report_round_trips(const struct pingpong_options *opt, uint64_t ns)
{
	const double seconds = (double)ns / 1e9;
	const double bytes = (double)opt->size * opt->iters * 2;

	printf("%.0f bytes in %.2f seconds = %.2f Mbit/sec\n", bytes, seconds,
	       bytes * 8 / 1e6 / seconds);
	printf("%u iters in %.2f seconds = %.2f usec/iter\n", opt->iters, seconds,
	       seconds * 1e6 / opt->iters);
	if (opt->check)
		printf("%u messages checked, every byte right\n", opt->iters);
}
