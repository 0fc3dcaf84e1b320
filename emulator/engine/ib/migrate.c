/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Connections and changes of the fabric: ports that go down, addresses that change, alternate
 * paths.
 *
 * Real adapters arm a connection by a bit in packets; here both ends are armed as soon as both have
 * requested it. A real requester migrates when its retries are used up; here it migrates when a
 * port of its path goes down.
 */
#include "base/upcalls.h"
#include "engine/ib/internal.h"

/** Returns the peer queue pair in any state, or NULL if the two do not refer to each other. */
static struct engine_qp *find_peer_qp(struct engine_qp *eq)
{
	const struct softhca_qp *qp = eq->qp;
	struct softhca_qp *peer;
	struct engine_qp *other;

	if (!eq->peer_port)
		return NULL;
	peer = softhca_find_qp(eq->peer_port->device, qp->attr.dest_qp_num);
	if (!peer || !peer->engine || peer->attr.dest_qp_num != qp->qpn)
		return NULL;
	other = engine_of_qp(peer);
	return other->peer_port && other->peer_port->device == qp->device ? other : NULL;
}

void softhca_engine_rearm(struct engine_qp *eq)
{
	struct engine_qp *other;

	if (eq->qp->attr.path_mig_state != IBV_MIG_REARM)
		return;
	other = find_peer_qp(eq);
	if (!other || other->qp->attr.path_mig_state == IBV_MIG_MIGRATED)
		return;
	eq->qp->attr.path_mig_state = IBV_MIG_ARMED;
	other->qp->attr.path_mig_state = IBV_MIG_ARMED;
}

static bool is_alternate_usable(const struct softhca_qp *qp)
{
	unsigned int n = qp->attr.alt_port_num;
	const struct softhca_port *from, *to;

	if (n < 1 || n > qp->device->num_ports)
		return false;
	from = &qp->device->port[n - 1];
	to = softhca_engine_resolve(from, &qp->attr.alt_ah_attr);
	return from->up && to && to->up;
}

/** Make the alternate path the primary path. */
static void switch_to_alternate(struct engine_qp *eq)
{
	struct ibv_qp_attr *attr = &eq->qp->attr;

	attr->ah_attr = attr->alt_ah_attr;
	attr->port_num = attr->alt_port_num;
	attr->pkey_index = attr->alt_pkey_index;
	attr->timeout = attr->alt_timeout;
	attr->path_mig_state = IBV_MIG_MIGRATED;
	eq->peer_port = softhca_engine_resolve(softhca_qp_port(eq->qp), &attr->ah_attr);
	softhca_qp_event(eq->qp, IBV_EVENT_PATH_MIG);
}

void softhca_engine_qp_migrate(struct softhca_qp *qp)
{
	struct engine_qp *eq = engine_of_qp(qp);
	struct engine_qp *other = find_peer_qp(eq);

	if (!is_alternate_usable(qp)) {
		softhca_qp_event(qp, IBV_EVENT_PATH_MIG_ERR);
		return;
	}
	switch_to_alternate(eq);
	if (other && other->qp->attr.path_mig_state == IBV_MIG_ARMED)
		switch_to_alternate(other);
	else if (other)
		softhca_qp_event(other->qp, IBV_EVENT_PATH_MIG_ERR);
	softhca_engine_send_again(eq);
	if (other)
		softhca_engine_send_again(other);
}

void softhca_ib_port_lost(struct engine_qp *eq, const struct softhca_port *port)
{
	struct softhca_qp *qp = eq->qp;

	if (qp->attr.path_mig_state == IBV_MIG_ARMED && engine_can_receive(qp) &&
	    (softhca_qp_port(qp) == port || eq->peer_port == port))
		softhca_engine_qp_migrate(qp);
}

void softhca_ib_resolve(struct engine_qp *eq)
{
	eq->peer_port = softhca_engine_resolve(softhca_qp_port(eq->qp), &eq->qp->attr.ah_attr);
}
