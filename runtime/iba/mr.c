/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory regions. Local keys are in host byte order, as in SGEs; remote keys are in network byte
 * order.
 */
#include <endian.h>
#include <errno.h>
#include <inverbs/iba/maps.h>
#include <stdlib.h>

#include "layer.h"

enum {
	KNOWN_RIGHTS = IB_AC_RDMA_READ | IB_AC_RDMA_WRITE | IB_AC_ATOMIC | IB_AC_LOCAL_WRITE |
		       IB_AC_MW_BIND
};

ib_api_status_t iba_check_access(ib_access_t access)
{
	if (access & ~(KNOWN_RIGHTS | IB_AC_NOT_CACHABLE))
		return IB_UNSUPPORTED;
	if (access & (IB_AC_RDMA_WRITE | IB_AC_ATOMIC) && !(access & IB_AC_LOCAL_WRITE))
		return IB_INVALID_PERMISSION;
	return IB_SUCCESS;
}

ib_api_status_t iba_check_mr_create(const ib_mr_create_t *create)
{
	return create->vaddr && create->length ? iba_check_access(create->access_ctrl)
					       : IB_INVALID_PARAMETER;
}

static bool mr_is_used(const struct iba_object *object)
{
	return ((const struct iba_mr *)object)->windows;
}

static void release_mr(struct iba_object *object)
{
	ibv_dereg_mr(((struct iba_mr *)object)->mr);
}

/* Status of a registration: EINVAL and EFAULT concern the address range. */
static ib_api_status_t mr_status_of(int err)
{
	return err == EINVAL || err == EFAULT ? IB_INVALID_PARAMETER : iba_status(err);
}

/* The region's keys are read before its handle becomes visible to other threads. */
ib_api_status_t iba_register_memory(struct iba_pd *pd, struct iba_mr *mr, void *address,
				    uint64_t length, ib_access_t access, ib_mr_handle_t *handle,
				    net32_t *lkey, net32_t *rkey)
{
	ib_api_status_t status;
	uint32_t local, remote;

	mr->mr = ibv_reg_mr(pd->pd, address, length, (int)inverbs_iba_access_to_verbs(access));
	if (!mr->mr) {
		status = mr_status_of(errno);
		free(mr);
		return status;
	}
	if (!mr->object.release)
		mr->object.release = release_mr;
	mr->object.busy = mr_is_used;
	mr->access = access;
	local = mr->mr->lkey;
	remote = mr->mr->rkey;
	status = iba_publish(&mr->object, INVERBS_IBA_MR, &pd->object, mr->mr, handle);
	if (status == IB_SUCCESS) {
		*lkey = local;
		*rkey = htobe32(remote);
	}
	return status;
}

ib_api_status_t ib_reg_mem(ib_pd_handle_t h_pd, const ib_mr_create_t *p_mr_create, net32_t *p_lkey,
			   net32_t *p_rkey, ib_mr_handle_t *ph_mr)
{
	struct iba_pd *pd = iba_get_verbs_pd(h_pd);
	struct iba_mr *mr = NULL;
	ib_api_status_t status;

	if (!pd)
		return iba_refusal(h_pd, IB_INVALID_PD_HANDLE);
	status = p_mr_create && p_lkey && p_rkey && ph_mr ? iba_check_mr_create(p_mr_create)
							  : IB_INVALID_PARAMETER;
	if (status == IB_SUCCESS && !(mr = calloc(1, sizeof(*mr))))
		status = IB_INSUFFICIENT_MEMORY;
	if (mr)
		status = iba_register_memory(pd, mr, p_mr_create->vaddr, p_mr_create->length,
					     p_mr_create->access_ctrl, ph_mr, p_lkey, p_rkey);
	iba_put(&pd->object);
	return status;
}

ib_api_status_t ib_query_mr(ib_mr_handle_t h_mr, ib_mr_attr_t *p_mr_attr)
{
	struct iba_mr *mr = iba_get(h_mr, INVERBS_IBA_MR);
	uint64_t first;

	if (!mr)
		return iba_refusal(h_mr, IB_INVALID_MR_HANDLE);
	if (p_mr_attr) {
		iba_lock();
		first = (uintptr_t)mr->mr->addr;
		*p_mr_attr = (ib_mr_attr_t){
			.h_pd = iba_handle(mr->object.parent),
			.local_lb = first,
			.local_ub = first + mr->mr->length - 1,
			.remote_lb = first,
			.remote_ub = first + mr->mr->length - 1,
			.access_ctrl = mr->access,
			.lkey = mr->mr->lkey,
			.rkey = htobe32(mr->mr->rkey),
		};
		iba_unlock();
	}
	iba_put(&mr->object);
	return p_mr_attr ? IB_SUCCESS : IB_INVALID_PARAMETER;
}

