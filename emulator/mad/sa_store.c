/* SPDX-License-Identifier: BSD-2-Clause */
#include "mad/sa_store.h"

#include <stdlib.h>

void sa_drop_member(struct sa_member *m)
{
	softhca_link_remove(&m->in_group);
	free(m);
}

static void free_group(struct sa_group *g)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &g->members)
	{
		free(sa_member_of(pos));
	}
	free(g);
}

void sa_drop_group(struct softhca_mad *mad, struct sa_group *g)
{
	softhca_link_remove(&g->in_mad);
	mad->num_groups--;
	sa_notify(mad, MAD_TRAP_GROUP_DELETED, g->record.mgid);
	free_group(g);
}

void sa_drop_service(struct softhca_mad *mad, struct sa_service *s)
{
	softhca_link_remove(&s->in_mad);
	mad->num_services--;
	free(s);
}

void sa_drop_subscription(struct softhca_mad *mad, struct sa_subscription *s)
{
	sa_forget_reports(mad, s);
	softhca_link_remove(&s->in_mad);
	mad->num_subscriptions--;
	free(s);
}

void sa_fini(struct softhca_mad *mad)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &mad->groups)
	{
		free_group(sa_group_of(pos));
	}
	softhca_for_each(pos, after, &mad->services)
	{
		free(sa_service_of(pos));
	}
	softhca_for_each(pos, after, &mad->subscriptions)
	{
		sa_drop_subscription(mad, sa_subscription_of(pos));
	}
}
