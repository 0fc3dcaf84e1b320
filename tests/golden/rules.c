/* SPDX-License-Identifier: BSD-2-Clause */
#include "rules.h"

bool rule_holds(const struct golden_rule *rule, const json_t *qp, const json_t *wr,
		const struct bytes *recorded)
{
	return rule->holds ? rule->holds(qp, wr, recorded) : number(wr, rule->name, 0);
}

/* Returns true if the range excuses a difference that was not excused before. */
static bool excuse_range(const struct golden_range *range, const struct bytes *recorded,
			 const uint8_t *actual, uint8_t *ignore)
{
	const uint8_t bits = range->bits ? range->bits : 0xff;
	bool used = false;

	for (size_t i = range->from; i < range->to && i < recorded->len; i++) {
		used |= (actual[i] ^ recorded->data[i]) & bits & ~ignore[i];
		ignore[i] |= bits;
	}
	return used;
}

void rules_excuse(const struct golden_rule *rules, bool receives, const json_t *qp,
		  const json_t *wr, const struct bytes *recorded, const uint8_t *actual,
		  uint8_t *ignore, struct report *r)
{
	for (const struct golden_rule *rule = rules; rule && rule->name; rule++) {
		bool used = false;

		if (rule->receives != receives || !rule_holds(rule, qp, wr, recorded))
			continue;
		for (size_t i = 0; i < RULE_RANGES; i++)
			used |= excuse_range(&rule->ranges[i], recorded, actual, ignore);
		r->counts[COUNT_RULES + (rule - rules)] += used;
	}
}
