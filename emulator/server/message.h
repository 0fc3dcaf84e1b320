/* SPDX-License-Identifier: BSD-2-Clause */
/* The messages of clients, and the replies to them. */
#ifndef EMULATOR_SERVER_MESSAGE_H
#define EMULATOR_SERVER_MESSAGE_H

#include <inverbs/kernel/softhca.h>

#include "server/server.h"

/** A message with its descriptors. */
struct message {
	struct softhca_client *client;
	struct softhca_request header;
	const uint8_t *payload;
	size_t bytes;
	int fds[SOFTHCA_REQUEST_FDS_MAX];
	unsigned int num_fds;
	bool fds_lost; /**< the message had descriptors, but this process had none free for them */
};

/** A reply being built. */
struct reply {
	struct softhca_reply header;
	uint8_t *payload;
	size_t room;
	int fd;         /**< -1: none */
	bool own_fd;    /**< close it after sending */
	uint64_t delay; /**< nanoseconds until it is sent */
};

/** Execute the message's operation, except ATTACH. Returns 0 or a positive errno value. */
int softhca_serve(const struct message *m, struct reply *r);

#endif
