/* SPDX-License-Identifier: BSD-2-Clause */
/* Finding the peer of a queue pair, and whether packets reach it. */
#include "base/devices.h"
#include "base/upcalls.h"
#include "engine/ib/internal.h"

struct softhca_port *softhca_engine_resolve(const struct softhca_port *from,
					    const struct ibv_ah_attr *ah)
{
	struct softhca_port *to = NULL;

	if (!from)
		return NULL;
	if (from->device->hca->managed && !from->ethernet)
		to = from->device->hca->up->port_at(from, ah->dlid);
	else if (ah->is_global)
		to = softhca_find_port_by_gid(from->device->hca, &ah->grh.dgid);
	else if (!from->ethernet)
		to = softhca_find_port_by_lid(from->device->hca, ah->dlid);
	return to && to->ethernet == from->ethernet ? to : NULL;
}

static uint16_t pkey_of(const struct softhca_port *port, unsigned int index)
{
	return index < SOFTHCA_PKEYS ? port->pkey[index] : 0;
}

/** Members of a partition may communicate unless both are limited members (top bit clear). */
static bool partition_matches(uint16_t a, uint16_t b)
{
	return (a & 0x7fff) && !((a ^ b) & 0x7fff) && ((a | b) & 0x8000);
}

/**
 * Returns what keeps packets from passing, if anything. Counts a P_Key mismatch at the receiving
 * port.
 */
static enum softhca_reason path_refusal(const struct softhca_port *from, unsigned int from_pkey,
					struct softhca_port *to, unsigned int to_pkey)
{
	if (!from || !to || from->ethernet != to->ethernet)
		return SOFTHCA_REASON_NO_PATH;
	if (!from->up || !to->up)
		return SOFTHCA_REASON_PORT_DOWN;
	if (partition_matches(pkey_of(from, from_pkey), pkey_of(to, to_pkey)))
		return SOFTHCA_REASON_UNKNOWN;
	to->counters.pkey_violations++;
	return SOFTHCA_REASON_PKEY;
}

bool softhca_engine_is_reachable(const struct softhca_qp *from, const struct softhca_qp *to)
{
	const unsigned int from_pkey = from->attr.pkey_index, to_pkey = to->attr.pkey_index;
	const struct softhca_port *port = softhca_qp_port(from);
	struct softhca_port *there = softhca_qp_port(to);
	const enum softhca_reason reason = path_refusal(port, from_pkey, there, to_pkey);
	struct softhca_refusal *note;

	if (!reason)
		return true;
	note = softhca_engine_note_reason(from->device->hca, reason, 0);
	note->peer = to->qpn;
	if (reason == SOFTHCA_REASON_PKEY) {
		note->key = pkey_of(port, from_pkey);
		note->held = pkey_of(there, to_pkey);
	}
	return false;
}

/**
 * Can a queue pair of this type be the peer? For XRC, any queue pair that receives for a domain
 * can.
 */
static bool types_match(const struct softhca_qp *qp, const struct softhca_qp *peer)
{
	return softhca_sends_as(qp) == IBV_QPT_XRC_SEND ? peer->domain != NULL
							: peer->type == qp->type;
}

/** Returns why the queue pair that `eq` refers to cannot be its peer, if so. */
static enum softhca_reason peer_refusal(const struct engine_qp *eq, const struct softhca_qp *peer)
{
	const struct engine_qp *other;

	if (!peer)
		return SOFTHCA_REASON_NO_PEER;
	if (!types_match(eq->qp, peer))
		return SOFTHCA_REASON_PEER_TYPE;
	if (!engine_can_receive(peer))
		return SOFTHCA_REASON_PEER_STATE;
	other = engine_of_qp(peer);
	/* A responder accepts only packets of its own connection. */
	if (!other || peer->attr.dest_qp_num != eq->qp->qpn ||
	    other->peer_port != softhca_qp_port(eq->qp) || softhca_qp_port(peer) != eq->peer_port)
		return SOFTHCA_REASON_PEER_ELSEWHERE;
	return SOFTHCA_REASON_UNKNOWN;
}

struct engine_qp *softhca_engine_receiving_peer(struct engine_qp *eq)
{
	const struct softhca_qp *qp = eq->qp;
	enum softhca_reason reason = SOFTHCA_REASON_NO_PATH;
	struct softhca_qp *peer = NULL;
	struct softhca_refusal *note;

	if (eq->peer_port) {
		peer = softhca_find_qp(eq->peer_port->device, qp->attr.dest_qp_num);
		reason = peer_refusal(eq, peer);
	}
	if (!reason)
		return softhca_engine_is_reachable(qp, peer) ? engine_of_qp(peer) : NULL;
	note = softhca_engine_note_reason(qp->device->hca, reason, 0);
	note->peer = qp->attr.dest_qp_num;
	if (peer) {
		note->peer_state = peer->attr.qp_state;
		note->other = peer->attr.dest_qp_num;
	}
	return NULL;
}
