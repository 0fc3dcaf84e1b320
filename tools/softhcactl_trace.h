/* SPDX-License-Identifier: BSD-2-Clause */
/* The command `softhcactl trace`. */
#ifndef TOOLS_SOFTHCACTL_TRACE_H
#define TOOLS_SOFTHCACTL_TRACE_H

#include <stdint.h>

/** The options of `softhcactl trace`. */
struct trace_request {
	uint32_t pid;       /**< 0: all processes */
	const char *device; /**< "": all devices */
	uint64_t kinds;     /**< bits 1 << enum softhca_trace_kind */
	uint64_t count;     /**< number of records to print, 0: no limit */
	double seconds;     /**< time limit, 0: none */
};

/**
 * Convert a list such as commands,sends,receives,completions to its bits. Returns 0 if a name is
 * unknown.
 */
uint64_t trace_kinds(const char *list);

/**
 * Print a trace until a limit of the request is reached, a signal arrives, or the daemon exits.
 * Returns an exit status.
 */
int trace_run(int fd, const struct trace_request *request);

#endif
