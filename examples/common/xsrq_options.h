/* SPDX-License-Identifier: BSD-2-Clause */
/* The command line of ibv_xsrq_pingpong, where -c is the number of clients. */
#ifndef EXAMPLES_XSRQ_OPTIONS_H
#define EXAMPLES_XSRQ_OPTIONS_H

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stddef.h>

struct xsrq_options {
	const char *host; /**< NULL: this is the server */
	unsigned int tcp_port;
	const char *device; /**< NULL: the first */
	uint8_t port;
	int gid_index; /**< -1: use the LID */
	enum ibv_mtu mtu;
	uint8_t sl;
	size_t size;
	unsigned int clients; /**< number of clients that a server waits for; 1 in a client */
	unsigned int tests;   /**< number of messages per client */
	bool events;
};

/** Read the command line. Exits if it contains mistakes. */
void xsrq_read_options(int argc, char *argv[], struct xsrq_options *out);

#endif
