/* SPDX-License-Identifier: BSD-2-Clause */
/* Datagrams: messages of one packet, to one queue pair or to all members of a multicast group. */
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include <inverbs/mad/subnet.h>

#include "base/driver.h"
#include "base/upcalls.h"
#include "engine/ib/internal.h"

/** In a WQE, the top bit of the Q_Key means: use the queue pair's own Q_Key. */
static const uint32_t WELL_KNOWN_QKEY = 0x80000000;

/** The destination QPN of multicast packets. */
static const uint32_t MULTICAST_QPN = 0xffffff;

enum {
	/* Bytes of a packet, without payload and padding. */
	UDP_HEADER_BYTES = 8,
	TRANSPORT_HEADER_BYTES = 12,
	DATAGRAM_HEADER_BYTES = 8,
	IMMEDIATE_BYTES = 4,
	CHECKSUM_BYTES = 4,
	NEXT_IS_INFINIBAND = 0x1b,
	NEXT_IS_UDP = 17,
};

/* --- receivers --------------------------------------------------------------------------- */

static struct softhca_refusal *note_lost_datagram(const struct engine_qp *from,
						  enum softhca_reason reason)
{
	struct softhca_refusal *note = softhca_engine_note_reason(from->engine->hca, reason, 0);

	note->peer = from->wr.remote_qpn;
	return note;
}

/** May this queue pair receive the datagram? Key violations are counted, but there is no NAK. */
static bool accepts_datagram(const struct engine_qp *from, const struct softhca_qp *qp)
{
	uint32_t qkey = from->wr.qkey & WELL_KNOWN_QKEY ? from->qp->attr.qkey : from->wr.qkey;
	struct softhca_refusal *note;

	if (qp->type != IBV_QPT_UD || !engine_can_receive(qp) || !qp->engine) {
		note = note_lost_datagram(from, qp->type == IBV_QPT_UD ? SOFTHCA_REASON_PEER_STATE
								       : SOFTHCA_REASON_PEER_TYPE);
		note->peer_state = qp->attr.qp_state;
		return false;
	}
	if (!softhca_engine_is_reachable(from->qp, qp))
		return false;
	if (qp->attr.qkey == qkey)
		return true;
	softhca_qp_port(qp)->counters.qkey_violations++;
	note = note_lost_datagram(from, SOFTHCA_REASON_QKEY);
	note->key = qkey;
	note->held = qp->attr.qkey;
	return false;
}

/** Is the datagram for this group? With a GRH, the GID identifies the group; without, the LID. */
static bool is_for_group(const struct ibv_ah_attr *to, const struct softhca_mcast *mcast)
{
	return to->is_global ? !memcmp(&mcast->group->gid, &to->grh.dgid, sizeof(mcast->group->gid))
			     : mcast->mlid == to->dlid;
}

static bool is_group_member(const struct softhca_qp *qp, const struct ibv_ah_attr *to)
{
	struct softhca_link *h, *after_h, *m, *after_m;

	softhca_for_each(h, after_h, &qp->handles)
	{
		struct softhca_qp_handle *handle = softhca_entry(h, struct softhca_qp_handle,
								 in_qp);

		softhca_for_each(m, after_m, &handle->mcast)
		{
			if (is_for_group(to, softhca_entry(m, struct softhca_mcast, in_handle)))
				return true;
		}
	}
	return false;
}

static bool is_multicast(const struct softhca_port *port, const struct ibv_ah_attr *to)
{
	if (to->is_global)
		return softhca_gid_is_multicast(to->grh.dgid.raw);
	return !port->ethernet && to->dlid >= SMP_FIRST_GROUP_LID && to->dlid <= SMP_LAST_GROUP_LID;
}

/**
 * A member receives its own datagrams unless it was created with IBV_QP_CREATE_BLOCK_SELF_MCAST_LB.
 */
static bool blocks_loopback(const struct engine_qp *from, const struct softhca_qp *qp)
{
	return qp == from->qp && qp->create_flags & IBV_QP_CREATE_BLOCK_SELF_MCAST_LB;
}

