/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Protection domains. The kernel counts the users of PDs among the objects that it created. Thread
 * domains, parent domains and address handles may exist in this process only; their uses are
 * counted here.
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

static struct inverbs_td *td_of(struct ibv_td *td)
{
	return (struct inverbs_td *)td;
}

static bool pd_is_used(const struct inverbs_pd *pd)
{
	return __atomic_load_n(&pd->users, __ATOMIC_ACQUIRE);
}

static void count_pd(struct inverbs_pd *pd, uint32_t change)
{
	__atomic_fetch_add(&pd->users, change, __ATOMIC_ACQ_REL);
}

static void count_td(struct ibv_td *td, uint32_t change)
{
	if (td)
		__atomic_fetch_add(&td_of(td)->users, change, __ATOMIC_ACQ_REL);
}

/* Counts are modulo 2^32, so adding this subtracts one. */
#define ONE_LESS UINT32_MAX

void inverbs_pd_hold(struct ibv_pd *pd)
{
	count_pd(inverbs_pd_of(pd), 1);
}

void inverbs_pd_release(struct ibv_pd *pd)
{
	count_pd(inverbs_pd_of(pd), ONE_LESS);
}

void inverbs_pd_get(struct ibv_pd *pd)
{
	struct inverbs_pd *p = inverbs_pd_of(pd);

	if (p && p->parent)
		count_pd(p, 1);
}

void inverbs_pd_put(struct ibv_pd *pd)
{
	struct inverbs_pd *p = inverbs_pd_of(pd);

	if (p && p->parent)
		count_pd(p, ONE_LESS);
}

static void drop_parent_domain(struct inverbs_pd *pd)
{
	count_pd(pd->parent, ONE_LESS);
	count_td(pd->td, ONE_LESS);
	free(pd);
}

int ibv_dealloc_pd(struct ibv_pd *pd)
{
	struct uverbs_dealloc_pd_req req = {.pd_handle = pd->handle};
	struct inverbs_pd *p = inverbs_pd_of(pd);
	int err;

	if (pd_is_used(p))
		return EBUSY;
	if (p->parent) {
		drop_parent_domain(p);
		return 0;
	}
	err = inverbs_ignore_gone(uverbs_call_dealloc_pd(inverbs_transport_of(pd->context), &req));
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
	if (__atomic_load_n(&td_of(td)->users, __ATOMIC_ACQUIRE))
		return EBUSY;
	free(td_of(td));
	return 0;
}

/*
 * Refuse allocators, because the library allocates queue memory, and memory that a confidential
 * guest shares with its host.
 */
static int check_parent_domain(struct ibv_context *context,
			       const struct ibv_parent_domain_init_attr *attr)
{
	const uint32_t known = IBV_PARENT_DOMAIN_INIT_ATTR_ALLOCATORS |
			       IBV_PARENT_DOMAIN_INIT_ATTR_PD_CONTEXT |
			       IBV_PARENT_DOMAIN_INIT_ATTR_ALLOW_CC_UNPROTECTED_ALLOC;

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
	count_pd(real, 1);
	count_td(pd->td, 1);
	return &pd->ibv;
}
