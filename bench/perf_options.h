/* SPDX-License-Identifier: BSD-2-Clause */
/* The command line of inverbs_perf. */
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
	unsigned int window; /**< bandwidth: work requests in flight */
	double duration;     /**< call: seconds per library; 0: `iters` samples */
	const char *plot;    /**< call: file for the plot, or NULL */
	bool histogram;      /**< call: print histograms */
	bool json;
};

/** Read the command line. Exits if it contains mistakes. */
void perf_read_options(int argc, char *argv[], struct perf_options *out);

/** Parse one option, given by its letter. Returns 0, or -1 after an error message. */
int perf_read_option(int letter, const char *text, struct perf_options *out);

/** Call after all options were read: sets values that depend on several options. */
void perf_finish_options(struct perf_options *out);

/** The test's name on the command line. */
const char *perf_test_name(const struct perf_options *opt);
const char *perf_op_name(const struct perf_options *opt);

#endif
