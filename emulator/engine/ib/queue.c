/* SPDX-License-Identifier: BSD-2-Clause */
/* Reading the rings of a queue pair as an adapter would. */
#include <errno.h>
#include <stdlib.h>

#include "base/upcalls.h"
#include "engine/ib/internal.h"

/* --- send queue -------------------------------------------------------------------------- */

enum {
	AHEAD_BYTES = 4096, /**< bytes of slots copied at once from memory that cannot be mapped */
};

static uint32_t ahead_room(const struct hw_ring *ring)
{
	uint32_t room = AHEAD_BYTES / ring->stride;

	return room < ring->entries ? room : ring->entries;
}

/** Returns how many of the copied slots, from WQE `index` on, the adapter owns. */
static uint32_t count_ready(const struct hw_qp *hw, const uint8_t *slots, uint32_t index,
			    uint32_t n)
{
	uint32_t ready = 0;

	while (ready < n && hw->adapter->send_ready(slots + (size_t)ready * hw->send.stride,
						    index + ready, hw->send.entries))
		ready++;
	return ready;
}

/**
 * Copy slots from `index` on, up to the end of the ring. They are copied twice: the first copy
 * tells which WQEs the adapter owns; only the second one is sure to have all bytes of these WQEs.
 */
static bool copy_ahead(struct engine_qp *eq, uint32_t index)
{
	struct hw_ring *ring = &eq->hw->send;
	uint32_t n = ahead_room(ring);
	uint32_t to_end = ring->entries - (index & (ring->entries - 1));
	uint64_t offset = hw_ring_offset(ring, index);

	if (!eq->ahead.bytes)
		eq->ahead.bytes = malloc(AHEAD_BYTES);
	if (!eq->ahead.bytes)
		return false;
	if (n > to_end)
		n = to_end;
	eq->ahead.count = 0; /* the previous copies are overwritten */
	if (softhca_view_read(&ring->memory, offset, eq->ahead.bytes, (size_t)n * ring->stride))
		return false;
	n = count_ready(eq->hw, eq->ahead.bytes, index, n);
	if (!n ||
	    softhca_view_read(&ring->memory, offset, eq->ahead.bytes, (size_t)n * ring->stride))
		return false;
	eq->ahead.first = index;
	eq->ahead.count = n;
	return true;
}

/** Does the adapter own WQE `index`, which is in `slot`? */
static bool is_owned_by_adapter(struct hw_qp *hw, const uint8_t *slot, uint32_t index)
{
	uint32_t record;

	if (!hw->adapter->send_posted)
		return hw->adapter->send_ready(slot, index, hw->send.entries);
	return !softhca_view_word(&hw->send_record, 0, &record) &&
	       hw->adapter->send_posted(record, index, hw->send.entries);
}

/** Returns the slot of WQE `index`, or a copy of it, if the adapter owns it; else NULL. */
static const uint8_t *find_owned_slot(struct engine_qp *eq, uint32_t index)
{
	struct hw_ring *ring;
	const uint8_t *slot;

	if (!eq->hw || !eq->hw->send.entries)
		return NULL;
	ring = &eq->hw->send;
	slot = hw_ring_slot(ring, index);
	if (slot)
		return is_owned_by_adapter(eq->hw, slot, index) ? slot : NULL;
	if (index - eq->ahead.first >= eq->ahead.count && !copy_ahead(eq, index))
		return NULL;
	return eq->ahead.bytes + (size_t)(index - eq->ahead.first) * ring->stride;
}

bool softhca_engine_send_ready(struct engine_qp *eq, uint32_t index)
{
	return find_owned_slot(eq, index) != NULL;
}

