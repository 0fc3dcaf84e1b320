/* SPDX-License-Identifier: BSD-2-Clause */
/* Connections and datagram services: requests, responses, rejects, disconnects. */
#include <errno.h>
#include <string.h>

#include "cm/cm.h"
#include "cm/internal.h"

static const uint64_t SECOND = 1000000000;

enum {
	DREQ_TIMEOUT_SECONDS = 4, /**< time after which a disconnect without response ends */
	TIMEWAIT_SECONDS = 2,
	RETRY_COUNT_MAX = 7,
};

static void fill_conn_param(struct ucma_conn_param *to, const struct cm_offer *offer)
{
	to->qp_num = offer->qp_num;
	/* for the peer, responder resources and initiator depth are swapped */
	to->responder_resources = offer->initiator_depth;
	to->initiator_depth = offer->responder_resources;
	to->flow_control = offer->flow_control;
	to->retry_count = offer->retry_count;
	to->rnr_retry_count = offer->rnr_retry_count;
	to->srq = offer->srq;
}

/* --- requests ---------------------------------------------------------------------------- */

/* Is this request for a queue pair that the peer still considers connected? */
static bool is_stale_request(const struct cm_id *id)
{
	struct softhca_link *pos, *after;

	softhca_for_each(pos, after, &id->file->cm->all)
	{
		const struct cm_id *other = softhca_entry(pos, struct cm_id, in_all);

		if (other->state >= CM_REQUEST_RECEIVED && other->state <= CM_DREQ_RECEIVED &&
		    other->incoming && other->theirs.qp_num == id->mine.qp_num &&
		    softhca_cm_same_address(&other->dst, &id->src))
			return true;
	}
	return false;
}

static void reject_request(struct cm_id *id, enum ucma_reject_reason reason)
{
	struct cm_event *e;

	softhca_cm_set_state(id, CM_CLOSED);
	if (cm_is_datagram(id))
		e = softhca_cm_queue_event(id, UCMA_EVENT_UNREACHABLE,
					   reason == UCMA_REJECT_REASON_INVALID_SERVICE_ID
						   ? UCMA_DATAGRAM_STATUS_UNSUPPORTED
						   : UCMA_DATAGRAM_STATUS_REJECTED);
	else
		e = softhca_cm_queue_event(id, UCMA_EVENT_REJECTED, reason);
	if (e)
		softhca_cm_show_private_data(e, id, UCMA_CMD_REJECT, NULL, 0);
}

static bool announce_request(struct cm_id *listener, struct cm_id *new_id, const struct cm_id *from)
{
	struct cm_event *e = softhca_cm_queue_request_event(listener, new_id, from);

	if (e && !cm_is_datagram(from))
		fill_conn_param(&e->record.param.conn, &from->mine);
	return e != NULL;
}

/* Will there be no response? An iWARP adapter drops packets of InfiniBand's connection manager. */
static bool has_no_response(const struct cm_id *id)
{
	const struct softhca_port *far = softhca_cm_port_of(id->file->cm, &id->dst);

	return far && softhca_cm_is_iwarp_port(far);
}

static void request_connection(struct cm_id *id)
{
	struct cm_id *listener = softhca_cm_listener(id);
	struct cm_id *new_id;

	if (has_no_response(id)) {
		softhca_cm_retry_later(id);
		return;
	}
	if (!listener && softhca_cm_hold_request(id))
		return;
	if (!listener) {
		reject_request(id, UCMA_REJECT_REASON_INVALID_SERVICE_ID);
		return;
	}
	if (listener->qp_type != softhca_cm_wanted_type(id)) {
		reject_request(id, UCMA_REJECT_REASON_CONSUMER_DEFINED);
		return;
	}
	if (!cm_is_datagram(id) && is_stale_request(id)) {
		reject_request(id, UCMA_REJECT_REASON_STALE_CONNECTION);
		return;
	}
	if (listener->unread >= listener->backlog) {
		softhca_cm_retry_later(id);
		return;
	}
	new_id = softhca_cm_make_incoming(id, listener);
	if (new_id && announce_request(listener, new_id, id))
		return;
	if (new_id)
		softhca_cm_drop_incoming(new_id);
	softhca_cm_retry_later(id);
}

/** Send or resend a request. */
static void send_request(struct cm_id *id)
{
	if (cm_is_iwarp(id))
		softhca_cm_iwarp_request(id);
	else
		request_connection(id);
}

