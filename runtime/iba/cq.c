/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Completion queues, whose completions the dispatcher reports through a callback or a wait object.
 */
#include <errno.h>
#include <stdlib.h>

#include "layer.h"

static bool cq_is_used(const struct iba_object *object)
{
	return ((const struct iba_cq *)object)->users;
}

static void release_cq(struct iba_object *object)
{
	ibv_destroy_cq(((struct iba_cq *)object)->cq);
}

static bool fits_cq(const struct iba_ca *ca, uint32_t size)
{
	return size && size <= (uint32_t)ca->attr.max_cqe;
}

static ib_api_status_t check_cq_create(const struct iba_ca *ca, const ib_cq_create_t *create,
				       const ib_cq_handle_t *handle)
{
	if (!create || !handle)
		return IB_INVALID_PARAMETER;
	if (!create->pfn_comp_cb == !create->h_wait_obj)
		return IB_INVALID_SETTING;
	return fits_cq(ca, create->size) ? IB_SUCCESS : IB_INVALID_CQ_SIZE;
}

/* Called before the CQ exists, so that no completion is missed. */
static ib_api_status_t watch_cq(struct iba_ca *ca, const struct iba_cq *cq)
{
	ib_api_status_t status;

	if (!iba_channel(ca))
		return iba_status(errno);
	status = iba_watch_completions(ca);
	if (status == IB_SUCCESS && cq->reporter.event)
		status = iba_watch_events(ca);
	return status;
}

static ib_api_status_t create_cq(struct iba_ca *ca, struct iba_cq *cq, ib_cq_create_t *create,
				 ib_cq_handle_t *handle)
{
	ib_api_status_t status = watch_cq(ca, cq);
	struct ibv_cq *made = NULL;
	uint32_t size;

	if (status == IB_SUCCESS) {
		made = ibv_create_cq(ca->context, (int)create->size, cq, ca->channel, 0);
		status = made ? IB_SUCCESS : iba_status(errno);
	}
	if (!made) {
		free(cq);
		return status;
	}
	cq->cq = made;
	size = (uint32_t)made->cqe;
	status = iba_publish(&cq->reporter.object, INVERBS_IBA_CQ, &ca->reporter.object, cq->cq,
			     handle);
	if (status == IB_SUCCESS)
		create->size = size;
	return status;
}

ib_api_status_t ib_create_cq(ib_ca_handle_t h_ca, ib_cq_create_t *p_cq_create,
			     const void *cq_context, ib_pfn_event_cb_t pfn_cq_event_cb,
			     ib_cq_handle_t *ph_cq)
{
	struct iba_ca *ca = iba_get(h_ca, INVERBS_IBA_CA);
	struct iba_cq *cq = NULL;
	ib_api_status_t status;

	if (!ca)
		return iba_refusal(h_ca, IB_INVALID_CA_HANDLE);
	status = check_cq_create(ca, p_cq_create, ph_cq);
	if (status == IB_SUCCESS && !(cq = calloc(1, sizeof(*cq))))
		status = IB_INSUFFICIENT_MEMORY;
	if (cq) {
		cq->reporter.object.context = cq_context;
		cq->reporter.object.busy = cq_is_used;
		cq->reporter.object.release = release_cq;
		cq->reporter.event = pfn_cq_event_cb;
		cq->completed = p_cq_create->pfn_comp_cb;
		cq->waits = p_cq_create->h_wait_obj;
		status = create_cq(ca, cq, p_cq_create, ph_cq);
	}
	iba_put(&ca->reporter.object);
	return status;
}

/* A size within the adapter's limits is refused only if the completions in the queue do not fit. */
static ib_api_status_t change_cq_size(struct iba_cq *cq, uint32_t *size)
{
	int err;

	if (!size)
		return IB_INVALID_PARAMETER;
	if (!fits_cq(iba_ca_of(&cq->reporter.object), *size))
		return IB_INVALID_CQ_SIZE;
	err = ibv_resize_cq(cq->cq, (int)*size);
	if (err)
		return err == EINVAL || err == EBUSY ? IB_OVERFLOW : iba_status(err);
	*size = (uint32_t)cq->cq->cqe;
	return IB_SUCCESS;
}

ib_api_status_t ib_modify_cq(ib_cq_handle_t h_cq, uint32_t *p_size)
{
	struct iba_cq *cq = iba_get(h_cq, INVERBS_IBA_CQ);
	ib_api_status_t status;

	if (!cq)
		return iba_refusal(h_cq, IB_INVALID_CQ_HANDLE);
	status = change_cq_size(cq, p_size);
	iba_put(&cq->reporter.object);
	return status;
}

ib_api_status_t ib_query_cq(ib_cq_handle_t h_cq, uint32_t *p_size)
{
	struct iba_cq *cq = iba_get(h_cq, INVERBS_IBA_CQ);
	ib_api_status_t status = p_size ? IB_SUCCESS : IB_INVALID_PARAMETER;

	if (!cq)
		return iba_refusal(h_cq, IB_INVALID_CQ_HANDLE);
	if (p_size)
		*p_size = (uint32_t)cq->cq->cqe;
	iba_put(&cq->reporter.object);
	return status;
}

ib_api_status_t ib_destroy_cq(ib_cq_handle_t h_cq, ib_pfn_destroy_cb_t pfn_destroy_cb)
{
	return iba_destroy_handle(h_cq, INVERBS_IBA_CQ, IB_INVALID_CQ_HANDLE, pfn_destroy_cb);
}

/* Whether the program passed a buffer for a result that is not available. */
static bool has_result_buffer(void *result)
{
	return result;
}

/* Rings do not count the CQEs in them. */
ib_api_status_t ib_peek_cq(ib_cq_handle_t h_cq, uint32_t *p_n_cqes)
{
	if (!inverbs_iba_slot(h_cq, INVERBS_IBA_CQ))
		return iba_refusal(h_cq, IB_INVALID_CQ_HANDLE);
	return has_result_buffer(p_n_cqes) ? IB_UNSUPPORTED : IB_INVALID_PARAMETER;
}

ib_api_status_t ib_rearm_n_cq(ib_cq_handle_t h_cq, uint32_t n_cqes)
{
	struct iba_cq *cq = iba_get(h_cq, INVERBS_IBA_CQ);
	ib_api_status_t status;

	if (!cq)
		return iba_refusal(h_cq, IB_INVALID_CQ_HANDLE);
	status = n_cqes && n_cqes <= (uint32_t)cq->cq->cqe ? IB_UNSUPPORTED : IB_INVALID_PARAMETER;
	iba_put(&cq->reporter.object);
	return status;
}
