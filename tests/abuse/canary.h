/* SPDX-License-Identifier: BSD-2-Clause */
/* An ordinary program that runs beside an attack. */
#ifndef TESTS_ABUSE_CANARY_H
#define TESTS_ABUSE_CANARY_H

#include <stdbool.h>
#include <sys/types.h>

struct canary {
	pid_t pid;
	int ask, response;
};

/** Fork a process that connects two RC queue pairs. Returns false on failure. */
bool canary_start(struct canary *c);
/** Let it send 4 KiB this many times. Returns true if all of it arrived intact. */
bool canary_sings(struct canary *c, unsigned int times);
bool canary_end(struct canary *c);

#endif
