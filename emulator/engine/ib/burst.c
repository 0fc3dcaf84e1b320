/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs of RDMA writes. A single message takes a system call at either end; a run takes two in all.
 * The WQEs of a run are read and checked, then the payloads are copied, then the requests complete
 * in order. No state changes before the payload has been copied: requests whose payload could not
 * be copied are dropped from the run; later their WQEs are read again one by one, which finds the
 * error.
 */
#include "base/upcalls.h"
#include "engine/ib/internal.h"

enum {
	MAX_BURST = ENGINE_TURN_REQUESTS,
};

/** A message of a run. */
struct message {
	uint32_t packets;
	struct inverbs_dev_wr wr; /**< not of the first message: from->wr */
};

/** The current run. There is only one, because one thread runs the engine. */
struct burst {
	struct engine_qp *from;
	struct engine_qp *to;
	const struct dma_space *source;
	const struct dma_space *destination;
	unsigned int count;
	uint64_t room; /**< sum of softhca_dma_room() of the moves */
	struct dma_move move[MAX_BURST];
	struct message message[MAX_BURST];
};

static const struct inverbs_dev_wr *request_of(const struct burst *b, unsigned int i)
{
	return i ? &b->message[i].wr : &b->from->wr;
}

/** Would the move read what an earlier move of the run writes? */
static bool depends_on_burst(const struct burst *b, const struct dma_move *move)
{
	if (move->inlined || b->source->pid != b->destination->pid)
		return false;
	for (unsigned int i = 0; i < b->count; i++) {
		const struct dma_move *before = &b->move[i];

		if (move->from < before->to + before->bytes &&
		    before->to < move->from + move->bytes)
			return true;
	}
	return false;
}

/** Add a request to the run, if it is a write that can be moved together with the others. */
static bool add_write(struct burst *b, const struct inverbs_dev_wr *wr, uint64_t bytes)
{
	struct dma_move *move = &b->move[b->count];
	struct engine_packet packet;
	struct engine_spans to;

	if (wr->opcode != IBV_WR_RDMA_WRITE || !bytes || bytes > DMA_MOVE_BYTES ||
	    b->room + softhca_dma_room(bytes) > DMA_MOVES_ROOM ||
	    !softhca_engine_fill_packet(b->from, wr, bytes, 0, &packet) ||
	    (!packet.inlined && packet.local.count != 1) ||
	    !softhca_engine_write_target(b->to, &packet, &to))
		return false;
	if (b->destination && b->destination != to.space)
		return false;
	b->destination = to.space;
	*move = (struct dma_move){
		.to = to.span[0].addr,
		.from = packet.inlined ? 0 : packet.local.span[0].addr,
		.inlined = packet.inlined,
		.bytes = bytes,
	};
	if (depends_on_burst(b, move))
		return false;
	b->room += softhca_dma_room(bytes);
	b->message[b->count++].packets = packet.count;
	return true;
}

/** Read the WQE after the run, and add it. */
static bool add_next_write(struct burst *b)
{
	struct engine_qp *eq = b->from;
	struct inverbs_dev_wr *wr = &b->message[b->count].wr;
	struct hw_copy wqe;
	uint64_t bytes;

	return softhca_engine_send_peek(eq, eq->send_index + b->count, &wqe) &&
	       !eq->hw->adapter->decode_send(softhca_sends_as(eq->qp), hw_copied(&wqe), wqe.bytes,
					     wr) &&
	       softhca_engine_send_check(eq, wr, &bytes) == IBV_WC_SUCCESS &&
	       add_write(b, wr, bytes);
}

/** May eq->wr start a run? Injected faults and traces work on single messages. */
static bool can_start_burst(struct engine_qp *eq)
{
	return eq->wr.opcode == IBV_WR_RDMA_WRITE && eq->qp->attr.qp_state == IBV_QPS_RTS &&
	       !eq->done && !eq->passage && !eq->progress.issued &&
	       (eq->progress.messages || !eq->progress.moved) &&
	       !softhca_has_fault_rules(eq->engine->hca) && !softhca_traced(eq->engine->hca) &&
	       softhca_engine_send_ready(eq, eq->send_index + 1);
}

/**
 * Complete the first `moved` requests, or fewer if the CQ fails. Returns the bytes of those
 * completed.
 */
static uint64_t complete_writes(const struct burst *b, unsigned int moved)
{
	struct engine_qp *eq = b->from;
	uint64_t bytes = 0;

	softhca_engine_report_established(b->to);
	for (unsigned int i = 0; i < moved && eq->qp->attr.qp_state == IBV_QPS_RTS; i++) {
		const uint32_t packets = b->message[i].packets;

		softhca_engine_packets_executed(b->to, packets, true, b->move[i].bytes);
		eq->psn = (eq->psn + packets) & ENGINE_PSN_MASK;
		softhca_engine_send_succeeded(eq, request_of(b, i), b->move[i].bytes);
		bytes += b->move[i].bytes;
	}
	return bytes;
}

unsigned int softhca_engine_burst(struct engine_qp *eq, uint64_t *bytes)
{
	static struct burst b;
	struct dma_progress progress = {0};
	unsigned int moved, most;

	if (!can_start_burst(eq))
		return 0;
	/* after a stall of the receiver, repeat exactly the same run */
	most = eq->progress.messages ? eq->progress.messages : MAX_BURST;
	b.from = eq;
	b.to = softhca_engine_receiving_peer(eq);
	b.source = &eq->qp->pd->obj.ctx->memory;
	b.destination = NULL;
	b.count = 0;
	b.room = 0;
	if (!b.to || (engine_is_reliable(eq) && eq->psn != b.to->expected_psn) ||
	    !add_write(&b, &eq->wr, eq->total))
		return 0;
	while (b.count < most && add_next_write(&b))
		continue;
	if (b.count == 1)
		return 0;
	moved = eq->progress.messages
			? b.count
			: softhca_dma_move(b.destination, b.source, b.move, b.count, &progress);
	if (moved)
		*bytes += complete_writes(&b, moved);
	/* progress of the first request that was not completed */
	eq->progress = progress;
	return moved;
}
