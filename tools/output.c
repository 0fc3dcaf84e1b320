/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Linked into every program with output: a write error (a full disk, a closed pipe) makes the
 * program fail, however it ends, including in help texts and option parsers; and closed standard
 * streams are occupied.
 */
#include <errno.h>
#include <fcntl.h>
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

/*
 * A file or socket opened later must not get the descriptor of a closed standard stream, because
 * messages would go there. Reading and writing still fail with EBADF: the null device is opened for
 * the other direction.
 */
static void occupy_standard_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			return;
	}
}

__attribute__((constructor)) static void check_output_at_exit(void)
{
	occupy_standard_streams();
	atexit(check_output);
}