/**
 * In a managed fabric: did the forwarding tables lead the packet with this number to the QP's port?
 */
static bool is_port_reached(const struct softhca_qp *qp, uint64_t number)
{
	const struct softhca_port *port = softhca_qp_port(qp);

	return port && port->reached == number;
}

static struct engine_qp *find_receiver(struct engine_qp *eq, const struct hw_av *av)
{
	struct softhca_port *there = softhca_engine_resolve(softhca_qp_port(eq->qp), &av->attr);
	struct softhca_qp *qp;

	if (!there) {
		note_lost_datagram(eq, SOFTHCA_REASON_NO_PATH);
		return NULL;
	}
	qp = softhca_find_qp(there->device, eq->wr.remote_qpn);
	if (!qp || softhca_qp_port(qp) != there) {
		note_lost_datagram(eq, SOFTHCA_REASON_NO_PEER);
		return NULL;
	}
	return accepts_datagram(eq, qp) ? engine_of_qp(qp) : NULL;
}

/* --- arrival ----------------------------------------------------------------------------- */

/** Is it a RoCE v2 packet? */
static bool is_roce_v2(const struct engine_packet *packet)
{
	return packet->from->qp->device->driver->roce;
}

/** Returns the length of everything after the GRH, including the invariant CRC. */
static uint16_t bytes_after_grh(const struct engine_packet *packet)
{
	uint64_t payload = (packet->total + 3) & ~UINT64_C(3);
	bool immediate = packet->wr->opcode == IBV_WR_SEND_WITH_IMM;

	return (uint16_t)((is_roce_v2(packet) ? UDP_HEADER_BYTES : 0) + TRANSPORT_HEADER_BYTES +
			  DATAGRAM_HEADER_BYTES + (immediate ? IMMEDIATE_BYTES : 0) + payload +
			  CHECKSUM_BYTES);
}

/** Write the 40 bytes in front of the payload; without a GRH, they are left unchanged. */
static void write_grh(const struct engine_packet *packet, const struct hw_av *av,
		      struct engine_qp *to)
{
	const struct softhca_port *port = softhca_qp_port(packet->from->qp);
	const struct ibv_global_route *route = &av->attr.grh;
	struct ibv_grh grh = {
		.version_tclass_flow = htonl(6U << 28 | (uint32_t)route->traffic_class << 20 |
					     (route->flow_label & 0xfffff)),
		.paylen = htons(bytes_after_grh(packet)),
		.next_hdr = is_roce_v2(packet) ? NEXT_IS_UDP : NEXT_IS_INFINIBAND,
		.hop_limit = route->hop_limit,
		.dgid = route->dgid,
	};
	struct engine_spans spans;

	static_assert(SOFTHCA_GIDS > UINT8_MAX, "every value of sgid_index is in the table");
	grh.sgid = port->gid[route->sgid_index];
	if (softhca_engine_local_spans(engine_receive_domain(packet), to->recv.sge,
				       to->recv.num_sge, 0, sizeof(grh), IBV_ACCESS_LOCAL_WRITE,
				       &spans))
		softhca_dma_scatter(spans.space, spans.span, spans.count, &grh);
}

static void fail_datagram_receive(struct engine_qp *to, const struct engine_packet *packet,
				  enum ibv_wc_status status)
{
	struct inverbs_dev_cqe cqe = {.status = status};

	softhca_engine_note_refused_by(to, packet);
	softhca_engine_note_failed(to, status, false, to->held_slot);
	softhca_engine_recv_done(to, &cqe, false);
	softhca_engine_qp_error(to, -1);
}

