/* SPDX-License-Identifier: BSD-2-Clause */
/* The emulator's end of a connection, for tests that play the emulator. */
#ifndef TESTS_PARTNER_H
#define TESTS_PARTNER_H

#include <inverbs/kernel/softhca.h>
#include <sys/types.h>

enum {
	PARTNER_FDS_MAX = SOFTHCA_REQUEST_FDS_MAX + 1, /**< more than any message may have */
};

/** A request with its descriptors, which the receiver owns. */
struct partner_message {
	struct softhca_request head;
	uint8_t payload[4096];
	int fds[PARTNER_FDS_MAX];
	int fd_count;
};

/** Send a reply: `bytes` of payload, which head counts, and descriptors, which it need not. */
void partner_reply(int sock, struct softhca_reply head, const void *payload, size_t bytes,
		   const int *fds, int fd_count);

/** The next request: its bytes, 0 at the end of the connection, -1 and errno. */
ssize_t partner_receive(int sock, struct partner_message *m);

#endif
