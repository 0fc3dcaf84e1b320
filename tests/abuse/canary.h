/* SPDX-License-Identifier: BSD-2-Clause */
/* An ordinary program beside an attack. */
#ifndef TESTS_ABUSE_CANARY_H
#define TESTS_ABUSE_CANARY_H

#include <stdbool.h>
#include <sys/types.h>

struct canary {
	pid_t pid;
	int ask, response;
};

/** Fork it; it connects two queue pairs by RC. */
bool canary_start(struct canary *c);
/** Make it send 4 KiB so many times: true when all of it arrived intact. */
bool canary_sings(struct canary *c, unsigned int times);
bool canary_end(struct canary *c);

#endif
