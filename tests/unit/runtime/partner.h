/* SPDX-License-Identifier: BSD-2-Clause */
/* The emulator's end of a connection, for tests that act as the emulator. */
#ifndef TESTS_PARTNER_H
#define TESTS_PARTNER_H

#include <inverbs/kernel/softhca.h>
#include <sys/types.h>

enum {
	PARTNER_FDS_MAX = SOFTHCA_REQUEST_FDS_MAX + 1, /**< one more than a message may have */
};

/** A request with its descriptors, which the receiver owns. */
struct partner_message {
	struct softhca_request head;
	uint8_t payload[4096];
	int fds[PARTNER_FDS_MAX];
	int fd_count;
};

/** Send a reply with payload and descriptors. Sets head.bytes, but not head.fds. */
void partner_reply(int sock, struct softhca_reply head, const void *payload, size_t bytes,
		   const int *fds, int fd_count);

/** Receive a request. Returns its length, 0 at the end of the connection, or -1 with errno. */
ssize_t partner_receive(int sock, struct partner_message *m);

#endif
