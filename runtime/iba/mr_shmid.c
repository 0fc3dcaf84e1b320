/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory regions by identifier: the first registration of an identifier determines the memory.
 * Later ones in this process get the same memory, as long as one of the regions exists.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "layer.h"

/* All regions with an identifier; guarded by iba_lock(). */
static struct iba_mr *shared;

/* Returns the region of an identifier, or NULL if it is not registered. iba_lock() is held. */
static const struct ibv_mr *find_shared_mr(const uint8_t *shmid)
{
	for (const struct iba_mr *mr = shared; mr; mr = mr->next_shared)
		if (!memcmp(mr->shmid, shmid, sizeof(mr->shmid)))
			return mr->mr;
	return NULL;
}

static void release_shared_mr(struct iba_object *object)
{
	struct iba_mr *mr = (struct iba_mr *)object;
	struct iba_mr **at = &shared;

	iba_lock();
	while (*at && *at != mr)
		at = &(*at)->next_shared;
	if (*at)
		*at = mr->next_shared;
	iba_unlock();
	ibv_dereg_mr(mr->mr);
}

static size_t page_offset_of(const void *address)
{
	return (uintptr_t)address & ((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
}

/* The memory for an identifier: that of an existing region, or the caller's. */
static ib_api_status_t check_shared_range(const uint8_t *shmid, const ib_mr_create_t *create,
					  void **address)
{
	ib_api_status_t status = IB_SUCCESS;
	const struct ibv_mr *known;

	*address = create->vaddr;
	iba_lock();
	known = find_shared_mr(shmid);
	if (known && (known->length != create->length ||
		      page_offset_of(known->addr) != page_offset_of(create->vaddr)))
		status = IB_INVALID_SETTING;
	else if (known)
		*address = known->addr;
	iba_unlock();
	return status;
}

static ib_api_status_t register_shared(struct iba_pd *pd, const uint8_t *shmid,
				       const ib_mr_create_t *create, uint64_t *address,
				       net32_t *lkey, net32_t *rkey, ib_mr_handle_t *handle)
{
	ib_api_status_t status;
	struct iba_mr *mr;
	void *first;

	status = check_shared_range(shmid, create, &first);
	if (status != IB_SUCCESS)
		return status;
	mr = calloc(1, sizeof(*mr));
	if (!mr)
		return IB_INSUFFICIENT_MEMORY;
	memcpy(mr->shmid, shmid, sizeof(mr->shmid));
	mr->object.release = release_shared_mr;
	status = iba_register_memory(pd, mr, first, create->length, create->access_ctrl, handle,
				     lkey, rkey);
	if (status != IB_SUCCESS)
		return status;
	*address = (uintptr_t)first;
	mr = iba_get(*handle, INVERBS_IBA_MR);
	if (!mr)
		return IB_SUCCESS;
	iba_lock();
	mr->next_shared = shared;
	shared = mr;
	iba_unlock();
	iba_put(&mr->object);
	return IB_SUCCESS;
}

ib_api_status_t ib_reg_shmid(ib_pd_handle_t h_pd, const ib_shmid_t shmid,
			     const ib_mr_create_t *p_mr_create, uint64_t *p_vaddr, net32_t *p_lkey,
			     net32_t *p_rkey, ib_mr_handle_t *ph_mr)
{
	struct iba_pd *pd = iba_get_verbs_pd(h_pd);
	ib_api_status_t status = IB_INVALID_PARAMETER;

	if (!pd)
		return iba_refusal(h_pd, IB_INVALID_PD_HANDLE);
	if (shmid && p_mr_create && p_vaddr && p_lkey && p_rkey && ph_mr)
		status = iba_check_mr_create(p_mr_create);
	if (status == IB_SUCCESS)
		status = register_shared(pd, shmid, p_mr_create, p_vaddr, p_lkey, p_rkey, ph_mr);
	iba_put(&pd->object);
	return status;
}
