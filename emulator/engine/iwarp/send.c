/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The sending side of an iWARP connection. A send or write is over when it left; whether the peer
 * took it only shows in that the connection lives on. A read is over when its data is there, and
 * until then requests behind it go on: its completion comes after theirs.
 */
#include "engine/iwarp/internal.h"

/* --- completions ------------------------------------------------------------------------- */

static void complete(struct engine_qp *eq, enum hw_fault fault)
{
	const struct inverbs_dev_cqe cqe = {
		.qpn = eq->qp->qpn,
		.is_send = true,
		.status = fault ? IBV_WC_GENERAL_ERR : IBV_WC_SUCCESS,
		.vendor_err = eq->hw->adapter->fault_code(fault),
		.hw_opcode = eq->wr.hw_opcode,
		.solicited = eq->wr.send_flags & IBV_SEND_SOLICITED,
		.serial = eq->iwarp->serial,
		.byte_len = (uint32_t)eq->total,
	};

	eq->busy = false;
	if (fault || eq->wr.send_flags & IBV_SEND_SIGNALED)
		softhca_engine_complete(eq, eq->qp->send_cq, &cqe, false);
}

/** The oldest read is over. */
static void complete_read(struct engine_qp *eq, enum hw_fault fault)
{
	struct iwarp *iw = eq->iwarp;
	const struct iwarp_read *read = &iw->reads[iw->first_read];
	const struct inverbs_dev_cqe cqe = {
		.qpn = eq->qp->qpn,
		.is_send = true,
		.is_late = true,
		.status = fault ? IBV_WC_GENERAL_ERR : IBV_WC_SUCCESS,
		.vendor_err = eq->hw->adapter->fault_code(fault),
		.hw_opcode = read->wr.hw_opcode,
		.byte_len = read->wr.sge[0].length,
	};

	iw->first_read = (iw->first_read + 1) % iw->read_room;
	iw->open_reads--;
	softhca_engine_complete(eq, eq->qp->send_cq, &cqe, false);
}

static void count_sent(const struct engine_qp *eq, uint64_t bytes)
{
	struct softhca_port *port = softhca_qp_port(eq->qp);

	if (!port)
		return;
	port->counters.messages_sent++;
	port->counters.bytes_sent += bytes;
}

/** A request of this side is wrong: one completion says so, then the connection ends. */
static void fail(struct engine_qp *eq, enum hw_fault fault)
{
	complete(eq, fault);
	softhca_iwarp_fault(eq, fault);
}

/**
 * Some memory could not be reached. A process that is gone takes its connection with it soon; a
 * living one has taken memory away under a key.
 */
static bool process_gone(struct engine_qp *eq, const struct softhca_qp *whose)
{
	if (softhca_engine_alive(&whose->ctx->memory))
		return false;
	eq->waiting = true;
	return true;
}

/* --- sends and writes -------------------------------------------------------------------- */

static enum hw_fault source_fault(const struct engine_qp *eq)
{
	struct engine_spans spans;

	for (uint32_t i = 0; i < eq->wr.num_sge; i++) {
		const struct ibv_sge *sge = &eq->wr.sge[i];

		if (!softhca_engine_local_spans(eq->qp->pd, sge, 1, 0, sge->length, 0, &spans))
			return softhca_iwarp_key_fault(eq->qp->pd, sge->lkey, 0);
	}
	return HW_NO_FAULT;
}

static bool fill_packet(struct engine_qp *eq, struct engine_packet *packet)
{
	const uint64_t left = eq->total - eq->done;

	*packet = (struct engine_packet){
		.from = eq,
		.wr = &eq->wr,
		.total = eq->total,
		.offset = eq->done,
		.bytes = left < ENGINE_PIECE ? left : ENGINE_PIECE,
		.last = left <= ENGINE_PIECE,
		.in_entry = eq->wr.inline_len ? eq->wr.inline_data : NULL,
	};
	return packet->in_entry ||
	       softhca_engine_local_spans(eq->qp->pd, eq->wr.sge, eq->wr.num_sge, eq->done,
					  packet->bytes, 0, &packet->local);
}

