/* SPDX-License-Identifier: BSD-2-Clause */
/* Timers of identifiers; each has one. */
#include "base/log.h"
#include "cm/cm.h"
#include "cm/internal.h"

void softhca_cm_timer_stop(struct cm_id *id)
{
	softhca_timer_stop(&id->timer);
}

void softhca_cm_timer_start(struct cm_id *id, uint64_t ns)
{
	softhca_cm_timer_stop(id);
	softhca_timer_start(&id->file->cm->timers, &id->timer, softhca_now() + ns);
}

uint64_t softhca_cm_deadline(const struct softhca *hca)
{
	return softhca_timers_due(&hca->cm->timers);
}

struct cm_id *softhca_cm_timer_expired(struct softhca_cm *cm, uint64_t now)
{
	struct softhca_link *link = softhca_timers_expired(&cm->timers, now);
	struct cm_id *id;

	if (!link)
		return NULL;
	id = softhca_entry(link, struct cm_id, timer.in_list);
	softhca_cm_timer_stop(id);
	return id;
}