static ib_api_status_t share_region(struct iba_mr *base, struct iba_pd *pd, ib_access_t access,
				    uint64_t *address, net32_t *lkey, net32_t *rkey,
				    ib_mr_handle_t *handle)
{
	ib_api_status_t status = iba_check_access(access);
	void *first = base->mr->addr;
	struct iba_mr *mr;

	if (status != IB_SUCCESS)
		return status;
	mr = calloc(1, sizeof(*mr));
	if (!mr)
		return IB_INSUFFICIENT_MEMORY;
	status = iba_register_memory(pd, mr, first, base->mr->length, access, handle, lkey, rkey);
	if (status == IB_SUCCESS)
		*address = (uintptr_t)first;
	return status;
}

ib_api_status_t ib_reg_shared(ib_mr_handle_t h_mr, ib_pd_handle_t h_pd, ib_access_t access_ctrl,
			      uint64_t *p_vaddr, net32_t *p_lkey, net32_t *p_rkey,
			      ib_mr_handle_t *ph_mr)
{
	struct iba_mr *base = iba_get(h_mr, INVERBS_IBA_MR);
	struct iba_pd *pd = base ? iba_get_verbs_pd(h_pd) : NULL;
	ib_api_status_t status;

	if (!base)
		return iba_refusal(h_mr, IB_INVALID_MR_HANDLE);
	if (!pd)
		status = iba_refusal(h_pd, IB_INVALID_PD_HANDLE);
	else if (!p_vaddr || !p_lkey || !p_rkey || !ph_mr)
		status = IB_INVALID_PARAMETER;
	else
		status = share_region(base, pd, access_ctrl, p_vaddr, p_lkey, p_rkey, ph_mr);
	if (pd)
		iba_put(&pd->object);
	iba_put(&base->object);
	return status;
}

ib_api_status_t ib_dereg_mr(ib_mr_handle_t h_mr)
{
	return iba_destroy_handle(h_mr, INVERBS_IBA_MR, IB_INVALID_MR_HANDLE, NULL);
}

static ib_api_status_t check_phys(const ib_phys_create_t *create)
{
	if (!create->length || !create->num_ranges || !create->range_array)
		return IB_INVALID_PARAMETER;
	return iba_check_access(create->access_ctrl);
}

/* Whether the program passed buffers for results that are not available. */
static bool have_result_buffers(void *address, void *lkey, void *rkey)
{
	return address && lkey && rkey;
}

/* The Linux kernel does not let programs register physical addresses. */
ib_api_status_t ib_reg_phys(ib_pd_handle_t h_pd, const ib_phys_create_t *p_phys_create,
			    uint64_t *p_vaddr, net32_t *p_lkey, net32_t *p_rkey,
			    ib_mr_handle_t *ph_mr)
{
	ib_api_status_t status = IB_INVALID_PARAMETER;

	if (!inverbs_iba_slot(h_pd, INVERBS_IBA_PD))
		return iba_refusal(h_pd, IB_INVALID_PD_HANDLE);
	if (p_phys_create && have_result_buffers(p_vaddr, p_lkey, p_rkey) && ph_mr)
		status = check_phys(p_phys_create);
	return status == IB_SUCCESS ? IB_UNSUPPORTED : status;
}

ib_api_status_t ib_rereg_phys(ib_mr_handle_t h_mr, ib_mr_mod_t mr_mod_mask,
			      const ib_phys_create_t *p_phys_create, uint64_t *p_vaddr,
			      net32_t *p_lkey, net32_t *p_rkey, ib_pd_handle_t h_pd)
{
	const uint32_t known = IB_MR_MOD_ADDR | IB_MR_MOD_PD | IB_MR_MOD_ACCESS;
	ib_api_status_t status = IB_SUCCESS;

	if (!inverbs_iba_slot(h_mr, INVERBS_IBA_MR))
		return iba_refusal(h_mr, IB_INVALID_MR_HANDLE);
	if (mr_mod_mask & IB_MR_MOD_PD && !inverbs_iba_slot(h_pd, INVERBS_IBA_PD))
		return iba_refusal(h_pd, IB_INVALID_PD_HANDLE);
	if (!have_result_buffers(p_vaddr, p_lkey, p_rkey))
		return IB_INVALID_PARAMETER;
	if (!mr_mod_mask || mr_mod_mask & ~known)
		return IB_INVALID_SETTING;
	if (mr_mod_mask & (IB_MR_MOD_ADDR | IB_MR_MOD_ACCESS))
		status = p_phys_create ? check_phys(p_phys_create) : IB_INVALID_PARAMETER;
	return status == IB_SUCCESS ? IB_UNSUPPORTED : status;
}
