/* SPDX-License-Identifier: BSD-2-Clause */
/* Where the daemon's socket is, for the daemon and its control tool. */
#ifndef EMULATOR_BASE_SOCKET_PATH_H
#define EMULATOR_BASE_SOCKET_PATH_H

#include <stddef.h>
#include <sys/un.h>

/** The default path. make: also make its directory, 0700 and ours. 0 or an errno value. */
int softhca_default_socket(char *path, size_t room, int make);
/** Fill a socket address; ENAMETOOLONG. */
int softhca_socket_address(struct sockaddr_un *address, const char *path);

#endif
