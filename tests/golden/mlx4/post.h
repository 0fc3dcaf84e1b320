/* SPDX-License-Identifier: BSD-2-Clause */
/* One posting call: made in post.c, judged in post_check.c. Include hooks.h first. */
#ifndef GOLDEN_MLX4_POST_H
#define GOLDEN_MLX4_POST_H

#include "memory.h"
#include "recorder.h"
#include "state.h"

/* One posting call: where it posts, what it answered. The three kinds of queue share most of it. */
struct post {
	const json_t *vector;
	const json_t *expect;
	const char *quirk;
	struct bench bench;
	struct inverbs_qp qp;
	struct inverbs_srq srq;
	/* the ring */
	uint8_t *memory;
	size_t memory_bytes;
	size_t ring_offset; /* of slot 0 in memory */
	uint32_t entries;
	uint32_t shift;
	uint64_t *wr_id;
	uint64_t wr_id_base;
	uint32_t first; /* slot of the first request */
	const struct region *region;
	struct picture picture;
	/* the answer */
	int ret;
	long bad;         /* index of the request that *bad_wr names; -1: not written */
	struct ibv_mw mw; /* of ibv_bind_mw */
};

static inline bool is_send(const struct post *p)
{
	return p->qp.sq.entries != 0;
}

/** Compare everything that the call may have touched with what the vector expects. */
void post_judge(struct post *p, struct report *r);

#endif
