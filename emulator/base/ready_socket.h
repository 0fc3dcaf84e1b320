/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A pair of sockets that says whether a file has something to read, so that programs poll it and
 * wait for it as on a kernel's character device that can always be written, too. The client has one
 * end, in which a byte lies meanwhile; it only looks at it, so that several processes may wait.
 */
#ifndef EMULATOR_BASE_READY_SOCKET_H
#define EMULATOR_BASE_READY_SOCKET_H

#include <stdbool.h>

struct softhca_process;

struct softhca_ready_socket {
	struct softhca_process *process; /**< has opened the file, and is charged for the sockets */
	int fd;                          /**< our end */
	int drain_fd;                    /**< the client's end, to take the byte back */
	bool ready;
};

/**
 * Open a pair for a process, which it references. 0, or an errno value if descriptors are used up.
 * *client_fd: the client's end, blocking, closed by the caller.
 */
int softhca_ready_socket_open(struct softhca_ready_socket *s, struct softhca_process *process,
			      int *client_fd);
void softhca_ready_socket_close(struct softhca_ready_socket *s);
/** There is something to read, or not any more. */
void softhca_ready_socket_set(struct softhca_ready_socket *s, bool ready);

#endif
