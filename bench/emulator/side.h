/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Code that all figures of bench_emulator share: options, a connected queue pair, and its work
 * requests.
 */
#ifndef BENCH_EMULATOR_SIDE_H
#define BENCH_EMULATOR_SIDE_H

#include "examples/common/endpoint.h"
#include "examples/common/program.h"

enum {
	BYTES = 8,    /**< size of a short message */
	BULK = 65536, /**< size of a long message */
	DEPTH = 16,
	WINDOW = 256,      /**< short messages in flight */
	PLACE_STRIDE = 64, /**< distance between two addresses that are written to */
};

struct bench {
	const char *device;
	unsigned long writes, iterations, rounds;
};

/** Address and key of a peer's memory. */
struct target {
	uint64_t addr;
	uint64_t rkey;
};

/**
 * A connected queue pair and its memory: the first half is sent from, the second is received into.
 */
struct side {
	struct endpoint end;
	struct ibv_mr *mr;
	uint8_t *memory;
	size_t bytes; /**< size of each half */
};

/** The plan for an RC endpoint that polls, with `depth` work requests in each direction. */
struct endpoint_plan side_plan(const struct bench *b, uint32_t depth);

/**
 * Open a side, with its queue pair in INIT. This and the functions below return 0, or -1 after a
 * message; close the side in either case.
 */
int side_open(struct side *s, const struct endpoint_plan *plan, size_t bytes);
void side_close(struct side *s);

/** Address and key of the second half of its memory. */
struct target side_target(const struct side *s);

int side_post(struct side *s, enum ibv_wr_opcode opcode, unsigned int flags,
	      const struct target *to);
int side_post_receive(struct side *s);

/** Poll until this number of completions has arrived. All must be successful. */
int side_spin(struct side *s, unsigned long completions);

/* The figures. Each returns nanoseconds, or 0 after a message. */

/** `n` processes write to themselves; timed until the last one has finished. */
uint64_t time_writes(const struct bench *b, unsigned long n);
/** Round trips between two processes: spinning, waiting for events, and over TCP. */
uint64_t time_pingpong(const struct bench *b, unsigned long n);
uint64_t time_events(const struct bench *b, unsigned long n);
uint64_t time_tcp(const struct bench *b, unsigned long n);
/** Long messages in one direction between two processes, and the same over TCP. */
uint64_t time_bulk(const struct bench *b, unsigned long n);
uint64_t time_tcp_bulk(const struct bench *b, unsigned long n);
/** Short writes of one process with a window: to one address, and to many in turn. */
uint64_t time_messages(const struct bench *b, unsigned long n);
uint64_t time_spread(const struct bench *b, unsigned long n);
/** One write at a time, while `n` queue pairs in all are connected. */
uint64_t time_beside(const struct bench *b, unsigned long n);
/** Creates queue pairs. */
uint64_t time_create(const struct bench *b, unsigned long n);

#endif
