/* SPDX-License-Identifier: BSD-2-Clause */
/* Listeners: the ports they listen on, and the requests they accept. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>

#include "cm.h"

enum {
	PKEY_BASE = 0x7fff
};

/** A listener; an object below an instance. */
struct iba_listener {
	struct iba_object object;
	ib_cm_listen_t wanted;
	uint8_t compare[IB_SIDR_REQ_PDATA_SIZE]; /* copy of wanted.p_compare_buffer */
	struct iba_cm_port **ports;              /* referenced */
	size_t count;
};

static void release_listener(struct iba_object *object)
{
	struct iba_listener *listener = (struct iba_listener *)object;

	for (size_t i = 0; i < listener->count; i++) {
		iba_cm_receive_requests(listener->ports[i], listener->wanted.svc_id, false);
		iba_put(&listener->ports[i]->object);
	}
	free(listener->ports);
}

/* --- ports ---------------------------------------------------------------------------------- */

/*
 * Whether a port suits the listener. If not, the status tells what it lacks: the GUIDs, the LID, or
 * the P_Key.
 */
static ib_api_status_t check_listen_port(const ib_cm_listen_t *wanted, const struct iba_port *port)
{
	if ((wanted->ca_guid != IB_ALL_CAS && wanted->ca_guid != port->ca_guid) ||
	    (wanted->port_guid != IB_ALL_PORTS && wanted->port_guid != port->guid))
		return IB_INVALID_GUID;
	if (wanted->lid != IB_ALL_LIDS && !iba_cm_has_lid(port, wanted->lid))
		return IB_INVALID_LID;
	if (wanted->pkey != IB_ALL_PKEYS && iba_port_pkey_index(port, wanted->pkey) < 0)
		return IB_INVALID_PKEY;
	return IB_SUCCESS;
}

static ib_api_status_t add_listen_port(struct iba_al *al, struct iba_listener *listener,
				       const struct iba_port *port)
{
	struct iba_cm_port **more = realloc(listener->ports,
					    (listener->count + 1) * sizeof(struct iba_cm_port *));
	ib_api_status_t status;

	if (!more)
		return IB_INSUFFICIENT_MEMORY;
	listener->ports = more;
	status = iba_cm_port_get(al, port, &listener->ports[listener->count]);
	if (status != IB_SUCCESS)
		return status;
	iba_cm_receive_requests(listener->ports[listener->count++], listener->wanted.svc_id, true);
	return IB_SUCCESS;
}

static int rank_refusal(ib_api_status_t status)
{
	return status == IB_INVALID_GUID ? 0 : status == IB_INVALID_LID ? 1 : 2;
}

/*
 * Listen on all suitable ports, except those without management, such as iWARP ports. A port is not
 * skipped for lack of memory.
 */
static ib_api_status_t add_listen_ports(struct iba_al *al, struct iba_listener *listener)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	ib_api_status_t reason = IB_INVALID_GUID;
	struct iba_port port;

	if (!list)
		return iba_status(errno);
	for (size_t i = 0; list[i] && reason != IB_INSUFFICIENT_MEMORY; i++) {
		const struct inverbs_device *device = inverbs_device_of(list[i]);

		for (unsigned int n = 1;
		     reason != IB_INSUFFICIENT_MEMORY && iba_port_of_device(device, n, &port);
		     n++) {
			ib_api_status_t status = check_listen_port(&listener->wanted, &port);

			if (status == IB_SUCCESS)
				status = add_listen_port(al, listener, &port);
			if (rank_refusal(status) >= rank_refusal(reason))
				reason = status;
		}
	}
	ibv_free_device_list(list);
	return listener->count && reason != IB_INSUFFICIENT_MEMORY ? IB_SUCCESS : reason;
}

/* --- requests ------------------------------------------------------------------------------- */

static bool matches_private_data(const struct iba_listener *listener, const uint8_t *data)
{
	const ib_cm_listen_t *wanted = &listener->wanted;

	return !wanted->compare_length ||
	       !memcmp(data + wanted->compare_offset, listener->compare, wanted->compare_length);
}

static bool listens_at(const struct iba_listener *listener, const struct iba_cm_port *port)
{
	for (size_t i = 0; i < listener->count; i++)
		if (listener->ports[i] == port)
			return true;
	return false;
}

static bool matches_listener(const struct iba_listener *listener, const struct iba_cm_port *port,
			     const struct iba_cm_wanted *asked)
{
	const ib_cm_listen_t *wanted = &listener->wanted;

	return wanted->svc_id == asked->service && listens_at(listener, port) &&
	       matches_private_data(listener, asked->data) &&
	       (wanted->pkey == IB_ALL_PKEYS ||
		!((ntohs(wanted->pkey) ^ ntohs(asked->pkey)) & PKEY_BASE));
}

