/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the unit tests of cxgb3's queues: the simulated kernel and adapter of tests/golden, and
 * a function for each step of a test.
 */
#ifndef TESTS_UNIT_CXGB3_BENCH_H
#define TESTS_UNIT_CXGB3_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#undef fail /* also the name of a function of tests/golden */
#include "cxgb3/t3.h"

enum {
	CQ = 5, /**< number of the first completion queue */
	LOG2_CQ = 6,
};

/** Open a simulated kernel and adapter, one at a time; close_world() is the teardown function. */
struct t3 *open_world(const char *adapter);
int close_world(void **state);

struct t3_cq *make_cq(struct t3 *w, uint32_t log2);
/** Create a queue pair on the first completion queue. */
struct t3_qp *make_qp(struct t3 *w, uint32_t qpid, uint32_t sends, uint32_t recvs);
/** Note that the test has destroyed the queue pair. */
void gone(struct t3_qp *q);
/** Mark the queue pair as failed, as the adapter does. */
void break_qp(const struct t3_qp *q);

int post(const struct t3_qp *q, enum ibv_wr_opcode opcode, uint64_t wr_id, unsigned int flags);
/** Post a signaled send. */
int post_send(const struct t3_qp *q, uint64_t wr_id);
int post_recv(const struct t3_qp *q, uint64_t wr_id);

/** Write the adapter's next CQE, behind `waiting` CQEs that have not been polled. */
void put_entry(const struct t3_cq *c, uint32_t waiting, struct cxgb3_cqe cqe);
/** Write the CQE of a send, or of the oldest outstanding read. */
void complete(const struct t3_cq *c, uint32_t waiting, uint32_t qpid, uint32_t serial, bool read);

/** A poll for up to 8 completions must return exactly these. */
void expect_polled(const struct t3_cq *c, const uint64_t *wr_ids, int n);

#define EXPECT_POLLED(c, ...)                                                                      \
	expect_polled(c, (const uint64_t[]){__VA_ARGS__},                                          \
		      sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

#endif
