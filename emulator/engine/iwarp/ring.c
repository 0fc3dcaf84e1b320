/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ring that sends and receives share. WQEs are copied in posting order into two queues, because
 * receives must be found even if a send before them waits. A program counts outstanding requests,
 * not slots, so it may reuse a slot whose request is outstanding.
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

const struct inverbs_dev_copy *softhca_iwarp_first_wqe(const struct engine_qp *eq,
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

bool softhca_iwarp_has_posted_wqes(struct engine_qp *eq)
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

	while (softhca_iwarp_has_posted_wqes(eq)) {
		struct iwarp_queue *queue;

		/* From here on, only this copy is read: the program may overwrite the slot. */
		memcpy(slot, hw_ring_slot(&eq->hw->send, iw->fetched), eq->hw->send.stride);
		queue = adapter->is_recv(inverbs_dev_copied(slot)) ? &iw->recvs : &iw->sends;
		if (is_full(queue))
			return; /* the program has more outstanding requests than it may */
		trace_wqe(eq, queue == &iw->recvs, slot);
		queue_copy(eq, queue, slot);
		iw->fetched++;
	}
}
