/* SPDX-License-Identifier: BSD-2-Clause */
#include "report.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void fail(struct report *r, const char *format, ...)
{
	va_list args;

	if (r->failed)
		return;
	r->failed = true;
	va_start(args, format);
	vsnprintf(r->reason, sizeof(r->reason), format, args);
	va_end(args);
}

void check_number(struct report *r, const char *what, uint64_t actual, uint64_t expected)
{
	if (actual == expected)
		return;
	if (actual > 9 || expected > 9)
		fail(r, "%s is 0x%" PRIx64 ", expected 0x%" PRIx64, what, actual, expected);
	else
		fail(r, "%s is %" PRIu64 ", expected %" PRIu64, what, actual, expected);
}

void check_text(struct report *r, const char *what, const char *actual, const char *expected)
{
	if (strcmp(actual, expected) != 0)
		fail(r, "%s is %s, expected %s", what, actual, expected);
}

void check_bytes(struct report *r, const char *what, const void *actual, const void *expected,
		 size_t bytes)
{
	const uint8_t *a = actual, *e = expected;

	for (size_t i = 0; i < bytes; i++) {
		if (a[i] != e[i]) {
			fail(r, "%s: byte %zu is %02x, expected %02x", what, i, a[i], e[i]);
			return;
		}
	}
}

void leave_out(struct report *r, const char *why)
{
	snprintf(r->left_out, sizeof(r->left_out), "%s", why);
}
