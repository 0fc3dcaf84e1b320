/* SPDX-License-Identifier: BSD-2-Clause */
/* Queue pairs of type MAD: sending, retrying and timeouts. */
#include <arpa/inet.h>
#include <endian.h>
#include <errno.h>

#include "qp.h"

enum {
	GRH_HOPS = 255
};

static void arm_retry_timer(struct iba_mad_qp *own, uint64_t deadline)
{
	const uint64_t time = iba_now_ms();

	iba_lock();
	if (own->qp->reporter.object.alive && deadline < own->due) {
		own->qp->reporter.object.references += own->due == UINT64_MAX;
		own->due = deadline;
		iba_timer_set(&own->timer, deadline > time ? (uint32_t)(deadline - time) : 0);
	}
	iba_unlock();
}

/* --- sending -------------------------------------------------------------------------------- */

/* Write the datagram. All but responses get the service's number in their transaction id. */
static void copy_datagram(const struct iba_mad *mad, uint8_t *bytes)
{
	struct mad_header header = mad_header_get(mad->element.p_mad_buf);

	memset(bytes, 0, MAD_BYTES);
	memcpy(bytes, mad->element.p_mad_buf,
	       mad->element.size < MAD_BYTES ? mad->element.size : MAD_BYTES);
	if (iba_is_response(&header))
		return;
	header.tid = (uint64_t)mad->svc->number << 32 | (uint32_t)header.tid;
	mad_header_put(bytes, &header);
}

/* The queue pair is locked. Returns 0 or an errno value. */
static int post_mad(struct iba_mad_qp *own, unsigned int at, struct iba_mad *mad)
{
	uint8_t *bytes = own->memory + (size_t)own->receives * IBA_MAD_RECEIVE_BYTES +
			 (size_t)at * MAD_BYTES;
	struct ibv_sge sge = {(uintptr_t)bytes, MAD_BYTES, own->mr->lkey};
	struct ibv_send_wr wr = {.wr_id = at,
				 .sg_list = &sge,
				 .num_sge = 1,
				 .opcode = IBV_WR_SEND,
				 .send_flags = IBV_SEND_SIGNALED};
	struct ibv_send_wr *bad;
	int err;

	/* verbs would accept sends in earlier states, too, and might never send them */
	if (!__atomic_load_n(&own->may_send, __ATOMIC_ACQUIRE))
		return EINVAL;
	wr.wr.ud.ah = ibv_create_ah(own->qp->qp->pd, &mad->to);
	if (!wr.wr.ud.ah)
		return errno;
	wr.wr.ud.remote_qpn = ntohl(mad->element.remote_qp);
	wr.wr.ud.remote_qkey = ntohl(mad->element.remote_qkey);
	copy_datagram(mad, bytes);
	err = ibv_post_send(own->qp->qp, &wr, &bad);
	if (err) {
		ibv_destroy_ah(wr.wr.ud.ah);
		return err;
	}
	own->slots[at] = (struct iba_mad_slot){.mad = mad, .ah = wr.wr.ud.ah};
	if (mad->waits)
		mad->deadline = iba_now_ms() +
				(mad->element.timeout_ms ? mad->element.timeout_ms : 1);
	return 0;
}

/* Post an element, or queue it until a slot is free. The queue pair is locked. */
static int post_or_queue(struct iba_mad_qp *own, struct iba_mad *mad)
{
	unsigned int at = 0;

	while (at < own->sends && own->slots[at].ah)
		at++;
	if (at < own->sends && !own->queued)
		return post_mad(own, at, mad);
	mad->next_queued = NULL;
	*own->last_queued = mad;
	own->last_queued = &mad->next_queued;
	return 0;
}

static struct iba_mad *take_queued(struct iba_mad_qp *own)
{
	struct iba_mad *mad = own->queued;

	if (mad)
		own->queued = mad->next_queued;
	if (!own->queued)
		own->last_queued = &own->queued;
	return mad;
}

static ib_av_attr_t reply_vector(const struct iba_mad_qp *own, const ib_mad_element_t *element)
{
	ib_av_attr_t attr = {.port_num = own->port,
			     .sl = element->remote_sl,
			     .dlid = element->remote_lid,
			     .path_bits = element->path_bits};

	if (!element->grh_valid || !element->p_grh)
		return attr;
	attr.grh_valid = TRUE;
	attr.grh = *element->p_grh;
	attr.grh.hop_limit = GRH_HOPS;
	attr.grh.src_gid = element->p_grh->dest_gid;
	attr.grh.dest_gid = element->p_grh->src_gid;
	return attr;
}

