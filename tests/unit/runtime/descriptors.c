/* SPDX-License-Identifier: BSD-2-Clause */
/* Linked with a test, it fails if the test ends with more open descriptors than it began with. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

enum {
	MOST = 256,
};

static int begun_with;

static int open_descriptors(void)
{
	int count = 0;

	for (int fd = 0; fd < MOST; fd++)
		count += fcntl(fd, F_GETFD) >= 0;
	return count;
}

__attribute__((constructor)) static void begin(void)
{
	begun_with = open_descriptors();
}

__attribute__((destructor)) static void end(void)
{
	const int left = open_descriptors() - begun_with;

	if (left <= 0)
		return;
	fprintf(stderr, "%d descriptors are still open\n", left);
	_exit(1);
}