/* Of two matching listeners, the one that compares more of the private data gets the request. */
static struct iba_listener *more_exact(struct iba_listener *a, struct iba_listener *b)
{
	return a && a->wanted.compare_length >= b->wanted.compare_length ? a : b;
}

struct iba_listener *iba_cm_find_listener(struct iba_cm_port *port,
					  const struct iba_cm_wanted *wanted, bool *served)
{
	struct iba_listener *found = NULL;

	*served = false;
	iba_lock();
	for (struct iba_object *at = port->object.parent->children; at; at = at->next) {
		struct iba_listener *listener = (struct iba_listener *)at;

		if (at->kind != INVERBS_IBA_LISTEN || !at->alive ||
		    !matches_listener(listener, port, wanted))
			continue;
		*served = true;
		if (listener->wanted.qp_type == wanted->type)
			found = more_exact(found, listener);
	}
	if (found)
		found->object.references++;
	iba_unlock();
	return found;
}

static ib_path_rec_t alternate_path_of(const struct ibcm_req *req)
{
	ib_path_rec_t none;

	if (req->alternate.local_lid || req->alternate.hop_limit)
		return iba_cm_reverse_path(req, &req->alternate);
	memset(&none, 0, sizeof(none));
	return none;
}

ib_cm_req_rec_t iba_cm_request_record(const struct iba_cm *cm)
{
	const struct ibcm_req *req = &cm->request;
	ib_cm_req_rec_t rec = {
		.h_cm_req = iba_cm_handle(cm),
		.p_req_pdata = cm->private_data,
		.qp_type = cm->type,
		.resp_res = req->responder_resources,
		.flow_ctrl = req->flow_control ? TRUE : FALSE,
		.rnr_retry_cnt = req->rnr_retry_count,
		.pkey = htons(req->pkey),
	};

	if (cm->type != IB_QPT_UNRELIABLE_DGRM) {
		rec.primary_path = iba_cm_reverse_path(req, &req->primary);
		rec.alt_path = alternate_path_of(req);
	}
	return rec;
}

void iba_cm_report_request(struct iba_cm *cm, struct iba_listener *listener)
{
	ib_cm_req_rec_t rec = iba_cm_request_record(cm);

	rec.context = listener->object.context;
	rec.h_cm_listen = iba_handle(&listener->object);
	rec.sidr_context = listener->wanted.sidr_context;
	listener->wanted.pfn_cm_req_cb(&rec);
	iba_put(&listener->object);
}

void iba_cm_listener_put(struct iba_listener *listener)
{
	if (listener)
		iba_put(&listener->object);
}

/* --- the calls ------------------------------------------------------------------------------ */

static ib_api_status_t check_listen(const ib_cm_listen_t *listen)
{
	const size_t room = listen->qp_type == IB_QPT_UNRELIABLE_DGRM ? IB_SIDR_REQ_PDATA_SIZE
								      : IB_REQ_PDATA_SIZE;

	if (!listen->pfn_cm_req_cb || (listen->compare_length && !listen->p_compare_buffer))
		return IB_INVALID_PARAMETER;
	if (listen->qp_type != IB_QPT_RELIABLE_CONN && listen->qp_type != IB_QPT_UNRELIABLE_CONN &&
	    listen->qp_type != IB_QPT_UNRELIABLE_DGRM)
		return IB_INVALID_SETTING;
	return (size_t)listen->compare_offset + listen->compare_length > room ? IB_INVALID_SETTING
									      : IB_SUCCESS;
}

/* Could the same request match both listeners? */
static bool can_collide(const struct iba_listener *a, const struct iba_listener *b)
{
	const ib_cm_listen_t *x = &a->wanted, *y = &b->wanted;

	return x->svc_id == y->svc_id && x->qp_type == y->qp_type && x->ca_guid == y->ca_guid &&
	       x->port_guid == y->port_guid && x->lid == y->lid && x->pkey == y->pkey &&
	       x->compare_length == y->compare_length && x->compare_offset == y->compare_offset &&
	       !memcmp(a->compare, b->compare, x->compare_length);
}

static bool is_already_listened_for(struct iba_al *al, const struct iba_listener *listener)
{
	bool taken = false;

	iba_lock();
	for (struct iba_object *at = al->object.children; at && !taken; at = at->next)
		taken = at->kind == INVERBS_IBA_LISTEN && at->alive &&
			can_collide((struct iba_listener *)at, listener);
	iba_unlock();
	return taken;
}