ib_api_status_t iba_mad_qp_find_destination(struct iba_mad_qp *own, struct iba_mad *mad)
{
	ib_av_attr_t attr = reply_vector(own, &mad->element);
	ib_api_status_t status = IB_SUCCESS;

	if (mad->element.h_av)
		status = iba_mad_vector(iba_ca_of(&own->qp->reporter.object), mad->element.h_av,
					&attr);
	if (status == IB_SUCCESS && attr.port_num != own->port)
		status = IB_INVALID_SETTING;
	if (status == IB_SUCCESS)
		status = iba_ah_attr(own->qp->qp->context, &attr, &mad->to);
	return status;
}

int iba_mad_qp_send(struct iba_mad_svc *svc, struct iba_mad *mad)
{
	struct iba_mad_qp *own = svc->own;
	uint64_t deadline = UINT64_MAX;
	int err = ESHUTDOWN;

	pthread_mutex_lock(&svc->lock);
	pthread_mutex_lock(&own->lock);
	mad->svc = svc;
	mad->waits = mad->element.resp_expected;
	mad->retries = mad->element.retry_cnt;
	mad->deadline = UINT64_MAX;
	if (!svc->ended)
		err = post_or_queue(own, mad);
	if (!err)
		deadline = mad->deadline;
	pthread_mutex_unlock(&own->lock);
	pthread_mutex_unlock(&svc->lock);
	arm_retry_timer(own, deadline);
	return err;
}

static void unqueue_send(struct iba_mad_qp *own, const struct iba_mad *mad)
{
	struct iba_mad **at = &own->queued;

	while (*at && *at != mad)
		at = &(*at)->next_queued;
	if (*at)
		*at = mad->next_queued;
	own->last_queued = at;
	while (*own->last_queued)
		own->last_queued = &(*own->last_queued)->next_queued;
}

static void forget_send(struct iba_mad_qp *own, const struct iba_mad *mad)
{
	for (unsigned int i = 0; i < own->sends; i++)
		if (own->slots[i].mad == mad)
			own->slots[i].mad = NULL;
	unqueue_send(own, mad);
}

void iba_mad_qp_forget(struct iba_mad_qp *own, const struct iba_mad *mad)
{
	pthread_mutex_lock(&own->lock);
	forget_send(own, mad);
	pthread_mutex_unlock(&own->lock);
}

/* Requests that wait for a response are in the service's list; they are given back from there. */
static void cancel_send(struct iba_mad_svc *svc, struct iba_mad *mad)
{
	forget_send(svc->own, mad);
	if (!mad->waits)
		iba_mad_queue_done(svc, mad, IB_WCS_CANCELED);
}

void iba_mad_qp_cancel(struct iba_mad_svc *svc)
{
	struct iba_mad_qp *own = svc->own;
	struct iba_mad *mad, *next;

	pthread_mutex_lock(&own->lock);
	for (unsigned int i = 0; i < own->sends; i++)
		if (own->slots[i].mad && own->slots[i].mad->svc == svc)
			cancel_send(svc, own->slots[i].mad);
	for (mad = own->queued; mad; mad = next) {
		next = mad->next_queued;
		if (mad->svc == svc)
			cancel_send(svc, mad);
	}
	pthread_mutex_unlock(&own->lock);
}

/* --- completions of sends ------------------------------------------------------------------- */

/*
 * Give an element back, unless it was waiting for a response and has already been given back. Runs
 * on the dispatcher.
 */
static void finish_send(struct iba_mad *mad, ib_wc_status_t status)
{
	struct iba_mad_svc *svc = mad->svc;
	bool is_mine;

	pthread_mutex_lock(&svc->lock);
	is_mine = !mad->waits || iba_mad_take_waiting(svc, mad);
	if (is_mine) {
		iba_mad_qp_forget(svc->own, mad);
		iba_mad_queue_done(svc, mad, status);
	}
	pthread_mutex_unlock(&svc->lock);
	iba_mad_give_back(svc);
}

/* Post elements that wait for a slot. Returns an element that cannot be sent, or NULL. */
static struct iba_mad *post_next(struct iba_mad_qp *own, uint64_t *deadline)
{
	struct iba_mad *mad;
	unsigned int at = 0;
	int err = 0;

	pthread_mutex_lock(&own->lock);
	while (at < own->sends && own->slots[at].ah)
		at++;
	mad = at < own->sends ? take_queued(own) : NULL;
	if (mad)
		err = post_mad(own, at, mad);
	if (mad && !err && mad->deadline < *deadline)
		*deadline = mad->deadline;
	pthread_mutex_unlock(&own->lock);
	return err ? mad : NULL;
}

