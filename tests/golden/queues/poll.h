/* SPDX-License-Identifier: BSD-2-Clause */
/* One poll: made in poll.c and poll_ex.c. Include hooks.h first. */
#ifndef GOLDEN_QUEUES_POLL_H
#define GOLDEN_QUEUES_POLL_H

#include "queues.h"

enum {
	MAX_WC = 4096,
	UNKNOWN_QUEUE = -2,
};

/* A poll and what it is judged by. */
struct poll {
	struct world *w;
	const json_t *expect;
	uint8_t preset; /* every byte of the array before the call */
	struct ibv_wc wc[MAX_WC];
	int ret, expected;
	bool polls;     /* otherwise it arms */
	bool whole;     /* the case's only call: completions follow each other as its CQEs do */
	uint32_t head;  /* consumer index before the call */
	uint32_t loads; /* barriers before loads of the calls before */
};

/** A world with everything that a polling case describes. */
struct world *world_of(const struct golden_vocabulary *words, const json_t *vector,
		       struct report *r);
/** A case without completion ring is malformed. */
void check_pollable(const struct world *w);
/** Let polls begin where the rings are, with no queue pair at hand. */
void begin_polls(const struct world *w);
/** The reference libraries return different errors for an unknown queue; here there is one. */
bool is_unknown_queue(int ret);
/** Compare everything that the call may have touched with `expect`. */
void poll_judge(struct poll *p, struct report *r);

#endif
