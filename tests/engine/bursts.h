/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A connection with runs of RDMA writes, which the engine moves together, and their expected
 * results.
 */
#ifndef TESTS_ENGINE_BURSTS_H
#define TESTS_ENGINE_BURSTS_H

#include "rig.h"

enum {
	BURST_RUN = 32, /**< maximum number of writes that the engine moves together */
	BURST_MANY = 40,
	BURST_BYTES = 4 * 4096, /**< size of each of the two regions */
	BURST_WORD = 8,
};

/** Two queue pairs; all messages are written from one region to the other. */
struct burst {
	struct rig *rig;
	struct rig_pair qp;
	struct rig_mr *from;
	struct rig_mr *to;
	uint64_t posted; /**< wr_id of the last message */
};

struct burst burst_begin(void **state, enum ibv_qp_type type);
/** Returns the next RDMA write, to offset `to` of the region. */
struct ibv_send_wr burst_write(struct burst *b, struct ibv_sge *sge, size_t to);
void burst_post(struct burst *b, size_t from, size_t to, uint32_t bytes);
/**
 * Post `count` messages. Message i writes BURST_WORD bytes from offset i * step to the same offset.
 */
void burst_post_spread(struct burst *b, unsigned int count, size_t step);

/** Check that the payload of messages first to end - 1 has arrived, or has not. */
void burst_expect_spread(const struct burst *b, unsigned int first, unsigned int end, size_t step,
			 bool arrived);
/** Expect that the next completions have these numbers and are successful. */
void burst_expect_done(struct burst *b, uint64_t first, uint64_t last);
/** Expect that all posted messages complete, and no others. */
void burst_expect_all(struct burst *b);
/** Expect that the first `good` messages arrive, the next one fails, and the others are flushed. */
void burst_expect_failure(struct burst *b, uint64_t good, enum ibv_wc_status status);

/** Numbers of system calls that read and write payload. */
struct burst_calls {
	unsigned int reads;
	unsigned int writes;
};
struct burst_calls burst_run_counted(struct burst *b);
/** The same, but the first write fails as if its process had stalled. */
struct burst_calls burst_run_stalled(struct burst *b);

#endif
