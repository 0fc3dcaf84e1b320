/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sending reports of notices to subscribers. A report is repeated until it is confirmed. If a
 * subscriber confirms none of the repetitions, its subscription ends.
 */
#include <stdlib.h>
#include <string.h>

#include "mad/sa_store.h"

static const uint64_t REPEAT_NS = 500000000;

static void send_report(const struct sa_report *report)
{
	struct fabric_port *to = report->to->port;
	struct fabric_port *from = sa_port(to->node->mad);
	const struct sa_header header = {
		.common = {.base_version = MAD_BASE_VERSION,
			   .mgmt_class = MAD_CLASS_ADMINISTRATION,
			   .class_version = SA_CLASS_VERSION,
			   .method = MAD_METHOD_REPORT,
			   .tid = report->tid,
			   .attribute = SA_ATTRIBUTE_NOTICE},
	};
	struct mad_packet p = {.len = MAD_BYTES, .qpn = 1, .to_qpn = report->to->info.qpn};

	if (!from || (to != from && !fabric_link_up(to)))
		return; /* lost */
	p.bytes = calloc(1, p.len);
	if (!p.bytes)
		return;
	p.lid = fabric_lid(from);
	sa_header_put(p.bytes, &header);
	memcpy(p.bytes + SA_HEADER_BYTES, report->notice, sizeof(report->notice));
	mad_carry(from, to, &p);
	free(p.bytes);
}

void sa_reports_run(struct softhca_mad *mad, uint64_t now)
{
	struct softhca_link *link;

	while ((link = softhca_timers_expired(&mad->reports, now))) {
		struct sa_report *report = sa_report_of(link);

		if (!report->left--) {
			sa_drop_subscription(mad, report->to);
			continue;
		}
		softhca_timer_stop(&report->timer);
		softhca_timer_start(&mad->reports, &report->timer, now + REPEAT_NS);
		send_report(report);
	}
}
