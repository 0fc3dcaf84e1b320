/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Objects as vectors describe them: the provider creates them on a simulated kernel, then their
 * counters are set to those at the start of the case. Include hooks.h first.
 */
#ifndef GOLDEN_CXGB3_T3_H
#define GOLDEN_CXGB3_T3_H

#include <infiniband/verbs.h>
#include <inverbs/adapters/cxgb3.h>
#include <inverbs/fast/objects.h>

#include "kernel.h"

enum {
	MAX_QUEUES = 64,
	FIRST_CQ_HANDLE = 0x35,
	PD_HANDLE = 7,
};

struct t3_cq {
	uint32_t id;
	struct inverbs_cq *cq;
	const uint8_t *counter; /**< consumer index that the kernel reads */
};

struct t3_qp {
	uint32_t id; /**< 0 after destruction */
	struct inverbs_qp *qp;
	const uint8_t *doorbell; /**< the doorbell page */
	struct ledger *ledger;
};

struct t3 {
	struct kernel *kernel;
	struct inverbs_context *ctx;
	struct inverbs_pd pd;
	struct t3_cq cqs[MAX_QUEUES];
	size_t cq_count;
	struct t3_qp qps[MAX_QUEUES];
	size_t qp_count;
	struct report *report;
};

/** Opens a device of the family that the vector's "adapter" names. Returns NULL after a failure. */
struct t3 *t3_open(const json_t *vector, struct report *r);

/** Destroy the remaining objects and close the device. Optional if a case has its own process. */
void t3_close(struct t3 *w);

/** Create a completion queue with CQEs of earlier laps, the listed `cqes`, and counters. */
struct t3_cq *t3_cq(struct t3 *w, const json_t *json, const json_t *cqes);
/** Create a queue pair with its outstanding requests and a zeroed ring. */
struct t3_qp *t3_qp(struct t3 *w, const json_t *json);
/** Fill the ring with these bytes and the generation bits of the previous lap. */
void t3_age_ring(const struct t3_qp *q, uint8_t fill);
/** Write CQEs as the adapter does. */
void t3_write_cqes(struct t3_cq *c, const json_t *cqes, struct report *r);

/** Return the object with this number; NULL and a failure if there is none. */
struct t3_cq *find_cq(struct t3 *w, uint32_t id);
struct t3_qp *find_qp(struct t3 *w, uint32_t id);

/** The queue pair's state word, and the word behind a completion ring (0 if it has none). */
uint64_t t3_state(const struct t3_qp *q);
void t3_set_state(const struct t3_qp *q, uint64_t word);
uint32_t t3_attention(const struct t3_cq *c);

/** Compare the counters and the state of a queue pair. */
void check_qp(const struct t3_qp *q, const json_t *json, struct report *r);

#endif
