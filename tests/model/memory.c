/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory regions and windows, and their contents. */
#include "model.h"

enum {
	REMOTE = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC,
	WRITES = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC,
	ALL = IBV_ACCESS_LOCAL_WRITE | REMOTE | IBV_ACCESS_MW_BIND,
};

static uint64_t address(int c, uint32_t offset)
{
	return (uintptr_t)W->ctx[c].arena + offset;
}

/** Every other region has all rights, so that there is traffic; the rest have any combination. */
static int access_of(int number)
{
	return number & 1 ? (number >> 1) & ALL : ALL;
}

/** Remote write access requires local write access. */
static bool access_allowed(int access)
{
	return !(access & WRITES) || access & IBV_ACCESS_LOCAL_WRITE;
}

/* --- regions ----------------------------------------------------------------------------- */

static void choose_range(int slot, const int *a, uint32_t *offset, uint32_t *length)
{
	*offset = (uint32_t)(slot * REGION + (a[0] & 1 ? a[0] % 512 : 0));
	*length = a[1] & 1 ? 1 + (uint32_t)a[1] % 2048 : REGION - 512;
}

/* Arguments: new slot, PD, access, offset, length. */
bool do_reg_mr(int c, const int *a)
{
	int slot = vacant(c, MR, a[0]), pd = live(c, PD, a[1]), access = access_of(a[2]);
	struct mr *mr = AT(c, mr, slot);

	if (slot == NONE || pd == NONE)
		return false;
	choose_range(slot, &a[3], &mr->offset, &mr->length);
	mr->v = ibv_reg_mr(W->ctx[c].pd[pd].v, W->ctx[c].arena + mr->offset, mr->length, access);
	same_pointer("ibv_reg_mr", mr->v, access_allowed(access) ? 0 : EINVAL);
	if (!mr->v)
		return true;
	born(&mr->o);
	mr->pd = pd;
	mr->access = access;
	mr->lkey = mr->v->lkey;
	mr->rkey = mr->v->rkey;
	hold(c, PD, pd, 1);
	return true;
}

/* Empty regions, unmapped ones, and ranges beyond the end of the address space. */
bool do_bad_mr(int c, const int *a)
{
	int pd = live(c, PD, a[0]);
	struct ibv_mr *mr;

	if (pd == NONE)
		return false;
	switch (a[1] % 3) {
	case 0:
		mr = ibv_reg_mr(W->ctx[c].pd[pd].v, W->ctx[c].arena, 0, 0);
		same_pointer("ibv_reg_mr of length 0", mr, EINVAL);
		break;
	case 1:
		mr = ibv_reg_mr(W->ctx[c].pd[pd].v, (void *)64, 4096, 0);
		same_pointer("ibv_reg_mr of unmapped memory", mr, EFAULT);
		break;
	default:
		mr = ibv_reg_mr(W->ctx[c].pd[pd].v, W->ctx[c].arena, SIZE_MAX, 0);
		same_pointer("ibv_reg_mr beyond the address space", mr, EINVAL);
	}
	return true;
}

static int check_rereg(const struct mr *mr, int flags, int access, bool pd)
{
	if (!flags || flags > 7 || (flags & IBV_REREG_MR_CHANGE_PD && !pd))
		return EINVAL;
	if (access && !(flags & IBV_REREG_MR_CHANGE_ACCESS))
		return EINVAL;
	if (!access_allowed(access))
		return EINVAL;
	if (MODEL_BY_KERNEL)
		return EOPNOTSUPP;
	return mr->o.users ? EBUSY : 0;
}

