/* SPDX-License-Identifier: BSD-2-Clause */
/* Datagrams: one packet to one queue pair. */
#include <arpa/inet.h>

#include "internal.h"

/** In a request: use the queue pair's own. */
static const uint32_t WELL_KNOWN_QKEY = 0x80000000;

static const struct ibv_ah_attr *path_of(const struct hw_av *av)
{
	return &av->attr;
}

static struct engine_qp *receiver(struct engine_qp *eq, const struct hw_av *av)
{
	struct softhca_port *port = softhca_qp_port(eq->qp);
	struct softhca_port *there = engine_resolve(port, path_of(av));
	uint32_t qkey = eq->wr.qkey & WELL_KNOWN_QKEY ? eq->qp->attr.qkey : eq->wr.qkey;
	struct softhca_qp *qp;

	if (!there)
		return NULL;
	qp = softhca_find_qp(there->device, eq->wr.remote_qpn);
	if (!qp || qp->type != IBV_QPT_UD || !engine_receiving(qp) || !engine_of_qp(qp) ||
	    softhca_qp_port(qp) != there || qp->attr.qkey != qkey)
		return NULL;
	if (!engine_reachable(port, eq->qp->attr.pkey_index, there, qp->attr.pkey_index))
		return NULL;
	return engine_of_qp(qp);
}

/** The 40 bytes in front of the payload; without such a header they stay as they are. */
static void write_grh(const struct engine_packet *packet, const struct hw_av *av,
		      struct softhca_pd *pd, struct engine_qp *to)
{
	const struct softhca_port *port = softhca_qp_port(packet->from->qp);
	const struct ibv_global_route *route = &av->attr.grh;
	struct ibv_grh grh = {
		.version_tclass_flow = htonl(6U << 28 | (uint32_t)route->traffic_class << 20 |
					     (route->flow_label & 0xfffff)),
		.paylen = htons((uint16_t)packet->total),
		.next_hdr = 0x1b,
		.hop_limit = route->hop_limit,
		.dgid = route->dgid,
	};
	struct engine_spans spans;

	if (route->sgid_index < SOFTHCA_GIDS)
		grh.sgid = port->gid[route->sgid_index];
	if (engine_local_spans(pd, to->recv.sge, to->recv.num_sge, 0, sizeof(grh),
			       IBV_ACCESS_LOCAL_WRITE, &spans))
		dma_scatter(spans.space, spans.span, spans.count, &grh);
}

static void bad_receive(struct engine_qp *to, enum ibv_wc_status status)
{
	struct inverbs_dev_cqe cqe = {.status = status};

	engine_recv_done(to, &cqe, false);
	engine_qp_error(to, -1);
}

static void received(struct engine_qp *to, const struct engine_packet *packet,
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
	engine_recv_done(to, &cqe, packet->wr->send_flags & IBV_SEND_SOLICITED);
}

/** False: nobody took it. */
static enum engine_verdict deliver(struct engine_qp *to, struct engine_packet *packet,
				   const struct hw_av *av)
{
	struct softhca_pd *pd = to->qp->srq ? to->qp->srq->pd : to->qp->pd;
	struct engine_spans spans;
	enum engine_verdict verdict;

	switch (engine_recv_take(to)) {
	case ENGINE_TAKEN:
		break;
	case ENGINE_MALFORMED:
		bad_receive(to, IBV_WC_LOC_QP_OP_ERR);
		return ENGINE_LOST;
	default:
		return ENGINE_LOST;
	}
	if (packet->total + ENGINE_GRH_BYTES > engine_sge_total(to->recv.sge, to->recv.num_sge)) {
		bad_receive(to, IBV_WC_LOC_LEN_ERR);
		return ENGINE_LOST;
	}
	if (!engine_local_spans(pd, to->recv.sge, to->recv.num_sge, ENGINE_GRH_BYTES, packet->bytes,
				IBV_ACCESS_LOCAL_WRITE, &spans)) {
		bad_receive(to, IBV_WC_LOC_PROT_ERR);
		return ENGINE_LOST;
	}
	verdict = engine_land(packet, &spans);
	if (verdict != ENGINE_DONE)
		return verdict;
	if (av->attr.is_global)
		write_grh(packet, av, pd, to);
	received(to, packet, av);
	return ENGINE_DONE;
}

static bool fill_packet(struct engine_qp *eq, struct engine_packet *packet)
{
	packet->from = eq;
	packet->wr = &eq->wr;
	packet->total = packet->bytes = eq->total;
	packet->offset = 0;
	packet->count = 1;
	packet->last = true;
	packet->in_entry = eq->wr.inline_len ? eq->wr.inline_data : NULL;
	return packet->in_entry || engine_local_spans(eq->qp->pd, eq->wr.sge, eq->wr.num_sge, 0,
						      eq->total, 0, &packet->local);
}

enum ibv_wc_status engine_datagram(struct engine_qp *eq)
{
	struct softhca_port *port = softhca_qp_port(eq->qp);
	struct engine_packet packet;
	enum engine_verdict verdict = ENGINE_LOST;
	struct engine_qp *to;
	struct hw_av av;

	eq->hw->adapter->decode_av(eq->wr.av, &av);
	if (av.pdn != eq->qp->pd->pdn || !fill_packet(eq, &packet))
		return IBV_WC_LOC_PROT_ERR;
	to = receiver(eq, &av);
	if (to) {
		engine_established(to);
		verdict = deliver(to, &packet, &av);
	}
	if (verdict == ENGINE_LOCAL_FAULT)
		return IBV_WC_LOC_PROT_ERR;
	if (verdict != ENGINE_DONE && port)
		port->counters.drops++;
	return IBV_WC_SUCCESS;
}
