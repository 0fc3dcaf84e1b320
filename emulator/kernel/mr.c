/* SPDX-License-Identifier: BSD-2-Clause */
/* Commands for protection domains, memory regions and memory windows. */
#include <errno.h>
#include <stdlib.h>

#include "base/driver.h"
#include "base/table.h"
#include "engine/engine.h"
#include "kernel/commands.h"

enum {
	/* Access flags of registration; bits 20 to 29 are optional, and ignored if unknown. */
	ACCESS_KNOWN = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ |
		       IBV_ACCESS_REMOTE_ATOMIC | IBV_ACCESS_MW_BIND | IBV_ACCESS_ZERO_BASED |
		       IBV_ACCESS_HUGETLB,
	ACCESS_OPTIONAL = 0x3ff00000,
	ACCESS_WRITES = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |
			IBV_ACCESS_REMOTE_ATOMIC | IBV_ACCESS_MW_BIND,
	REREG_TRANSLATION = 1,
	REREG_PD = 2,
	REREG_ACCESS = 4,
};

/* --- protection domains ------------------------------------------------------------------ */

static int make_pd(struct softhca_pd *pd, struct softhca_udata *udata)
{
	struct softhca_dev *device = pd->obj.ctx->device;
	int ret = softhca_table_enter(&device->pds, pd, &pd->pdn);

	if (ret)
		return ret;
	ret = device->driver->alloc_pd ? device->driver->alloc_pd(pd, udata) : 0;
	if (ret)
		softhca_table_remove(&device->pds, pd->pdn);
	return ret;
}

int softhca_alloc_pd(struct softhca_command *c)
{
	struct uverbs_alloc_pd_resp resp;
	struct softhca_pd *pd = calloc(1, sizeof(*pd));
	int ret;

	if (!pd)
		return ENOMEM;
	ret = softhca_object_add(c->ctx, &pd->obj, SOFTHCA_PD, softhca_pd_destroy, 0);
	if (ret)
		goto free_pd;
	ret = make_pd(pd, &c->udata);
	if (ret)
		goto remove;
	c->created = &pd->obj;
	resp.pd_handle = pd->obj.handle;
	softhca_respond(c, &resp, sizeof(resp));
	return 0;
remove:
	softhca_object_remove(&pd->obj);
free_pd:
	free(pd);
	return ret;
}

int softhca_pd_destroy(struct softhca_object *obj, struct softhca_reported *reported)
{
	struct softhca_pd *pd = (struct softhca_pd *)obj;
	struct softhca_dev *device = obj->ctx->device;

	(void)reported;
	if (device->driver->dealloc_pd)
		device->driver->dealloc_pd(pd);
	softhca_table_remove(&device->pds, pd->pdn);
	softhca_object_remove(obj);
	free(pd);
	return 0;
}

int softhca_dealloc_pd(struct softhca_command *c)
{
	struct uverbs_dealloc_pd_req req;

	uverbs_read_dealloc_pd(&c->parsed, &req);
	return softhca_handle_destroy(c->ctx, req.pd_handle, SOFTHCA_PD, NULL);
}

/* --- keys -------------------------------------------------------------------------------- */

/**
 * Make a key from an index in the key table and a low byte. On most adapters, the low byte differs
 * from that of the previous key.
 */
static int make_key(struct softhca_dev *device, void *object, uint32_t *key)
{
	const uint8_t fresh = device->driver->limits->fresh_key;
	uint32_t index;
	int ret = softhca_table_enter(&device->keys, object, &index);

	if (!ret)
		*key = index << 8 | (fresh ? fresh : device->key_tag++);
	return ret;
}

/* --- regions ----------------------------------------------------------------------------- */

static int check_access(uint32_t access)
{
	if (access & ~(uint32_t)(ACCESS_KNOWN | ACCESS_OPTIONAL))
		return EINVAL;
	if (access & (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC) &&
	    !(access & IBV_ACCESS_LOCAL_WRITE))
		return EINVAL;
	return 0;
}

