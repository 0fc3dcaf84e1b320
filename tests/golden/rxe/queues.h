/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The queues of a trace, learnt from the commands that made them. The driver's part of their
 * answers is read with our layouts; that programs map what it names shows that these are right.
 */
#ifndef GOLDEN_RXE_QUEUES_H
#define GOLDEN_RXE_QUEUES_H

#include "commands.h"

enum {
	MAX_QUEUES = 512,
};

enum queue_kind {
	SEND_QUEUE,
	RECV_QUEUE,
	COMPLETION_QUEUE,
};

struct queue {
	enum queue_kind kind;
	uint64_t offset; /**< by which it is mapped */
	uint32_t bytes;  /**< to be mapped */
	/* of a queue pair */
	uint64_t fd; /**< of its context */
	uint32_t handle;
	uint32_t qpn;
	uint32_t qp_type; /**< enum ibv_qp_type */
	uint32_t max_sge;
	uint32_t max_inline;
	/** our bell after a post, until the trace's comes */
	uint8_t bell[64];
	size_t bell_bytes;
};

struct queues {
	struct queue queue[MAX_QUEUES];
	size_t count;
	bool new_srq; /**< a shared receive queue became another; only the program was told which */
};

/** Learn what an event tells of queues: that one is made, or mapped. */
void queues_learn(struct queues *all, const json_t *event, struct report *r);
/** NULL: nobody made it. */
struct queue *queue_at(struct queues *all, uint64_t offset);
/** The send queue of a queue pair; NULL: there is none. */
struct queue *queue_of_pair(struct queues *all, uint64_t fd, uint32_t handle);

#endif
