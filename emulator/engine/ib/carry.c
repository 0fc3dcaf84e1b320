/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Carrying messages between connected queue pairs. A request is delivered by a function call whose
 * result is the response; here, injected faults lose, delay or duplicate either.
 */
#include "engine/ib/internal.h"

static enum engine_verdict deliver_to_peer(struct engine_qp *eq, struct engine_packet *packet)
{
	struct engine_qp *peer = softhca_engine_receiving_peer(eq);

	return peer ? softhca_engine_deliver(peer, packet) : ENGINE_LOST;
}

/** Note that a fault rule keeps the message from the peer. */
static void note_fault_rule(const struct engine_qp *eq)
{
	softhca_engine_note_reason(eq->engine->hca, SOFTHCA_REASON_FAULT_RULE, 0);
}

static bool consumes_receive(enum ibv_wr_opcode opcode)
{
	return opcode == IBV_WR_SEND || opcode == IBV_WR_SEND_WITH_IMM ||
	       opcode == IBV_WR_SEND_WITH_INV || opcode == IBV_WR_RDMA_WRITE_WITH_IMM;
}

/** Is the delay longer than the ACK timeout, so that the requester would retry before it ends? */
static bool exceeds_ack_timeout(const struct engine_qp *eq, uint64_t delay)
{
	return engine_is_reliable(eq) && eq->qp->attr.timeout & 31 &&
	       delay >= softhca_engine_ack_timeout(eq);
}

static enum softhca_fault find_message_fault(struct engine_qp *eq, struct engine_passage *passage)
{
	enum softhca_fault fault = softhca_engine_find_fault(eq, passage);

	return fault == SOFTHCA_FAULT_DELAY && exceeds_ack_timeout(eq, passage->delay)
		       ? SOFTHCA_FAULT_LOSE
		       : fault;
}

/** A later message overtakes this one, so it is out of sequence, and the responder drops it. */
static enum engine_verdict nak_out_of_sequence(struct engine_qp *eq)
{
	struct engine_qp *peer = softhca_engine_receiving_peer(eq);

	if (!peer || !engine_is_reliable(eq))
		return ENGINE_LOST;
	softhca_qp_port(peer->qp)->counters.sequence_naks++;
	return ENGINE_OUT_OF_SEQUENCE;
}

static enum engine_verdict nak_no_receive(struct engine_qp *eq, struct engine_packet *packet)
{
	struct engine_qp *peer = softhca_engine_receiving_peer(eq);

	if (!peer)
		return ENGINE_LOST;
	packet->rnr_code = peer->qp->attr.min_rnr_timer;
	note_fault_rule(eq);
	if (engine_is_reliable(eq))
		softhca_qp_port(peer->qp)->counters.rnr_naks++;
	return ENGINE_NOT_READY;
}

/**
 * Deliver the second copy. A reliable connection recognizes a duplicate by its sequence number; an
 * unreliable one receives a whole message again.
 */
static void deliver_duplicate(struct engine_qp *eq, const struct engine_packet *packet)
{
	struct engine_packet copy = *packet;

	if (engine_is_reliable(eq) || (engine_first(packet) && packet->last))
		deliver_to_peer(eq, &copy);
}

/** Deliver a request that was sent. Returns its response, or ENGINE_DELAYED if that is delayed. */
static enum engine_verdict deliver_request(struct engine_qp *eq, struct engine_packet *packet,
					   struct engine_passage *passage)
{
	enum engine_verdict verdict = deliver_to_peer(eq, packet);

	if (verdict == ENGINE_DONE)
		eq->passage |= ENGINE_PASSED_DONE;
	if (passage->doubled && verdict == ENGINE_DONE)
		deliver_duplicate(eq, packet);
	if (verdict == ENGINE_LOCAL_STALL || verdict == ENGINE_PEER_STALL)
		eq->passage |= ENGINE_PASSED_REQUEST; /* still in flight: fault rules must not count
							 it again */
	if (!engine_is_reliable(eq) || verdict == ENGINE_LOST || verdict == ENGINE_LOCAL_FAULT ||
	    verdict == ENGINE_LOCAL_STALL || verdict == ENGINE_PEER_STALL)
		return verdict;
	passage->subject = SOFTHCA_FAULT_RESPONSE;
	switch (find_message_fault(eq, passage)) {
	case SOFTHCA_FAULT_LOSE:
	case SOFTHCA_FAULT_CORRUPT:
	case SOFTHCA_FAULT_DOWN:
		note_fault_rule(eq);
		return ENGINE_LOST;
	case SOFTHCA_FAULT_DELAY:
		softhca_engine_keep_note(eq);
		eq->late_verdict = verdict;
		eq->late_code = packet->rnr_code;
		softhca_engine_delay_chunk(eq, passage->delay, ENGINE_PASSED_RESPONSE);
		return ENGINE_DELAYED;
	default:
		return verdict;
	}
}

/** Apply a fault to the chunk. */
static enum engine_verdict apply_faults(struct engine_qp *eq, struct engine_packet *packet)
{
	struct engine_passage passage = {
		.subject = SOFTHCA_FAULT_REQUEST,
		.to = eq->peer_port,
		.to_qpn = eq->qp->attr.dest_qp_num,
		.takes_receive = consumes_receive(packet->wr->opcode) && engine_first(packet) &&
				 !(eq->passage & ENGINE_PASSED_DONE),
	};

	if (eq->passage & ENGINE_PASSED_RESPONSE) {
		eq->passage &= (uint8_t)~ENGINE_PASSED_RESPONSE;
		packet->rnr_code = eq->late_code;
		softhca_engine_recall_note(eq);
		return eq->late_verdict;
	}
	if (eq->passage & ENGINE_PASSED_REQUEST) {
		eq->passage &= (uint8_t)~ENGINE_PASSED_REQUEST;
		return deliver_request(eq, packet, &passage);
	}
	switch (find_message_fault(eq, &passage)) {
	case SOFTHCA_FAULT_LOSE:
	case SOFTHCA_FAULT_CORRUPT:
	case SOFTHCA_FAULT_DOWN:
		note_fault_rule(eq);
		return ENGINE_LOST;
	case SOFTHCA_FAULT_REORDER:
		note_fault_rule(eq);
		return nak_out_of_sequence(eq);
	case SOFTHCA_FAULT_RNR:
		return nak_no_receive(eq, packet);
	case SOFTHCA_FAULT_BREAK:
		return ENGINE_BROKEN;
	case SOFTHCA_FAULT_DELAY:
		softhca_engine_delay_chunk(eq, passage.delay, ENGINE_PASSED_REQUEST);
		return ENGINE_DELAYED;
	case SOFTHCA_FAULT_DUPLICATE:
		passage.doubled = true;
		break;
	default:
		break;
	}
	return deliver_request(eq, packet, &passage);
}

enum engine_verdict softhca_engine_carry(struct engine_qp *eq, struct engine_packet *packet)
{
	return softhca_has_fault_rules(eq->engine->hca) ? apply_faults(eq, packet)
							: deliver_to_peer(eq, packet);
}