static void store_offer(struct cm_offer *to, const struct ucma_conn_param *from,
			const struct ucma_ece *ece)
{
	to->qp_num = from->qp_num;
	to->responder_resources = from->responder_resources;
	to->initiator_depth = from->initiator_depth;
	to->flow_control = from->flow_control;
	to->retry_count = from->retry_count < RETRY_COUNT_MAX ? from->retry_count : RETRY_COUNT_MAX;
	to->rnr_retry_count = from->rnr_retry_count < RETRY_COUNT_MAX ? from->rnr_retry_count
								      : RETRY_COUNT_MAX;
	to->srq = from->srq;
	to->ece = *ece;
}

int softhca_cm_cmd_connect(const struct cm_command *c)
{
	struct ucma_connect_req request;
	struct cm_id *id;
	int err;

	ucma_read_connect(c->parsed, &request);
	if (!request.conn_param.valid)
		return EINVAL;
	err = softhca_cm_id_on_device(c->file, request.id, &id);
	if (err)
		return err;
	if (id->state != CM_ROUTE_KNOWN ||
	    request.conn_param.private_data_len > softhca_cm_private_max(id, UCMA_CMD_CONNECT))
		return EINVAL;
	if (cm_is_iwarp(id) && softhca_cm_iwarp_may_connect(id, request.conn_param.qp_num))
		return EINVAL;
	store_offer(&id->mine, &request.conn_param, &request.ece);
	id->private_bytes = request.conn_param.private_data_len;
	memcpy(id->private_data, request.conn_param.private_data, id->private_bytes);
	softhca_cm_set_state(id, CM_REQUEST_SENT);
	id->tries = 0;
	id->held = 0;
	send_request(id);
	return 0;
}

int softhca_cm_cmd_listen(const struct cm_command *c)
{
	const struct sockaddr_storage any = {.ss_family = AF_INET};
	enum {
		BACKLOG_MAX = 1024
	};
	struct ucma_listen_req request;
	struct cm_id *id;
	int err;

	ucma_read_listen(c->parsed, &request);
	err = softhca_cm_id_find(c->file, request.id, &id);
	if (!err && id->state == CM_IDLE)
		err = softhca_cm_bind(id, &any);
	if (err)
		return err;
	if (id->state != CM_BOUND)
		return EINVAL;
	id->backlog = request.backlog;
	if (!request.backlog || request.backlog > BACKLOG_MAX)
		id->backlog = BACKLOG_MAX;
	softhca_cm_set_state(id, CM_LISTENING);
	return 0;
}

/* --- responses --------------------------------------------------------------------------- */

/* Returns the status of a reject event. TCP has only one kind of reject. */
static int reject_status(const struct cm_id *id, enum ucma_reject_reason reason)
{
	return cm_is_iwarp(id) ? -ECONNREFUSED : (int)reason;
}

/* Reject or drop an unfinished connection; the peer gets the reason. */
static void reject_unfinished(struct cm_id *id, enum ucma_reject_reason reason, const uint8_t *data,
			      uint8_t bytes)
{
	struct cm_id *peer = id->peer;
	struct cm_event *e;

	softhca_cm_unlink_peer(id);
	softhca_cm_set_state(id, CM_CLOSED);
	if (!peer)
		return;
	softhca_cm_set_state(peer, CM_CLOSED);
	softhca_cm_timer_stop(peer);
	if (cm_is_datagram(peer))
		e = softhca_cm_queue_event(peer, UCMA_EVENT_UNREACHABLE,
					   UCMA_DATAGRAM_STATUS_REJECTED);
	else
		e = softhca_cm_queue_event(peer, UCMA_EVENT_REJECTED, reject_status(peer, reason));
	if (e)
		softhca_cm_show_private_data(e, id, UCMA_CMD_REJECT, data, bytes);
}

static void accept_datagrams(struct cm_id *id, const struct ucma_conn_param *param)
{
	struct cm_id *peer = id->peer;
	struct cm_event *e = softhca_cm_queue_event(peer, UCMA_EVENT_ESTABLISHED, 0);

	softhca_cm_set_state(id, CM_CONNECTED);
	softhca_cm_set_state(peer, CM_CONNECTED);
	if (e) {
		struct ucma_ud_param *ud = &e->record.param.ud;

		ud->qp_num = param->qp_num;
		ud->qkey = softhca_cm_qkey(id);
		if (id->ps == UCMA_PORT_SPACE_IB && param->qkey)
			ud->qkey = param->qkey;
		softhca_cm_path(peer, &ud->ah_attr);
		softhca_cm_show_private_data(e, id, UCMA_CMD_ACCEPT, param->private_data,
					     param->private_data_len);
	}
	softhca_cm_unlink_peer(id); /* both ends are disconnected */
}

