/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory regions and memory windows. */
#include <inverbs/kernel/uverbs_call.h>

#include "runtime.h"

enum {
	MAX_RESPONSE = 16, /* maximum size of a driver-private response */
	/*
	 * Optional access flags. Old kernels refuse them instead of ignoring them, and write()
	 * commands cannot find out which a kernel supports, so they are not sent.
	 */
	OPTIONAL_ACCESS = 0x3ff00000,
	NEEDS_LOCAL_WRITE = IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC,
	REREG_KNOWN = IBV_REREG_MR_CHANGE_TRANSLATION | IBV_REREG_MR_CHANGE_PD |
		      IBV_REREG_MR_CHANGE_ACCESS,
};

static int check_access(unsigned int access)
{
	return access & NEEDS_LOCAL_WRITE && !(access & IBV_ACCESS_LOCAL_WRITE) ? EINVAL : 0;
}

/* With on-demand paging, pages are not pinned, so fork is harmless. */
static int keep_from_children(struct inverbs_mr *mr, const void *addr, size_t length,
			      unsigned int access)
{
	int err;

	mr->kept_from_children = false;
	if (access & IBV_ACCESS_ON_DEMAND)
		return 0;
	err = inverbs_dontfork(addr, length);
	mr->kept_from_children = !err;
	return err;
}

static int release_from_keeping(struct inverbs_mr *mr, const void *addr, size_t length)
{
	if (!mr->kept_from_children)
		return 0;
	mr->kept_from_children = false;
	return inverbs_dofork(addr, length);
}

static int register_memory(struct inverbs_mr *mr, uint64_t iova, unsigned int access)
{
	struct uverbs_reg_mr_req req = {
		.start = (uintptr_t)mr->ibv.addr,
		.length = mr->ibv.length,
		.hca_va = iova,
		.pd_handle = mr->ibv.pd->handle,
		.access_flags = access & ~(unsigned int)OPTIONAL_ACCESS,
	};
	const struct inverbs_provider *provider = inverbs_provider_of(mr->ibv.context);
	uint8_t response[MAX_RESPONSE]; /* driver-private, unused here */
	struct uverbs_reg_mr_resp resp;
	int err = uverbs_call_reg_mr(inverbs_transport_of(mr->ibv.context), &req, NULL, 0, &resp,
				     response, provider->mr_response_bytes);

	if (err)
		return err;
	mr->ibv.handle = resp.mr_handle;
	mr->ibv.lkey = resp.lkey;
	mr->ibv.rkey = resp.rkey;
	mr->access = access;
	return 0;
}

struct ibv_mr *ibv_reg_mr_iova2(struct ibv_pd *pd, void *addr, size_t length, uint64_t iova,
				unsigned int access)
{
	int err = check_access(access);
	struct inverbs_mr *mr;

	if (err)
		return inverbs_fail(err);
	mr = calloc(1, sizeof(*mr));
	if (!mr)
		return inverbs_fail(ENOMEM);
	mr->ibv = (struct ibv_mr){.context = pd->context, .pd = pd, .addr = addr, .length = length};
	err = keep_from_children(mr, addr, length, access);
	if (!err) {
		err = register_memory(mr, iova, access);
		if (err)
			release_from_keeping(mr, addr, length);
	}
	if (err) {
		free(mr);
		return inverbs_fail(err);
	}
	inverbs_pd_get(pd);
	return &mr->ibv;
}

struct ibv_mr *ibv_reg_mr_iova(struct ibv_pd *pd, void *addr, size_t length, uint64_t iova,
			       int access)
{
	return ibv_reg_mr_iova2(pd, addr, length, iova, (unsigned int)access);
}

struct ibv_mr *ibv_reg_mr(struct ibv_pd *pd, void *addr, size_t length, int access)
{
	return ibv_reg_mr_iova2(pd, addr, length, (uintptr_t)addr, (unsigned int)access);
}

int ibv_dereg_mr(struct ibv_mr *mr)
{
	struct uverbs_dereg_mr_req req = {.mr_handle = mr->handle};
	int err = inverbs_ignore_gone(
		uverbs_call_dereg_mr(inverbs_transport_of(mr->context), &req));

	if (err)
		return err;
	release_from_keeping(inverbs_mr_of(mr), mr->addr, mr->length);
	inverbs_pd_put(mr->pd);
	free(inverbs_mr_of(mr));
	return 0;
}

/* ---- reregistration ---- */

struct change {
	int flags;
	struct ibv_pd *pd;
	void *addr;
	size_t length;
	unsigned int access;
};

static int check_region_change(const struct change *c)
{
	if (!c->flags || c->flags & ~REREG_KNOWN)
		return EINVAL;
	if (c->flags & IBV_REREG_MR_CHANGE_TRANSLATION && (!c->length || !c->addr))
		return EINVAL;
	if (c->flags & IBV_REREG_MR_CHANGE_PD && !c->pd)
		return EINVAL;
	if (c->access && !(c->flags & IBV_REREG_MR_CHANGE_ACCESS))
		return EINVAL;
	return check_access(c->access);
}

