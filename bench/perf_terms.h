/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The terms of a measurement, which the client sends to the server before either creates a queue
 * pair. Options that name a place (device, port, GID) or a format are each side's own and are not
 * sent.
 */
#ifndef BENCH_PERF_TERMS_H
#define BENCH_PERF_TERMS_H

#include "perf_options.h"

/** Client: greet the server and send it the terms. 0, or -1 after an error message. */
int perf_terms_send(int sock, const struct perf_options *opt);

/**
 * Server: greet the client and take its terms instead of its own. 0, or -1 after an error message.
 */
int perf_terms_follow(int sock, struct perf_options *opt);

#endif
