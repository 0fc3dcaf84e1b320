/* SPDX-License-Identifier: BSD-2-Clause */
/* Replays one poll; used by poll.c and poll_ex.c. Include hooks.h first. */
#ifndef GOLDEN_QUEUES_POLL_H
#define GOLDEN_QUEUES_POLL_H

#include "queues.h"

enum {
	MAX_WC = 4096,
	UNKNOWN_QUEUE = -2,
};

/* A poll and its expectations. */
struct poll {
	struct world *w;
	const json_t *expect;
	uint8_t preset; /* value of every byte of the array before the call */
	struct ibv_wc wc[MAX_WC];
	int ret, expected;
	bool polls;     /* false if it arms instead */
	bool whole;     /* the case has only this call, so completions are in the order of its
			 * CQEs */
	uint32_t head;  /* consumer index before the call */
	uint32_t loads; /* load barriers of earlier calls */
};

/** Creates a world with everything that a polling case describes. */
struct world *world_of(const struct golden_vocabulary *words, const json_t *vector,
		       struct report *r);
/** A case without a completion ring is malformed. */
void check_pollable(const struct world *w);
/** Clear the cache of queue pairs, and set the cursor to the consumer index. */
void begin_polls(const struct world *w);
/** The reference libraries return different errors for an unknown queue; we return one. */
bool is_unknown_queue(int ret);
/** Compare everything that the call may have changed with `expect`. */
void poll_judge(struct poll *p, struct report *r);

#endif
