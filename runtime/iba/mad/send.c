/* SPDX-License-Identifier: BSD-2-Clause */
/* Sending datagrams: addresses, RMPP, and requests that wait for a response. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>

#include "iba/layer.h"
#include "qp.h"
#include "service.h"

enum {
	GRH_HOPS = 255,
	GRH_CLASS_SHIFT = 20,
	GRH_FLOW_MASK = 0xfffff
};

static void set_sent_grh(struct umad_header *header, const ib_grh_t *grh, const ib_gid_t *to)
{
	const uint32_t words = ntohl(grh->ver_class_flow);

	header->grh_present = 1;
	header->flow_label = htonl(words & GRH_FLOW_MASK);
	header->traffic_class = (uint8_t)(words >> GRH_CLASS_SHIFT);
	memcpy(header->gid, to->raw, sizeof(header->gid));
}

/* Address a datagram to the sender of a received one. */
static void address_sender(const struct iba_mad *mad, struct umad_header *header)
{
	const ib_mad_element_t *element = &mad->element;

	header->lid = element->remote_lid;
	header->sl = element->remote_sl;
	header->path_bits = element->path_bits;
	if (!element->grh_valid || !element->p_grh)
		return;
	set_sent_grh(header, element->p_grh, &element->p_grh->src_gid);
	header->hop_limit = GRH_HOPS;
	header->gid_index = mad->gid_index;
}

static void set_vector(const struct iba_spl_qp *qp, const ib_av_attr_t *av,
		       struct umad_header *header)
{
	static const ib_gid_t none;

	header->lid = av->dlid;
	header->sl = av->sl;
	header->path_bits = av->path_bits;
	if (!av->grh_valid)
		return;
	set_sent_grh(header, &av->grh, &av->grh.dest_gid);
	header->hop_limit = av->grh.hop_limit;
	if (memcmp(&av->grh.src_gid, &none, sizeof(none)) != 0)
		header->gid_index = iba_port_gid_index(&qp->port, &av->grh.src_gid);
}

/* The vector must belong to the adapter that sends. */
ib_api_status_t iba_mad_vector(const struct iba_ca *ca, ib_av_handle_t handle, ib_av_attr_t *attr)
{
	struct iba_av *av = iba_get(handle, INVERBS_IBA_AV);
	bool fits;

	if (!av)
		return iba_refusal(handle, IB_INVALID_AV_HANDLE);
	fits = iba_ca_of(&av->object) == ca;
	iba_lock();
	*attr = av->attr;
	iba_unlock();
	iba_put(&av->object);
	return fits ? IB_SUCCESS : IB_INVALID_AV_HANDLE;
}

ib_api_status_t iba_mad_address(const struct iba_spl_qp *qp, const struct iba_mad *mad,
				struct umad_header *header)
{
	const ib_mad_element_t *element = &mad->element;
	ib_av_attr_t av = {.port_num = 0};
	ib_api_status_t status;

	header->qpn = element->remote_qp;
	header->qkey = element->remote_qkey;
	if (qp->qpn && !header->qkey)
		header->qkey = htonl(MAD_GSI_QKEY);
	header->pkey_index = element->pkey_index;
	if (!element->h_av) {
		address_sender(mad, header);
		return IB_SUCCESS;
	}
	status = iba_mad_vector(iba_ca_of(qp->qp.reporter.object.parent), element->h_av, &av);
	if (status == IB_SUCCESS && av.port_num != qp->port.number)
		status = IB_INVALID_SETTING;
	if (status == IB_SUCCESS)
		set_vector(qp, &av, header);
	return status;
}

/* Whether the administrator's responses to this method always use RMPP. */
static bool always_uses_rmpp(const struct mad_header *header)
{
	return header->mgmt_class == MAD_CLASS_ADMINISTRATION &&
	       (header->method == MAD_METHOD_GET_TABLE_RESPONSE ||
		header->method == MAD_METHOD_GET_MULTI_RESPONSE ||
		header->method == (MAD_METHOD_GET_TRACE_TABLE | MAD_RESPONSE) ||
		header->method == MAD_METHOD_GET_MULTI);
}

