/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers that only have a meaning in the run that they come from. */
#include "live.h"

enum {
	PAIRS = 512
};

static struct {
	uint64_t then[PAIRS];
	uint64_t now[PAIRS];
	unsigned int count;
} names[LIVE_NAMES];

void live_forget_names(void)
{
	for (unsigned int i = 0; i < LIVE_NAMES; i++)
		names[i].count = 0;
}

void live_remember(enum live_name kind, uint64_t then, uint64_t now)
{
	unsigned int n = names[kind].count;

	if (n == PAIRS)
		return;
	names[kind].then[n] = then;
	names[kind].now[n] = now;
	names[kind].count++;
}

uint64_t live_name_now(enum live_name kind, uint64_t then)
{
	for (unsigned int i = names[kind].count; i-- > 0;) {
		if (names[kind].then[i] == then)
			return names[kind].now[i];
	}
	return then;
}
