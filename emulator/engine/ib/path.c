/* SPDX-License-Identifier: BSD-2-Clause */
/* The peer of a queue pair. */
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

bool softhca_engine_reachable(const struct softhca_port *from, unsigned int from_pkey,
			      struct softhca_port *to, unsigned int to_pkey)
{
	if (!from || !to || !from->up || !to->up || from->ethernet != to->ethernet)
		return false;
	if (partition_matches(pkey_of(from, from_pkey), pkey_of(to, to_pkey)))
		return true;
	to->counters.pkey_violations++;
	return false;
}

/** Types of queue pairs that can be a peer: for XRC any that receives for a domain. */
static bool types_match(const struct softhca_qp *qp, const struct softhca_qp *peer)
{
	return softhca_sends_as(qp) == IBV_QPT_XRC_SEND ? peer->domain != NULL
							: peer->type == qp->type;
}

struct engine_qp *softhca_engine_peer(struct engine_qp *eq)
{
	const struct softhca_qp *qp = eq->qp;
	struct softhca_port *port = softhca_qp_port(qp);
	struct softhca_qp *peer;
	struct engine_qp *other;

	if (!eq->peer_port)
		return NULL;
	peer = softhca_find_qp(eq->peer_port->device, qp->attr.dest_qp_num);
	if (!peer || !types_match(qp, peer) || !engine_receiving(peer))
		return NULL;
	other = engine_of_qp(peer);
	/* A responder accepts packets of its own connection only. */
	if (!other || peer->attr.dest_qp_num != qp->qpn || other->peer_port != port ||
	    softhca_qp_port(peer) != eq->peer_port)
		return NULL;
	if (!softhca_engine_reachable(port, qp->attr.pkey_index, eq->peer_port,
				      peer->attr.pkey_index))
		return NULL;
	return other;
}