bool softhca_engine_send_peek(struct engine_qp *eq, uint32_t index, struct hw_copy *wqe)
{
	const uint8_t *slot = find_owned_slot(eq, index);
	const struct hw_adapter *adapter;
	uint32_t stated;

	if (!slot)
		return false;
	/* The program may write to the slot meanwhile: only the copy is decoded. */
	adapter = eq->hw->adapter;
	wqe->bytes = eq->hw->send.stride;
	memcpy(wqe->at, slot, wqe->bytes);
	stated = adapter->send_bytes ? adapter->send_bytes(hw_copied(wqe)) : wqe->bytes;
	if (stated < wqe->bytes)
		wqe->bytes = stated;
	return true;
}

void softhca_engine_send_identify(struct engine_qp *eq)
{
	struct hw_copy wqe;

	if (eq->hw->adapter->named && softhca_engine_send_peek(eq, eq->send_index, &wqe))
		eq->hw->adapter->decode_send(softhca_sends_as(eq->qp), hw_copied(&wqe), wqe.bytes,
					     &eq->wr);
}

/* --- receive queue ----------------------------------------------------------------------- */

bool softhca_engine_recv_ready(struct engine_qp *eq)
{
	uint32_t record;

	if (eq->recv_known)
		return true;
	if (!eq->hw || !eq->hw->recv.entries || softhca_view_word(&eq->hw->recv_record, 0, &record))
		return false;
	eq->recv_known = eq->hw->adapter->recv_posted(record, eq->recv_index, eq->hw->recv.entries);
	return eq->recv_known != 0;
}

void softhca_engine_recv_skip(struct engine_qp *eq)
{
	eq->held_slot = eq->recv_index++;
	eq->recv_known--;
	hw_ring_publish_index(eq->hw->adapter, &eq->hw->recv, eq->recv_index);
}

static enum engine_take take_own_receive(struct engine_qp *eq)
{
	struct hw_ring *ring;
	uint8_t slot[HW_MAX_STRIDE];

	if (!softhca_engine_recv_ready(eq))
		return ENGINE_NONE;
	ring = &eq->hw->recv;
	if (softhca_view_read(&ring->memory, hw_ring_offset(ring, eq->recv_index), slot,
			      ring->stride))
		return ENGINE_NONE;
	if (softhca_traced(eq->engine->hca))
		softhca_trace_entry(eq->qp->ctx, SOFTHCA_TRACE_KIND_RECEIVE, eq->qp->qpn,
				    eq->recv_index, 0, slot, ring->stride);
	softhca_engine_recv_skip(eq);
	if (eq->hw->adapter->decode_recv(inverbs_dev_copied(slot), ring->stride, &eq->recv))
		return ENGINE_MALFORMED;
	return ENGINE_TAKEN;
}

enum engine_take softhca_engine_recv_take(struct engine_qp *eq, struct softhca_srq *srq)
{
	enum engine_take result;

	if (eq->held)
		return ENGINE_TAKEN;
	result = srq ? softhca_engine_srq_take(srq, &eq->recv, &eq->held_slot)
		     : take_own_receive(eq);
	eq->held_srqn = srq ? srq->srqn : 0;
	eq->held = result != ENGINE_NONE;
	return result;
}

static bool peek_own_receive(struct engine_qp *eq, struct inverbs_dev_recv *recv)
{
	struct hw_ring *ring;
	uint8_t slot[HW_MAX_STRIDE];

	if (!softhca_engine_recv_ready(eq))
		return false;
	ring = &eq->hw->recv;
	return !softhca_view_read(&ring->memory, hw_ring_offset(ring, eq->recv_index), slot,
				  ring->stride) &&
	       !eq->hw->adapter->decode_recv(inverbs_dev_copied(slot), ring->stride, recv);
}

bool softhca_engine_recv_too_short(struct engine_qp *eq, struct softhca_srq *srq, uint64_t bytes)
{
	struct inverbs_dev_recv recv;

	if (eq->held || !(srq ? softhca_engine_srq_peek(srq, &recv) : peek_own_receive(eq, &recv)))
		return false;
	return softhca_engine_exceeds_receive(eq, &recv, bytes);
}
