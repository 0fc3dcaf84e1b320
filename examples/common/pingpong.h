/* SPDX-License-Identifier: BSD-2-Clause */
/* Common code of the ping-pong programs, which differ only in queue pair type and options. */
#ifndef EXAMPLES_PINGPONG_H
#define EXAMPLES_PINGPONG_H

#include <infiniband/verbs.h>
#include <stddef.h>

struct pingpong_kind {
	enum ibv_qp_type type;
	const char *options; /**< letters of its options */
	size_t size;         /**< default message size */
};

/** The whole program. Returns its exit status. */
int pingpong_main(int argc, char *argv[], const struct pingpong_kind *kind);

#endif
