/* SPDX-License-Identifier: BSD-2-Clause */
/* Queue pairs: creating and destroying them. */
#include <errno.h>
#include <inverbs/iba/maps.h>
#include <stdlib.h>

#include "layer.h"

/* Count the queue pair as a user of its CQs and SRQ, or stop counting it. The lock is held. */
static void count_user(struct iba_qp *qp, bool counts)
{
	const unsigned int change = (unsigned int)counts - qp->counted;

	qp->send_cq->users += change;
	qp->recv_cq->users += change;
	if (qp->srq)
		qp->srq->users += change;
	qp->counted = counts;
}

/*
 * From now on the program may destroy the CQs and the SRQ; they end when the queue pair has ended.
 */
static void stop_qp(struct iba_object *object)
{
	struct iba_qp *qp = (struct iba_qp *)object;

	count_user(qp, false);
	if (qp->connection)
		qp->disconnect(qp);
	if (qp->hooks)
		qp->hooks->stop(qp);
}

/* A CQ that was created for this queue pair is destroyed with it. */
static void put_queues(struct iba_qp *qp)
{
	if (qp->send_cq && qp->type == IB_QPT_MAD) {
		iba_hold(&qp->send_cq->reporter.object);
		iba_destroy(&qp->send_cq->reporter.object, NULL);
	}
	if (qp->send_cq)
		iba_put(&qp->send_cq->reporter.object);
	if (qp->recv_cq)
		iba_put(&qp->recv_cq->reporter.object);
	if (qp->srq)
		iba_put(&qp->srq->reporter.object);
}

static void release_qp(struct iba_object *object)
{
	struct iba_qp *qp = (struct iba_qp *)object;

	ibv_destroy_qp(qp->qp);
	if (qp->hooks)
		qp->hooks->release(qp);
	iba_lock();
	count_user(qp, false);
	iba_unlock();
	put_queues(qp);
	pthread_mutex_destroy(&qp->changing);
}

/*
 * Get references to the CQs and the SRQ that the program specifies; they must be on the domain's
 * adapter.
 */
static ib_api_status_t get_queues(const struct iba_ca *ca, struct iba_qp *qp,
				  const ib_qp_create_t *create)
{
	qp->send_cq = iba_get(create->h_sq_cq, INVERBS_IBA_CQ);
	qp->recv_cq = iba_get(create->h_rq_cq, INVERBS_IBA_CQ);
	if (!qp->send_cq || !qp->recv_cq || iba_ca_of(&qp->send_cq->reporter.object) != ca ||
	    iba_ca_of(&qp->recv_cq->reporter.object) != ca)
		return IB_INVALID_CQ_HANDLE;
	if (!create->h_srq)
		return IB_SUCCESS;
	qp->srq = iba_get(create->h_srq, INVERBS_IBA_SRQ);
	return qp->srq && iba_ca_of(&qp->srq->reporter.object) == ca ? IB_SUCCESS
								     : IB_INVALID_SRQ_HANDLE;
}

static void completions_ready(ib_cq_handle_t h_cq, void *context)
{
	struct iba_qp *qp = iba_get(context, INVERBS_IBA_QP);

	(void)h_cq;
	if (!qp)
		return;
	if (qp->hooks)
		qp->hooks->completed(qp);
	iba_put(&qp->reporter.object);
}

/*
 * A queue pair for management uses a CQ of the layer; CQs that the program specifies are ignored.
 */
static ib_api_status_t make_queue(struct iba_ca *ca, struct iba_qp *qp,
				  const ib_qp_create_t *create)
{
	ib_cq_create_t queue = {.size = create->sq_depth + create->rq_depth + 1,
				.pfn_comp_cb = completions_ready};
	ib_cq_handle_t handle;
	ib_api_status_t status;

	if ((create->h_sq_cq && !inverbs_iba_slot(create->h_sq_cq, INVERBS_IBA_CQ)) ||
	    (create->h_rq_cq && !inverbs_iba_slot(create->h_rq_cq, INVERBS_IBA_CQ)))
		return IB_INVALID_CQ_HANDLE;
	if (create->h_srq)
		return IB_INVALID_SETTING;
	status = ib_create_cq(iba_handle(&ca->reporter.object), &queue, NULL, NULL, &handle);
	if (status != IB_SUCCESS)
		return status == IB_INVALID_CQ_SIZE ? IB_INVALID_MAX_WRS : status;
	qp->send_cq = iba_get(handle, INVERBS_IBA_CQ);
	qp->recv_cq = iba_get(handle, INVERBS_IBA_CQ);
	return qp->send_cq && qp->recv_cq ? IB_SUCCESS
					  : IB_INVALID_PD_HANDLE; /* the CQ is closing */
}

static ib_api_status_t check_type(ib_qp_type_t type)
{
	switch (type) {
	case IB_QPT_RELIABLE_CONN:
	case IB_QPT_UNRELIABLE_CONN:
	case IB_QPT_UNRELIABLE_DGRM:
	case IB_QPT_MAD:
		return IB_SUCCESS;
	case IB_QPT_RELIABLE_DGRM:
		return IB_UNSUPPORTED;
	default: /* types for ib_get_spl_qp(), and invalid ones */
		return IB_INVALID_SETTING;
	}
}

static ib_api_status_t check_limits(const struct iba_ca *ca, const ib_qp_create_t *create)
{
	const uint32_t wrs = (uint32_t)ca->attr.max_qp_wr, sges = (uint32_t)ca->attr.max_sge;

	if (create->sq_depth > wrs || create->rq_depth > wrs)
		return IB_INVALID_MAX_WRS;
	return create->sq_sge > sges || create->rq_sge > sges ? IB_INVALID_MAX_SGE : IB_SUCCESS;
}

