/* SPDX-License-Identifier: BSD-2-Clause */
/* The command line of ibv_xsrq_pingpong, whose -c counts clients. */
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
	int gid_index; /**< -1: address by LID */
	enum ibv_mtu mtu;
	uint8_t sl;
	size_t size;
	unsigned int clients; /**< that a server waits for; 1 at a client */
	unsigned int tests;   /**< messages of each client */
	bool events;
};

/** Read the command line; mistakes end the program. */
void xsrq_read_options(int argc, char *argv[], struct xsrq_options *out);

#endif
