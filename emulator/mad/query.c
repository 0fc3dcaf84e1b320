/* SPDX-License-Identifier: BSD-2-Clause */
#include "mad/query.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "mad/internal.h"

static const uint64_t MS = 1000000;

static struct mad_query *query_of(struct softhca_link *link)
{
	return softhca_entry(link, struct mad_query, timer.in_list);
}

static void send_query(struct fabric_port *from, const struct mad_question *question, uint64_t tid)
{
	const struct sa_header header = {
		.common = {.base_version = MAD_BASE_VERSION,
			   .mgmt_class = MAD_CLASS_ADMINISTRATION,
			   .class_version = SA_CLASS_VERSION,
			   .method = question->method,
			   .tid = tid,
			   .attribute = question->attribute},
		.components = question->components,
	};
	struct mad_packet p = {.len = MAD_BYTES, .qpn = 1, .to_qpn = 1, .lid = fabric_lid(from)};
	struct fabric_port *to = fabric_route(from, from->hca_port->sm_lid);

	/* the built-in administrator (to == from) gets requests even if the link is down */
	if (!to || (to != from && from->node->mad->hca->managed && !fabric_link_up(from)))
		return; /* lost */
	p.bytes = calloc(1, p.len);
	if (!p.bytes)
		return;
	sa_header_put(p.bytes, &header);
	memcpy(p.bytes + SA_HEADER_BYTES, question->record, sizeof(question->record));
	mad_carry(from, to, &p);
	free(p.bytes);
}

void softhca_mad_query_start(struct softhca_port *port, const struct mad_question *question,
			     struct mad_query *q, mad_query_done *done, uint32_t timeout_ms)
{
	struct fabric_port *from = fabric_port_of(port);
	const uint64_t tid = (uint64_t)from->node->mad->next_tid++ << 32;

	if (q) {
		q->done = done;
		q->tid = tid;
		softhca_timer_start(&from->node->mad->queries, &q->timer,
				    softhca_now() + timeout_ms * MS);
	}
	send_query(from, question, tid);
}

bool softhca_mad_query_pending(const struct mad_query *q)
{
	return !softhca_list_empty(&q->timer.in_list);
}

void softhca_mad_query_cancel(struct mad_query *q)
{
	softhca_timer_stop(&q->timer);
}

uint64_t mad_queries_due(const struct softhca_mad *mad)
{
	return softhca_timers_due(&mad->queries);
}

void mad_queries_expire(struct softhca_mad *mad, uint64_t now)
{
	struct softhca_link *link;

	while ((link = softhca_timers_expired(&mad->queries, now))) {
		struct mad_query *q = query_of(link);

		softhca_timer_stop(&q->timer);
		q->done(q, -ETIMEDOUT, NULL);
	}
}
