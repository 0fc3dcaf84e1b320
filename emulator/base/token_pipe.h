/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A pipe that has one byte for each unread message of a file, so that a program polls and waits for
 * it as on a kernel's character device. The client has the reading end.
 */
#ifndef EMULATOR_BASE_TOKEN_PIPE_H
#define EMULATOR_BASE_TOKEN_PIPE_H

#include <sys/types.h>

struct softhca_process;

enum {
	SOFTHCA_TOKENS_MAX = 32768 /**< bytes that every pipe can hold */
};

struct softhca_token_pipe {
	struct softhca_process *process; /**< has opened the file, and is charged for the pipe */
	int token_fd;                    /**< writing end */
	int drain_fd;                    /**< a reading end of our own, to take tokens back */
	ino_t inode; /**< of the pipe, by which a descriptor that a client sends is recognised */
};

/**
 * Open a pipe for a process, which it references. 0, or an errno value if descriptors are used up.
 * *client_fd: the client's end, blocking, closed by the caller.
 */
int softhca_token_pipe_open(struct softhca_token_pipe *pipe, struct softhca_process *process,
			    int *client_fd);
void softhca_token_pipe_close(struct softhca_token_pipe *pipe);
/** Add the byte of a new message; at most SOFTHCA_TOKENS_MAX may be pending. */
void softhca_token_give(const struct softhca_token_pipe *pipe);
/** Remove the byte of a message that is no longer pending, unless the program has read it. */
void softhca_token_take_back(const struct softhca_token_pipe *pipe);

#endif
