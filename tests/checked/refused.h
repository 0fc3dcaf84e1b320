/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows of the tests of misuse: a call, the errno value with which it fails, and its line on stderr.
 */
#ifndef TESTS_CHECKED_REFUSED_H
#define TESTS_CHECKED_REFUSED_H

#include "kit.h"

/* The error of a call in each convention of returning errors; 0 on success. */
#define BY_RESULT(call) (errno = 0, (call))
#define BY_NULL(call)   (errno = 0, (call) ? 0 : errno)
#define BY_MINUS(call)  (errno = 0, (call) == -1 ? errno : 0)
#define BY_COUNT(call)  (errno = 0, -(call))

/** The call must fail with this error and print exactly this line. */
#define REFUSED(by, error_name, line)                                                              \
	refused((listen_begin(), (by)), error_name,                                                \
		"inverbs: misuse of " line " (" #error_name ")\n", __FILE__, __LINE__)

/** The same for calls that return nothing, or no error. */
#define COMPLAINED(call, line)                                                                     \
	(listen_begin(), call, listen_expect("inverbs: misuse of " line " (EINVAL)\n"))

/** The call must print nothing and return this. */
#define ACCEPTED(call, result)                                                                     \
	accepted((listen_begin(), (LargestIntegralType)(call)), (LargestIntegralType)(result),     \
		 __FILE__, __LINE__)

/** Helpers of the macros above, so that each row is one statement. */
void refused(int got, int error, const char *text, const char *file, int line);
void accepted(LargestIntegralType got, LargestIntegralType wanted, const char *file, int line);

/** Capture stderr until listen_expect(). */
void listen_begin(void);
/** Restore stderr and check that the captured text is this. */
void listen_expect(const char *text);
/** The same for a line that begins like this and ends with numbers that depend on the adapter. */
void listen_expect_start(const char *text);
/** The same for a text with so many explanations of failed completions, which contains `part`. */
void listen_expect_explained(int times, const char *part);

#endif
