/* SPDX-License-Identifier: BSD-2-Clause */
/* The ping-pong programs differ in their queue pair type and in the options it allows; the rest is
 * here. */
#ifndef EXAMPLES_PINGPONG_H
#define EXAMPLES_PINGPONG_H

#include <infiniband/verbs.h>
#include <stddef.h>

struct pingpong_kind {
	enum ibv_qp_type type;
	const char *options; /**< those it knows, as getopt wants them */
	size_t size;         /**< of a message, if the user does not say */
};

/** The whole program. Returns its exit status. */
int pingpong_main(int argc, char *argv[], const struct pingpong_kind *kind);

#endif