static int check_offsets(uint64_t start, uint64_t hca_va)
{
	return (start ^ hca_va) & (SOFTHCA_PAGE - 1) ? EINVAL : 0;
}

/** Is the memory mapped, with a protection that permits the access flags? */
static int check_memory(struct softhca_context *ctx, uint64_t start, uint64_t length,
			uint64_t hca_va, uint32_t access)
{
	if (!length || start + length < start || hca_va + length < hca_va)
		return EINVAL;
	if (length > ctx->device->driver->limits->attr.max_mr_size)
		return EINVAL;
	return softhca_dma_check(&ctx->memory, start, length, access & ACCESS_WRITES);
}

static int make_mr(struct softhca_mr *mr)
{
	struct softhca_context *ctx = mr->obj.ctx;
	int ret = check_memory(ctx, mr->start, mr->length, mr->hca_va, mr->access);

	if (ret)
		return ret;
	ret = make_key(ctx->device, mr, &mr->lkey);
	if (ret)
		return ret;
	mr->rkey = mr->lkey;
	mr->pd->obj.users++;
	return 0;
}

static void fill_mr(struct softhca_mr *mr, struct softhca_pd *pd,
		    const struct uverbs_reg_mr_req *req)
{
	mr->pd = pd;
	mr->start = req->start;
	mr->length = req->length;
	mr->hca_va = req->hca_va;
	mr->access = req->access_flags;
}

int softhca_reg_mr(struct softhca_command *c)
{
	struct uverbs_reg_mr_req req;
	struct uverbs_reg_mr_resp resp;
	struct softhca_pd *pd;
	struct softhca_mr *mr;
	int ret;

	uverbs_read_reg_mr(&c->parsed, &req);
	ret = check_offsets(req.start, req.hca_va);
	if (!ret)
		ret = check_access(req.access_flags);
	if (!ret)
		ret = softhca_pd_find(c->ctx, req.pd_handle, &pd);
	if (ret)
		return ret;
	mr = calloc(1, sizeof(*mr));
	if (!mr)
		return ENOMEM;
	ret = softhca_object_add(c->ctx, &mr->obj, SOFTHCA_MR, softhca_mr_destroy, 0);
	if (ret)
		goto free_mr;
	fill_mr(mr, pd, &req);
	ret = make_mr(mr);
	if (ret)
		goto remove;
	if (c->ctx->device->driver->reg_mr)
		c->ctx->device->driver->reg_mr(mr, &c->udata);
	c->created = &mr->obj;
	resp.mr_handle = mr->obj.handle;
	resp.lkey = mr->lkey;
	resp.rkey = mr->rkey;
	softhca_respond(c, &resp, sizeof(resp));
	return 0;
remove:
	softhca_object_remove(&mr->obj);
free_mr:
	free(mr);
	return ret;
}

static int check_rereg(const struct uverbs_rereg_mr_req *req)
{
	if (!req->flags)
		return EINVAL;
	if (req->flags & ~(uint32_t)(REREG_TRANSLATION | REREG_PD | REREG_ACCESS))
		return EOPNOTSUPP;
	if (req->flags & REREG_TRANSLATION && check_offsets(req->start, req->hca_va))
		return EINVAL;
	return req->flags & REREG_ACCESS ? check_access(req->access_flags) : 0;
}

/** Check the changes, and apply them to the region. */
static int apply_rereg(struct softhca_mr *mr, const struct uverbs_rereg_mr_req *req)
{
	struct softhca_mr new = *mr;
	int ret = 0;

	if (req->flags & REREG_PD)
		ret = softhca_pd_find(mr->obj.ctx, req->pd_handle, &new.pd);
	if (ret)
		return ret;
	if (mr->obj.users)
		return EBUSY;
	if (req->flags & REREG_TRANSLATION) {
		new.start = req->start;
		new.length = req->length;
		new.hca_va = req->hca_va;
	}
	if (req->flags & REREG_ACCESS)
		new.access = req->access_flags;
	if (req->flags & (REREG_TRANSLATION | REREG_ACCESS))
		ret = check_memory(mr->obj.ctx, new.start, new.length, new.hca_va, new.access);
	if (ret)
		return ret;
	softhca_engine_mr_destroyed(mr);
	new.pd->obj.users++;
	mr->pd->obj.users--;
	mr->pd = new.pd;
	mr->start = new.start;
	mr->length = new.length;
	mr->hca_va = new.hca_va;
	mr->access = new.access;
	return 0;
}