static int issue_rereg(struct ibv_mr *mr, const struct change *c)
{
	struct uverbs_rereg_mr_req req = {
		.mr_handle = mr->handle,
		.flags = (uint32_t)c->flags,
		.start = (uintptr_t)c->addr,
		.length = c->length,
		.hca_va = (uintptr_t)c->addr,
		.pd_handle = c->flags & IBV_REREG_MR_CHANGE_PD ? c->pd->handle : 0,
		.access_flags = c->access & ~(unsigned int)OPTIONAL_ACCESS,
	};
	struct uverbs_rereg_mr_resp resp;
	int err = uverbs_call_rereg_mr(inverbs_transport_of(mr->context), &req, NULL, 0, &resp,
				       NULL, 0);

	if (err)
		return err;
	mr->lkey = resp.lkey;
	mr->rkey = resp.rkey;
	return 0;
}

static void move_to_pd(struct ibv_mr *mr, const struct change *c)
{
	if (!(c->flags & IBV_REREG_MR_CHANGE_PD))
		return;
	inverbs_pd_get(c->pd);
	inverbs_pd_put(mr->pd);
	mr->pd = c->pd;
}

static int change_fail(int err, enum ibv_rereg_mr_err_code code)
{
	errno = err;
	return (int)code;
}

/*
 * New pages are excluded from fork before the command, old ones included again after it; each
 * failure has its own error code.
 */
static int change_registration(struct inverbs_mr *mr, const struct change *c)
{
	bool moves = c->flags & IBV_REREG_MR_CHANGE_TRANSLATION;
	struct inverbs_mr old = *mr;
	int err;

	if (moves) {
		err = keep_from_children(mr, c->addr, c->length, c->access);
		if (err) {
			mr->kept_from_children = old.kept_from_children;
			return change_fail(err, IBV_REREG_MR_ERR_DONT_FORK_NEW);
		}
	}
	err = issue_rereg(&mr->ibv, c);
	if (err) {
		int undo = moves ? release_from_keeping(mr, c->addr, c->length) : 0;

		mr->kept_from_children = old.kept_from_children;
		return change_fail(err, undo ? IBV_REREG_MR_ERR_CMD_AND_DO_FORK_NEW
					     : IBV_REREG_MR_ERR_CMD);
	}
	move_to_pd(&mr->ibv, c);
	if (c->flags & IBV_REREG_MR_CHANGE_ACCESS)
		mr->access = c->access;
	if (!moves)
		return 0;
	mr->ibv.addr = c->addr;
	mr->ibv.length = c->length;
	err = release_from_keeping(&old, old.ibv.addr, old.ibv.length);
	return err ? change_fail(err, IBV_REREG_MR_ERR_DO_FORK_OLD) : 0;
}

int ibv_rereg_mr(struct ibv_mr *mr, int flags, struct ibv_pd *pd, void *addr, size_t length,
		 int access)
{
	struct change c = {flags, pd, addr, length, (unsigned int)access};
	int err = check_region_change(&c);

	return err ? change_fail(err, IBV_REREG_MR_ERR_INPUT)
		   : change_registration(inverbs_mr_of(mr), &c);
}

/* ---- memory windows ---- */

struct ibv_mw *ibv_alloc_mw(struct ibv_pd *pd, enum ibv_mw_type type)
{
	struct uverbs_alloc_mw_req req = {.pd_handle = pd->handle, .mw_type = (uint8_t)type};
	struct uverbs_alloc_mw_resp resp;
	struct ibv_mw *mw;
	int err;

	if (type != IBV_MW_TYPE_1 && type != IBV_MW_TYPE_2)
		return inverbs_fail(EINVAL);
	mw = calloc(1, sizeof(*mw));
	if (!mw)
		return inverbs_fail(ENOMEM);
	err = uverbs_call_alloc_mw(inverbs_transport_of(pd->context), &req, NULL, 0, &resp, NULL,
				   0);
	if (err) {
		free(mw);
		return inverbs_fail(err);
	}
	*mw = (struct ibv_mw){
		.context = pd->context,
		.pd = pd,
		.rkey = resp.rkey,
		.handle = resp.mw_handle,
		.type = type,
	};
	inverbs_pd_get(pd);
	return mw;
}

int ibv_dealloc_mw(struct ibv_mw *mw)
{
	struct uverbs_dealloc_mw_req req = {.mw_handle = mw->handle};
	int err = inverbs_ignore_gone(
		uverbs_call_dealloc_mw(inverbs_transport_of(mw->context), &req));

	if (err)
		return err;
	inverbs_pd_put(mw->pd);
	free(mw);
	return 0;
}
