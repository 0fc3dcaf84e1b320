/* SPDX-License-Identifier: BSD-2-Clause */
/* Modifying a memory region: its range, its rights, its domain. */
#include <endian.h>
#include <errno.h>
#include <inverbs/iba/maps.h>

#include "layer.h"

enum {
	KNOWN = IB_MR_MOD_ADDR | IB_MR_MOD_PD | IB_MR_MOD_ACCESS
};

/* The new properties of a region. */
struct target {
	uint32_t what; /* IB_MR_MOD_* */
	struct iba_pd *pd;
	void *address;
	uint64_t length;
	ib_access_t access;
};

static ib_api_status_t check_mr_modify(ib_mr_mod_t what, const ib_mr_create_t *create)
{
	if (!what || what & ~(uint32_t)KNOWN)
		return IB_INVALID_SETTING;
	if (what & (IB_MR_MOD_ADDR | IB_MR_MOD_ACCESS) && !create)
		return IB_INVALID_PARAMETER;
	if (what & IB_MR_MOD_ADDR && (!create->vaddr || !create->length))
		return IB_INVALID_PARAMETER;
	return what & IB_MR_MOD_ACCESS ? iba_check_access(create->access_ctrl) : IB_SUCCESS;
}

static int verbs_flags(uint32_t what)
{
	return (what & IB_MR_MOD_ADDR ? IBV_REREG_MR_CHANGE_TRANSLATION : 0) |
	       (what & IB_MR_MOD_PD ? IBV_REREG_MR_CHANGE_PD : 0) |
	       (what & IB_MR_MOD_ACCESS ? IBV_REREG_MR_CHANGE_ACCESS : 0);
}

/* For adapters that cannot modify a region: replace it by a new one. */
static ib_api_status_t replace_region(struct iba_mr *mr, const struct target *to)
{
	struct ibv_mr *made = ibv_reg_mr(to->pd->pd, to->address, to->length,
					 (int)inverbs_iba_access_to_verbs(to->access));
	struct ibv_mr *old = mr->mr;

	if (!made)
		return errno == EINVAL ? IB_INVALID_PARAMETER : iba_status(errno);
	iba_lock();
	mr->mr = made;
	__atomic_store_n(&mr->object.slot->verbs, made, __ATOMIC_RELEASE);
	iba_unlock();
	return iba_status(ibv_dereg_mr(old));
}

static ib_api_status_t rereg_verbs_mr(struct iba_mr *mr, const struct target *to)
{
	const uint32_t access = to->what & IB_MR_MOD_ACCESS
					? inverbs_iba_access_to_verbs(to->access)
					: 0;

	if (!ibv_rereg_mr(mr->mr, verbs_flags(to->what), to->pd->pd, to->address, to->length,
			  (int)access))
		return IB_SUCCESS;
	if (errno == EOPNOTSUPP)
		return replace_region(mr, to);
	return errno == EINVAL ? IB_INVALID_PARAMETER : iba_status(errno);
}

static ib_api_status_t change_mr(struct iba_mr *mr, const struct target *to)
{
	ib_api_status_t status;
	bool busy;

	iba_lock();
	busy = mr->windows;
	iba_unlock();
	if (busy)
		return IB_RESOURCE_BUSY;
	status = rereg_verbs_mr(mr, to);
	if (status != IB_SUCCESS)
		return status;
	mr->access = to->access;
	if (&to->pd->object == mr->object.parent)
		return IB_SUCCESS;
	return iba_move(&mr->object, &to->pd->object, mr->mr);
}

static ib_api_status_t change_region_of(struct iba_mr *mr, struct iba_pd *pd, ib_mr_mod_t what,
					const ib_mr_create_t *create)
{
	struct target to = {.what = what,
			    .pd = pd,
			    .address = mr->mr->addr,
			    .length = mr->mr->length,
			    .access = mr->access};

	if (what & IB_MR_MOD_ADDR) {
		to.address = create->vaddr;
		to.length = create->length;
	}
	if (what & IB_MR_MOD_ACCESS)
		to.access = create->access_ctrl;
	return change_mr(mr, &to);
}

ib_api_status_t ib_rereg_mem(ib_mr_handle_t h_mr, ib_mr_mod_t mr_mod_mask,
			     const ib_mr_create_t *p_mr_create, net32_t *p_lkey, net32_t *p_rkey,
			     ib_pd_handle_t h_pd)
{
	const bool moves = mr_mod_mask & IB_MR_MOD_PD;
	struct iba_mr *mr = iba_get(h_mr, INVERBS_IBA_MR);
	struct iba_pd *pd = moves && mr ? iba_get_verbs_pd(h_pd) : NULL;
	ib_api_status_t status;

	if (!mr)
		return iba_refusal(h_mr, IB_INVALID_MR_HANDLE);
	if (moves && !pd)
		status = iba_refusal(h_pd, IB_INVALID_PD_HANDLE);
	else if (moves && iba_ca_of(&pd->object) != iba_ca_of(&mr->object))
		status = IB_INVALID_PD_HANDLE;
	else
		status = p_lkey && p_rkey ? check_mr_modify(mr_mod_mask, p_mr_create)
					  : IB_INVALID_PARAMETER;
	if (status == IB_SUCCESS)
		status = change_region_of(mr, pd ? pd : (struct iba_pd *)mr->object.parent,
					  mr_mod_mask, p_mr_create);
	if (status == IB_SUCCESS) {
		*p_lkey = mr->mr->lkey;
		*p_rkey = htobe32(mr->mr->rkey);
	}
	if (pd)
		iba_put(&pd->object);
	iba_put(&mr->object);
	return status;
}
