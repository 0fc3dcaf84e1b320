/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions that stand in for others note each call by one letter, in order. */
#ifndef TESTS_UNIT_IBA_CALLED_H
#define TESTS_UNIT_IBA_CALLED_H

#include <string.h>

static char calls[40];

static inline void note(char letter)
{
	const size_t n = strlen(calls);

	assert_true(n + 1 < sizeof(calls));
	calls[n] = letter;
}

#endif
