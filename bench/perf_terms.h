/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The terms of a measurement, which the client sends to the server before either creates a queue
 * pair. Options that select a device, port or GID, or an output format, are local and not sent.
 */
#ifndef BENCH_PERF_TERMS_H
#define BENCH_PERF_TERMS_H

#include "perf_options.h"

/**
 * Client: send the greeting and the terms to the server. Returns 0, or -1 after an error message.
 */
int perf_terms_send(int sock, const struct perf_options *opt);

/**
 * Server: exchange greetings with the client, and replace its own terms by the client's. Returns 0,
 * or -1 after an error message.
 */
int perf_terms_receive(int sock, struct perf_options *opt);

#endif
