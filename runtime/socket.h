/* SPDX-License-Identifier: BSD-2-Clause */
/* One connection to an emulator: requests and replies of spec/kernel/softhca.yaml. */
#ifndef RUNTIME_SOCKET_H
#define RUNTIME_SOCKET_H

#include <inverbs/kernel/softhca.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/** One exchange. Set op, arg, payload and descriptors; answer_room says how much `answer` can take.
 */
struct inverbs_exchange {
	uint32_t op; /**< enum softhca_op */
	uint64_t arg[4];
	const void *payload;
	size_t bytes;
	int sent_fds[SOFTHCA_REQUEST_FDS_MAX]; /**< descriptors to send */
	int sent_count;
	void *answer;
	size_t answer_room;
	/* filled */
	struct softhca_reply reply;
	int fds[SOFTHCA_REPLY_FDS_MAX]; /**< descriptors received; the caller owns them */
	int fd_count;
};

/** An exchange without payload, descriptor and answer. */
struct inverbs_exchange inverbs_exchange_make(uint32_t op);

/** Send this descriptor along; -1 is none, anything below that no descriptor. 0 or EBADF. */
int inverbs_exchange_send_fd(struct inverbs_exchange *x, int fd);

/**
 * Send the request, wait for its reply. Returns 0, the emulator's errno value, or EIO when the
 * connection is gone. On failure no descriptors are left open. Not thread-safe: the caller holds
 * the connection's lock.
 */
int inverbs_exchange(int sock, struct inverbs_exchange *x);

/** The request alone; for those without reply. 0, EIO, or EBADF: a descriptor to send is none. */
int inverbs_exchange_send(int sock, const struct inverbs_exchange *x);

/** Store the numbers of descriptors where the answer has room for them; they are the caller's now.
 * EPROTO: it has none. */
int inverbs_exchange_place_fds(struct inverbs_exchange *x);

/** Close what came with a reply and is not wanted. */
void inverbs_exchange_drop_fds(struct inverbs_exchange *x);

/** Where the environment points to: a connected socket that has said HELLO, or a negative errno
 * value. */
int inverbs_emulator_connect(pid_t *emulator);

#endif
