/* SPDX-License-Identifier: BSD-2-Clause */
/* Timers of identifiers: one each, in a list sorted by time. */
#include "base/log.h"
#include "cm/cm.h"
#include "cm/internal.h"

static struct cm_id *first_due(const struct softhca_cm *cm)
{
	if (softhca_list_empty(&cm->timers))
		return NULL;
	return softhca_entry(cm->timers.next, struct cm_id, in_timers);
}

void softhca_cm_timer_stop(struct cm_id *id)
{
	softhca_link_remove(&id->in_timers);
	id->due = 0;
}

void softhca_cm_timer_start(struct cm_id *id, uint64_t ns)
{
	struct softhca_cm *cm = id->file->cm;
	struct softhca_link *at;

	softhca_cm_timer_stop(id);
	id->due = softhca_now() + ns;
	/* most timers have the same interval, so the place is near the end */
	at = cm->timers.prev;
	while (at != &cm->timers && softhca_entry(at, struct cm_id, in_timers)->due > id->due)
		at = at->prev;
	softhca_list_add_first(at, &id->in_timers);
}

uint64_t softhca_cm_deadline(const struct softhca *hca)
{
	const struct cm_id *id = first_due(hca->cm);

	return id ? id->due : UINT64_MAX;
}

struct cm_id *softhca_cm_timer_expired(struct softhca_cm *cm, uint64_t now)
{
	struct cm_id *id = first_due(cm);

	if (!id || id->due > now)
		return NULL;
	softhca_cm_timer_stop(id);
	return id;
}