/* Arguments: MR, flags, PD, access, offset, length. */
bool do_rereg_mr(int c, const int *a)
{
	int slot = live(c, MR, a[0]), pd = live(c, PD, a[2]);
	int flags = a[1] % 9, access = flags & IBV_REREG_MR_CHANGE_ACCESS ? access_of(a[3]) : 0;
	struct mr *mr = AT(c, mr, slot);
	uint32_t offset, length;
	int err, ret;

	if (slot == NONE)
		return false;
	choose_range(slot, &a[4], &offset, &length);
	err = check_rereg(mr, flags, access, pd != NONE);
	errno = 0;
	ret = ibv_rereg_mr(mr->v, flags, pd == NONE ? NULL : W->ctx[c].pd[pd].v,
			   W->ctx[c].arena + offset, length, access);
	same_result("ibv_rereg_mr", ret,
		    !err            ? 0
		    : err == EINVAL ? IBV_REREG_MR_ERR_INPUT
				    : IBV_REREG_MR_ERR_CMD);
	if (err)
		same_result("errno of ibv_rereg_mr", errno, err);
	if (err)
		return true;
	if (flags & IBV_REREG_MR_CHANGE_PD) {
		hold(c, PD, mr->pd, -1);
		hold(c, PD, pd, 1);
		mr->pd = pd;
	}
	if (flags & IBV_REREG_MR_CHANGE_TRANSLATION) {
		mr->offset = offset;
		mr->length = length;
	}
	if (flags & IBV_REREG_MR_CHANGE_ACCESS)
		mr->access = access;
	mr->lkey = mr->v->lkey;
	mr->rkey = mr->v->rkey;
	return true;
}

bool do_dereg_mr(int c, const int *a)
{
	int slot = live(c, MR, a[0]);
	struct mr *mr = AT(c, mr, slot);

	if (slot == NONE)
		return false;
	same_result("ibv_dereg_mr", ibv_dereg_mr(mr->v), mr->o.users ? EBUSY : 0);
	if (mr->o.users)
		return true;
	mr->o.live = false;
	hold(c, PD, mr->pd, -1);
	return true;
}

/* --- windows ----------------------------------------------------------------------------- */

/* Arguments: new slot, PD, type. */
bool do_alloc_mw(int c, const int *a)
{
	int slot = vacant(c, MW, a[0]), pd = live(c, PD, a[1]), type = a[2] % 4;
	bool good = type == IBV_MW_TYPE_1 || type == IBV_MW_TYPE_2;
	struct mw *mw = AT(c, mw, slot);

	if (slot == NONE || pd == NONE)
		return false;
	mw->v = ibv_alloc_mw(W->ctx[c].pd[pd].v, (enum ibv_mw_type)type);
	same_pointer("ibv_alloc_mw", mw->v, good ? 0 : EINVAL);
	if (!mw->v)
		return true;
	born(&mw->o);
	mw->pd = pd;
	mw->type = (enum ibv_mw_type)type;
	mw->mr = NONE;
	mw->rkey = mw->v->rkey;
	hold(c, PD, pd, 1);
	return true;
}

bool do_dealloc_mw(int c, const int *a)
{
	int slot = live(c, MW, a[0]);
	struct mw *mw = AT(c, mw, slot);

	if (slot == NONE)
		return false;
	same_result("ibv_dealloc_mw", ibv_dealloc_mw(mw->v), 0);
	mw->o.live = false;
	hold(c, MR, mw->mr, -1);
	hold(c, PD, mw->pd, -1);
	return true;
}

/* --- keys -------------------------------------------------------------------------------- */

static bool inside(uint64_t addr, uint64_t bytes, uint64_t base, uint64_t length)
{
	return addr >= base && addr + bytes <= base + length;
}

int mr_of_key(int ctx, uint32_t key)
{
	for (int i = 0; i < MRS; i++) {
		if (W->ctx[ctx].mr[i].o.live && W->ctx[ctx].mr[i].lkey == key)
			return i;
	}
	return NONE;
}

