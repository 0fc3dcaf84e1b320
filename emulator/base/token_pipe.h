/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A pipe that contains one byte for each unread message of a file, so that programs can poll it
 * like a character device. The client has the reading end.
 */
#ifndef EMULATOR_BASE_TOKEN_PIPE_H
#define EMULATOR_BASE_TOKEN_PIPE_H

#include <sys/types.h>

struct softhca_process;

enum {
	SOFTHCA_TOKENS_MAX = 32768 /**< bytes that every pipe can hold */
};

struct softhca_token_pipe {
	struct softhca_process *process; /**< opened the file, and is charged for the pipe */
	int token_fd;                    /**< writing end */
	int drain_fd;                    /**< a reading end for the emulator, to take tokens back */
	ino_t inode; /**< identifies the pipe when a client passes a descriptor of it */
};

/**
 * Open a pipe for a process, and take a reference to the process. Returns 0, or an errno value if
 * descriptors are used up. *client_fd is set to the client's end, which is blocking; the caller
 * closes it.
 */
int softhca_token_pipe_open(struct softhca_token_pipe *pipe, struct softhca_process *process,
			    int *client_fd);
void softhca_token_pipe_close(struct softhca_token_pipe *pipe);
/** Add the byte of a new message; at most SOFTHCA_TOKENS_MAX may be pending. */
void softhca_token_give(const struct softhca_token_pipe *pipe);
/** Remove the byte of a message that is no longer pending, unless the program has read it. */
void softhca_token_take_back(const struct softhca_token_pipe *pipe);

#endif
