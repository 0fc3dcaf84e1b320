/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_SOFTHCACTL_TRACE_H
#define TOOLS_SOFTHCACTL_TRACE_H

#include <stdint.h>

/** The options of `softhcactl trace`. */
struct trace_request {
	uint32_t pid;       /**< 0: all */
	const char *device; /**< "": all */
	uint64_t kinds;     /**< bits 1 << enum softhca_trace_kind */
	uint64_t count;     /**< records until it ends, 0: no limit */
	double seconds;     /**< time until it ends, 0: no limit */
};

/** Bits of a list of kinds: commands,sends,receives,completions. 0 if one of them is unknown. */
uint64_t trace_kinds(const char *list);

/**
 * Print until the limits of the request, a signal, or the daemon's exit end it. Returns an exit
 * status.
 */
int trace_run(int fd, const struct trace_request *request);

#endif
