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

void softhca_log(const struct softhca *hca, enum softhca_log_level level, const char *format, ...)
{
	static const char *const names[] = {"error", "warning", "info", "debug"};
	char line[512];
	va_list args;
	int n;

	if ((int)level > hca->log_level)
		return;
	n = snprintf(line, sizeof(line), "softhca: %s: ", names[level]);
	va_start(args, format);
	vsnprintf(line + n, sizeof(line) - (size_t)n - 1, format, args);
	va_end(args);
	/* One write per line, so that lines of several processes do not mix. */
	dprintf(STDERR_FILENO, "%s\n", line);
}
