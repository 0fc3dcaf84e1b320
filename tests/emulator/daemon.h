/* SPDX-License-Identifier: BSD-2-Clause */
/* Starts a separate softhcad for a test, in a separate directory. */
#ifndef TESTS_EMULATOR_DAEMON_H
#define TESTS_EMULATOR_DAEMON_H

#include <sys/types.h>

/**
 * Start it with mlx4_0 and mlx4_1 (two ports). Returns 0 when it responds, or -1 after a message.
 */
int daemon_start(const char *program);
/** The same with further options; NULL follows the last. */
int daemon_start_with(const char *program, const char *const *options);
/** Returns the path of its socket. */
const char *daemon_socket(void);
pid_t daemon_pid(void);
/** End it with SIGTERM. Returns 0 if it exited successfully and removed its socket. */
int daemon_stop(void);

#endif
