/* SPDX-License-Identifier: BSD-2-Clause */
/* Writing CQEs, and completion queues as a whole. */
#include <errno.h>

#include "base/driver.h"
#include "base/upcalls.h"
#include "engine/base/internal.h"

enum {
	INIT_AT_ONCE = 64 /**< CQEs per system call */
};

/**
 * Store a CQE. Its last byte passes ownership, unless the adapter has a function that stores CQEs,
 * so it is stored last, with release. process_vm_writev() copies in order.
 */
static int store_cqe(struct hw_ring *ring, uint32_t index, const uint8_t *raw)
{
	uint8_t *slot = hw_ring_slot(ring, index);
	uint32_t last = ring->stride - 1;
	uint64_t addr;
	struct dma_span spans[2];

	if (slot) {
		memcpy(slot, raw, last);
		__atomic_store_n(slot + last, raw[last], __ATOMIC_RELEASE);
		return 0;
	}
	addr = ring->memory.addr + hw_ring_offset(ring, index);
	spans[0] = (struct dma_span){.addr = addr, .bytes = last};
	spans[1] = (struct dma_span){.addr = addr + last, .bytes = 1};
	return softhca_dma_deliver(ring->memory.space, spans, 2, raw);
}

/** Encode the CQE for its slot. */
static void build_cqe(const struct hw_cq *hw, uint32_t index, const struct inverbs_dev_cqe *cqe,
		      uint8_t *raw)
{
	if (!hw->adapter->put_cqe) {
		hw->adapter->build_cqe(raw, hw->ring.stride, index, hw->ring.entries, cqe);
		return;
	}
	memset(raw, 0, hw->ring.stride); /* the slot may be larger than the CQE */
	hw->adapter->put_cqe(raw, index, hw->ring.entries, cqe);
}

static void publish_cqe(struct hw_cq *hw, uint32_t index, const struct inverbs_dev_cqe *cqe,
			const uint8_t *raw)
{
	if (hw->adapter->put_cqe)
		hw->adapter->put_cqe(hw_ring_slot(&hw->ring, index), index, hw->ring.entries, cqe);
	else
		store_cqe(&hw->ring, index, raw);
}

uint32_t softhca_engine_cqes_written(const struct softhca_cq *cq)
{
	const struct engine_cq *ecq = cq->engine;

	return ecq->producer;
}

bool softhca_engine_has_unread_cqes(const struct softhca_cq *cq, uint32_t mark)
{
	struct hw_cq *hw = cq->hw;
	const uint32_t producer = softhca_engine_cqes_written(cq);
	uint32_t record;

	if (cq->ignore_overrun || softhca_view_word(&hw->doorbell_record, 0, &record))
		return false;
	return hw->adapter->cq_outstanding(record, producer, hw->ring.entries) > producer - mark;
}

uint64_t softhca_engine_timestamp(const struct engine_qp *eq, const struct softhca_cq *cq)
{
	struct softhca_context *ctx = cq && cq->timestamps ? cq->obj.ctx : NULL;

	/* The clock must not be behind the timestamp when the program sees the CQE. */
	return ctx ? ctx->device->driver->tick(ctx, eq->engine->now) : 0;
}

/**
 * Does the CQ have a free slot? The program's consumer index is read only if no slot is known to be
 * free.
 */
static bool has_cq_room(struct softhca_cq *cq)
{
	struct hw_cq *hw = cq->hw;
	struct engine_cq *ecq = cq->engine;
	uint32_t record, outstanding;

	if (ecq->free || cq->ignore_overrun)
		return true;
	/*
	 * If the index cannot be read, the process has exited, and it does not matter where the CQE
	 * goes.
	 */
	if (softhca_view_word(&hw->doorbell_record, 0, &record))
		return true;
	outstanding = hw->adapter->cq_outstanding(record, ecq->producer, hw->ring.entries) +
		      hw->adapter->cq_spare;
	if (outstanding < hw->ring.entries)
		ecq->free = hw->ring.entries - outstanding;
	return ecq->free != 0;
}

static void fail_overrun_cq(struct softhca_cq *cq)
{
	cq->failed = true;
	softhca_cq_event(cq, IBV_EVENT_CQ_ERR);
}

static void count_error(const struct softhca_qp *qp, enum ibv_wc_status status)
{
	struct softhca_port *port = softhca_qp_port(qp);

	if (!port || status == IBV_WC_SUCCESS)
		return;
	if (status == IBV_WC_WR_FLUSH_ERR)
		port->counters.flushes++;
	else
		port->counters.completion_errors++;
}

