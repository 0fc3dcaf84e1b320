/* SPDX-License-Identifier: BSD-2-Clause */
/* Reading command lines with argp. */
#ifndef EXAMPLES_OPTIONS_H
#define EXAMPLES_OPTIONS_H

#include <argp.h>

/**
 * Read the command line; returns only if it has no mistakes. The parser of `argp` finds `input` in
 * argp_state.input, and returns EINVAL after printing a message about a mistake. The program exits
 * with argp's status for a mistake, and with status 0 for `--help` and `--version`.
 */
void read_options(const struct argp *argp, int argc, char **argv, void *input);

/** The value that a parser returns for the result of a function (0, or -1 after its message). */
error_t option_result(int bad);

#endif
