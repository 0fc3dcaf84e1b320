/* SPDX-License-Identifier: BSD-2-Clause */
/* Services, which programs register for others to find, until their lease ends. */
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "mad/sa_store.h"

enum {
	NS_PER_S = 1000000000,
};

static void end_leases(struct softhca_mad *mad)
{
	const uint64_t now = softhca_now();
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &mad->services)
	{
		if (sa_service_of(pos)->due <= now)
			sa_drop_service(mad, sa_service_of(pos));
	}
}

/** Returns the service with the same id, GID and P_Key, or NULL. */
static struct sa_service *find_service(const struct softhca_mad *mad,
				       const struct sa_service_record *v)
{
	const uint64_t name = SA_SERVICE_RECORD_HAS_ID | SA_SERVICE_RECORD_HAS_GID |
			      SA_SERVICE_RECORD_HAS_PKEY;
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &mad->services)
	{
		if (sa_service_record_matches(&sa_service_of(pos)->record, v, name))
			return sa_service_of(pos);
	}
	return NULL;
}

/** Add the record of a service. Its key is included only if `with_key`. */
static void respond_service(struct sa_request *r, const struct sa_service *s, bool with_key)
{
	struct sa_service_record v = s->record;
	const uint64_t now = softhca_now();
	uint8_t *at = sa_add(r, SA_SERVICE_RECORD_SIZE);

	if (!with_key)
		memset(v.key, 0, sizeof(v.key));
	if (s->due != UINT64_MAX)
		v.lease = s->due > now ? (uint32_t)((s->due - now) / NS_PER_S) : 0;
	if (at)
		sa_service_record_put(at, &v);
}

static bool service_key_matches(const struct sa_service *s, const struct sa_service_record *v)
{
	return sa_service_record_matches(&s->record, v, SA_SERVICE_RECORD_HAS_KEY);
}

static unsigned int register_service(struct sa_request *r, const struct sa_service_record *v)
{
	struct sa_service *s = find_service(r->mad, v);

	if (!fabric_port_by_gid(r->at, v->gid))
		return SA_STATUS_INVALID_GID;
	if (s && !service_key_matches(s, v))
		return SA_STATUS_DENIED;
	if (!s) {
		if (r->mad->num_services == SA_SERVICES || !(s = calloc(1, sizeof(*s))))
			return SA_STATUS_NO_RESOURCES;
		softhca_list_add_last(&r->mad->services, &s->in_mad);
		r->mad->num_services++;
	}
	s->record = *v;
	s->due = v->lease == SA_LEASE_WITHOUT_END ? UINT64_MAX
						  : softhca_now() + (uint64_t)v->lease * NS_PER_S;
	respond_service(r, s, true);
	return SA_STATUS_SUCCESS;
}

static unsigned int unregister_service(struct sa_request *r, const struct sa_service_record *v)
{
	struct sa_service *s = find_service(r->mad, v);

	if (!s)
		return SA_STATUS_NO_RECORDS;
	if (!service_key_matches(s, v))
		return SA_STATUS_DENIED;
	respond_service(r, s, true);
	sa_drop_service(r->mad, s);
	return SA_STATUS_SUCCESS;
}

unsigned int sa_service_records(struct sa_request *r)
{
	const struct sa_service_record asked = sa_service_record_get(r->record);
	struct softhca_link *pos, *after;

	end_leases(r->mad);
	if (r->method == MAD_METHOD_SET)
		return register_service(r, &asked);
	if (r->method == MAD_METHOD_DELETE)
		return unregister_service(r, &asked);
	softhca_for_each(pos, after, &r->mad->services)
	{
		if (sa_service_record_matches(&sa_service_of(pos)->record, &asked, r->components))
			respond_service(r, sa_service_of(pos),
					r->trusted || r->components & SA_SERVICE_RECORD_HAS_KEY);
	}
	return SA_STATUS_SUCCESS;
}
