/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Protection domains. The kernel knows only real ones; thread domains and parent domains are the
 * library's, so their use is counted here: the kernel counts for the others.
 */
#include <inverbs/kernel/uverbs_call.h>

#include "runtime.h"

struct ibv_pd *ibv_alloc_pd(struct ibv_context *context)
{
	struct inverbs_pd *pd = calloc(1, sizeof(*pd));
	int err;

	if (!pd)
		return inverbs_fail(ENOMEM);
	pd->ibv.context = context;
	err = inverbs_provider_of(context)->alloc_pd(inverbs_context_of(context), pd);
	if (!err)
		return &pd->ibv;
	free(pd);
	return inverbs_fail(err);
}

static uint32_t users_of(const uint32_t *users)
{
	return __atomic_load_n(users, __ATOMIC_ACQUIRE);
}

static void more(uint32_t *users)
{
	__atomic_fetch_add(users, 1, __ATOMIC_ACQ_REL);
}

static void less(uint32_t *users)
{
	__atomic_fetch_sub(users, 1, __ATOMIC_ACQ_REL);
}

void inverbs_pd_get(struct ibv_pd *pd)
{
	struct inverbs_pd *p = inverbs_pd_of(pd);

	if (p && p->parent)
		more(&p->users);
}

void inverbs_pd_put(struct ibv_pd *pd)
{
	struct inverbs_pd *p = inverbs_pd_of(pd);

	if (p && p->parent)
		less(&p->users);
}

static struct inverbs_td *td_of(struct ibv_td *td)
{
	return (struct inverbs_td *)td;
}

static void drop_parent_domain(struct inverbs_pd *pd)
{
	less(&pd->parent->users);
	if (pd->td)
		less(&td_of(pd->td)->users);
	free(pd);
}

int ibv_dealloc_pd(struct ibv_pd *pd)
{
	struct uverbs_dealloc_pd_req req = {.pd_handle = pd->handle};
	struct inverbs_pd *p = inverbs_pd_of(pd);
	int err;

	if (users_of(&p->users))
		return EBUSY;
	if (p->parent) {
		drop_parent_domain(p);
		return 0;
	}
	err = uverbs_call_dealloc_pd(inverbs_transport_of(pd->context), &req);
	if (!err)
		free(p);
	return err;
}

struct ibv_td *ibv_alloc_td(struct ibv_context *context, struct ibv_td_init_attr *init_attr)
{
	struct inverbs_td *td;

	if (init_attr->comp_mask)
		return inverbs_fail(EINVAL);
	td = calloc(1, sizeof(*td));
	if (!td)
		return inverbs_fail(ENOMEM);
	td->ibv.context = context;
	return &td->ibv;
}

int ibv_dealloc_td(struct ibv_td *td)
{
	if (users_of(&td_of(td)->users))
		return EBUSY;
	free(td_of(td));
	return 0;
}

/* Queue memory comes from the library, so allocators of the program cannot be honoured. */
static int check_parent_domain(struct ibv_context *context,
			       const struct ibv_parent_domain_init_attr *attr)
{
	const uint32_t known = IBV_PARENT_DOMAIN_INIT_ATTR_ALLOCATORS |
			       IBV_PARENT_DOMAIN_INIT_ATTR_PD_CONTEXT;

	if (!attr->pd || attr->pd->context != context || attr->comp_mask & ~known)
		return EINVAL;
	if (attr->td && attr->td->context != context)
		return EINVAL;
	return attr->comp_mask ? EOPNOTSUPP : 0;
}

struct ibv_pd *ibv_alloc_parent_domain(struct ibv_context *context,
				       struct ibv_parent_domain_init_attr *attr)
{
	int err = check_parent_domain(context, attr);
	struct inverbs_pd *pd, *real;

	if (err)
		return inverbs_fail(err);
	pd = calloc(1, sizeof(*pd));
	if (!pd)
		return inverbs_fail(ENOMEM);
	real = inverbs_real_pd(attr->pd);
	pd->ibv.context = context;
	pd->ibv.handle = real->ibv.handle;
	pd->pdn = real->pdn;
	pd->parent = real;
	pd->td = attr->td;
	more(&real->users);
	if (pd->td)
		more(&td_of(pd->td)->users);
	return &pd->ibv;
}
