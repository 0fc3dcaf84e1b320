/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOLS_SOFTHCACTL_TRACE_H
#define TOOLS_SOFTHCACTL_TRACE_H

#include <stdint.h>

/** What `softhcactl trace` was asked for. */
struct trace_request {
	uint32_t pid;       /**< 0: all */
	const char *device; /**< "": all */
	uint64_t kinds;     /**< bits 1 << enum softhca_trace_kind */
	uint64_t count;     /**< records until it ends, 0: no limit */
	double seconds;     /**< time until it ends, 0: no limit */
};

/**
 * Bits of a list of kinds: commands,sends,receives,completions. 0 when one of them is none.
 */
uint64_t trace_kinds(const char *list);

/** Print until told to end, by the request, a signal, or the daemon's end. An exit status. */
int trace_run(int fd, const struct trace_request *request);

#endif
