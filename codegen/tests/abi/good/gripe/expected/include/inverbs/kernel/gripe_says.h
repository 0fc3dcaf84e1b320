/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from gripe.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */
/** Faults of parcels. */
#ifndef INVERBS_KERNEL_GRIPE_SAYS_H
#define INVERBS_KERNEL_GRIPE_SAYS_H

#include <infiniband/verbs.h>
#include <inverbs/kernel/gripe.h>
#include <inverbs/print/text.h>

static inline __attribute__((unused)) void gripe_name_kind(struct inverbs_text *text,
							   uint64_t value)
{
	switch (value) {
	case IBV_QPT_RC:
		inverbs_text_add(text, "RC");
		break;
	case IBV_QPT_UD:
		inverbs_text_add(text, "UD");
		break;
	default:
		inverbs_text_add(text, "%llu", (unsigned long long)value);
		break;
	}
}

static inline __attribute__((unused)) void gripe_name_mark(struct inverbs_text *text,
							   uint64_t value)
{
	const char *bar = "";

	if (value & (uint64_t)IBV_ACCESS_LOCAL_WRITE) {
		inverbs_text_add(text, "%sLOCAL_WRITE", bar);
		bar = " | ";
	}
	if (value & (uint64_t)IBV_ACCESS_MW_BIND) {
		inverbs_text_add(text, "%sMW_BIND", bar);
		bar = " | ";
	}
	if (!*bar)
		inverbs_text_add(text, "none");
}

static inline __attribute__((unused)) void
gripe_list_stop(struct inverbs_text *text, const struct gripe_stop *r, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++, r++) {
		inverbs_text_add(text, "%s", i ? "; " : "");
		inverbs_text_add(text, "0x%llx (", (unsigned long long)r->at);
		gripe_name_kind(text, r->kind);
		inverbs_text_add(text, ")");
	}
}

static inline __attribute__((unused)) void gripe_phrase_parcel(struct inverbs_text *text,
							       const struct gripe_cause *r)
{
	inverbs_text_add(text, "the ");
	gripe_name_kind(text, r->kind);
	inverbs_text_add(text, " parcel of %llu \"grams\"", (unsigned long long)r->weight);
}

static inline __attribute__((unused)) void gripe_says_heavy(struct inverbs_text *text,
							    const struct gripe_cause *r)
{
	(void)r;
	gripe_phrase_parcel(text, r);
	inverbs_text_add(text, " is 100%% too heavy");
}

static inline __attribute__((unused)) void gripe_says_lost(struct inverbs_text *text,
							   const struct gripe_cause *r)
{
	(void)r;
	inverbs_text_add(text, "with ");
	gripe_name_mark(text, r->marks);
	inverbs_text_add(text, ", seen at ");
	gripe_list_stop(text, r->stops, r->seen);
}

typedef void gripe_says(struct inverbs_text *text, const struct gripe_cause *r);

static inline __attribute__((unused)) gripe_says *gripe_says_of(uint32_t fault)
{
	switch (fault) {
	case GRIPE_FAULT_HEAVY:
		return gripe_says_heavy;
	case GRIPE_FAULT_LOST:
		return gripe_says_lost;
	default:
		return NULL;
	}
}

/** Add what happened, with the numbers of the record. */
static inline __attribute__((unused)) void gripe_cause_says(struct inverbs_text *text,
							    const struct gripe_cause *r)
{
	gripe_says *says = gripe_says_of(r->fault);

	if (says)
		says(text, r);
	else
		inverbs_text_add(text, "fault %u", r->fault);
}

/** The hint on what to check, or NULL for unknown numbers. */
static inline __attribute__((unused)) const char *gripe_cause_look(uint32_t fault)
{
	switch (fault) {
	case GRIPE_FAULT_HEAVY:
		return "the \"scales\"";
	case GRIPE_FAULT_LOST:
		return "the road";
	default:
		return NULL;
	}
}

#endif