static void complete_datagram(struct engine_qp *to, const struct engine_packet *packet,
			      const struct hw_av *av)
{
	struct softhca_port *from = softhca_qp_port(packet->from->qp);
	struct softhca_port *port = softhca_qp_port(to->qp);
	struct inverbs_dev_cqe cqe = {
		.status = IBV_WC_SUCCESS,
		.recv = packet->wr->opcode == IBV_WR_SEND_WITH_IMM ? INVERBS_DEV_RECV_SEND_IMM
								   : INVERBS_DEV_RECV_SEND,
		.byte_len = (uint32_t)packet->total + ENGINE_GRH_BYTES,
		.imm = packet->wr->imm,
		.src_qp = packet->from->qp->qpn,
		.slid = from->lid,
		.sl = av->attr.sl,
		.grh = av->attr.is_global,
	};

	port->counters.messages_received++;
	port->counters.bytes_received += packet->total;
	softhca_engine_recv_done(to, &cqe, packet->wr->send_flags & IBV_SEND_SOLICITED);
}

/** Copy the datagram to the current receive. Returns IBV_WC_SUCCESS, or the receive's error. */
static enum ibv_wc_status scatter_datagram(struct engine_qp *to, struct engine_packet *packet,
					   const struct hw_av *av, enum engine_verdict *verdict)
{
	struct engine_spans spans;

	if (softhca_engine_exceeds_receive(to, &to->recv, packet->total + ENGINE_GRH_BYTES))
		return IBV_WC_LOC_LEN_ERR;
	if (!softhca_engine_local_spans(engine_receive_domain(packet), to->recv.sge,
					to->recv.num_sge, ENGINE_GRH_BYTES, packet->bytes,
					IBV_ACCESS_LOCAL_WRITE, &spans))
		return IBV_WC_LOC_PROT_ERR;
	*verdict = softhca_engine_write_chunk(packet, &spans);
	if (*verdict == ENGINE_BAD_OPERATION) {
		softhca_engine_note_gone(to, &spans);
		return IBV_WC_LOC_PROT_ERR;
	}
	if (*verdict == ENGINE_DONE && av->attr.is_global)
		write_grh(packet, av, to);
	return IBV_WC_SUCCESS;
}

static enum engine_verdict deliver_datagram(struct engine_qp *to, struct engine_packet *packet,
					    const struct hw_av *av)
{
	enum ibv_wc_status status = IBV_WC_LOC_QP_OP_ERR;
	enum engine_verdict verdict = ENGINE_LOST;
	enum engine_take take;

	softhca_engine_report_established(to);
	packet->srq = to->qp->srq;
	packet->pd = to->qp->pd;
	take = softhca_engine_recv_take(to, packet->srq);
	if (take == ENGINE_NONE) {
		softhca_engine_note_no_receive(to, packet);
		return ENGINE_LOST;
	}
	if (take == ENGINE_MALFORMED)
		softhca_engine_note_reason(to->engine->hca, SOFTHCA_REASON_MALFORMED, 0);
	if (take == ENGINE_TAKEN)
		status = scatter_datagram(to, packet, av, &verdict);
	if (status != IBV_WC_SUCCESS)
		fail_datagram_receive(to, packet, status);
	else if (verdict == ENGINE_DONE)
		complete_datagram(to, packet, av);
	return verdict;
}

/** Deliver a copy to each member. */
static enum engine_verdict deliver_to_group(struct engine_qp *eq, struct engine_packet *packet,
					    const struct hw_av *av)
{
	const struct softhca *hca = eq->engine->hca;
	struct softhca_port *from = softhca_qp_port(eq->qp);
	const bool by_tables = hca->managed && !from->ethernet;
	const uint64_t number = by_tables ? hca->up->route_multicast(from, av->attr.dlid) : 0;
	enum engine_verdict result = ENGINE_LOST;

	note_lost_datagram(eq, SOFTHCA_REASON_NO_GROUP);
	for (unsigned int d = 0; d < hca->num_devices; d++) {
		const struct softhca_dev *device = hca->devices[d];
		const struct softhca_table *qps = &device->qps;

		for (uint32_t i = 0; device->num_groups && i < qps->room; i++) {
			const struct softhca_qp *qp = qps->slot[i];
			enum engine_verdict verdict;

			if (!qp || !is_group_member(qp, &av->attr) || blocks_loopback(eq, qp) ||
			    (by_tables && !is_port_reached(qp, number)) ||
			    !accepts_datagram(eq, qp))
				continue;
			verdict = deliver_datagram(engine_of_qp(qp), packet, av);
			if (verdict == ENGINE_LOCAL_FAULT || verdict == ENGINE_LOCAL_STALL)
				return verdict;
			if (verdict == ENGINE_DONE)
				result = ENGINE_DONE;
		}
	}
	return result;
}

