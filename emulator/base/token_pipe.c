/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/token_pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/process.h"
#include "base/quota.h"

enum {
	PIPE_FDS = 2 /* descriptors that stay open here */
};

void softhca_token_give(const struct softhca_token_pipe *pipe)
{
	ssize_t put = write(pipe->token_fd, "", 1);

	(void)put; /* the pipe is larger than SOFTHCA_TOKENS_MAX */
}

void softhca_token_take_back(const struct softhca_token_pipe *pipe)
{
	char token;
	ssize_t got = read(pipe->drain_fd, &token, 1);

	(void)got;
}

/* Create a pipe whose program's end is blocking and whose end here is not. */
static int make_pipe(struct softhca_token_pipe *pipe, int *client_fd)
{
	char path[64];
	struct stat st;
	int fds[2];

	if (pipe2(fds, O_CLOEXEC))
		return errno;
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fds[0]);
	pipe->drain_fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (pipe->drain_fd < 0 || fstat(fds[1], &st) || fcntl(fds[1], F_SETFL, O_NONBLOCK)) {
		int err = errno;

		if (pipe->drain_fd >= 0)
			close(pipe->drain_fd);
		close(fds[0]);
		close(fds[1]);
		return err;
	}
	pipe->token_fd = fds[1];
	pipe->inode = st.st_ino;
	*client_fd = fds[0];
	return 0;
}

int softhca_token_pipe_open(struct softhca_token_pipe *pipe, struct softhca_process *process,
			    int *client_fd)
{
	int ret = softhca_charge(process, SOFTHCA_DESCRIPTORS, PIPE_FDS, 0);

	if (ret)
		return ret;
	ret = make_pipe(pipe, client_fd);
	if (ret) {
		softhca_uncharge(process, SOFTHCA_DESCRIPTORS, PIPE_FDS);
		return ret;
	}
	softhca_process_get(process);
	pipe->process = process;
	return 0;
}

void softhca_token_pipe_close(struct softhca_token_pipe *pipe)
{
	close(pipe->token_fd);
	close(pipe->drain_fd);
	softhca_uncharge(pipe->process, SOFTHCA_DESCRIPTORS, PIPE_FDS);
	softhca_process_put(pipe->process);
}
