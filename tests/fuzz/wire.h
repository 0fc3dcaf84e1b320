/* SPDX-License-Identifier: BSD-2-Clause */
/* A client that sends what it is told to, by any of several connections. */
#ifndef TESTS_FUZZ_WIRE_H
#define TESTS_FUZZ_WIRE_H

#include <inverbs/kernel/protocol.h>
#include <inverbs/kernel/softhca.h>

#include "input.h"

enum {
	WIRE_PAYLOAD = 4096,
};

/** A connection; `base` lets generated functions send commands. */
struct wire {
	struct inverbs_transport base;
	int sock;  /**< -1: none */
	int file;  /**< of the connection manager: its pipe; -1: none */
	int taken; /**< descriptor that came with the last reply, until it is taken; -1: none */
	struct softhca_reply header;
	size_t bytes; /**< of the last reply */
	uint8_t reply[SOFTHCA_MESSAGE_MAX];
};

/** A message with descriptors. */
struct wire_message {
	uint32_t op;
	uint64_t arg[4];
	const void *payload;
	size_t bytes;
	size_t claimed; /**< bytes that the head says more, or fewer, than there are */
	int fd[SOFTHCA_REQUEST_FDS_MAX];
	unsigned int fds;
	bool short_head;
};

/** Connect; HELLO if `hello`. */
void wire_open(struct wire *w, bool hello);
void wire_close(struct wire *w);
/** The error of the reply; -1: there was none, and the connection is closed. */
int wire_exchange(struct wire *w, const struct wire_message *m);
/** OPEN a device, or the connection manager; the error. */
int wire_device(struct wire *w, const char *name);
int wire_manager(struct wire *w);
/** A command as given to write(). */
int wire_command(struct wire *w, const void *bytes, size_t len);

/**
 * A command with head and body as the table of its interface has them, then changed in the few
 * places that the input names. Returns its length.
 */
size_t wire_build(struct input *in, uverbs_lookup *lookup, uint32_t number, uint8_t *to,
		  size_t room);

#endif
