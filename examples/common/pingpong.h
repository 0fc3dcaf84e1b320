/* SPDX-License-Identifier: BSD-2-Clause */
/* The ping-pong programs differ in queue pair type and options; everything else is here. */
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