/* --- departure --------------------------------------------------------------------------- */

static bool fill_packet(struct engine_qp *eq, struct engine_packet *packet)
{
	packet->from = eq;
	packet->wr = &eq->wr;
	packet->total = packet->bytes = eq->total;
	packet->offset = 0;
	packet->count = 1;
	packet->last = true;
	packet->progress = NULL; /* a datagram for a stalled receiver is lost */
	packet->inlined = eq->wr.inline_len ? eq->wr.inline_data : NULL;
	return packet->inlined || softhca_engine_local_spans(eq->qp->pd, eq->wr.sge, eq->wr.num_sge,
							     0, eq->total, 0, &packet->local);
}

/**
 * Get the address vector of eq->wr: from the WQE, or from the address handle that it names by
 * number.
 */
static enum ibv_wc_status find_address(const struct engine_qp *eq, const struct softhca_port *port,
				       struct hw_av *av)
{
	const struct softhca_ah *ah;

	if (eq->hw->adapter->decode_av) {
		eq->hw->adapter->decode_av(eq->wr.av, port->ethernet, av);
		return av->pdn == eq->qp->pd->pdn ? IBV_WC_SUCCESS : IBV_WC_LOC_PROT_ERR;
	}
	ah = softhca_find_ah(eq->qp->ctx, eq->wr.ah_number);
	if (!ah || ah->pd != eq->qp->pd)
		return IBV_WC_LOC_QP_OP_ERR;
	*av = (struct hw_av){.attr = ah->attr, .pdn = ah->pd->pdn};
	return IBV_WC_SUCCESS;
}

/** Deliver eq->wr to one or all receivers. */
static enum engine_verdict deliver_to_receivers(struct engine_qp *eq, struct engine_packet *packet,
						const struct hw_av *av)
{
	struct engine_qp *to;

	if (is_multicast(softhca_qp_port(eq->qp), &av->attr))
		return eq->wr.remote_qpn == MULTICAST_QPN ? deliver_to_group(eq, packet, av)
							  : ENGINE_LOST;
	to = find_receiver(eq, av);
	return to ? deliver_datagram(to, packet, av) : ENGINE_LOST;
}

/* --- injected faults --------------------------------------------------------------------- */

/** A datagram that the queue pair's next one will overtake. */
struct engine_late {
	struct inverbs_dev_wr wr;
	struct hw_av av;
	uint64_t total;
	uint8_t payload[];
};

/**
 * Delay the datagram. It counts as sent now, and the program may reuse its memory, so the payload
 * is copied.
 */
static enum engine_verdict delay_datagram(struct engine_qp *eq, const struct engine_packet *packet,
					  const struct hw_av *av)
{
	struct engine_late *late = malloc(sizeof(*late) + packet->total);
	int failed = 0;

	if (!late)
		return ENGINE_LOST;
	late->wr = eq->wr;
	late->av = *av;
	late->total = packet->total;
	if (packet->inlined) {
		memcpy(late->payload, packet->inlined, packet->total);
	} else if (packet->total) {
		failed = softhca_dma_gather(packet->local.space, late->payload, packet->local.span,
					    packet->local.count);
	}
	if (failed) {
		free(late);
		return failed == EAGAIN ? ENGINE_LOCAL_STALL : ENGINE_LOCAL_FAULT;
	}
	eq->late = late;
	return ENGINE_DONE;
}

static void deliver_delayed(struct engine_qp *eq)
{
	const struct inverbs_dev_wr current = eq->wr;
	struct engine_late *late = eq->late;
	struct engine_packet packet = {
		.from = eq,
		.wr = &eq->wr,
		.total = late->total,
		.bytes = late->total,
		.count = 1,
		.last = true,
		.inlined = late->payload,
	};

	eq->late = NULL;
	eq->wr = late->wr;
	deliver_to_receivers(eq, &packet, &late->av);
	eq->wr = current;
	free(late);
}

