/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/ready_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/process.h"
#include "base/quota.h"

enum {
	SOCKET_FDS = 2 /* descriptors that stay open here */
};

static int make_pair(struct softhca_ready_socket *s, int *client_fd)
{
	int fds[2], err;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds))
		return errno;
	s->drain_fd = fcntl(fds[1], F_DUPFD_CLOEXEC, 0);
	if (s->drain_fd < 0) {
		err = errno;
		close(fds[0]);
		close(fds[1]);
		return err;
	}
	s->fd = fds[0];
	s->ready = false;
	*client_fd = fds[1];
	return 0;
}

int softhca_ready_socket_open(struct softhca_ready_socket *s, struct softhca_process *process,
			      int *client_fd)
{
	int ret = softhca_charge(process, SOFTHCA_DESCRIPTORS, SOCKET_FDS, 0);

	if (ret)
		return ret;
	ret = make_pair(s, client_fd);
	if (ret) {
		softhca_uncharge(process, SOFTHCA_DESCRIPTORS, SOCKET_FDS);
		return ret;
	}
	softhca_process_get(process);
	s->process = process;
	return 0;
}

void softhca_ready_socket_close(struct softhca_ready_socket *s)
{
	close(s->fd);
	close(s->drain_fd);
	softhca_uncharge(s->process, SOFTHCA_DESCRIPTORS, SOCKET_FDS);
	softhca_process_put(s->process);
}

void softhca_ready_socket_set(struct softhca_ready_socket *s, bool ready)
{
	char byte = 0;
	ssize_t n;

	if (ready == s->ready)
		return;
	s->ready = ready;
	/* a client that takes the byte or shuts down its end misleads only itself */
	if (ready)
		n = send(s->fd, &byte, sizeof(byte), MSG_DONTWAIT | MSG_NOSIGNAL);
	else
		n = recv(s->drain_fd, &byte, sizeof(byte), MSG_DONTWAIT);
	(void)n;
}
