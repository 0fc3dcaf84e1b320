/* SPDX-License-Identifier: BSD-2-Clause */
/* Notices: sending reports of an event to its subscribers, and handling confirmations. */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "mad/sa_store.h"

enum {
	REPORT_ATTEMPTS = 6, /**< how many times a report is sent */
	REPORTS_MAX = 8192   /* maximum unconfirmed reports; more are lost */
};

static void free_report(struct softhca_mad *mad, struct sa_report *report)
{
	softhca_timer_stop(&report->timer);
	mad->num_reports--;
	free(report);
}

void sa_forget_reports(struct softhca_mad *mad, const struct sa_subscription *s)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &mad->reports)
	{
		if (sa_report_of(pos)->to == s)
			free_report(mad, sa_report_of(pos));
	}
}

bool sa_report_confirmed(struct softhca_mad *mad, uint64_t tid)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &mad->reports)
	{
		if (sa_report_of(pos)->tid != tid)
			continue;
		free_report(mad, sa_report_of(pos));
		return true;
	}
	return false;
}

static bool subscription_matches(const struct sa_subscription *s, const struct mad_notice *notice)
{
	const struct mad_inform_info *info = &s->info;
	static const uint8_t any[16];

	if (info->generic != notice->generic ||
	    (info->type != MAD_INFORM_ALL_TYPES && info->type != notice->type) ||
	    (info->trap != MAD_INFORM_ALL_TRAPS && info->trap != notice->trap) ||
	    (info->producer != MAD_INFORM_ALL_PRODUCERS && info->producer != notice->producer))
		return false;
	if (memcmp(info->gid, any, sizeof(any)) != 0)
		return !memcmp(info->gid, notice->issuer_gid, sizeof(info->gid));
	return info->lid_first == MAD_INFORM_ALL_LIDS ||
	       (notice->issuer_lid >= info->lid_first && notice->issuer_lid <= info->lid_last);
}

static void queue_report(struct softhca_mad *mad, struct sa_subscription *s,
			 const struct mad_notice *notice)
{
	struct sa_report *report = NULL;

	if (mad->num_reports < REPORTS_MAX)
		report = calloc(1, sizeof(*report));
	if (!report)
		return;
	softhca_link_init(&report->timer.in_list);
	report->to = s;
	report->tid = (uint64_t)mad->next_tid++ << 32;
	report->left = REPORT_ATTEMPTS;
	mad_notice_put(report->notice, notice);
	softhca_timer_start(&mad->reports, &report->timer, softhca_now());
	mad->num_reports++;
}

void sa_notify(struct softhca_mad *mad, uint16_t trap, const uint8_t gid[16])
{
	struct fabric_port *from = sa_port(mad);
	struct mad_notice_gid details = {{0}};
	struct mad_notice notice = {
		.generic = 1,
		.type = MAD_NOTICE_TYPE_MANAGEMENT,
		.producer = MAD_PRODUCER_CLASS_MANAGER,
		.trap = trap,
	};
	struct softhca_link *pos, *after;

	if (!from)
		return;
	notice.issuer_lid = fabric_lid(from);
	sa_gid_of(from, from, notice.issuer_gid);
	memcpy(details.gid, gid, sizeof(details.gid));
	mad_notice_gid_put(notice.details, &details);
	softhca_for_each(pos, after, &mad->subscriptions)
	{
		if (subscription_matches(sa_subscription_of(pos), &notice))
			queue_report(mad, sa_subscription_of(pos), &notice);
	}
}
