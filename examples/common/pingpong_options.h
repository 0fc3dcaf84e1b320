/* SPDX-License-Identifier: BSD-2-Clause */
/* The command line of the ping-pong programs. */
#ifndef EXAMPLES_PINGPONG_OPTIONS_H
#define EXAMPLES_PINGPONG_OPTIONS_H

#include "endpoint.h"
#include "pingpong.h"

enum {
	PINGPONG_QPS_MAX = 256, /**< limit of queue pairs in one program */
};

struct pingpong_options {
	struct endpoint_plan plan;
	const char *host; /**< NULL: this is the server */
	unsigned int tcp_port;
	size_t size;
	unsigned int rx_depth;
	unsigned int iters;
	unsigned int num_qp;
	bool check;
};

/** Read the command line. Exits if it contains mistakes. */
void pingpong_read_options(int argc, char *argv[], const struct pingpong_kind *kind,
			   struct pingpong_options *out);

#endif