static ib_api_status_t publish_listener(struct iba_al *al, struct iba_listener *listener,
					ib_listen_handle_t *handle)
{
	static pthread_mutex_t listening = PTHREAD_MUTEX_INITIALIZER;
	ib_api_status_t status = IB_INVALID_SETTING;

	pthread_mutex_lock(&listening);
	if (!is_already_listened_for(al, listener))
		status = add_listen_ports(al, listener);
	if (status == IB_SUCCESS) {
		status = iba_publish(&listener->object, INVERBS_IBA_LISTEN, &al->object, NULL,
				     handle);
	} else {
		release_listener(&listener->object);
		free(listener);
	}
	pthread_mutex_unlock(&listening);
	return status;
}

static ib_api_status_t make_listener(struct iba_al *al, const ib_cm_listen_t *listen,
				     const void *context, ib_listen_handle_t *handle)
{
	struct iba_listener *listener = calloc(1, sizeof(*listener));

	if (!listener)
		return IB_INSUFFICIENT_MEMORY;
	listener->object.context = context;
	listener->object.release = release_listener;
	listener->wanted = *listen;
	listener->wanted.p_compare_buffer = NULL; /* the buffer belongs to the program */
	if (listen->compare_length)
		memcpy(listener->compare, listen->p_compare_buffer, listen->compare_length);
	return publish_listener(al, listener, handle);
}

ib_api_status_t ib_cm_listen(ib_al_handle_t h_al, const ib_cm_listen_t *p_cm_listen,
			     const void *listen_context, ib_listen_handle_t *ph_cm_listen)
{
	struct iba_al *al = iba_get(h_al, INVERBS_IBA_AL);
	ib_api_status_t status;

	if (!al)
		return iba_refusal(h_al, IB_INVALID_AL_HANDLE);
	status = p_cm_listen && ph_cm_listen ? check_listen(p_cm_listen) : IB_INVALID_PARAMETER;
	if (status == IB_SUCCESS)
		status = make_listener(al, p_cm_listen, listen_context, ph_cm_listen);
	iba_put(&al->object);
	return status;
}

ib_api_status_t ib_cm_cancel(ib_listen_handle_t h_cm_listen, ib_pfn_destroy_cb_t pfn_destroy_cb)
{
	return iba_destroy_handle(h_cm_listen, INVERBS_IBA_LISTEN, IB_INVALID_HANDLE,
				  pfn_destroy_cb);
}

/* --- handing over to another listener ------------------------------------------------------- */

static void report_handed_over(struct iba_job *job)
{
	struct iba_cm *cm = IBA_CONTAINER(job, struct iba_cm, handoff);
	struct iba_listener *listener = cm->handed_to;
	bool waits;

	iba_cm_lock(cm);
	cm->handed_to = NULL;
	waits = cm->state == IBA_CM_REQ_RECEIVED || cm->state == IBA_CM_SIDR_REQ_RECEIVED;
	iba_cm_unlock(cm);
	if (waits)
		iba_cm_report_request(cm, listener);
	else
		iba_put(&listener->object);
	iba_put(&cm->object);
}

/* The connection is locked. */
static ib_api_status_t hand_over_request(struct iba_cm *cm, ib_net64_t service)
{
	const struct iba_cm_wanted wanted = {.service = service,
					     .pkey = htons(cm->request.pkey),
					     .data = cm->private_data,
					     .type = cm->type};
	bool served;

	if ((cm->state != IBA_CM_REQ_RECEIVED && cm->state != IBA_CM_SIDR_REQ_RECEIVED) ||
	    cm->handed_to || cm->qp)
		return IB_INVALID_STATE;
	cm->handed_to = iba_cm_find_listener(cm->port, &wanted, &served);
	if (!cm->handed_to)
		return IB_INVALID_PARAMETER;
	iba_hold(&cm->object);
	cm->handoff.run = report_handed_over;
	iba_defer(&cm->handoff);
	return IB_SUCCESS;
}

ib_api_status_t ib_cm_handoff(ib_cm_handle_t h_cm_req, ib_net64_t svc_id)
{
	struct iba_cm *cm = iba_cm_get(&h_cm_req);
	ib_api_status_t status;

	if (!cm)
		return iba_refusal(h_cm_req.h_al, IB_INVALID_HANDLE);
	status = hand_over_request(cm, svc_id);
	iba_cm_put(cm);
	return status;
}
