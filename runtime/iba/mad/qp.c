/* SPDX-License-Identifier: BSD-2-Clause */
/* Queue pairs of type MAD: receiving, setup and teardown. */
#include <arpa/inet.h>
#include <stdlib.h>

#include "qp.h"

#define RECEIVED (UINT64_C(1) << 32) /* flag in the wr_id of a receive */

/* --- receiving ------------------------------------------------------------------------------ */

static void post_receive(struct iba_mad_qp *own, unsigned int at)
{
	struct ibv_sge sge = {(uintptr_t)own->memory + (size_t)at * IBA_MAD_RECEIVE_BYTES,
			      IBA_MAD_RECEIVE_BYTES, own->mr->lkey};
	struct ibv_recv_wr wr = {.wr_id = at | RECEIVED, .sg_list = &sge, .num_sge = 1};
	struct ibv_recv_wr *bad;

	/* fails in other states; all are posted again when the state changes back */
	ibv_post_recv(own->qp->qp, &wr, &bad);
}

static bool accepts_class(const struct iba_mad_svc *svc, uint8_t mgmt_class, uint8_t version,
			  unsigned int method)
{
	return svc->takes && svc->mgmt_class == mgmt_class && svc->version == version &&
	       svc->methods[method / 32] >> method % 32 & 1;
}

static bool is_destination(const struct iba_mad_svc *svc, const struct mad_header *header)
{
	if (iba_is_response(header))
		return svc->number == header->tid >> 32;
	return accepts_class(svc, header->mgmt_class, header->class_version,
			     header->method & (IB_MAX_METHODS - 1));
}

/* Find the service that accepts a datagram. Returns it with a reference, or NULL. */
static struct iba_mad_svc *find_service(const struct iba_mad_qp *own,
					const struct mad_header *header)
{
	struct iba_mad_svc *found = NULL;

	iba_lock();
	for (struct iba_object *at = own->qp->reporter.object.children; at && !found; at = at->next)
		if (at->kind == INVERBS_IBA_MAD_SVC && at->alive &&
		    is_destination((struct iba_mad_svc *)at, header))
			found = (struct iba_mad_svc *)at;
	if (found)
		found->object.references++;
	iba_unlock();
	return found;
}

/*
 * Create an element for a received datagram. Returns NULL without memory: the datagram is lost, as
 * it could be on the network.
 */
static struct iba_mad *fill_qp_element(const struct iba_mad_qp *own, const struct ibv_wc *wc,
				       const uint8_t *bytes)
{
	ib_mad_element_t *element;
	struct iba_mad *mad;

	if (iba_store_take(own->store, NULL, MAD_BYTES, &mad) != IB_SUCCESS)
		return NULL;
	element = &mad->element;
	memcpy(element->p_mad_buf, bytes + IBA_MAD_GRH_BYTES, MAD_BYTES);
	element->status = IB_WCS_SUCCESS;
	element->remote_qp = htonl(wc->src_qp);
	element->remote_qkey = own->qkey;
	element->remote_lid = htons(wc->slid);
	element->remote_sl = wc->sl;
	element->path_bits = wc->dlid_path_bits;
	element->pkey_index = wc->pkey_index;
	if (wc->wc_flags & IBV_WC_GRH) {
		memcpy(&mad->grh, bytes, sizeof(mad->grh));
		element->grh_valid = TRUE;
		element->p_grh = &mad->grh;
		element->recv_opt = IB_RECV_OPT_GRH_VALID;
	}
	if (wc->wc_flags & IBV_WC_WITH_IMM) {
		element->immediate_data = wc->imm_data;
		element->recv_opt |= IB_RECV_OPT_IMMEDIATE;
	}
	return mad;
}

static void receive_mad(struct iba_mad_qp *own, unsigned int at, const struct ibv_wc *wc)
{
	const uint8_t *bytes = own->memory + (size_t)at * IBA_MAD_RECEIVE_BYTES;
	struct iba_mad *mad = NULL, *request = NULL;
	struct iba_mad_svc *svc = NULL;
	struct mad_header header;

	if (wc->byte_len == IBA_MAD_RECEIVE_BYTES) {
		header = mad_header_get(bytes + IBA_MAD_GRH_BYTES);
		svc = find_service(own, &header);
	}
	if (svc)
		mad = fill_qp_element(own, wc, bytes);
	post_receive(own, at);
	if (!svc)
		return;
	if (iba_is_response(&header)) {
		request = iba_mad_take_matching(svc, svc->number, &header);
		if (request)
			iba_mad_qp_forget(own, request);
	}
	if (request || !iba_is_response(&header))
		iba_mad_deliver(svc, mad, request);
	else if (mad) /* otherwise the request was canceled, or timed out */
		iba_mad_put(mad);
	iba_put(&svc->object);
}

/* Process the completions in the CQ. Called again after a notification. */
static void drain_mad_cq(struct iba_qp *qp)
{
	struct iba_mad_qp *own = qp->management;
	struct ibv_cq *cq = qp->send_cq->cq;
	struct ibv_wc wc;

	for (bool armed = false;; armed = true) {
		while (ibv_poll_cq(cq, 1, &wc) > 0) {
			if (!(wc.wr_id & RECEIVED))
				iba_mad_qp_sent(own, (unsigned int)wc.wr_id, wc.status);
			else if (wc.status == IBV_WC_SUCCESS)
				receive_mad(own, (unsigned int)(wc.wr_id & ~RECEIVED), &wc);
		}
		if (armed)
			return;
		ibv_req_notify_cq(cq, 0);
	}
}

