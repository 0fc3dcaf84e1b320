/* SPDX-License-Identifier: BSD-2-Clause */
/* A request that fails, and its explanation. */
#ifndef TESTS_EXPLAIN_FAULT_H
#define TESTS_EXPLAIN_FAULT_H

#include <inverbs/explain.h>

#include "runtime/provider.h"
#include "tests/contract/kit.h"

struct fault {
	struct pair pair;
	struct ibv_sge sge;
	struct ibv_send_wr wr;
};

/** The newest explanation. */
extern char text[INVERBS_EXPLAIN_BYTES];

/** Explain a completion; errno must not change. */
void explain(struct ibv_cq *cq, const struct ibv_wc *wc);
/** The text has these parts, in this order; NULL ends them. */
void says(const char *what, ...);
void says_not(const char *what);
/** "name=0x...", as printers write numbers. */
const char *number(char *to, const char *name, uint64_t value);

/** A pair, and a request that is good so far. */
void prepare(struct fault *f, enum ibv_wr_opcode opcode, const struct plan *plan);
/** Post it; it ends so, and is explained. */
struct ibv_wc fails(struct fault *f, enum ibv_wc_status status);

/* gone.c */
void slot_used_again(void **state);
void long_entry_is_guarded(void **state);
void entry_used_again(void **state);
void queue_pair_is_gone(void **state);
void adapter_without_printers(void **state);

#endif
