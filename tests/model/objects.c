/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions for all kinds of objects, and the domains: PDs, thread domains, parent domains. */
#include "model.h"

struct object *object_at(int ctx, enum kind kind, int slot)
{
	struct context *c = &W->ctx[ctx];

	switch (kind) {
	case PD:
		return &c->pd[slot].o;
	case TD:
		return &c->td[slot].o;
	case MR:
		return &c->mr[slot].o;
	case MW:
		return &c->mw[slot].o;
	case CHANNEL:
		return &c->channel[slot].o;
	case CQ:
		return &c->cq[slot].o;
	case XRCD:
		return &c->xrcd[slot].o;
	case SRQ:
		return &c->srq[slot].o;
	case QP:
		return &c->qp[slot].o;
	default:
		return &c->ah[slot].o;
	}
}

int slots_of(enum kind kind)
{
	static const int slots[KINDS] = {PDS, TDS, MRS, MWS, CHANNELS, CQS, XRCDS, SRQS, QPS, AHS};

	return slots[kind];
}

int live(int ctx, enum kind kind, int slot)
{
	slot %= slots_of(kind);
	return object_at(ctx, kind, slot)->live ? slot : NONE;
}

int vacant(int ctx, enum kind kind, int slot)
{
	slot %= slots_of(kind);
	return object_at(ctx, kind, slot)->live ? NONE : slot;
}

void born(struct object *o)
{
	o->live = true;
	o->users = 0;
	o->born = ++W->births;
}

void hold(int ctx, enum kind kind, int slot, int n)
{
	if (slot != NONE)
		object_at(ctx, kind, slot)->users += n;
}

int real_pd(int ctx, int pd)
{
	int parent = W->ctx[ctx].pd[pd].parent;

	return parent == NONE ? pd : parent;
}

struct qp *qp_at(struct ref r)
{
	return &W->ctx[r.ctx].qp[r.slot];
}

bool together(int a, int b)
{
	return W->ctx[a].process == W->ctx[b].process;
}

/* --- protection domains ------------------------------------------------------------------ */

bool do_alloc_pd(int c, const int *a)
{
	int slot = vacant(c, PD, a[0]);
	struct pd *pd = AT(c, pd, slot);

	if (slot == NONE)
		return false;
	pd->v = ibv_alloc_pd(W->ctx[c].v);
	same_pointer("ibv_alloc_pd", pd->v, 0);
	pd->parent = pd->td = NONE;
	born(&pd->o);
	return true;
}

bool do_dealloc_pd(int c, const int *a)
{
	int slot = live(c, PD, a[0]);
	struct pd *pd = AT(c, pd, slot);

	if (slot == NONE)
		return false;
	same_result("ibv_dealloc_pd", ibv_dealloc_pd(pd->v), pd->o.users ? EBUSY : 0);
	if (pd->o.users)
		return true;
	pd->o.live = false;
	hold(c, PD, pd->parent, -1);
	hold(c, TD, pd->td, -1);
	return true;
}

/* Arguments: new slot, PD, thread domain (none if the slot is empty). */
bool do_parent_domain(int c, const int *a)
{
	int slot = vacant(c, PD, a[0]), of = live(c, PD, a[1]), td = live(c, TD, a[2]);
	struct ibv_parent_domain_init_attr attr = {0};
	struct pd *pd = AT(c, pd, slot);

	if (slot == NONE || of == NONE)
		return false;
	attr.pd = W->ctx[c].pd[of].v;
	attr.td = td == NONE ? NULL : W->ctx[c].td[td].v;
	pd->v = ibv_alloc_parent_domain(W->ctx[c].v, &attr);
	same_pointer("ibv_alloc_parent_domain", pd->v, 0);
	pd->parent = real_pd(c, of);
	pd->td = td;
	born(&pd->o);
	hold(c, PD, pd->parent, 1);
	hold(c, TD, td, 1);
	return true;
}

bool do_alloc_td(int c, const int *a)
{
	struct ibv_td_init_attr attr = {.comp_mask = a[1] % 8 == 0};
	int slot = vacant(c, TD, a[0]);
	struct td *td = AT(c, td, slot);

	if (slot == NONE)
		return false;
	td->v = ibv_alloc_td(W->ctx[c].v, &attr);
	same_pointer("ibv_alloc_td", td->v, attr.comp_mask ? EINVAL : 0);
	if (td->v)
		born(&td->o);
	return true;
}

bool do_dealloc_td(int c, const int *a)
{
	int slot = live(c, TD, a[0]);
	struct td *td = AT(c, td, slot);

	if (slot == NONE)
		return false;
	same_result("ibv_dealloc_td", ibv_dealloc_td(td->v), td->o.users ? EBUSY : 0);
	td->o.live = td->o.users;
	return true;
}
