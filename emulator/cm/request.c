/* SPDX-License-Identifier: BSD-2-Clause */
/* Connection requests on all networks: new identifiers at the listener, and retries. */
#include <errno.h>

#include "cm/internal.h"

static const uint64_t SECOND = 1000000000;

enum {
	RETRY_SECONDS = 4, /**< interval between retries */
	MAX_RETRIES = 15,
	HOLD_NS = 20000000, /**< interval between checks for a listener */
	MAX_HOLDS = 100,
};

void softhca_cm_unlink_peer(struct cm_id *id)
{
	if (id->peer)
		id->peer->peer = NULL;
	id->peer = NULL;
}

bool softhca_cm_hold_request(struct cm_id *id)
{
	if (id->held >= MAX_HOLDS || !softhca_cm_may_listen_soon(id))
		return false;
	id->held++;
	softhca_cm_timer_start(id, HOLD_NS);
	return true;
}

void softhca_cm_retry_later(struct cm_id *id)
{
	if (id->tries++ < MAX_RETRIES) {
		softhca_cm_timer_start(id, RETRY_SECONDS * SECOND);
		return;
	}
	softhca_cm_set_state(id, CM_CLOSED);
	softhca_cm_queue_event(id, UCMA_EVENT_UNREACHABLE, -ETIMEDOUT);
}

void softhca_cm_match_depths(struct cm_offer *mine, const struct cm_offer *theirs)
{
	mine->responder_resources = theirs->initiator_depth;
	mine->initiator_depth = theirs->responder_resources;
}

uint8_t softhca_cm_wanted_type(const struct cm_id *id)
{
	switch (id->qp_type) {
	case IBV_QPT_UC:
	case IBV_QPT_UD:
		return id->qp_type;
	case IBV_QPT_XRC_SEND:
		return IBV_QPT_XRC_RECV;
	default:
		return IBV_QPT_RC;
	}
}

struct cm_id *softhca_cm_make_incoming(struct cm_id *id, struct cm_id *listener)
{
	struct cm_id *new_id;

	if (softhca_cm_id_create(listener->file, 0, listener->ps, softhca_cm_wanted_type(id),
				 &new_id))
		return NULL;
	new_id->incoming = true;
	softhca_cm_set_state(new_id, CM_REQUEST_RECEIVED);
	new_id->src = id->dst;
	new_id->dst = id->src;
	new_id->port = softhca_cm_port_of(id->file->cm, &id->dst);
	new_id->theirs = id->mine;
	softhca_cm_match_depths(&new_id->mine, &id->mine);
	new_id->peer = id;
	id->peer = new_id;
	return new_id;
}

void softhca_cm_drop_incoming(struct cm_id *new_id)
{
	softhca_cm_unlink_peer(new_id);
	softhca_cm_set_state(new_id, CM_CLOSED);
	softhca_cm_id_free(new_id);
}

struct cm_event *softhca_cm_queue_request_event(struct cm_id *listener, struct cm_id *new_id,
						const struct cm_id *from)
{
	struct cm_event *e = softhca_cm_queue_event(listener, UCMA_EVENT_CONNECT_REQUEST, 0);

	if (!e)
		return NULL;
	e->new_id = new_id;
	new_id->request = e;
	e->record.id = new_id->handle;
	e->record.ece = from->mine.ece;
	softhca_cm_show_private_data(e, from, UCMA_CMD_CONNECT, from->private_data,
				     from->private_bytes);
	listener->unread++;
	return e;
}