/** The piece is on its way. */
static void sent(struct engine_qp *eq, const struct engine_packet *packet)
{
	eq->done += packet->bytes;
	if (!packet->last)
		return;
	count_sent(eq, eq->total);
	complete(eq, HW_NO_FAULT);
}

static uint64_t send_piece(struct engine_qp *eq)
{
	struct engine_qp *peer = eq->iwarp->peer;
	enum hw_fault fault = HW_NO_FAULT;
	struct engine_packet packet;

	if (!fill_packet(eq, &packet)) {
		fail(eq, source_fault(eq));
		return 0;
	}
	switch (softhca_iwarp_deliver(peer, &packet, &fault)) {
	case ENGINE_DONE:
		if (eq->iwarp->peer)
			sent(eq, &packet);
		break;
	case ENGINE_LOCAL_FAULT:
		if (!process_gone(eq, eq->qp))
			fail(eq, HW_BAD_KEY);
		break;
	case ENGINE_LOST:
		eq->waiting = true;
		break;
	default: /* the peer terminates the connection, but the message did leave */
		if (eq->iwarp->peer)
			sent(eq, &packet);
		softhca_iwarp_fault(peer, fault);
		break;
	}
	return packet.bytes;
}

/* --- reads ------------------------------------------------------------------------------- */

/** Ask for it; the data comes in a later turn. */
static void ask(struct engine_qp *eq)
{
	struct iwarp *iw = eq->iwarp;
	struct engine_qp *peer = iw->peer;
	enum hw_fault fault = softhca_iwarp_read_asked(peer, &eq->wr, iw->open_reads);
	struct iwarp_read *read;

	eq->busy = false;
	if (fault != HW_NO_FAULT) {
		softhca_iwarp_fault(peer, fault);
		return;
	}
	read = &iw->reads[(iw->first_read + iw->open_reads++) % iw->read_room];
	read->wr = eq->wr;
	read->done = 0;
}

/** The place of a piece in the reader's memory: the peer writes there, so it must be allowed to. */
static bool fill_read(struct engine_qp *eq, const struct iwarp_read *read,
		      struct engine_packet *packet)
{
	const uint64_t total = read->wr.sge[0].length;
	const uint64_t left = total - read->done;

	*packet = (struct engine_packet){
		.from = eq,
		.wr = &read->wr,
		.total = total,
		.offset = read->done,
		.bytes = left < ENGINE_PIECE ? left : ENGINE_PIECE,
		.last = left <= ENGINE_PIECE,
	};
	return softhca_engine_local_spans(eq->qp->pd, read->wr.sge, 1, read->done, packet->bytes,
					  IBV_ACCESS_REMOTE_WRITE, &packet->local);
}

static void fail_read(struct engine_qp *eq, enum hw_fault fault)
{
	complete_read(eq, fault);
	softhca_iwarp_fault(eq, fault);
}

/** A piece of the oldest read arrives; answers its bytes. */
static uint64_t answer(struct engine_qp *eq)
{
	struct iwarp_read *read = &eq->iwarp->reads[eq->iwarp->first_read];
	struct engine_qp *peer = eq->iwarp->peer;
	enum hw_fault fault = HW_NO_FAULT;
	struct engine_packet packet;

	if (!fill_read(eq, read, &packet)) {
		fail_read(eq, softhca_iwarp_key_fault(eq->qp->pd, read->wr.sge[0].lkey,
						      IBV_ACCESS_REMOTE_WRITE));
		return 0;
	}
	switch (softhca_iwarp_deliver(peer, &packet, &fault)) {
	case ENGINE_DONE:
		read->done += packet.bytes;
		if (packet.last) {
			count_sent(eq, 0);
			complete_read(eq, HW_NO_FAULT);
		}
		break;
	case ENGINE_LOCAL_FAULT:
		if (!process_gone(eq, eq->qp))
			fail_read(eq, HW_BAD_KEY);
		break;
	case ENGINE_LOST:
		eq->waiting = true;
		break;
	default:
		softhca_iwarp_fault(peer, fault);
		break;
	}
	return packet.bytes;
}

