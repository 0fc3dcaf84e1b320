/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What may be reported of a queue pair, tracked independently of the library: each request once, in
 * order, an unsignaled one only when it failed. Decides about vectors whose expectation is a defect
 * of the reference, which no implementation has to repeat.
 */
#ifndef GOLDEN_CXGB3_LEDGER_H
#define GOLDEN_CXGB3_LEDGER_H

#include <infiniband/verbs.h>

#include "report.h"

struct ledger *ledger_new(void);
void ledger_sent(struct ledger *l, uint64_t wr_id, bool signaled);
void ledger_received(struct ledger *l, uint64_t wr_id);
/** A completion was polled. */
void ledger_take(struct ledger *l, const struct ibv_wc *wc, struct report *r);
/** RESET or destruction: nothing is outstanding any more. */
void ledger_clear(struct ledger *l);
/** After a flush, with everything polled: nothing that wanted a completion may be left. */
void ledger_check_empty(const struct ledger *l, struct report *r);

#endif