/* --- setup and teardown --------------------------------------------------------------------- */

static void start_receiving(struct iba_qp *qp)
{
	struct iba_mad_qp *own = qp->management;
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	iba_mad_qp_flush(own);
	if (ibv_query_qp(qp->qp, &attr, IBV_QP_PORT | IBV_QP_QKEY, &init))
		return;
	own->port = attr.port_num;
	own->qkey = htonl(attr.qkey);
	for (unsigned int i = 0; i < own->receives; i++)
		post_receive(own, i);
	ibv_req_notify_cq(qp->send_cq->cq, 0);
}

static void qp_state_changed(struct iba_qp *qp, enum ibv_qp_state state)
{
	const bool may_send = state != IBV_QPS_RESET && state != IBV_QPS_INIT &&
			      state != IBV_QPS_RTR;

	__atomic_store_n(&qp->management->may_send, may_send, __ATOMIC_RELEASE);
	if (state == IBV_QPS_RTR)
		start_receiving(qp);
}

static void stop_mad_qp(struct iba_qp *qp)
{
	struct iba_mad_qp *own = qp->management;

	if (own->due != UINT64_MAX && iba_timer_clear(&own->timer)) {
		own->due = UINT64_MAX;
		qp->reporter.object.references--; /* the timer's; the QP's own remains */
	}
}

static void free_mad_qp(struct iba_mad_qp *own)
{
	for (unsigned int i = 0; own->slots && i < own->sends; i++)
		if (own->slots[i].ah)
			ibv_destroy_ah(own->slots[i].ah);
	if (own->mr)
		ibv_dereg_mr(own->mr);
	if (own->store)
		iba_store_close(own->store);
	pthread_mutex_destroy(&own->lock);
	free(own->memory);
	free(own->slots);
	free(own);
}

static void release_mad_qp(struct iba_qp *qp)
{
	free_mad_qp(qp->management);
}

static const struct iba_mad_hooks hooks = {qp_state_changed, drain_mad_cq, stop_mad_qp,
					   release_mad_qp};

static struct iba_mad_qp *make_mad_qp(struct iba_qp *qp, const struct ibv_qp_cap *cap)
{
	struct iba_mad_qp *own = calloc(1, sizeof(*own));
	size_t bytes;

	if (!own)
		return NULL;
	own->qp = qp;
	own->receives = cap->max_recv_wr;
	own->sends = cap->max_send_wr;
	own->last_queued = &own->queued;
	own->timer.job.run = iba_mad_qp_timer_expired;
	own->due = UINT64_MAX;
	pthread_mutex_init(&own->lock, NULL);
	bytes = (size_t)own->receives * IBA_MAD_RECEIVE_BYTES + (size_t)own->sends * MAD_BYTES;
	own->memory = calloc(1, bytes);
	own->slots = calloc(own->sends, sizeof(*own->slots));
	own->store = iba_store_make(0, 0, 1);
	if (own->memory)
		own->mr = ibv_reg_mr(qp->qp->pd, own->memory, bytes, IBV_ACCESS_LOCAL_WRITE);
	if (own->slots && own->store && own->mr)
		return own;
	free_mad_qp(own);
	return NULL;
}

/* The state does not change during this call. */
static ib_api_status_t begin_management_locked(struct iba_qp *qp)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;

	if (ibv_query_qp(qp->qp, &attr, IBV_QP_STATE | IBV_QP_CAP, &init))
		return IB_ERROR;
	qp->management = make_mad_qp(qp, &init.cap);
	if (!qp->management)
		return IB_INSUFFICIENT_MEMORY;
	iba_lock();
	qp->hooks = &hooks;
	iba_unlock();
	if (attr.qp_state == IBV_QPS_RTS)
		start_receiving(qp);
	qp_state_changed(qp, attr.qp_state);
	return IB_SUCCESS;
}

/* The first service prepares the queue pair for management. */
static ib_api_status_t begin_management(struct iba_qp *qp)
{
	ib_api_status_t status;

	if (iba_dispatcher_start())
		return IB_INSUFFICIENT_RESOURCES;
	pthread_mutex_lock(&qp->changing);
	status = begin_management_locked(qp);
	pthread_mutex_unlock(&qp->changing);
	return status;
}

static bool has_conflicting_service(const struct iba_qp *qp, const struct iba_mad_svc *svc)
{
	bool taken = false;

	iba_lock();
	for (struct iba_object *at = qp->reporter.object.children; at && !taken; at = at->next)
		for (unsigned int i = 0; i < IB_MAX_METHODS && !taken; i++)
			taken = at->kind == INVERBS_IBA_MAD_SVC && at->alive &&
				accepts_class(svc, svc->mgmt_class, svc->version, i) &&
				accepts_class((struct iba_mad_svc *)at, svc->mgmt_class,
					      svc->version, i);
	iba_unlock();
	return taken;
}

ib_api_status_t iba_mad_qp_open(struct iba_qp *qp, struct iba_mad_svc *svc)
{
	ib_api_status_t status = IB_SUCCESS;

	if (!qp->management)
		status = begin_management(qp);
	if (status == IB_SUCCESS && has_conflicting_service(qp, svc))
		status = IB_INSUFFICIENT_MEMORY;
	if (status != IB_SUCCESS)
		return status;
	svc->own = qp->management;
	svc->number = ++svc->own->services;
	return IB_SUCCESS;
}
