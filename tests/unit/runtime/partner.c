/* SPDX-License-Identifier: BSD-2-Clause */
#include "partner.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include "fake.h"

union control {
	struct cmsghdr head;
	char bytes[CMSG_SPACE(PARTNER_FDS_MAX * sizeof(int))];
};

void partner_reply(int sock, struct softhca_reply head, const void *payload, size_t bytes,
		   const int *fds, int fd_count)
{
	struct iovec parts[2] = {{&head, sizeof(head)}, {(void *)(uintptr_t)payload, bytes}};
	struct msghdr msg = {.msg_iov = parts, .msg_iovlen = 2};
	union control control = {{0}};

	head.bytes = (uint32_t)bytes;
	if (fd_count) {
		msg.msg_control = &control;
		msg.msg_controllen = CMSG_SPACE((size_t)fd_count * sizeof(int));
		control.head.cmsg_level = SOL_SOCKET;
		control.head.cmsg_type = SCM_RIGHTS;
		control.head.cmsg_len = CMSG_LEN((size_t)fd_count * sizeof(int));
		memcpy(CMSG_DATA(&control.head), fds, (size_t)fd_count * sizeof(int));
	}
	assert_int_equal(sendmsg(sock, &msg, MSG_NOSIGNAL), (ssize_t)(sizeof(head) + bytes));
}

ssize_t partner_receive(int sock, struct partner_message *m)
{
	struct iovec parts[2] = {{&m->head, sizeof(m->head)}, {m->payload, sizeof(m->payload)}};
	union control control;
	struct msghdr msg = {.msg_iov = parts,
			     .msg_iovlen = 2,
			     .msg_control = &control,
			     .msg_controllen = sizeof(control)};
	ssize_t got = recvmsg(sock, &msg, MSG_CMSG_CLOEXEC);
	struct cmsghdr *head = got > 0 ? CMSG_FIRSTHDR(&msg) : NULL;

	m->fd_count = 0;
	if (head) {
		m->fd_count = (int)((head->cmsg_len - CMSG_LEN(0)) / sizeof(int));
		memcpy(m->fds, CMSG_DATA(head), (size_t)m->fd_count * sizeof(int));
	}
	return got;
}
