/* SPDX-License-Identifier: BSD-2-Clause */
/* A softhcad of the test's own, in a directory of its own. */
#ifndef TESTS_EMULATOR_DAEMON_H
#define TESTS_EMULATOR_DAEMON_H

#include <sys/types.h>

/** Start it with mlx4_0 and mlx4_1 (two ports); returns when it responds. 0, or -1 after a message.
 */
int daemon_start(const char *program);
/** The same with further options, NULL behind the last. */
int daemon_start_with(const char *program, const char *const *options);
/** Path of its socket. */
const char *daemon_socket(void);
pid_t daemon_pid(void);
/** End it with SIGTERM. 0 when it ended well and left no socket behind. */
int daemon_stop(void);

#endif
