/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Accepted deviations from recordings, with reasons. Each use is counted; a difference that no rule
 * excuses is a failure.
 */
#ifndef GOLDEN_RULES_H
#define GOLDEN_RULES_H

#include "vector.h"

enum {
	RULE_RANGES = 3,
};

/** Bytes [from, to) of a WQE; if `bits` is not 0, only these bits of each byte. */
struct golden_range {
	size_t from, to;
	uint8_t bits;
};

struct golden_rule {
	const char *name, *why;
	/** What may differ; if empty, the request is refused. */
	struct golden_range ranges[RULE_RANGES];
	bool receives;     /**< applies to receives, otherwise to sends */
	bool kernel_fails; /**< the kernel completes such a request with an error */
	bool unreadable;   /**< the device cannot decode the recorded WQE */
	/** Whether the rule applies. NULL: if the request has a true member with the rule's name.
	 */
	bool (*holds)(const json_t *qp, const json_t *wr, const struct bytes *recorded);
};

bool rule_holds(const struct golden_rule *rule, const json_t *qp, const json_t *wr,
		const struct bytes *recorded);

/** Add the bits that the rules of a queue excuse to the mask `ignore`, and count the rules that
 * were needed. */
void rules_excuse(const struct golden_rule *rules, bool receives, const json_t *qp,
		  const json_t *wr, const struct bytes *recorded, const uint8_t *actual,
		  uint8_t *ignore, struct report *r);

#endif