/* Whether a datagram uses RMPP. On services of the default type, only well-known classes do. */
static bool uses_rmpp(const struct iba_mad_svc *svc, const struct iba_mad *mad,
		      const struct mad_header *header)
{
	const bool well_known = header->mgmt_class < MAD_VENDOR_OUI_FIRST;

	if (svc->type == IB_MAD_SVC_RAW)
		return false;
	if (mad->element.rmpp_version)
		return true;
	if (svc->type == IB_MAD_SVC_RMPP || !well_known || !iba_class_has_rmpp(header->mgmt_class))
		return false;
	return mad->element.size > MAD_BYTES || always_uses_rmpp(header) ||
	       mad_rmpp_get((const uint8_t *)mad->element.p_mad_buf + MAD_RMPP_AT).active;
}

/* Set the RMPP header. It is zero for a datagram without RMPP on a service with RMPP. */
static ib_api_status_t set_rmpp(const struct iba_mad_svc *svc, struct iba_mad *mad,
				const struct mad_header *header, bool rmpp)
{
	static const uint8_t none[MAD_RMPP_SIZE];
	uint8_t *at = (uint8_t *)mad->element.p_mad_buf + MAD_RMPP_AT;
	struct mad_rmpp value;

	if (!rmpp && mad->element.size > MAD_BYTES)
		return IB_INVALID_SETTING;
	if (!rmpp && svc->type == IB_MAD_SVC_RMPP && iba_class_has_rmpp(header->mgmt_class) &&
	    memcmp(at, none, sizeof(none)) != 0)
		return IB_INVALID_SETTING;
	if (!rmpp)
		return IB_SUCCESS;
	if (mad->element.rmpp_version > MAD_RMPP_VERSION ||
	    !iba_class_has_rmpp(header->mgmt_class) ||
	    mad->element.size <= MAD_RMPP_AT + MAD_RMPP_SIZE)
		return IB_INVALID_SETTING;
	value = mad_rmpp_get(at);
	value.version = MAD_RMPP_VERSION;
	value.type = MAD_RMPP_TYPE_DATA;
	value.active = 1;
	value.status = 0;
	mad_rmpp_put(at, &value);
	return IB_SUCCESS;
}

/* Find the agent that sends. It is registered on first use. */
static ib_api_status_t find_agent(struct iba_mad_svc *svc, bool rmpp, uint32_t *id)
{
	struct iba_agent *agent = &svc->senders[rmpp];
	int err = 0;

	if (svc->takes && svc->taker_has_rmpp == rmpp) {
		*id = svc->taker.id;
		return IB_SUCCESS;
	}
	pthread_mutex_lock(&svc->lock);
	if (!agent->registered)
		err = iba_umad_register_sender(&svc->umad, svc->qp->qpn, rmpp, &agent->id);
	agent->registered = !err;
	*id = agent->id;
	pthread_mutex_unlock(&svc->lock);
	return iba_umad_status(err);
}

/*
 * Put a request on the list of those that wait. This happens before it is written, because the
 * response may arrive at once. Returns false if the service has ended and would never give it back.
 */
static bool enlist_waiting(struct iba_mad_svc *svc, struct iba_mad *mad,
			   const struct mad_header *header, uint32_t agent)
{
	bool ended;

	mad->agent = agent;
	mad->tid = (uint32_t)header->tid;
	mad->mgmt_class = header->mgmt_class;
	pthread_mutex_lock(&svc->lock);
	ended = svc->ended;
	if (!ended) {
		mad->next = svc->waiting;
		svc->waiting = mad;
	}
	pthread_mutex_unlock(&svc->lock);
	return !ended;
}

bool iba_mad_take_waiting(struct iba_mad_svc *svc, const struct iba_mad *mad)
{
	struct iba_mad **at = &svc->waiting;

	while (*at && *at != mad)
		at = &(*at)->next;
	if (!*at)
		return false;
	*at = mad->next;
	return true;
}

struct iba_mad *iba_mad_take_matching(struct iba_mad_svc *svc, uint32_t agent,
				      const struct mad_header *header)
{
	struct iba_mad *mad;

	pthread_mutex_lock(&svc->lock);
	mad = svc->waiting;
	while (mad && (mad->agent != agent || mad->tid != (uint32_t)header->tid ||
		       mad->mgmt_class != header->mgmt_class))
		mad = mad->next;
	if (mad)
		iba_mad_take_waiting(svc, mad);
	pthread_mutex_unlock(&svc->lock);
	return mad;
}

