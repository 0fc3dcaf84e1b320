/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A daemon under attack. The attackers speak its protocol themselves (tests/emulator/raw.h), each
 * in a process of its own. Beside them a canary, an ordinary program, sends and receives, and new
 * programs connect. None of these may be affected.
 */
#ifndef TESTS_ABUSE_SIEGE_H
#define TESTS_ABUSE_SIEGE_H

#include <stdbool.h>
#include <sys/types.h>

#include "../emulator/raw.h"

/** Start a daemon and the canary, run the tests, end both. argv[1] is softhcad. */
int siege_run(int argc, char **argv, const char *name, const struct CMUnitTest *tests,
	      size_t count);

/** The canary sends 4 KiB so many times, on its connection, and receives them. */
void siege_canary(unsigned int times);
/** A new program lists the devices, as softhcactl does, and creates a queue pair. */
void siege_newcomer(void);
/** All of these checks. */
void siege_peace(void);

/** An attacker: its order, and its result. */
struct attacker {
	pid_t pid;
	int result; /**< reading end */
};

/** Run `attack` in a process, which stays there when that returns. */
struct attacker attacker_start(int (*attack)(void));
/** Its result; it keeps what it has. */
int attacker_result(const struct attacker *a);
/** Kill it and wait until the daemon has nothing of it. */
void attacker_end(struct attacker *a);

/** Does the daemon's log have this text? Waits for it. */
bool siege_logged(const char *text);
/** The same with a number inside. */
bool siege_logged_of(const char *before, int number, const char *behind);
/** Connections, as reported by softhcactl. */
unsigned int siege_clients(void);

#endif
