/* SPDX-License-Identifier: BSD-2-Clause */
/* Shows results of inverbs_perf -t call, for several libraries side by side. */
#ifndef BENCH_CALL_REPORT_H
#define BENCH_CALL_REPORT_H

#include "call/result.h"
#include "histogram.h"

enum {
	CALL_LIBRARIES = 3,
};

/** The result for one library; each sample covers a batch of calls. */
struct call_result {
	const char *library;
	char missing[160]; /**< why it was not measured; empty if it was */
	struct call_head head;
	char name[CALL_CASES][CALL_NAME];
	struct samples samples[CALL_CASES];
	struct percentiles ns[CALL_CASES]; /**< per call */
};

/** The upper limit when the distribution of a case is drawn: the largest p99.9 of all libraries. */
double call_scale(const struct call_result *results, int which);

/**
 * The share of samples in each of `bins` equal intervals of [0, scale]; larger samples count in the
 * last one.
 */
void call_bins(const struct call_result *r, int which, double scale, double *share, int bins);

void call_print(const struct call_result *results);
void call_histogram(const struct call_result *results);

/** Plot the results to an SVG file. Returns 0, or -1 after an error message. */
int call_plot(const struct call_result *results, const char *file);

#endif
