/* SPDX-License-Identifier: BSD-2-Clause */
/* The socket that a daemon listens on: its own, or one that a service manager has opened. */
#ifndef EMULATOR_SERVER_DAEMON_SOCKET_H
#define EMULATOR_SERVER_DAEMON_SOCKET_H

#include <stdbool.h>
#include <sys/un.h>

struct softhca_daemon_socket {
	char path[sizeof(((struct sockaddr_un *)0)->sun_path)]; /**< "": the default one */
	int fd;
	int lock_fd; /**< -1: the socket is a service manager's, and stays */
};

/** Listen. 0, or an errno value after a message. */
int softhca_daemon_socket_open(struct softhca_daemon_socket *s);
void softhca_daemon_socket_close(const struct softhca_daemon_socket *s);

/** Tell the service manager that programs can connect; nothing if there is none. */
void softhca_daemon_tell_manager(void);

#endif
