/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A daemon under attack. Attackers speak its protocol directly (tests/emulator/raw.h), each in a
 * separate process. At the same time a canary, an ordinary program, sends and receives, and new
 * programs connect. None of these may be affected.
 */
#ifndef TESTS_ABUSE_SIEGE_H
#define TESTS_ABUSE_SIEGE_H

#include <stdbool.h>
#include <sys/types.h>

#include "../emulator/raw.h"

/** Start a daemon and the canary, run the tests, and end both. argv[1] is softhcad. */
int siege_run(int argc, char **argv, const char *name, const struct CMUnitTest *tests,
	      size_t count);

/** The canary sends and receives 4 KiB this many times. */
void siege_canary(unsigned int times);
/** A new client lists the devices, as softhcactl does, and creates a queue pair. */
void siege_newcomer(void);
/** Do both checks. */
void siege_peace(void);

/** A process that attacks the daemon. */
struct attacker {
	pid_t pid;
	int result; /**< read end of the pipe for its result */
};

/** Run `attack` in a new process, which then keeps its objects and sleeps. */
struct attacker attacker_start(int (*attack)(void));
/** Waits for the result of `attack`; the process stays. */
int attacker_result(const struct attacker *a);
/** Kill it, and wait until the daemon has destroyed its objects. */
void attacker_end(struct attacker *a);

/** Waits for the text in the daemon's log. Returns false if it does not come. */
bool siege_logged(const char *text);
/** The same for a text with a number in it. */
bool siege_logged_of(const char *before, int number, const char *behind);
/** Returns the number of connections, as softhcactl reports it. */
unsigned int siege_clients(void);

#endif
