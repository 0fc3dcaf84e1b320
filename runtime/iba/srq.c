/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared receive queues. */
#include <errno.h>
#include <stdlib.h>

#include "layer.h"

static bool srq_is_used(const struct iba_object *object)
{
	return ((const struct iba_srq *)object)->users;
}

static void release_srq(struct iba_object *object)
{
	ibv_destroy_srq(((struct iba_srq *)object)->srq);
}

static ib_api_status_t check_srq_attr(const struct iba_ca *ca, const ib_srq_attr_t *attr)
{
	if (!attr->max_wr || !attr->max_sge)
		return IB_INVALID_SETTING;
	if (attr->max_wr > (uint32_t)ca->attr.max_srq_wr)
		return IB_INVALID_MAX_WRS;
	return attr->max_sge > (uint32_t)ca->attr.max_srq_sge ? IB_INVALID_MAX_SGE : IB_SUCCESS;
}

static ib_api_status_t create_srq(struct iba_pd *pd, struct iba_srq *srq, const ib_srq_attr_t *attr,
				  ib_srq_handle_t *handle)
{
	struct ibv_srq_init_attr init = {.srq_context = srq,
					 .attr = {.max_wr = attr->max_wr,
						  .max_sge = attr->max_sge,
						  .srq_limit = attr->srq_limit}};
	struct iba_ca *ca = iba_ca_of(&pd->object);
	ib_api_status_t status = check_srq_attr(ca, attr);

	if (status == IB_SUCCESS && srq->reporter.event)
		status = iba_watch_events(ca);
	if (status == IB_SUCCESS) {
		srq->srq = ibv_create_srq(pd->pd, &init);
		if (!srq->srq)
			status = iba_status(errno);
	}
	if (status != IB_SUCCESS) {
		free(srq);
		return status;
	}
	return iba_publish(&srq->reporter.object, INVERBS_IBA_SRQ, &pd->object, srq->srq, handle);
}

ib_api_status_t ib_create_srq(ib_pd_handle_t h_pd, const ib_srq_attr_t *p_srq_attr,
			      const void *srq_context, ib_pfn_event_cb_t pfn_srq_event_cb,
			      ib_srq_handle_t *ph_srq)
{
	struct iba_pd *pd = iba_get_verbs_pd(h_pd);
	struct iba_srq *srq = p_srq_attr && ph_srq ? calloc(1, sizeof(*srq)) : NULL;
	ib_api_status_t status;

	if (!pd) {
		free(srq);
		return iba_refusal(h_pd, IB_INVALID_PD_HANDLE);
	}
	status = p_srq_attr && ph_srq ? IB_INSUFFICIENT_MEMORY : IB_INVALID_PARAMETER;
	if (srq) {
		srq->reporter.object.context = srq_context;
		srq->reporter.object.busy = srq_is_used;
		srq->reporter.object.release = release_srq;
		srq->reporter.event = pfn_srq_event_cb;
		status = create_srq(pd, srq, p_srq_attr, ph_srq);
	}
	iba_put(&pd->object);
	return status;
}

static ib_api_status_t query_srq(struct iba_srq *srq, ib_srq_attr_t *attr)
{
	struct ibv_srq_attr verbs;
	int err = ibv_query_srq(srq->srq, &verbs);

	if (err)
		return iba_status(err);
	attr->max_wr = verbs.max_wr;
	attr->max_sge = verbs.max_sge;
	attr->srq_limit = verbs.srq_limit;
	return IB_SUCCESS;
}

ib_api_status_t ib_query_srq(ib_srq_handle_t h_srq, ib_srq_attr_t *p_srq_attr)
{
	struct iba_srq *srq = iba_get(h_srq, INVERBS_IBA_SRQ);
	ib_api_status_t status;

	if (!srq)
		return iba_refusal(h_srq, IB_INVALID_SRQ_HANDLE);
	status = p_srq_attr ? query_srq(srq, p_srq_attr) : IB_INVALID_PARAMETER;
	iba_put(&srq->reporter.object);
	return status;
}

static ib_api_status_t change_srq(struct iba_srq *srq, const ib_srq_attr_t *attr, uint32_t mask)
{
	struct ibv_srq_attr verbs;
	int bits = 0;

	if (!attr)
		return IB_INVALID_PARAMETER;
	if (!mask || mask & ~(uint32_t)(IB_SRQ_MAX_WR | IB_SRQ_LIMIT))
		return IB_INVALID_SETTING;
	verbs = (struct ibv_srq_attr){.max_wr = attr->max_wr, .srq_limit = attr->srq_limit};
	bits |= mask & IB_SRQ_MAX_WR ? IBV_SRQ_MAX_WR : 0;
	bits |= mask & IB_SRQ_LIMIT ? IBV_SRQ_LIMIT : 0;
	return iba_status(ibv_modify_srq(srq->srq, &verbs, bits));
}

ib_api_status_t ib_modify_srq(ib_srq_handle_t h_srq, const ib_srq_attr_t *p_srq_attr,
			      ib_srq_attr_mask_t srq_attr_mask)
{
	struct iba_srq *srq = iba_get(h_srq, INVERBS_IBA_SRQ);
	ib_api_status_t status;

	if (!srq)
		return iba_refusal(h_srq, IB_INVALID_SRQ_HANDLE);
	status = change_srq(srq, p_srq_attr, srq_attr_mask);
	iba_put(&srq->reporter.object);
	return status;
}

ib_api_status_t ib_destroy_srq(ib_srq_handle_t h_srq, ib_pfn_destroy_cb_t pfn_destroy_cb)
{
	return iba_destroy_handle(h_srq, INVERBS_IBA_SRQ, IB_INVALID_SRQ_HANDLE, pfn_destroy_cb);
}
