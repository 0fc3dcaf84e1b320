/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where we do not write what the trace shows, and why that is right: a table of rules. Whatever no
 * rule excuses is a failure.
 */
#ifndef GOLDEN_RXE_DEVIATIONS_H
#define GOLDEN_RXE_DEVIATIONS_H

#include "queues.h"
#include "seen.h"

/** What is counted; the names are in rxe_counted. */
enum rxe_count {
	COUNT_SENDS,
	COUNT_RECEIVES,
	COUNT_COMPLETIONS,
	COUNT_PRINTED,
	COUNT_BELLS,
	COUNT_KERNELS_WORDS, /**< deviations, from here on */
	COUNT_WORKED_ON,
	COUNT_UNUSED_IMM,
	COUNT_UNUSED_IOVA,
	COUNT_UNUSED_SWAP,
	COUNT_WRONG_SUM,
	COUNT_TOO_MANY_PIECES,
	COUNT_TOO_MUCH_INLINE,
	COUNT_UNKNOWN_OPCODE,
	COUNT_NEWER_OPCODE,
	COUNT_WRONG_TYPE,
	COUNT_BAD_ATOMIC,
	COUNT_UNSEEN,
	COUNT_WITH_INV,
	RXE_COUNTS,
};

/** The name and the reason of each; ends with NULL. */
extern const char *const rxe_counted[];

/** Compare an entry of ours with the trace's, but for what the table excuses; that is counted. */
void compare_send(const uint8_t *ours, const uint8_t *theirs, size_t bytes,
		  const struct seen_send *seen, struct report *r);
void compare_recv(const uint8_t *ours, const uint8_t *theirs, size_t bytes, bool worked_on,
		  struct report *r);

/** Does the entry claim another sum than its pieces have? */
bool has_wrong_sum(const struct seen_send *seen);

/**
 * Our library does not take this request. What in the table tells that it is right? RXE_COUNTS if
 * there is nothing.
 */
enum rxe_count why_refused(const struct seen_send *seen, const struct queue *q);
/** Does the kernel fail what is refused for this reason? If not, it may take it. */
bool kernel_fails(enum rxe_count reason);

#endif
