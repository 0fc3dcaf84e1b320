/* SPDX-License-Identifier: BSD-2-Clause */
/* Protection domains. Those for management datagrams exist in the layer only. */
#include <errno.h>
#include <stdlib.h>

#include "layer.h"

static void release_pd(struct iba_object *object)
{
	struct iba_pd *pd = (struct iba_pd *)object;

	if (pd->pd)
		ibv_dealloc_pd(pd->pd);
}

struct iba_pd *iba_get_verbs_pd(ib_pd_handle_t handle)
{
	struct iba_pd *pd = iba_get(handle, INVERBS_IBA_PD);

	if (!pd || pd->pd)
		return pd;
	iba_put(&pd->object);
	return NULL;
}

static bool is_known_pd_type(ib_pd_type_t type)
{
	return type == IB_PDT_NORMAL || type == IB_PDT_ALIAS || type == IB_PDT_SQP ||
	       type == IB_PDT_UD;
}

static bool is_verbs_type(ib_pd_type_t type)
{
	return type == IB_PDT_NORMAL || type == IB_PDT_UD;
}

static ib_api_status_t alloc_pd(struct iba_ca *ca, ib_pd_type_t type, const void *context,
				ib_pd_handle_t *handle)
{
	struct iba_pd *pd = calloc(1, sizeof(*pd));
	ib_api_status_t status;

	if (!pd)
		return IB_INSUFFICIENT_MEMORY;
	pd->object.context = context;
	pd->object.release = release_pd;
	pd->type = type;
	if (is_verbs_type(type)) {
		pd->pd = ibv_alloc_pd(ca->context);
		if (!pd->pd) {
			status = iba_status(errno);
			free(pd);
			return status;
		}
	}
	return iba_publish(&pd->object, INVERBS_IBA_PD, &ca->reporter.object, NULL, handle);
}

ib_api_status_t ib_alloc_pd(ib_ca_handle_t h_ca, ib_pd_type_t pd_type, const void *pd_context,
			    ib_pd_handle_t *ph_pd)
{
	struct iba_ca *ca = iba_get(h_ca, INVERBS_IBA_CA);
	ib_api_status_t status;

	if (!ca)
		return iba_refusal(h_ca, IB_INVALID_CA_HANDLE);
	status = ph_pd && is_known_pd_type(pd_type) ? alloc_pd(ca, pd_type, pd_context, ph_pd)
						    : IB_INVALID_PARAMETER;
	iba_put(&ca->reporter.object);
	return status;
}

ib_api_status_t ib_dealloc_pd(ib_pd_handle_t h_pd, ib_pfn_destroy_cb_t pfn_destroy_cb)
{
	return iba_destroy_handle(h_pd, INVERBS_IBA_PD, IB_INVALID_PD_HANDLE, pfn_destroy_cb);
}