static uint32_t at_least_one(uint32_t number)
{
	return number ? number : 1;
}

/* A queue pair for management posts its datagrams unchanged, one at a time. */
static void set_management(struct ibv_qp_init_attr *init)
{
	init->qp_type = IBV_QPT_UD;
	init->cap.max_send_wr = at_least_one(init->cap.max_send_wr);
	init->cap.max_send_sge = 1;
	init->cap.max_recv_sge = 1;
}

static ib_api_status_t create_verbs(struct iba_pd *pd, struct iba_qp *qp,
				    const ib_qp_create_t *create)
{
	struct ibv_qp_init_attr init = {
		.qp_context = qp,
		.send_cq = qp->send_cq->cq,
		.recv_cq = qp->recv_cq->cq,
		.srq = qp->srq ? qp->srq->srq : NULL,
		.cap = {.max_send_wr = create->sq_depth,
			.max_recv_wr = create->rq_depth,
			.max_send_sge = create->sq_sge,
			.max_recv_sge = create->rq_sge,
			.max_inline_data = create->sq_max_inline},
		.qp_type = (enum ibv_qp_type)inverbs_iba_qp_type_to_verbs(create->qp_type),
		.sq_sig_all = create->sq_signaled ? 1 : 0,
	};

	if (qp->type == IB_QPT_MAD)
		set_management(&init);
	qp->qp = ibv_create_qp(pd->pd, &init);
	if (qp->qp)
		return IB_SUCCESS;
	return iba_status(errno);
}

/* All steps before the handle is published. */
static ib_api_status_t prepare_qp(struct iba_pd *pd, struct iba_qp *qp,
				  const ib_qp_create_t *create)
{
	struct iba_ca *ca = iba_ca_of(&pd->object);
	ib_api_status_t status = IB_SUCCESS;

	if (qp->type != IB_QPT_MAD)
		status = get_queues(ca, qp, create);
	if (status == IB_SUCCESS)
		status = check_limits(ca, create);
	if (status == IB_SUCCESS && qp->type == IB_QPT_MAD)
		status = make_queue(ca, qp, create);
	if (status == IB_SUCCESS && qp->reporter.event)
		status = iba_watch_events(ca);
	return status == IB_SUCCESS ? create_verbs(pd, qp, create) : status;
}

/*
 * The program's posts are refused if the layer posts to the queue pair. The layer's CQ calls back
 * once there is a service.
 */
static ib_api_status_t publish_qp(struct iba_qp *qp, struct iba_object *pd, ib_qp_handle_t *handle)
{
	const bool is_management = qp->type == IB_QPT_MAD;
	struct iba_object *queue = is_management ? &qp->send_cq->reporter.object : NULL;
	ib_api_status_t status;

	if (queue)
		iba_hold(queue);
	status = iba_publish(&qp->reporter.object, INVERBS_IBA_QP, pd,
			     is_management ? NULL : qp->qp, handle);
	if (queue && status == IB_SUCCESS)
		queue->context = *handle;
	if (queue)
		iba_put(queue);
	return status;
}

static ib_api_status_t create_qp(struct iba_pd *pd, const ib_qp_create_t *create,
				 const void *context, ib_pfn_event_cb_t event,
				 ib_qp_handle_t *handle)
{
	struct iba_qp *qp = calloc(1, sizeof(*qp));
	ib_api_status_t status;

	if (!qp)
		return IB_INSUFFICIENT_MEMORY;
	qp->reporter.object.context = context;
	qp->reporter.object.stop = stop_qp;
	qp->reporter.object.release = release_qp;
	qp->reporter.object.detail = INVERBS_IBA_NO_SENDS | INVERBS_IBA_NO_RECEIVES;
	qp->reporter.event = event;
	qp->type = create->qp_type;
	qp->signals_all = create->sq_signaled;
	pthread_mutex_init(&qp->changing, NULL);
	status = prepare_qp(pd, qp, create);
	if (status != IB_SUCCESS) {
		put_queues(qp);
		pthread_mutex_destroy(&qp->changing);
		free(qp);
		return status;
	}
	iba_lock();
	count_user(qp, true);
	iba_unlock();
	return publish_qp(qp, &pd->object, handle);
}

ib_api_status_t ib_create_qp(ib_pd_handle_t h_pd, const ib_qp_create_t *p_qp_create,
			     const void *qp_context, ib_pfn_event_cb_t pfn_qp_event_cb,
			     ib_qp_handle_t *ph_qp)
{
	struct iba_pd *pd = iba_get_verbs_pd(h_pd);
	ib_api_status_t status;

	if (!pd)
		return iba_refusal(h_pd, IB_INVALID_PD_HANDLE);
	status = p_qp_create && ph_qp ? check_type(p_qp_create->qp_type) : IB_INVALID_PARAMETER;
	if (status == IB_SUCCESS)
		status = create_qp(pd, p_qp_create, qp_context, pfn_qp_event_cb, ph_qp);
	iba_put(&pd->object);
	return status;
}

ib_api_status_t ib_destroy_qp(ib_qp_handle_t h_qp, ib_pfn_destroy_cb_t pfn_destroy_cb)
{
	return iba_destroy_handle(h_qp, INVERBS_IBA_QP, IB_INVALID_QP_HANDLE, pfn_destroy_cb);
}
