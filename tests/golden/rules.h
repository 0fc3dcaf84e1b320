/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where we deviate from a recording, and why that is right. Each use is counted; a difference that
 * no rule excuses is a failure.
 */
#ifndef GOLDEN_RULES_H
#define GOLDEN_RULES_H

#include "vector.h"

enum {
	RULE_RANGES = 3,
};

/** Bytes of a WQE from the first up to the one behind; `bits` of each, 0: all. */
struct golden_range {
	size_t from, to;
	uint8_t bits;
};

struct golden_rule {
	const char *name, *why;
	/** What need not be alike; none: the request is refused. */
	struct golden_range ranges[RULE_RANGES];
	bool receives;     /**< it is about receives, not about sends */
	bool kernel_fails; /**< the kernel completes such a request with an error */
	bool unreadable;   /**< the recorded WQE is none that a device takes */
	/** When it holds; NULL: when the request has a member of the rule's name, which is true. */
	bool (*holds)(const json_t *qp, const json_t *wr, const struct bytes *recorded);
};

bool rule_holds(const struct golden_rule *rule, const json_t *qp, const json_t *wr,
		const struct bytes *recorded);

/** Add the bits that the rules of a queue excuse to a mask, and count the rules that were needed.
 */
void rules_excuse(const struct golden_rule *rules, bool receives, const json_t *qp,
		  const json_t *wr, const struct bytes *recorded, const uint8_t *actual,
		  uint8_t *ignore, struct report *r);

#endif
