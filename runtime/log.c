/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the line that explains an error if INVERBS_LOG=1. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "provider.h"

enum {
	LINE_MAX_BYTES = 512,
};

void inverbs_log(const char *format, ...)
{
	int saved = errno;
	char line[LINE_MAX_BYTES];
	va_list args;

	if (!getenv("INVERBS_LOG"))
		return;
	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	fprintf(stderr, "inverbs: %s\n",
		line); /* one call, so that lines of different threads do not mix */
	errno = saved;
}
