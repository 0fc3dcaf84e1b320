/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program that is linked with the library and runs on the emulator of host.h: two ends with
 * connected queue pairs. The input chooses which calls it makes.
 */
#ifndef TESTS_FUZZ_PROGRAM_H
#define TESTS_FUZZ_PROGRAM_H

#include <infiniband/verbs.h>

#include "input.h"

enum {
	PROGRAM_ENDS = 2,
	PROGRAM_QPS = 3,
	PROGRAM_SLOTS = 3,         /* for every other kind of object */
	PROGRAM_BYTES = 64 * 1024, /* size of each end's memory */
};

struct end {
	struct ibv_context *ctx;
	struct ibv_port_attr port;
	union ibv_gid gid;
	struct ibv_pd *pd;
	struct ibv_comp_channel *channel;
	struct ibv_cq *cq[PROGRAM_SLOTS];
	struct ibv_qp *qp[PROGRAM_QPS]; /**< the first one is connected to the first one of the
					 * other end */
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
	bool mutated; /**< a command was changed, so the kernel's objects may differ from the
		       * library's */
};

/** Open devices of an adapter that the input chooses, and connect two ends on them. */
void program_open(struct program *p, struct input *in);
void program_close(struct program *p);

/** An element of an array, chosen by the input. */
#define SOME(array, in) (array)[input_below(in, sizeof(array) / sizeof((array)[0]))]

static inline struct end *some_end(struct program *p, struct input *in)
{
	return &p->end[input_u8(in) & 1];
}

/* Actions: the input chooses the arguments of their calls. None of them blocks. */

void program_post_send(struct program *p, struct input *in);
void program_post_recv(struct program *p, struct input *in);
void program_poll(struct program *p, struct input *in);
/** Overwrite some bytes of a ring or of a doorbell record. */
void program_scribble(struct program *p, struct input *in);
/** Create, modify or destroy an object. */
void program_object(struct program *p, struct input *in);
void program_modify(struct program *p, struct input *in);
/** Query something, or read events. */
void program_query(struct program *p, struct input *in);
/** Change the next command on its way to the emulator. */
void program_mutate(struct program *p, struct input *in);
/** Send a softhcactl line, such as an event or a fault. */
void program_control(struct program *p, struct input *in);
/** Let time pass. */
void program_time(struct input *in);

/** Returns the send ring of a queue pair, for another thread to write to; NULL if there is none. */
uint8_t *program_ring(const struct ibv_qp *qp, size_t *bytes);

#endif