int softhca_rereg_mr(struct softhca_command *c)
{
	struct uverbs_rereg_mr_req req;
	struct uverbs_rereg_mr_resp resp;
	struct softhca_object *obj;
	struct softhca_mr *mr;
	int ret;

	uverbs_read_rereg_mr(&c->parsed, &req);
	ret = check_rereg(&req);
	if (!ret)
		ret = softhca_object_find(c->ctx, req.mr_handle, SOFTHCA_MR, &obj);
	if (ret)
		return ret;
	mr = (struct softhca_mr *)obj;
	ret = apply_rereg(mr, &req);
	if (ret)
		return ret;
	resp.lkey = mr->lkey;
	resp.rkey = mr->rkey;
	softhca_respond(c, &resp, sizeof(resp));
	return 0;
}

int softhca_mr_destroy(struct softhca_object *obj, struct softhca_reported *reported)
{
	struct softhca_mr *mr = (struct softhca_mr *)obj;

	(void)reported;
	softhca_engine_mr_destroyed(mr);
	softhca_table_remove(&obj->ctx->device->keys, mr->lkey >> 8);
	mr->pd->obj.users--;
	softhca_object_remove(obj);
	free(mr);
	return 0;
}

int softhca_dereg_mr(struct softhca_command *c)
{
	struct uverbs_dereg_mr_req req;

	uverbs_read_dereg_mr(&c->parsed, &req);
	return softhca_handle_destroy(c->ctx, req.mr_handle, SOFTHCA_MR, NULL);
}

/* --- windows ----------------------------------------------------------------------------- */

int softhca_alloc_mw(struct softhca_command *c)
{
	struct uverbs_alloc_mw_req req;
	struct uverbs_alloc_mw_resp resp;
	struct softhca_pd *pd;
	struct softhca_mw *mw;
	int ret;

	uverbs_read_alloc_mw(&c->parsed, &req);
	ret = softhca_pd_find(c->ctx, req.pd_handle, &pd);
	if (ret)
		return ret;
	if (req.mw_type != IBV_MW_TYPE_1 && req.mw_type != IBV_MW_TYPE_2)
		return EINVAL;
	mw = calloc(1, sizeof(*mw));
	if (!mw)
		return ENOMEM;
	ret = softhca_object_add(c->ctx, &mw->obj, SOFTHCA_MW, softhca_mw_destroy, 0);
	if (ret)
		goto free_mw;
	ret = make_key(c->ctx->device, mw, &mw->rkey);
	if (ret)
		goto remove;
	mw->type = req.mw_type;
	mw->pd = pd;
	pd->obj.users++;
	c->created = &mw->obj;
	resp.mw_handle = mw->obj.handle;
	resp.rkey = mw->rkey;
	softhca_respond(c, &resp, sizeof(resp));
	return 0;
remove:
	softhca_object_remove(&mw->obj);
free_mw:
	free(mw);
	return ret;
}

int softhca_mw_destroy(struct softhca_object *obj, struct softhca_reported *reported)
{
	struct softhca_mw *mw = (struct softhca_mw *)obj;

	(void)reported;
	softhca_engine_mw_destroyed(mw);
	softhca_table_remove(&obj->ctx->device->keys, mw->rkey >> 8);
	mw->pd->obj.users--;
	softhca_object_remove(obj);
	free(mw);
	return 0;
}

int softhca_dealloc_mw(struct softhca_command *c)
{
	struct uverbs_dealloc_mw_req req;

	uverbs_read_dealloc_mw(&c->parsed, &req);
	return softhca_handle_destroy(c->ctx, req.mw_handle, SOFTHCA_MW, NULL);
}
