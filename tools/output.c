/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Linked into every program with output. A write error (a full disk, a closed pipe) makes the
 * program fail, however it exits, even from help texts and option parsers. Closed standard streams
 * are replaced, so that no other file gets their descriptors.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void check_output(void)
{
	const int lost = ferror(stdout); /* an earlier write failed, and its errno is lost */

	if (fflush(stdout) == 0 && !lost)
		return;
	fprintf(stderr, "%s: cannot write to standard output%s%s\n", program_invocation_short_name,
		lost ? "" : ": ", lost ? "" : strerror(errno));
	_exit(EXIT_FAILURE); /* when this runs, the exit status is already decided */
}

/*
 * If a standard stream is closed, a file or socket opened later must not get its descriptor,
 * because messages would go there. The null device takes its place, opened in the wrong direction
 * so that reads and writes still fail with EBADF.
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
