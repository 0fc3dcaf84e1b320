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
	free_group(g);
}

void sa_drop_service(struct softhca_mad *mad, struct sa_service *s)
{
	softhca_link_remove(&s->in_mad);
	mad->num_services--;
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
}
