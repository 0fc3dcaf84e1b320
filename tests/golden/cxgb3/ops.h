/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions that replay the operations of cxgb3's vectors. */
#ifndef GOLDEN_CXGB3_OPS_H
#define GOLDEN_CXGB3_OPS_H

#include "t3.h"

/**
 * How to judge a case. exact: as the vector expects. contract: only by the ledger, because the
 * vector expects a defect.
 */
enum judge {
	JUDGE_EXACT,
	JUDGE_CONTRACT
};

/**
 * Post the list "wrs" on a queue pair and compare all members of "expect"; `vector` is a case or a
 * step of a scenario.
 */
void replay_post(struct t3 *t3, struct t3_qp *q, const json_t *vector, bool recv, enum judge judge);
/** The same for one poll. */
void replay_poll(struct t3 *t3, struct t3_cq *c, const json_t *vector);
/** Poll once; the completions must satisfy the contract. */
void poll_by_contract(struct t3 *w, struct t3_cq *c, const json_t *vector);
/** Compare "cq_pending_after": the number of consumed CQEs, and the word behind the ring. */
void check_pending(struct t3 *w, const json_t *expected);
/** Poll until the queue is empty; then no signaled request of a flushed queue pair may be left. */
void drain(struct t3 *w);

void cxgb3_replay_post_send(const json_t *vector, struct report *r);
void cxgb3_replay_post_recv(const json_t *vector, struct report *r);
void cxgb3_replay_poll(const json_t *vector, struct report *r);
void cxgb3_replay_scenario(const json_t *vector, struct report *r);
void cxgb3_replay_create_cq(const json_t *vector, struct report *r);
void cxgb3_replay_create_qp(const json_t *vector, struct report *r);
void cxgb3_replay_reg_mr(const json_t *vector, struct report *r);
void cxgb3_replay_arm(const json_t *vector, struct report *r);
void cxgb3_replay_unsupported(const json_t *vector, struct report *r);

/**
 * Run a case exactly; if that fails and the vector mentions a defect of the reference, run it again
 * by the contract.
 */
void judge_twice(const json_t *vector, struct report *r,
		 void (*run)(const json_t *vector, enum judge judge, struct report *r));

#endif
