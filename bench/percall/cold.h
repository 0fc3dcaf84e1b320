/* SPDX-License-Identifier: BSD-2-Clause */
/* Cold caches: nothing of what is measured is in them. */
#ifndef BENCH_PERCALL_COLD_H
#define BENCH_PERCALL_COLD_H

/** Run through more code, and read more data, than caches of 32 KiB hold. */
void cold_caches(void);

#endif