bool local_ok(int ctx, int pd, const struct ibv_sge *sge, int n, int access)
{
	for (int i = 0; i < n; i++) {
		int slot = mr_of_key(ctx, sge[i].lkey);
		const struct mr *mr = AT(ctx, mr, slot);

		if (slot == NONE || real_pd(ctx, mr->pd) != real_pd(ctx, pd) ||
		    (access & ~mr->access) ||
		    !inside(sge[i].addr, sge[i].length, address(ctx, mr->offset), mr->length))
			return false;
	}
	return true;
}

static bool window_opens(int ctx, int pd, const struct mw *mw, uint32_t rkey, uint32_t qpn)
{
	return mw->o.live && mw->rkey == rkey && mw->mr != NONE &&
	       real_pd(ctx, mw->pd) == real_pd(ctx, pd) &&
	       (mw->type == IBV_MW_TYPE_1 || mw->qpn == qpn);
}

int remote_at(int ctx, int pd, uint32_t rkey, uint32_t qpn, uint64_t addr, uint64_t bytes,
	      int access)
{
	int offset = (int)(addr - address(ctx, 0));

	for (int i = 0; i < MRS; i++) {
		const struct mr *mr = &W->ctx[ctx].mr[i];

		if (mr->o.live && mr->rkey == rkey && real_pd(ctx, mr->pd) == real_pd(ctx, pd) &&
		    !(access & ~mr->access) &&
		    inside(addr, bytes, address(ctx, mr->offset), mr->length))
			return offset;
	}
	for (int i = 0; i < MWS; i++) {
		const struct mw *mw = &W->ctx[ctx].mw[i];

		if (window_opens(ctx, pd, mw, rkey, qpn) && !(access & ~mw->access) &&
		    inside(addr, bytes, mw->addr, mw->length))
			return offset;
	}
	return NONE;
}

/* --- bytes ------------------------------------------------------------------------------- */

uint32_t total_of(const struct ibv_sge *sge, int n)
{
	uint32_t total = 0;

	for (int i = 0; i < n; i++)
		total += sge[i].length;
	return total;
}

struct ibv_sge sge_of(const struct context *ctx, const struct mr *mr, uint32_t offset,
		      uint32_t bytes)
{
	offset %= mr->length;
	if (bytes > mr->length - offset)
		bytes = mr->length - offset;
	return (struct ibv_sge){(uintptr_t)ctx->arena + mr->offset + offset, bytes, mr->lkey};
}

void gather(int ctx, const struct ibv_sge *sge, int n, uint8_t *bytes, uint8_t *unsure)
{
	for (int i = 0; i < n; i++) {
		uint64_t at = sge[i].addr - address(ctx, 0);

		memcpy(bytes, W->ctx[ctx].bytes + at, sge[i].length);
		memcpy(unsure, W->ctx[ctx].unsure + at, sge[i].length);
		bytes += sge[i].length;
		unsure += sge[i].length;
	}
}

void scatter(int ctx, const struct ibv_sge *sge, int n, const uint8_t *bytes, const uint8_t *unsure,
	     uint32_t count)
{
	for (int i = 0; i < n && count; i++) {
		uint64_t at = sge[i].addr - address(ctx, 0);
		uint32_t part = sge[i].length < count ? sge[i].length : count;

		memcpy(W->ctx[ctx].bytes + at, bytes, part);
		memcpy(W->ctx[ctx].unsure + at, unsure, part);
		bytes += part;
		unsure += part;
		count -= part;
	}
}

static void check_arena(int ctx)
{
	struct context *c = &W->ctx[ctx];

	for (int i = 0; i < ARENA; i++) {
		if (c->unsure[i]) {
			c->bytes[i] = c->arena[i];
			c->unsure[i] = 0;
		} else if (c->bytes[i] != c->arena[i]) {
			differ("context %d, byte %d of region %d is %02x instead of %02x", ctx,
			       i % REGION, i / REGION, c->arena[i], c->bytes[i]);
		}
	}
}

void check_memory(void)
{
	for (int ctx = 0; ctx < CONTEXTS; ctx++) {
		if (W->ctx[ctx].process == me)
			check_arena(ctx);
	}
}
