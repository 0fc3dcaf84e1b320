/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ring that sends and receives share. WQEs are taken in the order posted and sorted into two
 * queues of copies: receives must be found while a send before them waits. Slots are reused once as
 * many requests are complete as the ring has slots, whichever requests these are.
 */
#include "base/upcalls.h"
#include "engine/iwarp/internal.h"

static bool is_full(const struct iwarp_queue *queue)
{
	return queue->head - queue->tail == queue->entries;
}

static void queue_copy(const struct engine_qp *eq, struct iwarp_queue *queue, const uint8_t *slot)
{
	const uint32_t stride = eq->hw->send.stride;

	memcpy(queue->slots + (size_t)(queue->head++ & (queue->entries - 1)) * stride, slot,
	       stride);
}

const struct inverbs_dev_copy *softhca_iwarp_first(const struct engine_qp *eq,
						   const struct iwarp_queue *queue)
{
	if (queue->head == queue->tail)
		return NULL;
	return inverbs_dev_copied(queue->slots + (size_t)(queue->tail & (queue->entries - 1)) *
							 eq->hw->send.stride);
}

static void trace_wqe(const struct engine_qp *eq, bool is_recv, const uint8_t *slot)
{
	if (softhca_traced(eq->engine->hca))
		softhca_trace_entry(eq->qp->ctx,
				    is_recv ? SOFTHCA_TRACE_KIND_RECEIVE : SOFTHCA_TRACE_KIND_SEND,
				    eq->qp->qpn, eq->iwarp->fetched, is_recv ? 0 : eq->qp->type,
				    slot, eq->hw->send.stride);
}

bool softhca_iwarp_posted(struct engine_qp *eq)
{
	struct hw_ring *ring = &eq->hw->send;
	const uint32_t index = eq->iwarp->fetched;

	return eq->hw->adapter->send_ready(hw_ring_slot(ring, index), index, ring->entries);
}

void softhca_iwarp_fetch(struct engine_qp *eq)
{
	const struct hw_adapter *adapter = eq->hw->adapter;
	struct iwarp *iw = eq->iwarp;
	uint8_t slot[HW_MAX_STRIDE];

	while (softhca_iwarp_posted(eq)) {
		struct iwarp_queue *queue;

		/* Only this copy is read from here on; the program may overwrite the slot. */
		memcpy(slot, hw_ring_slot(&eq->hw->send, iw->fetched), eq->hw->send.stride);
		queue = adapter->is_recv(inverbs_dev_copied(slot)) ? &iw->recvs : &iw->sends;
		if (is_full(queue))
			return; /* more than the program may have outstanding */
		trace_wqe(eq, queue == &iw->recvs, slot);
		queue_copy(eq, queue, slot);
		iw->fetched++;
	}
}
