/* SPDX-License-Identifier: BSD-2-Clause */
/* A connection with runs of writes, which the engine moves together, and what must come of them. */
#ifndef TESTS_ENGINE_BURSTS_H
#define TESTS_ENGINE_BURSTS_H

#include "rig.h"

enum {
	BURST_RUN = 32, /**< what the engine moves together at most */
	BURST_MANY = 40,
	BURST_BYTES = 4 * 4096, /**< of each of the two regions */
	BURST_WORD = 8,
};

/** Two queue pairs; all messages are written from one region to the other. */
struct burst {
	struct rig *rig;
	struct rig_pair qp;
	struct rig_mr *from;
	struct rig_mr *to;
	uint64_t posted; /**< wr_id of the last one */
};

struct burst burst_begin(void **state, enum ibv_qp_type type);
/** The next RDMA write, to offset `to` of the region. */
struct ibv_send_wr burst_write(struct burst *b, struct ibv_sge *sge, size_t to);
void burst_post(struct burst *b, size_t from, size_t to, uint32_t bytes);
/** Message i is BURST_WORD bytes from i * step to the same offset. */
void burst_post_spread(struct burst *b, unsigned int count, size_t step);

/** Payload of messages first to end - 1 has arrived, or has not. */
void burst_expect_spread(const struct burst *b, unsigned int first, unsigned int end, size_t step,
			 bool arrived);
/** The next completions have these numbers and are successes. */
void burst_expect_done(struct burst *b, uint64_t first, uint64_t last);
/** All that was posted completes, and nothing else does. */
void burst_expect_all(struct burst *b);
/** The first `good` arrive, the next one fails, and the others are flushed. */
void burst_expect_failure(struct burst *b, uint64_t good, enum ibv_wc_status status);

/** Run the rig; how many system calls read payload, and how many write it. */
struct burst_calls {
	unsigned int reads;
	unsigned int writes;
};
struct burst_calls burst_run_counted(struct burst *b);
/** Likewise; the first write is not made, as if the process stalled whose memory it is. */
struct burst_calls burst_run_stalled(struct burst *b);

#endif
