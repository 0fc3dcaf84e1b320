/* SPDX-License-Identifier: BSD-2-Clause */
/* The socket that the daemon listens on: one that it creates, or one from a service manager. */
#ifndef EMULATOR_SERVER_DAEMON_SOCKET_H
#define EMULATOR_SERVER_DAEMON_SOCKET_H

#include <stdbool.h>
#include <sys/un.h>

struct softhca_daemon_socket {
	char path[sizeof(((struct sockaddr_un *)0)->sun_path)]; /**< "": the default path */
	int fd;
	int lock_fd; /**< -1: the socket belongs to a service manager, and is not removed */
};

/** Open the socket and listen. Returns 0, or an errno value after a message. */
int softhca_daemon_socket_open(struct softhca_daemon_socket *s);
void softhca_daemon_socket_close(const struct softhca_daemon_socket *s);

/** Notify the service manager, if there is one, that programs can connect. */
void softhca_daemon_notify_manager(void);

#endif
