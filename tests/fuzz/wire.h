/* SPDX-License-Identifier: BSD-2-Clause */
/* A client that sends arbitrary messages on several connections. */
#ifndef TESTS_FUZZ_WIRE_H
#define TESTS_FUZZ_WIRE_H

#include <inverbs/kernel/protocol.h>
#include <inverbs/kernel/softhca.h>

#include "input.h"

enum {
	WIRE_PAYLOAD = 4096,
};

/** A connection; the generated functions send commands through `base`. */
struct wire {
	struct inverbs_transport base;
	int sock;  /**< -1 if there is none */
	int file;  /**< the connection manager's pipe; -1 if there is none */
	int taken; /**< descriptor from the last reply, until it is used; -1 if there is none */
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
	size_t claimed; /**< difference between the size in the header and the real one */
	int fd[SOFTHCA_REQUEST_FDS_MAX];
	unsigned int fds;
	bool short_head;
};

/** Connect; HELLO if `hello`. */
void wire_open(struct wire *w, bool hello);
void wire_close(struct wire *w);
/** Returns the reply's errno value, or -1 if there was no reply; then the connection is closed. */
int wire_exchange(struct wire *w, const struct wire_message *m);
/** OPEN a device, or the connection manager. Return the same. */
int wire_device(struct wire *w, const char *name);
int wire_manager(struct wire *w);
/** Sends a command as write() would. */
int wire_command(struct wire *w, const void *bytes, size_t len);

/**
 * Builds a command with header and body from its interface's table, then changes the few places
 * that the input names. Returns its length.
 */
size_t wire_build(struct input *in, uverbs_lookup *lookup, uint32_t number, uint8_t *to,
		  size_t room);

#endif