static void accept_connection(struct cm_id *id, const struct ucma_conn_param *param)
{
	struct cm_id *peer = id->peer;
	struct cm_event *e = softhca_cm_queue_event(peer, UCMA_EVENT_CONNECT_RESPONSE, 0);

	softhca_cm_set_state(id, CM_RESPONSE_SENT);
	softhca_cm_set_state(peer, CM_RESPONSE_RECEIVED);
	peer->theirs = id->mine;
	softhca_cm_match_depths(&peer->mine, &id->mine);
	if (!e)
		return;
	e->record.ece = id->mine.ece;
	fill_conn_param(&e->record.param.conn, &id->mine);
	softhca_cm_show_private_data(e, id, UCMA_CMD_ACCEPT, param->private_data,
				     param->private_data_len);
}

/* The active side's queue pair is in RTS: establish the connection at both sides. */
static int establish_connection(struct cm_id *id)
{
	struct cm_id *peer = id->peer;

	if (id->state != CM_RESPONSE_RECEIVED)
		return EINVAL;
	softhca_cm_set_state(id, CM_CONNECTED);
	if (peer && peer->state == CM_RESPONSE_SENT) {
		softhca_cm_set_state(peer, CM_CONNECTED);
		softhca_cm_queue_event(peer, UCMA_EVENT_ESTABLISHED, 0);
	}
	return 0;
}

static int accept_request(struct cm_id *id, const struct ucma_accept_req *request)
{
	const struct ucma_conn_param *param = &request->conn_param;

	if (id->state != CM_REQUEST_RECEIVED || (!id->peer && !cm_is_iwarp(id)))
		return EINVAL;
	if (param->private_data_len > softhca_cm_private_max(id, UCMA_CMD_ACCEPT))
		return EINVAL;
	id->uid = request->uid;
	store_offer(&id->mine, param, &request->ece);
	if (cm_is_iwarp(id))
		return softhca_cm_iwarp_accept(id, param);
	if (cm_is_datagram(id))
		accept_datagrams(id, param);
	else
		accept_connection(id, param);
	return 0;
}

int softhca_cm_cmd_accept(const struct cm_command *c)
{
	struct ucma_accept_req request;
	struct cm_id *id;
	int err;

	ucma_read_accept(c->parsed, &request);
	err = softhca_cm_id_on_device(c->file, request.id, &id);
	if (err)
		return err;
	if (!request.conn_param.valid)
		return establish_connection(id);
	err = accept_request(id, &request);
	if (err && id->state >= CM_REQUEST_RECEIVED && id->state <= CM_RESPONSE_RECEIVED)
		reject_unfinished(id, UCMA_REJECT_REASON_CONSUMER_DEFINED, NULL, 0);
	return err;
}

int softhca_cm_cmd_reject(const struct cm_command *c)
{
	struct ucma_reject_req request;
	struct cm_id *id;
	int err;

	ucma_read_reject(c->parsed, &request);
	if (!request.reason)
		request.reason = UCMA_REJECT_REASON_CONSUMER_DEFINED;
	if (request.reason != UCMA_REJECT_REASON_CONSUMER_DEFINED &&
	    request.reason != UCMA_REJECT_REASON_VENDOR_OPTION)
		return EINVAL;
	err = softhca_cm_id_on_device(c->file, request.id, &id);
	if (err)
		return err;
	if ((id->state != CM_REQUEST_RECEIVED && id->state != CM_RESPONSE_RECEIVED) ||
	    request.private_data_len > softhca_cm_private_max(id, UCMA_CMD_REJECT))
		return EINVAL;
	reject_unfinished(id, (enum ucma_reject_reason)request.reason, request.private_data,
			  request.private_data_len);
	return 0;
}

/* --- the end ----------------------------------------------------------------------------- */

static void enter_timewait(struct cm_id *id)
{
	softhca_cm_set_state(id, CM_TIMEWAIT);
	softhca_cm_timer_start(id, TIMEWAIT_SECONDS * SECOND);
}

