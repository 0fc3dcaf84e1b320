/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/loop.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

static int control_epoll(struct softhca_loop *loop, int op, int fd, uint32_t events,
			 struct softhca_source *source)
{
	struct epoll_event event = {.events = events, .data.ptr = source};

	return epoll_ctl(loop->epoll_fd, op, fd, &event) ? errno : 0;
}

int softhca_watch(struct softhca_loop *loop, int fd, uint32_t events, struct softhca_source *source)
{
	return control_epoll(loop, EPOLL_CTL_ADD, fd, events, source);
}

int softhca_rewatch(struct softhca_loop *loop, int fd, uint32_t events,
		    struct softhca_source *source)
{
	return control_epoll(loop, EPOLL_CTL_MOD, fd, events, source);
}

void softhca_unwatch(struct softhca_loop *loop, int fd)
{
	control_epoll(loop, EPOLL_CTL_DEL, fd, 0, NULL);
}

void softhca_spare_release(struct softhca_loop *loop)
{
	if (loop->spare_fd >= 0)
		close(loop->spare_fd);
	loop->spare_fd = -1;
}

void softhca_spare_take(struct softhca_loop *loop)
{
	if (loop->spare_fd < 0)
		loop->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

int softhca_loop_init(struct softhca_loop *loop)
{
	loop->spare_fd = -1;
	loop->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	if (loop->epoll_fd < 0)
		return errno;
	softhca_spare_take(loop);
	return 0;
}

void softhca_loop_fini(struct softhca_loop *loop)
{
	softhca_spare_release(loop);
	close(loop->epoll_fd);
}
