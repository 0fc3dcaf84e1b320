/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A socket pair that says whether a file has something to read, so that programs can poll it and
 * wait for it as for a kernel's character device that is always writable, too. The client has one
 * end, which holds a byte while there is something to read; clients only peek at it, so that
 * several processes may wait.
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
/** Say whether there is something to read. */
void softhca_ready_socket_set(struct softhca_ready_socket *s, bool ready);

#endif