static void send_disconnect_request(struct cm_id *id)
{
	softhca_cm_set_state(id, CM_DREQ_SENT);
	softhca_cm_timer_start(id, DREQ_TIMEOUT_SECONDS * SECOND);
	if (!id->peer)
		return;
	softhca_cm_set_state(id->peer, CM_DREQ_RECEIVED);
	softhca_cm_queue_event(id->peer, UCMA_EVENT_DISCONNECTED, 0);
}

static void send_disconnect_response(struct cm_id *id)
{
	struct cm_id *peer = id->peer;

	softhca_cm_unlink_peer(id);
	if (peer && peer->state == CM_DREQ_SENT) {
		softhca_cm_queue_event(peer, UCMA_EVENT_DISCONNECTED, 0);
		enter_timewait(peer);
	}
	enter_timewait(id); /* its timewait ends after that of the side that disconnected */
}

int softhca_cm_cmd_disconnect(const struct cm_command *c)
{
	struct ucma_disconnect_req request;
	struct cm_id *id;
	int err;

	ucma_read_disconnect(c->parsed, &request);
	err = softhca_cm_id_on_device(c->file, request.id, &id);
	if (err)
		return err;
	if (id->state < CM_REQUEST_SENT)
		return EINVAL;
	if (cm_is_datagram(id))
		return 0;
	if (cm_is_iwarp(id))
		softhca_cm_iwarp_disconnect(id);
	else if (id->state == CM_CONNECTED)
		send_disconnect_request(id);
	else if (id->state == CM_DREQ_RECEIVED)
		send_disconnect_response(id);
	return 0;
}

void softhca_cm_abandon(struct cm_id *id)
{
	switch (id->state) {
	case CM_REQUEST_SENT:
		softhca_cm_unlink_peer(id); /* the peer will notice when it responds */
		break;
	case CM_REQUEST_RECEIVED:
	case CM_RESPONSE_SENT:
	case CM_RESPONSE_RECEIVED:
		reject_unfinished(id, UCMA_REJECT_REASON_CONSUMER_DEFINED, NULL, 0);
		break;
	case CM_CONNECTED:
		if (cm_is_iwarp(id))
			softhca_cm_iwarp_abort(id);
		else if (!cm_is_datagram(id))
			send_disconnect_request(id);
		softhca_cm_unlink_peer(id);
		break;
	case CM_DREQ_RECEIVED:
		send_disconnect_response(id);
		break;
	default:
		softhca_cm_unlink_peer(id);
	}
	softhca_cm_set_state(id, CM_CLOSED);
}

int softhca_cm_cmd_notify(const struct cm_command *c)
{
	struct ucma_notify_req request;
	struct cm_id *id;
	int err;

	ucma_read_notify(c->parsed, &request);
	err = softhca_cm_id_on_device(c->file, request.id, &id);
	if (err)
		return err;
	if (cm_is_iwarp(id)) /* no event: in the kernel, the adapter's driver reports this */
		return id->state >= CM_REQUEST_SENT ? 0 : EINVAL;
	switch (request.event) {
	case IBV_EVENT_COMM_EST: /* data arrived before the peer's RTU */
		if (id->state != CM_RESPONSE_SENT)
			return EINVAL;
		softhca_cm_set_state(id, CM_CONNECTED);
		softhca_cm_queue_event(id, UCMA_EVENT_ESTABLISHED, 0);
		return 0;
	case IBV_EVENT_PATH_MIG:
		return id->state == CM_CONNECTED ? 0 : EINVAL;
	default:
		return EINVAL;
	}
}

/** A timer has expired. */
static void timer_due(struct cm_id *id)
{
	switch (id->state) {
	case CM_BOUND: /* the address was not resolved */
		softhca_cm_queue_event(id, UCMA_EVENT_ADDR_ERROR, -ETIMEDOUT);
		break;
	case CM_REQUEST_SENT:
		send_request(id);
		break;
	case CM_DREQ_SENT:
		softhca_cm_unlink_peer(id);
		softhca_cm_queue_event(id, UCMA_EVENT_DISCONNECTED, -ETIMEDOUT);
		enter_timewait(id);
		break;
	case CM_TIMEWAIT:
		softhca_cm_set_state(id, CM_CLOSED);
		softhca_cm_queue_event(id, UCMA_EVENT_TIMEWAIT_EXIT, 0);
		break;
	default:
		break;
	}
}

void softhca_cm_run(struct softhca *hca, uint64_t now)
{
	struct cm_id *id;

	while ((id = softhca_cm_timer_expired(hca->cm, now)))
		timer_due(id);
}
