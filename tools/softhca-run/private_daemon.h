/* SPDX-License-Identifier: BSD-2-Clause */
/* Starts an emulator for a single program. */
#ifndef SOFTHCA_RUN_PRIVATE_DAEMON_H
#define SOFTHCA_RUN_PRIVATE_DAEMON_H

#include <sys/types.h>

/**
 * Start a softhcad for one program and wait until it listens on the socket. argv[0] is the daemon's
 * path. The daemon exits when this process does. Returns 0, or an errno value after an error
 * message; *pid is set in both cases, to 0 if there is nothing to stop.
 */
int softhca_daemon_start(char *const *argv, const char *socket, pid_t *pid);
void softhca_daemon_stop(pid_t pid);

#endif
