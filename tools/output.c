/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Linked into every program with output: a write error (a full disk, a closed pipe) makes the
 * program fail, however it ends, including in help texts and option parsers.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void check_output(void)
{
	const int lost = ferror(stdout); /* an earlier write failed; its errno is lost */

	if (fflush(stdout) == 0 && !lost)
		return;
	fprintf(stderr, "%s: cannot write to standard output%s%s\n", program_invocation_short_name,
		lost ? "" : ": ", lost ? "" : strerror(errno));
	_exit(EXIT_FAILURE); /* the exit status is decided already when this runs */
}

__attribute__((constructor)) static void check_output_at_exit(void)
{
	atexit(check_output);
}
