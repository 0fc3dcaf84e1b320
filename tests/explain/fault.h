/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the tests of explanations: a request that fails, and its explanation. */
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

/** The text of the last explanation. */
extern char text[INVERBS_EXPLAIN_BYTES];

/** Explain a completion; errno must not change. */
void explain(struct ibv_cq *cq, const struct ibv_wc *wc);
/** Check that the text contains these strings, in this order. The list ends with NULL. */
void says(const char *what, ...);
void says_not(const char *what);
/** Writes "name=0x..." to `to`, as the printers do, and returns it. */
const char *number(char *to, const char *name, uint64_t value);

/** Open a pair, and set up a valid request, for the test to make wrong. */
void prepare(struct fault *f, enum ibv_wr_opcode opcode, const struct plan *plan);
/** Post the request, which must fail with this status, and explain its completion. */
struct ibv_wc fails(struct fault *f, enum ibv_wc_status status);

/* gone.c */
void slot_used_again(void **state);
void long_entry_is_guarded(void **state);
void entry_used_again(void **state);
void queue_pair_is_gone(void **state);
void adapter_without_printers(void **state);

#endif
