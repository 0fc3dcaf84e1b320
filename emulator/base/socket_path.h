/* SPDX-License-Identifier: BSD-2-Clause */
/* The path of the daemon's socket, for the daemon and its control tool. */
#ifndef EMULATOR_BASE_SOCKET_PATH_H
#define EMULATOR_BASE_SOCKET_PATH_H

#include <stddef.h>
#include <sys/un.h>

/**
 * Get the default path; `make`: also create its directory, with mode 0700. Returns 0 or an errno
 * value.
 */
int softhca_default_socket(char *path, size_t room, int make);
/** Fill a socket address. Returns 0 or ENAMETOOLONG. */
int softhca_socket_address(struct sockaddr_un *address, const char *path);

#endif
