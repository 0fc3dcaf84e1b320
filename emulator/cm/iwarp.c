/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Connections between iWARP adapters, which use TCP instead of messages of the connection manager:
 * a request is a SYN and the first MPA frame, the response is the MPA reply frame, and the end of
 * the stream ends the connection at both sides at once, without a response. The kernel moves the
 * queue pairs, so there is no CONNECT_RESPONSE: both sides get ESTABLISHED. MPA (revision 1)
 * carries only private data, no depths or queue pair numbers. Statuses are errno values of TCP.
 */
#include <errno.h>
#include <string.h>

#include "base/driver.h"
#include "cm/internal.h"
#include "engine/iwarp/iwarp.h"

static const uint64_t SECOND = 1000000000;

enum {
	MPA_REPLY_SECONDS = 60, /**< time for the peer's MPA reply after the stream is set up */
};

/* Returns the queue pair with this number on the identifier's device, or NULL. */
static struct softhca_qp *find_iwarp_qp(const struct cm_id *id, uint32_t number)
{
	struct softhca_qp *qp = softhca_find_qp(id->port->device, number);

	return qp && softhca_iwarp_is_qp(qp) ? qp : NULL;
}

static bool exceeds_read_limits(const struct cm_id *id)
{
	const struct ibv_device_attr *limits = &id->port->device->driver->limits->attr;

	return (int)id->mine.responder_resources > limits->max_qp_rd_atom ||
	       (int)id->mine.initiator_depth > limits->max_qp_init_rd_atom;
}

int softhca_cm_iwarp_may_connect(const struct cm_id *id, uint32_t qp_num)
{
	return !cm_is_datagram(id) && find_iwarp_qp(id, qp_num) ? 0 : EINVAL;
}

/* The attempt to connect has failed. */
static void fail_connection(struct cm_id *id, enum ucma_event event, int status)
{
	softhca_cm_unlink_peer(id);
	softhca_cm_timer_stop(id);
	softhca_cm_set_state(id, CM_CLOSED);
	softhca_cm_queue_event(id, event, status);
}

/* --- requests ---------------------------------------------------------------------------- */

/* In the request's event, fields that MPA does not carry are set to the device's maximum. */
static void fill_request_event(struct ucma_conn_param *to, const struct cm_id *id)
{
	const struct ibv_device_attr *limits = &id->port->device->driver->limits->attr;

	to->responder_resources = (uint8_t)limits->max_qp_rd_atom;
	to->initiator_depth = (uint8_t)limits->max_qp_init_rd_atom;
}

static bool announce_connect(struct cm_id *listener, struct cm_id *new_id, const struct cm_id *from)
{
	struct cm_event *e = softhca_cm_queue_request_event(listener, new_id, from);

	if (e)
		fill_request_event(&e->record.param.conn, new_id);
	return e != NULL;
}

/*
 * Deliver a request. If the backlog is full, it is refused; on other networks there is no response.
 */
static void deliver_request(struct cm_id *id, struct cm_id *listener)
{
	struct cm_id *new_id = NULL;

	if (listener->unread < listener->backlog)
		new_id = softhca_cm_make_incoming(id, listener);
	if (new_id && announce_connect(listener, new_id, id)) {
		softhca_cm_timer_start(id, MPA_REPLY_SECONDS * SECOND);
		return;
	}
	if (new_id)
		softhca_cm_drop_incoming(new_id);
	fail_connection(id, UCMA_EVENT_REJECTED, -ECONNREFUSED);
}

/*
 * If the destination is not an iWARP port, the machine's own TCP refuses, as it has no listener
 * there. A port that is down does not respond.
 */
void softhca_cm_iwarp_request(struct cm_id *id)
{
	const struct softhca_port *far = softhca_cm_port_of(id->file->cm, &id->dst);
	struct cm_id *listener = NULL;

	if (id->peer) { /* the time for a response has elapsed */
		fail_connection(id, UCMA_EVENT_UNREACHABLE, -ETIMEDOUT);
		return;
	}
	if (!id->port->up || !far || !far->up) {
		softhca_cm_retry_later(id);
		return;
	}
	if (softhca_cm_is_iwarp_port(far))
		listener = softhca_cm_listener(id);
	if (listener)
		deliver_request(id, listener);
	else if (!softhca_cm_hold_request(id))
		fail_connection(id, UCMA_EVENT_REJECTED, -ECONNRESET);
}

/* --- the connection ---------------------------------------------------------------------- */

/*
 * Called by the engine, perhaps while it executes work for either queue pair: only changes states.
 */
static void handle_stream_end(struct softhca_qp *qp, enum softhca_iwarp_end how, void *arg)
{
	struct cm_id *id = arg;

	(void)qp;
	id->qp = NULL;
	softhca_cm_unlink_peer(id);
	if (id->state != CM_CONNECTED)
		return;
	softhca_cm_set_state(id, CM_CLOSED);
	softhca_cm_queue_event(id, UCMA_EVENT_DISCONNECTED,
			       how == SOFTHCA_IWARP_CLOSED ? 0 : -ECONNRESET);
}

static struct softhca_iwarp_side make_iwarp_side(struct cm_id *id, struct softhca_qp *qp)
{
	return (struct softhca_iwarp_side){
		.qp = qp,
		.ird = id->mine.responder_resources,
		.ord = id->mine.initiator_depth,
		.ended = handle_stream_end,
		.arg = id,
	};
}

static void set_connected(struct cm_id *id, struct softhca_qp *qp)
{
	softhca_cm_timer_stop(id);
	id->qp = qp;
	softhca_cm_set_state(id, CM_CONNECTED);
}

static void queue_established_events(struct cm_id *active, struct cm_id *passive,
				     const struct ucma_conn_param *param)
{
	struct cm_event *e = softhca_cm_queue_event(passive, UCMA_EVENT_ESTABLISHED, 0);

	if (e)
		fill_request_event(&e->record.param.conn, passive);
	e = softhca_cm_queue_event(active, UCMA_EVENT_ESTABLISHED, 0);
	if (e)
		softhca_cm_show_private_data(e, passive, UCMA_CMD_ACCEPT, param->private_data,
					     param->private_data_len);
}

int softhca_cm_iwarp_accept(struct cm_id *id, const struct ucma_conn_param *param)
{
	struct cm_id *peer = id->peer;
	struct softhca_qp *qp = find_iwarp_qp(id, param->qp_num);
	struct softhca_iwarp_side active, passive;
	int err;

	if (!peer)
		return ECONNRESET; /* the peer was destroyed meanwhile */
	if (!qp || !softhca_iwarp_can_connect(qp) || exceeds_read_limits(id))
		return EINVAL;
	active = make_iwarp_side(peer, find_iwarp_qp(peer, peer->mine.qp_num));
	passive = make_iwarp_side(id, qp);
	err = active.qp && !exceeds_read_limits(peer) ? softhca_iwarp_connect(&active, &passive)
						      : EINVAL;
	if (err) { /* the active side received the response and cannot use it */
		fail_connection(peer, UCMA_EVENT_CONNECT_ERROR, -err);
		return ECONNRESET;
	}
	set_connected(peer, active.qp);
	set_connected(id, qp);
	queue_established_events(peer, id, param);
	return 0;
}

void softhca_cm_iwarp_disconnect(struct cm_id *id)
{
	if (id->qp)
		softhca_iwarp_close(id->qp);
}

void softhca_cm_iwarp_abort(struct cm_id *id)
{
	if (id->qp)
		softhca_iwarp_abort(id->qp);
}
