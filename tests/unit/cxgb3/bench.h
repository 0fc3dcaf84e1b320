/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the unit tests of cxgb3's queues share: the simulated kernel and adapter of tests/golden,
 * and a function for each step of a test.
 */
#ifndef TESTS_UNIT_CXGB3_BENCH_H
#define TESTS_UNIT_CXGB3_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#undef fail /* the replayer has a function of that name */
#include "cxgb3/t3.h"

enum {
	CQ = 5, /**< number of the first completion queue */
	LOG2_CQ = 6,
};

/** There is one at a time; close_world(), a teardown function, ends it. */
struct t3 *open_world(const char *adapter);
int close_world(void **state);

struct t3_cq *make_cq(struct t3 *w, uint32_t log2);
/** A queue pair on the first completion queue. */
struct t3_qp *make_qp(struct t3 *w, uint32_t qpid, uint32_t sends, uint32_t recvs);
/** The test destroyed it itself. */
void gone(struct t3_qp *q);
/** The adapter says that it failed. */
void break_qp(const struct t3_qp *q);

int post(const struct t3_qp *q, enum ibv_wr_opcode opcode, uint64_t wr_id, unsigned int flags);
/** A signaled send. */
int post_send(const struct t3_qp *q, uint64_t wr_id);
int post_recv(const struct t3_qp *q, uint64_t wr_id);

/** The adapter's next entry, after `waiting` ones that nobody polled yet. */
void put_entry(const struct t3_cq *c, uint32_t waiting, struct cxgb3_cqe cqe);
/** It reports a send, or the oldest open read. */
void complete(const struct t3_cq *c, uint32_t waiting, uint32_t qpid, uint32_t serial, bool read);

/** One poll of at most 8 returns just these. */
void expect_polled(const struct t3_cq *c, const uint64_t *wr_ids, int n);

#define EXPECT_POLLED(c, ...)                                                                      \
	expect_polled(c, (const uint64_t[]){__VA_ARGS__},                                          \
		      sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

#endif
