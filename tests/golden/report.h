/* SPDX-License-Identifier: BSD-2-Clause */
/* The result of a case: passed until the first failure. */
#ifndef GOLDEN_REPORT_H
#define GOLDEN_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What a report counts; the adapter's rules follow. */
enum report_count {
	COUNT_SENDS,
	COUNT_RECEIVES,
	COUNT_COMPLETIONS,
	COUNT_PRINTED,
	COUNT_DOORBELLS,
	COUNT_UNSEEN,
	COUNT_KERNEL_FLAG,
	COUNT_RULES,
	REPORT_COUNTS = COUNT_RULES + 16,
};

struct report {
	bool failed;
	bool skipped;                       /**< nothing to replay */
	unsigned int counts[REPORT_COUNTS]; /**< comparisons, and uses of each rule */
	char reason[600];
	char left_out[240]; /**< reason why the case is not replayed; empty if it is */
	char refused[240];  /**< reason why we refuse a request that the recording accepts; empty
			     * if we do not */
};

/** Record why the case is not replayed. */
void leave_out(struct report *r, const char *why);

/** Record why the case fails; only the first reason counts. */
void fail(struct report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Fail unless the numbers are equal. */
void check_number(struct report *r, const char *what, uint64_t actual, uint64_t expected);

/** Fail unless the texts are equal. */
void check_text(struct report *r, const char *what, const char *actual, const char *expected);

/** Fail with the offset and both bytes of the first difference. */
void check_bytes(struct report *r, const char *what, const void *actual, const void *expected,
		 size_t bytes);

#endif
