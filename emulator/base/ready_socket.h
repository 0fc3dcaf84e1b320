/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A socket pair that shows whether a file has something to read, so that programs can poll it like
 * a character device that is also always writable. The client's end contains a byte while there is
 * something to read; clients only peek at it, so that several processes can wait.
 */
#ifndef EMULATOR_BASE_READY_SOCKET_H
#define EMULATOR_BASE_READY_SOCKET_H

#include <stdbool.h>

struct softhca_process;

struct softhca_ready_socket {
	struct softhca_process *process; /**< opened the file, and is charged for the sockets */
	int fd;                          /**< our end */
	int drain_fd;                    /**< the client's end, to take the byte back */
	bool ready;
};

/**
 * Open a pair for a process, and take a reference to the process. Returns 0, or an errno value if
 * descriptors are used up. *client_fd is set to the client's end, which is blocking; the caller
 * closes it.
 */
int softhca_ready_socket_open(struct softhca_ready_socket *s, struct softhca_process *process,
			      int *client_fd);
void softhca_ready_socket_close(struct softhca_ready_socket *s);
/** Set whether there is something to read. */
void softhca_ready_socket_set(struct softhca_ready_socket *s, bool ready);

#endif
