/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BENCH_PERF_OPTIONS_H
#define BENCH_PERF_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "examples/common/endpoint.h"

enum perf_test {
	PERF_LATENCY,
	PERF_BANDWIDTH,
	PERF_CALL
};

struct perf_options {
	struct endpoint_plan plan;
	enum perf_test test;
	enum ibv_wr_opcode opcode; /**< bandwidth: SEND, RDMA_WRITE or RDMA_READ */
	const char *host;          /**< NULL: this is the server */
	unsigned int tcp_port;
	size_t size;
	unsigned int iters;
	unsigned int warmup;
	unsigned int window; /**< bandwidth: requests in flight */
	double duration;     /**< call: seconds for each library; 0: `iters` samples */
	const char *plot;    /**< call: file for a plot, or NULL */
	bool histogram;      /**< call: with histograms */
	bool json;
};

/** Read the command line; mistakes end the program. */
void perf_read_options(int argc, char *argv[], struct perf_options *out);

/** Parse one option, named by its letter. 0, or -1 after an error message. */
int perf_read_option(int letter, const char *text, struct perf_options *out);

/** After all options: set the values that depend on several. */
void perf_finish_options(struct perf_options *out);

/** The name that the command line uses. */
const char *perf_test_name(const struct perf_options *opt);
const char *perf_op_name(const struct perf_options *opt);

#endif
