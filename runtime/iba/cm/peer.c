/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Peer-to-peer requests: both sides request a connection for the same service. The side with the
 * greater GUID, or the greater queue pair number, becomes the active side, and the other side
 * responds to its request. Before the peer has sent its request, its port may reject the service as
 * unknown; such a rejection is ignored.
 */
#include <arpa/inet.h>
#include <endian.h>

#include "cm.h"

ib_api_status_t iba_cm_check_peer(const ib_cm_req_t *req)
{
	if (!req->pfn_cm_req_cb || !req->compare_length)
		return IB_SUCCESS;
	if (!req->p_compare_buffer)
		return IB_INVALID_PARAMETER;
	return (size_t)req->compare_offset + req->compare_length > IB_REQ_PDATA_SIZE
		       ? IB_INVALID_SETTING
		       : IB_SUCCESS;
}

void iba_cm_expect_peer(struct iba_cm *cm, const ib_cm_req_t *req)
{
	struct iba_cm_peer *peer = &cm->peer;

	if (!req->pfn_cm_req_cb)
		return;
	cm->service = req->svc_id;
	peer->received = req->pfn_cm_req_cb;
	peer->gid = req->p_primary_path->dgid;
	peer->compare_offset = req->compare_offset;
	peer->compare_length = req->compare_length;
	if (req->compare_length)
		memcpy(peer->compare, req->p_compare_buffer, req->compare_length);
	peer->serves = true;
	iba_cm_receive_requests(cm->port, cm->service, true);
}

void iba_cm_stop_expecting_peer(struct iba_cm *cm)
{
	if (cm->peer.serves)
		iba_cm_receive_requests(cm->port, cm->service, false);
	cm->peer.serves = false;
}

static bool is_from_peer(const struct iba_cm *cm, const struct iba_cm_arrival *arrival,
			 const struct ibcm_req *req)
{
	static const ib_gid_t none;

	if (memcmp(&cm->peer.gid, &none, sizeof(none)) != 0)
		return !memcmp(&cm->peer.gid, req->primary.local_gid, sizeof(cm->peer.gid));
	return cm->to.lid == arrival->from->lid;
}

/* If both sides are at one port, each request also arrives at its sender's port. */
static bool is_own_request(const struct iba_cm *cm, const struct ibcm_req *req)
{
	return cm->local_id == req->local_id && be64toh(cm->port->port.ca_guid) == req->ca_guid;
}

static bool expects_request(const struct iba_cm *cm, const struct iba_cm_arrival *arrival,
			    const struct ibcm_req *req)
{
	const struct iba_cm_peer *peer = &cm->peer;

	return peer->serves && cm->state == IBA_CM_REQ_SENT && cm->qp &&
	       cm->service == htobe64(req->service_id) && cm->type == iba_cm_type_of(req) &&
	       !is_own_request(cm, req) && is_from_peer(cm, arrival, req) &&
	       !memcmp(req->private_data + peer->compare_offset, peer->compare,
		       peer->compare_length);
}

struct iba_cm *iba_cm_find_peer(struct iba_cm_port *port, const struct iba_cm_arrival *arrival,
				const struct ibcm_req *req)
{
	struct iba_cm *at;

	pthread_mutex_lock(&port->lock);
	at = port->connections;
	while (at && !expects_request(at, arrival, req))
		at = at->next;
	if (at && iba_hold_alive(&at->object))
		return at;
	pthread_mutex_unlock(&port->lock);
	return NULL;
}

bool iba_cm_is_too_early(const struct iba_cm *cm, const struct ibcm_rej *rej)
{
	return cm->peer.received && rej->message == IBCM_REJECTED_REQ &&
	       rej->reason == IBCM_REASON_INVALID_SERVICE_ID && (cm->peer.serves || !cm->active);
}

static bool stays_active(const struct iba_cm *cm, const struct ibcm_req *req)
{
	const uint64_t guid = be64toh(cm->port->port.ca_guid);

	return guid != req->ca_guid ? guid > req->ca_guid : cm->qp->qp->qp_num > req->qpn;
}

void iba_cm_peer_req_received(struct iba_cm *cm, const struct iba_cm_arrival *arrival,
			      const struct ibcm_req *req)
{
	ib_cm_req_rec_t rec;

	if (stays_active(cm, req)) {
		iba_cm_send(cm); /* the first reply may have arrived too early */
		iba_cm_unlock(cm);
		return;
	}
	iba_cm_timer_clear(cm);
	iba_cm_stop_expecting_peer(cm);
	cm->active = false;
	cm->message = 0;
	iba_cm_store_request(cm, arrival, req);
	rec = iba_cm_request_record(cm);
	rec.context = cm->qp->reporter.object.context;
	iba_cm_unlock(cm);
	cm->peer.received(&rec);
	iba_cm_lock(cm);
	if (cm->state == IBA_CM_REQ_RECEIVED) {
		cm->finished = true;
		pthread_cond_broadcast(&cm->port->finished);
	}
	iba_cm_unlock(cm);
}
