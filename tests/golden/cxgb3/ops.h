/* SPDX-License-Identifier: BSD-2-Clause */
/* What replays the operations of cxgb3's vectors. */
#ifndef GOLDEN_CXGB3_OPS_H
#define GOLDEN_CXGB3_OPS_H

#include "t3.h"

/**
 * How a case is judged. exact: as the vector expects. contract: by the ledger alone, because what
 * the vector expects is a defect.
 */
enum judge {
	JUDGE_EXACT,
	JUDGE_CONTRACT
};

/**
 * Post the chain of "wrs" on a queue pair and compare everything that "expect" says. Of a
 * scenario's step or of a case by itself.
 */
void replay_post(struct t3 *t3, struct t3_qp *q, const json_t *vector, bool recv, enum judge judge);
/** Poll once and compare, likewise. */
void replay_poll(struct t3 *t3, struct t3_cq *c, const json_t *vector);
/** Poll once; what it reports has to keep to the contract. */
void poll_by_contract(struct t3 *w, struct t3_cq *c, const json_t *vector);
/** Compare "cq_pending_after": what was consumed, and the word behind the ring. */
void check_pending(struct t3 *w, const json_t *expected);
/** Poll until nothing comes; after that a queue pair that was flushed owes nothing. */
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
 * Run a case exactly; if that fails and the vector says that the reference has a defect there, once
 * more by the contract.
 */
void judge_twice(const json_t *vector, struct report *r,
		 void (*run)(const json_t *vector, enum judge judge, struct report *r));

#endif
