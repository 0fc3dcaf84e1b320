/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Timers in a list, sorted by due time; timers due at the same time fire in the order in which they
 * were started. Most timers in a list have the same duration, so the place of a new one is searched
 * from the end.
 */
#ifndef EMULATOR_BASE_TIMER_H
#define EMULATOR_BASE_TIMER_H

#include <stdint.h>

#include "base/list.h"

struct softhca_timer {
	struct softhca_link in_list; /**< initialised before the first use */
	uint64_t due;                /**< time as of softhca_now(), while it is in a list */
};

static inline const struct softhca_timer *softhca_timer_of(const struct softhca_link *link)
{
	return softhca_entry(link, const struct softhca_timer, in_list);
}

/** Start a timer that is not running. */
static inline void softhca_timer_start(struct softhca_link *list, struct softhca_timer *timer,
				       uint64_t due)
{
	struct softhca_link *before = list->prev;

	while (before != list && softhca_timer_of(before)->due > due)
		before = before->prev;
	timer->due = due;
	softhca_list_add_first(before, &timer->in_list);
}

/** Stop a timer; no-op if it is not running. */
static inline void softhca_timer_stop(struct softhca_timer *timer)
{
	softhca_link_remove(&timer->in_list);
}

/** Returns when the first timer of a list is due, or UINT64_MAX if the list is empty. */
static inline uint64_t softhca_timers_due(const struct softhca_link *list)
{
	return softhca_list_empty(list) ? UINT64_MAX : softhca_timer_of(list->next)->due;
}

/** Returns the link of the first timer of a list if it is due by `now`, else NULL. */
static inline struct softhca_link *softhca_timers_expired(struct softhca_link *list, uint64_t now)
{
	return softhca_list_empty(list) || softhca_timer_of(list->next)->due > now ? NULL
										   : list->next;
}

#endif
