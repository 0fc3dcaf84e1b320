/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads command lines with argp. */
#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

void read_options(const struct argp *argp, int argc, char **argv, void *input)
{
	if (!argp_parse(argp, argc, argv, 0, NULL, input))
		return;
	fprintf(stderr, "Try `%s --help'.\n", program_invocation_short_name);
	exit(argp_err_exit_status);
}

error_t option_result(int bad)
{
	return bad ? EINVAL : 0;
}
