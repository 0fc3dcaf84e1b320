/* SPDX-License-Identifier: BSD-2-Clause */
/* Evicts everything that is measured from the caches. */
#ifndef BENCH_PERCALL_COLD_H
#define BENCH_PERCALL_COLD_H

/** Execute more code, and read more data, than fit into caches of 32 KiB. */
void cold_caches(void);

#endif
