/* SPDX-License-Identifier: BSD-2-Clause */
/* inverbs_perf -t call: the cost of posts and polls with several libraries. */
#ifndef BENCH_PERF_CALL_H
#define BENCH_PERF_CALL_H

#include "perf_options.h"

/**
 * Measure the cost of posts and polls with each library: ours bound to the device's adapter, ours
 * unbound, and libibverbs. Returns 0, or -1 after an error message.
 */
int perf_call(const struct perf_options *opt);

#endif
