/* SPDX-License-Identifier: BSD-2-Clause */
/* A message of a client and the reply to it. */
#ifndef EMULATOR_SERVER_MESSAGE_H
#define EMULATOR_SERVER_MESSAGE_H

#include <inverbs/kernel/softhca.h>

#include "server/server.h"

/** A request with what came beside it. */
struct message {
	struct softhca_client *client;
	struct softhca_request head;
	const uint8_t *payload;
	size_t bytes;
	int fds[SOFTHCA_REQUEST_FDS_MAX];
	unsigned int num_fds;
	bool fds_lost; /**< the message had descriptors that found no place in this process */
};

/** A reply being made. */
struct reply {
	struct softhca_reply head;
	uint8_t *payload;
	size_t room;
	int fd;      /**< -1: none */
	bool own_fd; /**< close it after sending */
};

/** Do what the message asks for, except ATTACH. 0 or a positive errno value. */
int softhca_serve(const struct message *m, struct reply *r);

#endif
