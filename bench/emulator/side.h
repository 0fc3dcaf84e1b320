/* SPDX-License-Identifier: BSD-2-Clause */
/* What all figures of bench_emulator share: options, a connected queue pair, and its requests. */
#ifndef BENCH_EMULATOR_SIDE_H
#define BENCH_EMULATOR_SIDE_H

#include "examples/common/endpoint.h"
#include "examples/common/program.h"

enum {
	BYTES = 8,    /**< size of a short message */
	BULK = 65536, /**< size of a long message */
	DEPTH = 16,
	WINDOW = 256,      /**< short messages in flight */
	PLACE_STRIDE = 64, /**< distance of two places that are written to */
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

/** A connected queue pair and its memory: the first half to send from, the second to receive to. */
struct side {
	struct endpoint end;
	struct ibv_mr *mr;
	uint8_t *memory;
	size_t bytes; /**< of each half */
};

/** RC, polled, `depth` requests each way. */
struct endpoint_plan side_plan(const struct bench *b, uint32_t depth);

/** With a queue pair in INIT. These return 0, or -1 after a message; close it in either case. */
int side_open(struct side *s, const struct endpoint_plan *plan, size_t bytes);
void side_close(struct side *s);

/** The second half of its memory. */
struct target side_target(const struct side *s);

int side_post(struct side *s, enum ibv_wr_opcode opcode, unsigned int flags,
	      const struct target *to);
int side_post_receive(struct side *s);

/** Poll until this number of completions has arrived, all successful. */
int side_spin(struct side *s, unsigned long completions);

/* The figures. Each returns nanoseconds, or 0 after a message. */

/** `n` processes write to themselves: until the last has done all its writes. */
uint64_t time_writes(const struct bench *b, unsigned long n);
/** Round trips between two processes: spinning, waiting for events, and TCP's. */
uint64_t time_pingpong(const struct bench *b, unsigned long n);
uint64_t time_events(const struct bench *b, unsigned long n);
uint64_t time_tcp(const struct bench *b, unsigned long n);
/** Long messages one way between two processes, and TCP's. */
uint64_t time_bulk(const struct bench *b, unsigned long n);
uint64_t time_tcp_bulk(const struct bench *b, unsigned long n);
/** Short writes of one process with a window: to one place, and to many in turn. */
uint64_t time_messages(const struct bench *b, unsigned long n);
uint64_t time_spread(const struct bench *b, unsigned long n);
/** One write at a time, with `n` connected queue pairs in all. */
uint64_t time_beside(const struct bench *b, unsigned long n);
/** Creating queue pairs. */
uint64_t time_create(const struct bench *b, unsigned long n);

#endif
