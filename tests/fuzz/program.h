/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program of this library on the emulator of host.h: two ends with connected queue pairs, and
 * what else the API has, called as the input says.
 */
#ifndef TESTS_FUZZ_PROGRAM_H
#define TESTS_FUZZ_PROGRAM_H

#include <infiniband/verbs.h>

#include "input.h"

enum {
	PROGRAM_ENDS = 2,
	PROGRAM_QPS = 3,
	PROGRAM_SLOTS = 3,         /* of every other kind of object */
	PROGRAM_BYTES = 64 * 1024, /* of each end's memory */
};

struct end {
	struct ibv_context *ctx;
	struct ibv_port_attr port;
	union ibv_gid gid;
	struct ibv_pd *pd;
	struct ibv_comp_channel *channel;
	struct ibv_cq *cq[PROGRAM_SLOTS];
	struct ibv_qp *qp[PROGRAM_QPS]; /**< the first one is connected to the other end's */
	struct ibv_srq *srq[PROGRAM_SLOTS];
	struct ibv_mr *mr[PROGRAM_SLOTS];
	struct ibv_mw *mw[PROGRAM_SLOTS];
	struct ibv_ah *ah[PROGRAM_SLOTS];
	struct ibv_xrcd *xrcd;
	uint8_t *memory;
};

struct program {
	struct end end[PROGRAM_ENDS];
	bool iwarp;
	bool mutated; /**< what the kernel knows is not what the program said */
};

/** Devices of one adapter, chosen by the input, and two ends connected on them. */
void program_open(struct program *p, struct input *in);
void program_close(struct program *p);

/** Actions; each takes from the input what it needs, and none waits. */
void program_post_send(struct program *p, struct input *in);
void program_post_recv(struct program *p, struct input *in);
void program_poll(struct program *p, struct input *in);
/** Some bytes of a ring, or of the numbers beside it, become others. */
void program_scribble(struct program *p, struct input *in);
/** Objects come, change and go. */
void program_object(struct program *p, struct input *in);
void program_modify(struct program *p, struct input *in);
void program_ask(struct program *p, struct input *in);
/** The next command is changed on its way. */
void program_mutate(struct program *p, struct input *in);
/** A line of softhcactl: errors and events on purpose. */
void program_trouble(struct program *p, struct input *in);
void program_time(struct input *in);

/** Where the posts of a queue pair lie, for whoever writes there meanwhile. */
uint8_t *program_ring(const struct ibv_qp *qp, size_t *bytes);

#endif
