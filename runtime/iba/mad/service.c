/* SPDX-License-Identifier: BSD-2-Clause */
/* MAD services: registration and deregistration. */
#include "service.h"

#include <errno.h>
#include <stdlib.h>

#include "iba/layer.h"
#include "qp.h"

static void release_mad_svc(struct iba_object *object)
{
	struct iba_mad_svc *svc = (struct iba_mad_svc *)object;

	iba_umad_close(&svc->umad);
	pthread_mutex_destroy(&svc->lock);
}

/* Give back all requests that wait for a response. The service's lock is held. */
static void finish_waiting(struct iba_mad_svc *svc, ib_wc_status_t status)
{
	while (svc->waiting) {
		struct iba_mad *mad = svc->waiting;

		svc->waiting = mad->next;
		iba_mad_queue_done(svc, mad, status);
	}
}

void iba_mad_file_lost(struct iba_umad *umad)
{
	struct iba_mad_svc *svc = IBA_CONTAINER(umad, struct iba_mad_svc, umad);

	pthread_mutex_lock(&svc->lock);
	finish_waiting(svc, IB_WCS_WR_FLUSHED_ERR);
	pthread_mutex_unlock(&svc->lock);
	iba_mad_give_back(svc);
}

/* The last job of a service: nothing is read afterwards, and waiting requests are given back. */
static void end_mad_svc(struct iba_job *job)
{
	struct iba_mad_svc *svc = IBA_CONTAINER(job, struct iba_mad_svc, ending);

	if (!svc->own)
		iba_unwatch(&svc->umad.source);
	pthread_mutex_lock(&svc->lock);
	svc->ended = true;
	finish_waiting(svc, IB_WCS_CANCELED);
	if (svc->own)
		iba_mad_qp_cancel(svc);
	pthread_mutex_unlock(&svc->lock);
	iba_mad_give_back(svc);
	iba_put(&svc->object);
}

/* Called with iba_lock() held, which guards the reference count. */
static void stop_mad_svc(struct iba_object *object)
{
	object->references++;
	iba_defer(&((struct iba_mad_svc *)object)->ending);
}

static ib_api_status_t check_mad_svc(const ib_mad_svc_t *req)
{
	if (!req->pfn_mad_send_cb || !req->pfn_mad_recv_cb || req->svc_type < IB_MAD_SVC_DEFAULT ||
	    req->svc_type > IB_MAD_SVC_RAW)
		return IB_INVALID_PARAMETER;
	return req->support_unsol && !req->mgmt_class ? IB_INVALID_PARAMETER : IB_SUCCESS;
}

/* Refuse what umad does not support: application classes, and vendor classes with any OUI. */
static ib_api_status_t check_alias(const struct iba_spl_qp *qp, const ib_mad_svc_t *req)
{
	const uint8_t mgmt_class = req->mgmt_class;
	const bool subnet = mgmt_class == MAD_CLASS_SUBNET ||
			    mgmt_class == MAD_CLASS_SUBNET_DIRECTED;

	if (!req->support_unsol)
		return IB_SUCCESS;
	if (req->mgmt_version >= UMAD_VERSIONS_END || subnet != !qp->qpn)
		return IB_INVALID_PARAMETER;
	if (mgmt_class >= MAD_VENDOR_OUI_FIRST && mgmt_class != MAD_CLASS_SUBNET_DIRECTED)
		return IB_UNSUPPORTED;
	return IB_SUCCESS;
}

/*
 * Register the agent for requests. If another agent has the method, the status is that of other
 * IBAL implementations.
 */
static ib_api_status_t register_request_agent(struct iba_mad_svc *svc, const ib_mad_svc_t *req)
{
	struct umad_reg_req request = {
		.qpn = svc->qp->qpn,
		.mgmt_class = req->mgmt_class,
		.mgmt_class_version = req->mgmt_version,
		.rmpp_version = svc->taker_has_rmpp ? MAD_RMPP_VERSION : 0,
	};
	int err;

	memcpy(request.method_mask, svc->methods, sizeof(svc->methods));
	err = iba_umad_register(&svc->umad, &request);
	svc->taker.id = request.id;
	svc->taker.registered = !err;
	return err == EINVAL ? IB_INSUFFICIENT_MEMORY : iba_umad_status(err);
}

