/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/objects.h"

uint64_t softhca_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
}

enum {
	LINES_AT_ONCE = 1000,
	LINES_PER_SECOND = 50,
};

/** Lines that may be written now, and how many were dropped since the last one. */
static struct {
	uint64_t since; /**< time of the last refill */
	uint64_t room;
	uint64_t left_out;
} limit = {.room = LINES_AT_ONCE};

/**
 * Rate limit: clients cause most lines, and must not fill the disk. Does not apply with --log
 * debug.
 */
static bool has_line_quota(const struct softhca *hca)
{
	const uint64_t now = softhca_now();
	const uint64_t fresh = (now - limit.since) / (1000000000U / LINES_PER_SECOND);

	if (hca->log_level >= (int)SOFTHCA_LOG_DEBUG)
		return true;
	if (fresh) {
		limit.room += fresh < LINES_AT_ONCE ? fresh : LINES_AT_ONCE;
		if (limit.room > LINES_AT_ONCE)
			limit.room = LINES_AT_ONCE;
		limit.since = now;
	}
	if (!limit.room)
		limit.left_out++;
	return limit.room && limit.room--;
}

static void report_left_out(void)
{
	if (limit.left_out)
		dprintf(STDERR_FILENO, "softhca: warning: %llu lines were left out here\n",
			(unsigned long long)limit.left_out);
	limit.left_out = 0;
}

void softhca_log(const struct softhca *hca, enum softhca_log_level level, const char *format, ...)
{
	static const char *const names[] = {"error", "warning", "info", "debug"};
	char line[512];
	va_list args;
	int n;

	if ((int)level > hca->log_level || !has_line_quota(hca))
		return;
	report_left_out();
	n = snprintf(line, sizeof(line), "softhca: %s: ", names[level]);
	va_start(args, format);
	vsnprintf(line + n, sizeof(line) - (size_t)n - 1, format, args);
	va_end(args);
	/* One write() per line, so that lines of several processes do not mix. */
	dprintf(STDERR_FILENO, "%s\n", line);
}