static void post_queued(struct iba_mad_qp *own)
{
	uint64_t deadline = UINT64_MAX;
	struct iba_mad *failed;

	while ((failed = post_next(own, &deadline)))
		finish_send(failed, IB_WCS_WR_FLUSHED_ERR);
	arm_retry_timer(own, deadline);
}

static ib_wc_status_t send_status_of(enum ibv_wc_status status)
{
	if (status == IBV_WC_SUCCESS)
		return IB_WCS_SUCCESS;
	return status == IBV_WC_WR_FLUSH_ERR ? IB_WCS_WR_FLUSHED_ERR : IB_WCS_GENERAL_ERR;
}

void iba_mad_qp_sent(struct iba_mad_qp *own, unsigned int at, enum ibv_wc_status status)
{
	struct iba_mad *mad;

	pthread_mutex_lock(&own->lock);
	mad = own->slots[at].mad;
	if (own->slots[at].ah) /* a reset may have freed the slot meanwhile */
		ibv_destroy_ah(own->slots[at].ah);
	own->slots[at] = (struct iba_mad_slot){.mad = NULL};
	pthread_mutex_unlock(&own->lock);
	if (mad && (!mad->waits || status != IBV_WC_SUCCESS))
		finish_send(mad, send_status_of(status));
	post_queued(own);
}

/* --- timers --------------------------------------------------------------------------------- */

/* Is a request lost? It is resent if it has retries left. The service is locked. */
static bool is_request_lost(struct iba_mad_qp *own, struct iba_mad *mad, uint64_t time)
{
	bool lost;

	pthread_mutex_lock(&own->lock);
	lost = mad->deadline <= time;
	if (lost && mad->retries) {
		mad->retries--;
		mad->deadline = UINT64_MAX;
		lost = post_or_queue(own, mad) != 0;
	}
	pthread_mutex_unlock(&own->lock);
	return lost;
}

/* Returns the time of the next expiry. */
static uint64_t expire_requests(struct iba_mad_qp *own, struct iba_mad_svc *svc)
{
	uint64_t next = UINT64_MAX, time = iba_now_ms();
	struct iba_mad *mad, *after;

	pthread_mutex_lock(&svc->lock);
	for (mad = svc->waiting; mad; mad = after) {
		after = mad->next;
		if (is_request_lost(own, mad, time)) {
			iba_mad_take_waiting(svc, mad);
			iba_mad_qp_forget(own, mad);
			iba_mad_queue_done(svc, mad, IB_WCS_TIMEOUT_RETRY_ERR);
		} else if (mad->deadline < next) {
			next = mad->deadline;
		}
	}
	pthread_mutex_unlock(&svc->lock);
	iba_mad_give_back(svc);
	return next;
}

/* Returns the service with the next number, with a reference, or NULL. */
static struct iba_mad_svc *next_service(const struct iba_mad_qp *own, uint32_t number)
{
	struct iba_mad_svc *found = NULL;

	iba_lock();
	for (struct iba_object *at = own->qp->reporter.object.children; at; at = at->next) {
		struct iba_mad_svc *svc = (struct iba_mad_svc *)at;

		if (at->kind == INVERBS_IBA_MAD_SVC && at->alive && svc->number > number &&
		    (!found || svc->number < found->number))
			found = svc;
	}
	if (found)
		found->object.references++;
	iba_unlock();
	return found;
}

void iba_mad_qp_timer_expired(struct iba_job *job)
{
	struct iba_mad_qp *own = IBA_CONTAINER(job, struct iba_mad_qp, timer.job);
	struct iba_qp *qp = own->qp;
	uint64_t next = UINT64_MAX;
	struct iba_mad_svc *svc;

	iba_lock();
	own->due = UINT64_MAX;
	iba_unlock();
	for (uint32_t number = 0; (svc = next_service(own, number));) {
		const uint64_t time = expire_requests(own, svc);

		next = time < next ? time : next;
		number = svc->number;
		iba_put(&svc->object);
	}
	arm_retry_timer(own, next);
	iba_put(&qp->reporter.object);
}

/* Complete the sends posted before a reset, for which there are no completions. */
void iba_mad_qp_flush(struct iba_mad_qp *own)
{
	for (unsigned int i = 0; i < own->sends; i++) {
		struct iba_mad *mad;

		pthread_mutex_lock(&own->lock);
		mad = own->slots[i].mad;
		if (own->slots[i].ah)
			ibv_destroy_ah(own->slots[i].ah);
		own->slots[i] = (struct iba_mad_slot){.mad = NULL};
		pthread_mutex_unlock(&own->lock);
		if (mad && !mad->waits) /* a waiting request has a reference to its service */
			iba_mad_defer_done(mad->svc, mad, IB_WCS_WR_FLUSHED_ERR);
	}
}