static ib_api_status_t open_service(struct iba_mad_svc *svc, const ib_mad_svc_t *req)
{
	ib_api_status_t status;

	if (iba_dispatcher_start())
		return IB_INSUFFICIENT_RESOURCES;
	status = iba_umad_status(iba_umad_open(&svc->umad, &svc->qp->port));
	if (status != IB_SUCCESS || !svc->takes)
		return status;
	status = register_request_agent(svc, req);
	if (status != IB_SUCCESS)
		iba_umad_close(&svc->umad);
	return status;
}

static struct iba_mad_svc *make_mad_svc(const ib_mad_svc_t *req)
{
	struct iba_mad_svc *svc = calloc(1, sizeof(*svc));

	if (!svc)
		return NULL;
	svc->object.context = req->mad_svc_context;
	svc->object.release = release_mad_svc;
	svc->object.stop = stop_mad_svc;
	svc->mgmt_class = req->mgmt_class;
	svc->version = req->mgmt_version;
	for (unsigned int i = 0; i < IB_MAX_METHODS; i++)
		if (req->method_array[i])
			svc->methods[i / 32] |= UINT32_C(1) << i % 32;
	svc->type = req->svc_type;
	svc->sent = req->pfn_mad_send_cb;
	svc->received = req->pfn_mad_recv_cb;
	svc->takes = req->support_unsol;
	svc->taker_has_rmpp = iba_class_has_rmpp(req->mgmt_class) &&
			      req->svc_type != IB_MAD_SVC_RAW;
	svc->umad.received = iba_mad_arrived;
	svc->umad.lost = iba_mad_file_lost;
	svc->ending.run = end_mad_svc;
	svc->last_done = &svc->done;
	pthread_mutex_init(&svc->lock, NULL);
	return svc;
}

/* The service may receive datagrams before the handle is returned. */
static ib_api_status_t start_mad_svc(struct iba_mad_svc *svc, struct iba_object *qp,
				     ib_mad_svc_handle_t *handle)
{
	ib_api_status_t status = iba_add(&svc->object, INVERBS_IBA_MAD_SVC, qp, NULL);

	if (status != IB_SUCCESS) {
		release_mad_svc(&svc->object);
		free(svc);
		return status;
	}
	if (!svc->own)
		status = iba_status(iba_watch(&svc->umad.source));
	if (status != IB_SUCCESS) {
		iba_destroy(&svc->object, NULL);
		return status;
	}
	*handle = iba_handle(&svc->object);
	iba_put(&svc->object);
	return IB_SUCCESS;
}

/* Free a service that has no handle. */
static void free_mad_svc(struct iba_mad_svc *svc)
{
	pthread_mutex_destroy(&svc->lock);
	free(svc);
}

static ib_api_status_t open_alias(struct iba_mad_svc *svc, struct iba_spl_qp *qp,
				  const ib_mad_svc_t *req)
{
	ib_api_status_t status = check_alias(qp, req);

	svc->qp = qp;
	return status == IB_SUCCESS ? open_service(svc, req) : status;
}

/* If two threads register the same method at once, the second is refused. */
static ib_api_status_t register_mad_svc(struct iba_qp *qp, const ib_mad_svc_t *req,
					ib_mad_svc_handle_t *handle)
{
	static pthread_mutex_t registering = PTHREAD_MUTEX_INITIALIZER;
	ib_api_status_t status = check_mad_svc(req);
	struct iba_mad_svc *svc = status == IB_SUCCESS ? make_mad_svc(req) : NULL;

	if (!svc)
		return status == IB_SUCCESS ? IB_INSUFFICIENT_MEMORY : status;
	pthread_mutex_lock(&registering);
	status = qp->qp ? iba_mad_qp_open(qp, svc) : open_alias(svc, (struct iba_spl_qp *)qp, req);
	if (status == IB_SUCCESS)
		status = start_mad_svc(svc, &qp->reporter.object, handle);
	else
		free_mad_svc(svc);
	pthread_mutex_unlock(&registering);
	return status;
}

ib_api_status_t ib_reg_mad_svc(ib_qp_handle_t h_qp, const ib_mad_svc_t *p_mad_svc,
			       ib_mad_svc_handle_t *ph_mad_svc)
{
	struct iba_qp *qp = iba_get(h_qp, INVERBS_IBA_QP);
	ib_api_status_t status;

	if (!qp)
		return iba_refusal(h_qp, IB_INVALID_QP_HANDLE);
	if (p_mad_svc && ph_mad_svc && (!qp->qp || qp->type == IB_QPT_MAD))
		status = register_mad_svc(qp, p_mad_svc, ph_mad_svc);
	else /* other queue pairs have no services */
		status = IB_INVALID_PARAMETER;
	iba_put(&qp->reporter.object);
	return status;
}
