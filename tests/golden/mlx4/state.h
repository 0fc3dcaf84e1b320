/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mlx4 objects made by hand as vectors describe them, and the memory they work on. Include hooks.h
 * first.
 */
#ifndef GOLDEN_MLX4_STATE_H
#define GOLDEN_MLX4_STATE_H

#include <infiniband/verbs.h>
#include <inverbs/adapters/list.h>
#include <inverbs/adapters/mlx4.h>
#include <inverbs/objects.h>

#include "vector.h"

enum {
	MAX_QPS = 16,
	MAX_SRQS = 8,
	PAGE = 4096,
	RECORD_SENTINEL = 0xee, /* every byte of a doorbell record before the call */
};

/** A context with registers that are plain memory. */
struct bench {
	struct inverbs_context ctx;
	uint8_t *uar;
	uint8_t *push;
};

/** A queue pair with its ring memory. */
struct bench_qp {
	struct inverbs_qp qp;
	uint64_t wr_id_base;
};

/** A completion queue and everything its entries may lead to. */
struct bench_cq {
	struct bench bench;
	struct inverbs_cq cq;
	struct bench_qp qps[MAX_QPS];
	size_t qp_count;
	struct inverbs_srq srqs[MAX_SRQS];
	size_t srq_count;
};

/** Registers watched as "uar" and "bf". bf_buf_size 0: the adapter has no page to push to. */
void bench_init(struct bench *b, uint32_t bf_buf_size, uint32_t bf_offset);

/** The address handle of a datagram from the "ud" member of a work request. */
struct ibv_ah *bench_ah(const json_t *ud, struct report *r);

/** Flags of a send queue: link layer, checksum permissions. */
uint8_t bench_sq_flags(const json_t *qp, int qp_type);

/** A wr_id table with base + i in every place. */
uint64_t *bench_wr_ids(uint64_t base, uint32_t entries);

/**
 * Completion queue, queue pairs and shared queues of a poll, clean or resize case. With `owned`,
 * memory comes from the runtime's allocators, as if the provider had made the objects, so that it
 * can free them.
 */
bool bench_cq_init(struct bench_cq *b, const json_t *vector, bool owned, struct report *r);

struct inverbs_srq *bench_srq(struct bench_cq *b, uint32_t srqn);
struct bench_qp *bench_qp(struct bench_cq *b, uint32_t qpn);

/** Compare software state after a call: "qps_after", "srqs_after". */
void check_qps_after(struct bench_cq *b, const json_t *value, struct report *r);
void check_srqs_after(struct bench_cq *b, const json_t *value, struct report *r);

/**
 * Compare the software-owned entries from the consumer index on. Entries from index `partly` on:
 * significant half.
 */
void check_owned_entries(const struct inverbs_cq *cq, const json_t *value, uint32_t partly,
			 struct report *r);

/** Compare doorbells in program order; alternatives are the caller's. */
void check_doorbells(const json_t *expected, struct report *r);
/** The same for the last doorbell only. */
void check_last_doorbell(const json_t *expected, struct report *r);

/** Poll the queue as it is and compare with a "poll_after" member. */
void poll_and_check(struct bench_cq *b, const json_t *vector, const json_t *expect,
		    struct report *r);

#endif