static void run_give_back(struct iba_job *job)
{
	struct iba_mad_svc *svc = IBA_CONTAINER(job, struct iba_mad_svc, give_back);

	iba_mad_give_back(svc);
	iba_put(&svc->object);
}

void iba_mad_queue_done(struct iba_mad_svc *svc, struct iba_mad *mad, ib_wc_status_t status)
{
	mad->element.status = status;
	mad->element.p_next = NULL;
	mad->next = NULL;
	*svc->last_done = mad;
	svc->last_done = &mad->next;
}

void iba_mad_give_back(struct iba_mad_svc *svc)
{
	struct iba_mad *mad;

	for (;;) {
		pthread_mutex_lock(&svc->lock);
		mad = svc->done;
		if (mad)
			svc->done = mad->next;
		else
			svc->deferred = false;
		if (!svc->done)
			svc->last_done = &svc->done;
		pthread_mutex_unlock(&svc->lock);
		if (!mad)
			return;
		iba_mad_change_state(mad, IBA_MAD_SENT, IBA_MAD_WITH_PROGRAM);
		svc->sent(iba_handle(&svc->object), (void *)(uintptr_t)svc->object.context,
			  &mad->element);
		iba_put(&svc->object);
	}
}

void iba_mad_defer_done(struct iba_mad_svc *svc, struct iba_mad *mad, ib_wc_status_t status)
{
	bool first;

	pthread_mutex_lock(&svc->lock);
	iba_mad_queue_done(svc, mad, status);
	first = !svc->deferred;
	svc->deferred = true;
	if (first) {
		iba_hold(&svc->object);
		svc->give_back.run = run_give_back;
		iba_defer(&svc->give_back);
	}
	pthread_mutex_unlock(&svc->lock);
}

/* Send a datagram that passed all checks. One that was canceled meanwhile counts as sent. */
static ib_api_status_t send_checked(struct iba_mad_svc *svc, struct iba_mad *mad,
				    const struct umad_header *header,
				    const struct mad_header *common, bool rmpp)
{
	const bool waits = mad->element.resp_expected;
	size_t bytes = rmpp ? mad->element.size : MAD_BYTES;
	int err;

	if (waits && !enlist_waiting(svc, mad, common, header->id))
		return IB_INVALID_HANDLE;
	err = svc->own ? iba_mad_qp_send(svc, mad)
		       : iba_umad_write(&svc->umad, header, mad->element.p_mad_buf, bytes);
	if (!err) {
		if (!waits && !svc->own) /* otherwise a completion gives it back */
			iba_mad_defer_done(svc, mad, IB_WCS_SUCCESS);
		return IB_SUCCESS;
	}
	if (waits) {
		pthread_mutex_lock(&svc->lock);
		if (!iba_mad_take_waiting(svc, mad))
			err = 0;
		pthread_mutex_unlock(&svc->lock);
	}
	return iba_umad_status(err);
}

static void set_times(const ib_mad_element_t *element, struct umad_header *header)
{
	if (!element->resp_expected)
		return;
	/* to the kernel, a timeout of 0 means "no response" */
	header->timeout_ms = element->timeout_ms ? element->timeout_ms : 1;
	header->retries = element->retry_cnt;
}

/* Set the header for an alias, which sends through an agent. */
static ib_api_status_t set_header(struct iba_mad_svc *svc, const struct iba_mad *mad,
				  struct umad_header *header, bool rmpp)
{
	ib_api_status_t status = iba_mad_address(svc->qp, mad, header);

	return status == IB_SUCCESS ? find_agent(svc, rmpp, &header->id) : status;
}

/* Set the header for a queue pair of type MAD, which sends single datagrams only. */
static ib_api_status_t set_mad_qp_header(const struct iba_mad_svc *svc, struct iba_mad *mad,
					 struct umad_header *header, bool rmpp)
{
	header->id = svc->number;
	return rmpp ? IB_UNSUPPORTED : iba_mad_qp_find_destination(svc->own, mad);
}