/** Data of reads arrives when everything behind them that could be sent was sent. */
static unsigned int answer_reads(struct engine_qp *eq)
{
	unsigned int work = 0;
	uint64_t bytes = 0;

	while (eq->iwarp->peer && !eq->waiting && eq->iwarp->open_reads && bytes < ENGINE_PIECE) {
		bytes += answer(eq);
		work++;
	}
	return work;
}

/* --- turns ------------------------------------------------------------------------------- */

static bool must_wait(const struct iwarp *iw, const struct inverbs_dev_wr *wr)
{
	if (wr->send_flags & IBV_SEND_FENCE && iw->open_reads)
		return true;
	return wr->opcode == IBV_WR_RDMA_READ && iw->open_reads && iw->open_reads >= iw->ord;
}

/** Take the next request in hand. False when there is none that may begin. */
static bool start(struct engine_qp *eq)
{
	struct iwarp *iw = eq->iwarp;
	const struct inverbs_dev_copy *slot = softhca_iwarp_first(eq, &iw->sends);
	enum hw_fault fault = HW_NO_FAULT;

	if (!slot || !iw->may_send)
		return false;
	if (eq->hw->adapter->decode_send(eq->qp->type, slot, eq->hw->send.stride, &eq->wr))
		fault = HW_MALFORMED;
	else if (must_wait(iw, &eq->wr))
		return false;
	else if (eq->wr.opcode == IBV_WR_RDMA_READ && !iw->ord)
		fault = HW_TOO_MANY_READS;
	iw->serial = eq->hw->adapter->serial(slot);
	iw->sends.tail++;
	eq->busy = true;
	eq->done = 0;
	eq->total = eq->wr.inline_len ? eq->wr.inline_len
				      : softhca_engine_sge_total(eq->wr.sge, eq->wr.num_sge);
	if (fault != HW_NO_FAULT)
		fail(eq, fault);
	return true;
}

static uint64_t execute(struct engine_qp *eq)
{
	if (eq->wr.opcode != IBV_WR_RDMA_READ)
		return send_piece(eq);
	ask(eq);
	return 0;
}

/** Is there something to do without being rung for? */
static bool more(struct engine_qp *eq)
{
	const struct iwarp *iw = eq->iwarp;

	return !eq->waiting && (eq->busy || iw->open_reads ||
				(iw->may_send && softhca_iwarp_first(eq, &iw->sends)));
}

/** TCP waits for a link that is down. */
static bool connected(const struct engine_qp *eq)
{
	const struct engine_qp *peer = eq->iwarp->peer;

	return peer && softhca_qp_port(eq->qp)->up && softhca_qp_port(peer->qp)->up;
}

unsigned int softhca_iwarp_turn(struct engine_qp *eq)
{
	struct iwarp *iw = eq->iwarp;
	unsigned int work = 0;
	uint64_t bytes = 0;

	if (iw->tell_by)
		softhca_iwarp_tell(eq);
	if (!connected(eq))
		return 0;
	softhca_iwarp_fetch(eq);
	while (iw->peer && !eq->waiting && work < ENGINE_TURN_REQUESTS && bytes < ENGINE_PIECE) {
		if (!eq->busy && !start(eq))
			break;
		if (eq->busy)
			bytes += execute(eq);
		work++;
	}
	work += answer_reads(eq);
	if (!iw->peer)
		return work;
	if (more(eq))
		softhca_engine_run(eq);
	else if (iw->closing)
		softhca_iwarp_over(eq, SOFTHCA_IWARP_CLOSED, -1, -1);
	return work;
}
