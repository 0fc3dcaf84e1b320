/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the results of a ping-pong. */
#ifndef EXAMPLES_REPORT_H
#define EXAMPLES_REPORT_H

#include <stdint.h>

#include "pingpong_options.h"

/**
 * Print bytes, time and rates of opt->iters round trips to stdout; with -c, also how many were
 * checked.
 */
void report_round_trips(const struct pingpong_options *opt, uint64_t ns);

#endif