static ib_api_status_t send_accepted(struct iba_mad_svc *svc, struct iba_mad *mad)
{
	struct umad_header header = {.id = 0};
	struct mad_header common;
	ib_api_status_t status;
	bool rmpp;

	if (!mad->element.p_mad_buf || mad->element.size < UMAD_LEAST_BYTES ||
	    mad->element.size > mad->room)
		return IB_INVALID_SETTING;
	common = mad_header_get(mad->element.p_mad_buf);
	rmpp = uses_rmpp(svc, mad, &common);
	status = set_rmpp(svc, mad, &common, rmpp);
	if (status == IB_SUCCESS)
		status = svc->own ? set_mad_qp_header(svc, mad, &header, rmpp)
				  : set_header(svc, mad, &header, rmpp);
	if (status != IB_SUCCESS)
		return status;
	set_times(&mad->element, &header);
	return send_checked(svc, mad, &header, &common, rmpp);
}

/* Each element being sent has a reference to the service until it is given back. */
static ib_api_status_t send_element(struct iba_mad_svc *svc, ib_mad_element_t *element)
{
	struct iba_mad *mad = (struct iba_mad *)element;
	ib_api_status_t status;

	if (!iba_mad_change_state(mad, IBA_MAD_WITH_PROGRAM, IBA_MAD_SENT))
		return IB_INVALID_PARAMETER;
	if (!iba_hold_alive(&svc->object)) {
		iba_mad_change_state(mad, IBA_MAD_SENT, IBA_MAD_WITH_PROGRAM);
		return IB_INVALID_HANDLE;
	}
	status = send_accepted(svc, mad);
	if (status != IB_SUCCESS) {
		iba_mad_change_state(mad, IBA_MAD_SENT, IBA_MAD_WITH_PROGRAM);
		iba_put(&svc->object);
	}
	return status;
}

static ib_api_status_t send_list(struct iba_mad_svc *svc, ib_mad_element_t *list,
				 ib_mad_element_t **failure)
{
	ib_api_status_t status = IB_SUCCESS;

	while (list && status == IB_SUCCESS) {
		ib_mad_element_t *next = list->p_next;

		status = send_element(svc, list);
		if (status == IB_SUCCESS)
			list = next;
	}
	if (status != IB_SUCCESS && failure)
		*failure = list;
	return status;
}

ib_api_status_t ib_send_mad(ib_mad_svc_handle_t h_mad_svc, ib_mad_element_t *p_mad_element_list,
			    ib_mad_element_t **pp_mad_failure)
{
	struct iba_mad_svc *svc = iba_get(h_mad_svc, INVERBS_IBA_MAD_SVC);
	ib_api_status_t status;

	if (!svc)
		return iba_refusal(h_mad_svc, IB_INVALID_HANDLE);
	if (!p_mad_element_list || (p_mad_element_list->p_next && !pp_mad_failure))
		status = IB_INVALID_PARAMETER;
	else
		status = send_list(svc, p_mad_element_list, pp_mad_failure);
	iba_put(&svc->object);
	return status;
}

ib_api_status_t ib_cancel_mad(ib_mad_svc_handle_t h_mad_svc, ib_mad_element_t *p_mad_element)
{
	struct iba_mad_svc *svc = iba_get(h_mad_svc, INVERBS_IBA_MAD_SVC);
	ib_api_status_t status = IB_NOT_FOUND;
	bool waits;

	if (!svc)
		return iba_refusal(h_mad_svc, IB_INVALID_HANDLE);
	pthread_mutex_lock(&svc->lock);
	waits = iba_mad_take_waiting(svc, (struct iba_mad *)p_mad_element);
	if (waits && svc->own)
		iba_mad_qp_forget(svc->own, (struct iba_mad *)p_mad_element);
	pthread_mutex_unlock(&svc->lock);
	if (waits) {
		iba_mad_defer_done(svc, (struct iba_mad *)p_mad_element, IB_WCS_CANCELED);
		status = IB_SUCCESS;
	}
	if (!p_mad_element)
		status = IB_INVALID_PARAMETER;
	iba_put(&svc->object);
	return status;
}
