/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One connection to the emulator: requests and responses as specified in spec/kernel/softhca.yaml.
 */
#ifndef RUNTIME_SOCKET_H
#define RUNTIME_SOCKET_H

#include <inverbs/kernel/softhca.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/**
 * One request and its response. The caller sets op, arg, payload and descriptors; response_room is
 * the size of `response`.
 */
struct inverbs_exchange {
	uint32_t op; /**< enum softhca_op */
	uint64_t arg[4];
	const void *payload;
	size_t bytes;
	int sent_fds[SOFTHCA_REQUEST_FDS_MAX]; /**< descriptors to send */
	int sent_count;
	void *response;
	size_t response_room;
	int most_fds; /**< limit of descriptors in the reply: at most SOFTHCA_REPLY_FDS_MAX */
	/* filled in by inverbs_exchange() */
	struct softhca_reply reply;
	int fds[SOFTHCA_REPLY_FDS_MAX]; /**< received descriptors; the caller owns them */
	int fd_count;
};

/** An exchange without payload, response data, or descriptors in either direction. */
struct inverbs_exchange inverbs_exchange_make(uint32_t op);

/**
 * Send this descriptor with the request; -1 means none, anything below that is invalid. Returns 0
 * or EBADF.
 */
int inverbs_exchange_send_fd(struct inverbs_exchange *x, int fd);

/**
 * Send the request, wait for its response. Returns 0, the emulator's errno value, EIO if the
 * connection is gone, or EPROTO if the reply is malformed or has more descriptors than it may. On
 * failure no descriptors are left open. Not thread-safe: the caller holds the connection's lock.
 */
int inverbs_exchange(int sock, struct inverbs_exchange *x);

/**
 * Send a request that has no response. Returns 0, EIO, or EBADF if a descriptor to send is invalid.
 */
int inverbs_exchange_send(int sock, const struct inverbs_exchange *x);

/**
 * Store the received descriptors in the response's fields; the caller owns them now. Returns
 * EPROTO, and closes the descriptors, if the response has no such fields.
 */
int inverbs_exchange_place_fds(struct inverbs_exchange *x);

/**
 * Connect to the emulator that the environment names and send HELLO. Returns a socket, or a
 * negative errno value.
 */
int inverbs_emulator_connect(pid_t *emulator);

#endif
