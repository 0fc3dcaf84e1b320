/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Linked into all programs that use argp: the output of --version, and the exit status for usage
 * errors.
 */
#include <argp.h>
#include <errno.h>
#include <inverbs/version.h>
#include <stdio.h>

#include "revision.h"
#include "version.h"

const char program_version[] = INVERBS_VERSION INVERBS_REVISION;

static void print_version(FILE *to, struct argp_state *state)
{
	(void)state;
	fprintf(to, "%s (Inverbs) %s\n", program_invocation_short_name, program_version);
}

__attribute__((constructor)) static void set_up_argp(void)
{
	argp_program_version_hook = print_version;
	argp_err_exit_status = 2; /* lets scripts tell it from a failure, which is status 1 */
}
