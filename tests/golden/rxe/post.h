/* SPDX-License-Identifier: BSD-2-Clause */
/* Entries of a trace, made into the requests they came from and given to our own posting and
 * polling. */
#ifndef GOLDEN_RXE_POST_H
#define GOLDEN_RXE_POST_H

#include <infiniband/verbs.h>

#include "deviations.h"
#include "ring.h"

/** What the completions of the whole trace say. */
struct verdicts {
	struct seen_wc *wc;
	size_t count;
	size_t unseen; /**< completions that the trace leaves out */
};

/** Post the sends of a look, in the same order; ours may be refused where a rule says so. */
void replay_sends(const struct look *look, struct queue *q, const struct verdicts *all,
		  struct report *r);
void replay_receives(const struct look *look, const struct queue *q, struct report *r);
/** Poll the completions, plainly and by the extended calls; wc gets the whole look, whose own are
 * spoilt. */
void replay_completions(struct look *look, struct ibv_wc *wc, struct report *r);
/** The trace's bell for this queue pair, as a whole command behind its head: ours had to be the
 * same. */
void replay_bell(struct queue *q, const struct bytes *body, struct report *r);

#endif
