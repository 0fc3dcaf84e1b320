/* SPDX-License-Identifier: BSD-2-Clause */
/* Subscriptions of ports to reports of events in the subnet. */
#include <stdlib.h>
#include <string.h>

#include "mad/sa_store.h"

/** Do both subscribe to the same kind of events? */
static bool is_same_subscription(const struct mad_inform_info *a, const struct mad_inform_info *b)
{
	return !memcmp(a->gid, b->gid, sizeof(a->gid)) && a->lid_first == b->lid_first &&
	       a->lid_last == b->lid_last && a->generic == b->generic && a->type == b->type &&
	       a->trap == b->trap && a->producer == b->producer;
}

static struct sa_subscription *find_subscription(const struct sa_request *r,
						 const struct mad_inform_info *info)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &r->mad->subscriptions)
	{
		struct sa_subscription *s = sa_subscription_of(pos);

		if (s->port == r->from && is_same_subscription(&s->info, info))
			return s;
	}
	return NULL;
}

static unsigned int add_subscription(struct sa_request *r, const struct mad_inform_info *info)
{
	struct sa_subscription *s = find_subscription(r, info);

	if (s)
		return SA_STATUS_SUCCESS;
	if (r->mad->num_subscriptions == SA_SUBSCRIPTIONS || !(s = calloc(1, sizeof(*s))))
		return SA_STATUS_NO_RESOURCES;
	s->port = r->from;
	s->number = r->mad->next_subscription++;
	s->info = *info;
	s->info.qpn = r->qpn;
	softhca_list_add_last(&r->mad->subscriptions, &s->in_mad);
	r->mad->num_subscriptions++;
	return SA_STATUS_SUCCESS;
}

/** Set(InformInfo). */
unsigned int sa_inform_info(struct sa_request *r)
{
	const struct mad_inform_info info = mad_inform_info_get(r->record);
	struct sa_subscription *s;
	unsigned int status = SA_STATUS_SUCCESS;
	uint8_t *at;

	if (!r->from || info.subscribe > 1)
		return SA_STATUS_REQUEST_INVALID;
	s = find_subscription(r, &info);
	if (info.subscribe)
		status = add_subscription(r, &info);
	else if (!s || info.qpn != s->info.qpn)
		status = SA_STATUS_REQUEST_INVALID;
	else
		sa_drop_subscription(r->mad, s);
	if (status == SA_STATUS_SUCCESS && (at = sa_add(r, MAD_INFORM_INFO_SIZE)))
		mad_inform_info_put(at, &info);
	return status;
}

/** Get and GetTable of subscriptions. */
unsigned int sa_inform_info_records(struct sa_request *r)
{
	const struct sa_inform_info_record asked = sa_inform_info_record_get(r->record);
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &r->mad->subscriptions)
	{
		const struct sa_subscription *s = sa_subscription_of(pos);
		struct sa_inform_info_record v = {.number = s->number, .inform_info = s->info};
		uint8_t *at;

		sa_gid_of(r->at, s->port, v.subscriber_gid);
		if (sa_inform_info_record_matches(&v, &asked, r->components) &&
		    (at = sa_add(r, SA_INFORM_INFO_RECORD_SIZE)))
			sa_inform_info_record_put(at, &v);
	}
	return SA_STATUS_SUCCESS;
}
