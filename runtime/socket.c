/* SPDX-License-Identifier: BSD-2-Clause */
/* Exchanges one request and its response on the emulator's socket, including descriptors. */
#define _GNU_SOURCE
#include "socket.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum {
	SPIN_NS = 100000 /* time spent spinning before it sleeps */
};

/* Buffer for descriptors in a control message. */
union control {
	struct cmsghdr head;
	char bytes[CMSG_SPACE(SOFTHCA_REQUEST_FDS_MAX * sizeof(int))];
};

struct inverbs_exchange inverbs_exchange_make(uint32_t op)
{
	struct inverbs_exchange x;

	memset(&x, 0, sizeof(x));
	x.op = op;
	return x;
}

int inverbs_exchange_send_fd(struct inverbs_exchange *x, int fd)
{
	if (fd < -1 || (fd >= 0 && x->sent_count == SOFTHCA_REQUEST_FDS_MAX))
		return EBADF;
	if (fd >= 0)
		x->sent_fds[x->sent_count++] = fd;
	return 0;
}

static void attach_fds(struct msghdr *msg, union control *control, const int *fds, size_t bytes)
{
	struct cmsghdr *head;

	memset(control, 0, sizeof(*control));
	msg->msg_control = control;
	msg->msg_controllen = CMSG_SPACE(bytes);
	head = CMSG_FIRSTHDR(msg);
	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(bytes);
	memcpy(CMSG_DATA(head), fds, bytes);
}

int inverbs_exchange_send(int sock, const struct inverbs_exchange *x)
{
	struct softhca_request request = {.op = x->op, .bytes = (uint32_t)x->bytes};
	struct iovec parts[2] = {{&request, sizeof(request)},
				 {(void *)(uintptr_t)x->payload, x->bytes}};
	struct msghdr msg = {.msg_iov = parts, .msg_iovlen = x->bytes ? 2 : 1};
	union control control;
	ssize_t sent;

	if (sizeof(request) + x->bytes > SOFTHCA_MESSAGE_MAX)
		return EMSGSIZE;
	memcpy(request.arg, x->arg, sizeof(request.arg));
	if (x->sent_count)
		attach_fds(&msg, &control, x->sent_fds, (size_t)x->sent_count * sizeof(int));
	do
		sent = sendmsg(sock, &msg, MSG_NOSIGNAL);
	while (sent < 0 && errno == EINTR);
	if (sent >= 0)
		return 0;
	return errno == EBADF ? EBADF : EIO; /* EBADF: the descriptor to send is invalid */
}

static void drop_fds(struct inverbs_exchange *x)
{
	while (x->fd_count)
		close(x->fds[--x->fd_count]);
}

/* Returns false if there are more descriptors than the reply may have; they are closed. */
static bool receive_fds(struct inverbs_exchange *x, struct msghdr *msg)
{
	bool expected = true;
	struct cmsghdr *head;

	for (head = CMSG_FIRSTHDR(msg); head; head = CMSG_NXTHDR(msg, head)) {
		size_t count = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);

		if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS)
			continue;
		for (size_t i = 0; i < count; i++) {
			int fd;

			memcpy(&fd, CMSG_DATA(head) + i * sizeof(int), sizeof(int));
			expected = x->fd_count < x->most_fds;
			if (expected)
				x->fds[x->fd_count++] = fd;
			else
				close(fd);
		}
	}
	return expected;
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/*
 * Most replies arrive within microseconds, and waking a sleeping processor takes longer: so spin
 * for a while, yielding to the emulator, before sleeping.
 */
static ssize_t receive_message(int sock, struct msghdr *msg)
{
	const uint64_t until = now_ns() + SPIN_NS;
	ssize_t got;

	do {
		got = recvmsg(sock, msg, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
		if (got >= 0 || (errno != EAGAIN && errno != EINTR))
			return got;
		sched_yield();
	} while (now_ns() < until);
	do
		got = recvmsg(sock, msg, MSG_CMSG_CLOEXEC);
	while (got < 0 && errno == EINTR);
	return got;
}

static int receive_reply(int sock, struct inverbs_exchange *x)
{
	struct iovec parts[2] = {{&x->reply, sizeof(x->reply)}, {x->response, x->response_room}};
	union control control;
	struct msghdr msg = {
		.msg_iov = parts,
		.msg_iovlen = x->response_room ? 2 : 1,
		.msg_control = &control,
		.msg_controllen = sizeof(control),
	};
	ssize_t got;
	bool expected;

	got = receive_message(sock, &msg);
	if (got <= 0)
		return got < 0 && errno == EFAULT ? EFAULT : EIO;
	expected = receive_fds(x, &msg);
	if (!expected || msg.msg_flags & (MSG_TRUNC | MSG_CTRUNC) ||
	    (size_t)got < sizeof(x->reply) || x->reply.bytes != (size_t)got - sizeof(x->reply) ||
	    x->reply.fds != x->fd_count)
		return msg.msg_flags & MSG_CTRUNC ? EMFILE : EPROTO;
	return (int)x->reply.error;
}

int inverbs_exchange_place_fds(struct inverbs_exchange *x)
{
	for (int i = 0; i < x->fd_count; i++) {
		uint16_t at = x->reply.fd_at[i];

		if (at != SOFTHCA_FD_NOT_STORED && at + sizeof(uint32_t) > x->reply.bytes) {
			drop_fds(x);
			return EPROTO;
		}
	}
	for (int i = 0; i < x->fd_count; i++) {
		uint32_t number = (uint32_t)x->fds[i];

		if (x->reply.fd_at[i] != SOFTHCA_FD_NOT_STORED)
			memcpy((uint8_t *)x->response + x->reply.fd_at[i], &number, sizeof(number));
	}
	x->fd_count = 0; /* the caller owns them now */
	return 0;
}

int inverbs_exchange(int sock, struct inverbs_exchange *x)
{
	int err = inverbs_exchange_send(sock, x);

	x->fd_count = 0;
	if (!err)
		err = receive_reply(sock, x);
	if (err)
		drop_fds(x);
	return err;
}
