/* SPDX-License-Identifier: BSD-2-Clause */
/* Captures stderr and checks it, for the rows in refused.h. */
#define _GNU_SOURCE
#include "refused.h"

#include <sys/mman.h>
#include <unistd.h>

static int kept = -1, file = -1;

void listen_begin(void)
{
	file = memfd_create("stderr", 0);
	assert_true(file >= 0);
	kept = dup(STDERR_FILENO);
	assert_true(kept >= 0);
	assert_int_equal(dup2(file, STDERR_FILENO), STDERR_FILENO);
}

/* Get what was printed since listen_begin(), and restore stderr. */
static void listen_end(char *said, size_t room)
{
	ssize_t bytes;

	assert_int_equal(dup2(kept, STDERR_FILENO), STDERR_FILENO);
	close(kept);
	bytes = pread(file, said, room - 1, 0);
	close(file);
	assert_true(bytes >= 0);
	said[bytes] = '\0';
	printf("%s", said); /* coverage.py reads it */
}

void listen_expect(const char *text)
{
	char said[4096];

	listen_end(said, sizeof(said));
	assert_string_equal(said, text);
}

void listen_expect_start(const char *text)
{
	char said[4096], *end;

	listen_end(said, sizeof(said));
	end = strchr(said, '\n');
	assert_non_null(end);
	assert_int_equal(end[1], '\0');
	said[strlen(text) < sizeof(said) ? strlen(text) : 0] = '\0';
	assert_string_equal(said, text);
}

void listen_expect_explained(int times, const char *part)
{
	char said[4096];
	int found = 0;

	listen_end(said, sizeof(said));
	for (const char *at = said; (at = strstr(at, "inverbs: ")); at++)
		found++;
	if (found != times || !strstr(said, part))
		fail_msg("%d explanations, not %d with '%s': %s", found, times, part, said);
}

void refused(int got, int error, const char *text, const char *file, int line)
{
	listen_expect(text);
	if (got != error)
		fail_msg("%s:%d: error %d", file, line, got);
}

void accepted(LargestIntegralType got, LargestIntegralType wanted, const char *file, int line)
{
	listen_expect("");
	if (got != wanted)
		fail_msg("%s:%d: returned %lld", file, line, (long long)got);
}
