/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tracks which completions a queue pair may report, independently of the library: each request
 * once, in order, and an unsignaled one only if it failed. Judges vectors that expect a defect of
 * the reference.
 */
#ifndef GOLDEN_CXGB3_LEDGER_H
#define GOLDEN_CXGB3_LEDGER_H

#include <infiniband/verbs.h>

#include "report.h"

struct ledger *ledger_new(void);
void ledger_sent(struct ledger *l, uint64_t wr_id, bool signaled);
void ledger_received(struct ledger *l, uint64_t wr_id);
/** Record a completion that was polled; fails if it is not allowed. */
void ledger_take(struct ledger *l, const struct ibv_wc *wc, struct report *r);
/** After RESET or destruction: nothing is outstanding. */
void ledger_clear(struct ledger *l);
/** After a flush, when everything has been polled: no signaled request may be left. */
void ledger_check_empty(const struct ledger *l, struct report *r);

#endif