void softhca_engine_complete(struct engine_qp *eq, struct softhca_cq *cq,
			     const struct inverbs_dev_cqe *cqe, bool solicited)
{
	_Alignas(8) uint8_t raw[HW_MAX_CQE];
	struct engine_cq *ecq;
	struct hw_cq *hw;
	uint32_t index;

	if (!cq)
		return;
	ecq = cq->engine;
	hw = cq->hw;
	if (!cq->failed && !has_cq_room(cq)) {
		struct softhca_port *port = softhca_qp_port(eq->qp);

		if (port)
			port->counters.cq_overruns++;
		if (hw->adapter->overrun_loses) {
			softhca_cq_event(cq, IBV_EVENT_CQ_ERR);
			return;
		}
		fail_overrun_cq(cq);
	}
	if (cq->failed) {
		softhca_engine_note_reason(eq->engine->hca, SOFTHCA_REASON_CQ_OVERRUN, 0);
		eq->rules->fail(eq, IBV_EVENT_QP_FATAL);
		return;
	}
	count_error(eq->qp, cqe->status);
	index = ecq->producer++;
	if (ecq->free)
		ecq->free--;
	build_cqe(hw, index, cqe, raw);
	if (softhca_traced(eq->engine->hca))
		softhca_trace_entry(cq->obj.ctx, SOFTHCA_TRACE_KIND_COMPLETION, cq->cqn, index, 0,
				    raw, hw->ring.stride);
	publish_cqe(hw, index, cqe, raw);
	hw_ring_publish_index(hw->adapter, &hw->ring, ecq->producer);
	softhca_engine_arm_check(ecq, index, solicited || cqe->status != IBV_WC_SUCCESS);
}

/* --- the ring as a whole ----------------------------------------------------------------- */

/** Returns how many CQEs from `index` on, at most `most`, are contiguous. */
static uint32_t count_contiguous(const struct hw_ring *ring, uint32_t index, uint32_t most)
{
	const uint32_t to_end = ring->entries - (index & (ring->entries - 1));

	return to_end < most ? to_end : most;
}

/*
 * Initialize many CQEs per system call: a queue in memory that has to be copied may have millions.
 */
int softhca_engine_cq_init_ring(const struct hw_adapter *adapter, struct hw_ring *ring,
				uint32_t first)
{
	uint8_t *at = hw_view_at(&ring->memory);
	uint8_t copy[INIT_AT_ONCE * HW_MAX_CQE] = {0};

	for (uint32_t done = 0, count; done < ring->entries; done += count) {
		const uint64_t offset = hw_ring_offset(ring, first + done);
		const uint32_t left = ring->entries - done;
		uint8_t *slot = at ? at + offset : copy;

		count = count_contiguous(ring, first + done,
					 left < INIT_AT_ONCE ? left : INIT_AT_ONCE);
		for (uint32_t i = 0; i < count; i++)
			adapter->init_cqe(slot + (size_t)i * ring->stride, ring->stride,
					  first + done + i, ring->entries);
		if (!at &&
		    softhca_view_write(&ring->memory, offset, copy, (size_t)count * ring->stride))
			return EFAULT;
	}
	return 0;
}

int softhca_engine_cq_move(struct softhca_cq *cq, const struct hw_ring *ring)
{
	struct hw_cq *hw = cq->hw;
	struct engine_cq *ecq = cq->engine;
	struct hw_ring next = *ring;
	uint8_t raw[HW_MAX_CQE];
	uint32_t record, outstanding;

	if (softhca_view_word(&hw->doorbell_record, 0, &record))
		return EFAULT;
	/* The outstanding CQEs and the one that marks the resize must fit into both rings. */
	outstanding = hw->adapter->cq_outstanding(record, ecq->producer, hw->ring.entries);
	if (outstanding + 1 > next.entries || outstanding >= hw->ring.entries)
		return EINVAL;
	if (softhca_engine_cq_init_ring(hw->adapter, &next, ecq->producer + 1))
		return EFAULT;
	softhca_engine_arm_scan(ecq); /* a request read now refers to CQEs before the resize */
	hw->adapter->build_resize(raw, hw->ring.stride, ecq->producer, hw->ring.entries);
	if (store_cqe(&hw->ring, ecq->producer, raw))
		return EFAULT;
	ecq->producer++;
	ecq->free = 0;
	hw->ring = next;
	return 0;
}

void softhca_engine_cq_moved(struct softhca_cq *cq, uint32_t count)
{
	struct engine_cq *ecq = cq->engine;

	ecq->producer = count;
	ecq->free = 0;
}
