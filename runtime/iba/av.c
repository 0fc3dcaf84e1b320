/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Address vectors. Those with the permissive LID, or on a domain that exists in the layer only, are
 * for management datagrams; the adapter has no address handle for them.
 */
#include <errno.h>
#include <stdlib.h>

#include "layer.h"

#define PERMISSIVE_LID 0xffff

static void release_av(struct iba_object *object)
{
	struct iba_av *av = (struct iba_av *)object;

	if (av->ah)
		ibv_destroy_ah(av->ah);
}

/* Create the adapter's address handle; *ah is NULL if the vector has none. */
static ib_api_status_t make_ah(struct iba_pd *pd, const ib_av_attr_t *attr, struct ibv_ah **ah)
{
	struct iba_ca *ca = iba_ca_of(&pd->object);
	struct ibv_ah_attr verbs;
	ib_api_status_t status;

	*ah = NULL;
	if (!iba_has_port(ca, attr->port_num))
		return IB_INVALID_PORT;
	if (!pd->pd || attr->dlid == PERMISSIVE_LID)
		return IB_SUCCESS;
	status = iba_ah_attr(ca->context, attr, &verbs);
	if (status != IB_SUCCESS)
		return status;
	*ah = ibv_create_ah(pd->pd, &verbs);
	if (*ah)
		return IB_SUCCESS;
	return errno == EINVAL ? IB_INVALID_PARAMETER : iba_status(errno);
}

static ib_api_status_t create_av(struct iba_pd *pd, const ib_av_attr_t *attr,
				 ib_av_handle_t *handle)
{
	struct iba_av *av = calloc(1, sizeof(*av));
	ib_api_status_t status;

	if (!av)
		return IB_INSUFFICIENT_MEMORY;
	status = make_ah(pd, attr, &av->ah);
	if (status != IB_SUCCESS) {
		free(av);
		return status;
	}
	av->attr = *attr;
	av->object.release = release_av;
	return iba_publish(&av->object, INVERBS_IBA_AV, &pd->object, av->ah, handle);
}

ib_api_status_t ib_create_av(ib_pd_handle_t h_pd, const ib_av_attr_t *p_av_attr,
			     ib_av_handle_t *ph_av)
{
	struct iba_pd *pd = iba_get(h_pd, INVERBS_IBA_PD);
	ib_api_status_t status;

	if (!pd)
		return iba_refusal(h_pd, IB_INVALID_PD_HANDLE);
	status = p_av_attr && ph_av ? create_av(pd, p_av_attr, ph_av) : IB_INVALID_PARAMETER;
	iba_put(&pd->object);
	return status;
}

ib_api_status_t ib_create_av_ctx(ib_pd_handle_t h_pd, const ib_av_attr_t *p_av_attr, uint16_t ctx,
				 ib_av_handle_t *ph_av)
{
	(void)ctx;
	return ib_create_av(h_pd, p_av_attr, ph_av);
}

ib_api_status_t ib_query_av(ib_av_handle_t h_av, ib_av_attr_t *p_av_attr, ib_pd_handle_t *ph_pd)
{
	struct iba_av *av = iba_get(h_av, INVERBS_IBA_AV);

	if (!av)
		return iba_refusal(h_av, IB_INVALID_AV_HANDLE);
	if (p_av_attr && ph_pd) {
		iba_lock();
		*p_av_attr = av->attr;
		iba_unlock();
		*ph_pd = iba_handle(av->object.parent);
	}
	iba_put(&av->object);
	return p_av_attr && ph_pd ? IB_SUCCESS : IB_INVALID_PARAMETER;
}

static ib_api_status_t change_av(struct iba_av *av, const ib_av_attr_t *attr)
{
	struct ibv_ah *ah, *old;
	ib_api_status_t status = make_ah((struct iba_pd *)av->object.parent, attr, &ah);

	if (status != IB_SUCCESS)
		return status;
	iba_lock();
	old = av->ah;
	av->ah = ah;
	av->attr = *attr;
	__atomic_store_n(&av->object.slot->verbs, ah, __ATOMIC_RELEASE);
	iba_unlock();
	if (old)
		ibv_destroy_ah(old);
	return IB_SUCCESS;
}

ib_api_status_t ib_modify_av(ib_av_handle_t h_av, const ib_av_attr_t *p_av_attr)
{
	struct iba_av *av = iba_get(h_av, INVERBS_IBA_AV);
	ib_api_status_t status;

	if (!av)
		return iba_refusal(h_av, IB_INVALID_AV_HANDLE);
	status = p_av_attr ? change_av(av, p_av_attr) : IB_INVALID_PARAMETER;
	iba_put(&av->object);
	return status;
}

ib_api_status_t ib_destroy_av(ib_av_handle_t h_av)
{
	return iba_destroy_handle(h_av, INVERBS_IBA_AV, IB_INVALID_AV_HANDLE, NULL);
}

ib_api_status_t ib_destroy_av_ctx(ib_av_handle_t h_av, uint16_t ctx)
{
	(void)ctx;
	return ib_destroy_av(h_av);
}
