/* SPDX-License-Identifier: BSD-2-Clause */
/* What a program that measures calls writes to its standard output for inverbs_perf -t call. */
#ifndef BENCH_CALL_RESULT_H
#define BENCH_CALL_RESULT_H

#include <stdint.h>

enum {
	CALL_CASES = 4,
	CALL_BATCH = 16, /**< calls per sample: reading the clock takes longer than one call */
	CALL_NAME = 16,
	CALL_REASON = 96,
	CALL_MAX_SAMPLES = 1 << 20,
};

/** Written first. */
struct call_head {
	double instructions[CALL_CASES]; /**< per call; negative: not counted */
	char why_not[CALL_REASON];       /**< why instructions were not counted */
};

/** Written next, for each case, followed by its samples: nanoseconds per batch, as uint32_t. */
struct call_case {
	char name[CALL_NAME];
	uint32_t count;
};

#endif
