/* SPDX-License-Identifier: BSD-2-Clause */
/* What a program that measures calls writes to its standard output, for inverbs_perf -t call. */
#ifndef BENCH_CALL_RESULT_H
#define BENCH_CALL_RESULT_H

#include <stdint.h>

enum {
	CALL_CASES = 4,
	CALL_BATCH = 16, /**< calls in a row of one sample: a clock takes longer than a call */
	CALL_NAME = 16,
	CALL_REASON = 96,
	CALL_MAX_SAMPLES = 1 << 20,
};

/** Written first. */
struct call_head {
	double instructions[CALL_CASES]; /**< of one call; below 0: not counted */
	char why_not[CALL_REASON];       /**< why they were not counted */
};

/** Then for each case this struct, and its samples: nanoseconds of a batch, as uint32_t. */
struct call_case {
	char name[CALL_NAME];
	uint32_t count;
};

#endif
