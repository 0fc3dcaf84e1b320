/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BENCH_PERF_CALL_H
#define BENCH_PERF_CALL_H

#include "perf_options.h"

/**
 * What posts and polls cost by each library: ours bound to the device's adapter and for any, and
 * libibverbs. 0, or -1 after an error message.
 */
int perf_call(const struct perf_options *opt);

#endif