static enum softhca_fault find_datagram_fault(struct engine_qp *eq, const struct hw_av *av,
					      uint64_t *delay)
{
	const struct softhca_port *port = softhca_qp_port(eq->qp);
	struct engine_passage passage = {
		.subject = SOFTHCA_FAULT_REQUEST,
		.to = is_multicast(port, &av->attr) ? NULL
						    : softhca_engine_resolve(port, &av->attr),
		.to_qpn = eq->wr.remote_qpn,
		.takes_receive = true,
	};
	enum softhca_fault fault;

	if (eq->passage & ENGINE_PASSED_REQUEST)
		return SOFTHCA_FAULT_NONE;
	fault = softhca_engine_find_fault(eq, &passage);
	*delay = passage.delay;
	return fault;
}

/** Apply a fault to the datagram. */
static enum engine_verdict apply_faults(struct engine_qp *eq, struct engine_packet *packet,
					const struct hw_av *av)
{
	enum engine_verdict verdict = ENGINE_LOST;
	uint64_t delay;

	switch (find_datagram_fault(eq, av, &delay)) {
	case SOFTHCA_FAULT_LOSE:
	case SOFTHCA_FAULT_CORRUPT:
	case SOFTHCA_FAULT_RNR:
	case SOFTHCA_FAULT_DOWN:
		note_lost_datagram(eq, SOFTHCA_REASON_FAULT_RULE);
		break;
	case SOFTHCA_FAULT_BREAK:
		return ENGINE_BROKEN;
	case SOFTHCA_FAULT_DELAY:
		softhca_engine_delay_chunk(eq, delay, ENGINE_PASSED_REQUEST);
		return ENGINE_DELAYED;
	case SOFTHCA_FAULT_REORDER:
		if (!eq->late)
			return delay_datagram(eq, packet, av);
		verdict = deliver_to_receivers(eq, packet, av);
		break;
	case SOFTHCA_FAULT_DUPLICATE:
		verdict = deliver_to_receivers(eq, packet, av);
		deliver_to_receivers(eq, packet, av);
		break;
	default:
		verdict = deliver_to_receivers(eq, packet, av);
		break;
	}
	if (eq->late)
		deliver_delayed(eq);
	return verdict;
}

/* ----------------------------------------------------------------------------------------- */

bool softhca_engine_datagram(struct engine_qp *eq, enum ibv_wc_status *status)
{
	struct softhca_port *port = softhca_qp_port(eq->qp);
	struct engine_packet packet;
	enum engine_verdict verdict;
	struct hw_av av;

	*status = port ? find_address(eq, port, &av) : IBV_WC_LOC_PROT_ERR;
	if (*status != IBV_WC_SUCCESS) {
		note_lost_datagram(eq, port ? SOFTHCA_REASON_NO_ADDRESS : SOFTHCA_REASON_NO_PATH);
		return true;
	}
	*status = IBV_WC_LOC_PROT_ERR;
	if (!fill_packet(eq, &packet))
		return true;
	verdict = softhca_has_fault_rules(eq->engine->hca) ? apply_faults(eq, &packet, &av)
							   : deliver_to_receivers(eq, &packet, &av);
	if (verdict == ENGINE_DELAYED)
		return false;
	if (verdict == ENGINE_LOCAL_STALL) {
		softhca_engine_park(eq);
		return false;
	}
	if (verdict == ENGINE_BROKEN) {
		softhca_engine_note_reason(eq->engine->hca, SOFTHCA_REASON_EVENT, 0);
		softhca_engine_qp_error(eq, IBV_EVENT_QP_FATAL);
		return false;
	}
	if (verdict == ENGINE_LOCAL_FAULT) {
		softhca_engine_note_gone(eq, &packet.local);
		return true;
	}
	if (verdict != ENGINE_DONE) {
		port->counters.drops++;
		softhca_engine_note_dropped(eq);
	}
	*status = IBV_WC_SUCCESS;
	return true;
}
