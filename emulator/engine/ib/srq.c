/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared receive queues: their receives, in a linked list of slots or in order, and the limit. */
#include <errno.h>
#include <stdlib.h>

#include "base/upcalls.h"
#include "engine/ib/internal.h"

static uint32_t count_srq_posted(struct softhca_srq *srq)
{
	struct hw_srq *hw = srq->hw;
	struct engine_srq *esrq = srq->engine;
	uint32_t record;

	if (srq->failed || softhca_view_word(&hw->doorbell_record, 0, &record))
		return 0;
	return hw->adapter->recv_posted(record, esrq->taken, hw->ring.entries);
}

static void fail_srq(struct softhca_srq *srq)
{
	srq->failed = true;
	softhca_srq_event(srq, IBV_EVENT_SRQ_ERR);
}

/** If fewer receives than the limit are left, report SRQ_LIMIT_REACHED and disarm the limit. */
static void check_srq_limit(struct softhca_srq *srq)
{
	if (!srq->limit || count_srq_posted(srq) >= srq->limit)
		return;
	srq->limit = 0;
	softhca_srq_event(srq, IBV_EVENT_SRQ_LIMIT_REACHED);
}

static bool has_receive(struct softhca_srq *srq)
{
	struct engine_srq *esrq = srq->engine;

	if (!esrq->known)
		esrq->known = count_srq_posted(srq);
	return esrq->known && !srq->failed;
}

/** Decode a slot. recv->next is set to the number of the next slot. */
static int decode_srq_slot(struct softhca_srq *srq, const uint8_t *bytes,
			   struct inverbs_dev_recv *recv)
{
	const struct hw_srq *hw = srq->hw;
	const struct engine_srq *esrq = srq->engine;
	int ret;

	if (hw->adapter->decode_srq_recv)
		return hw->adapter->decode_srq_recv(inverbs_dev_copied(bytes), hw->ring.stride,
						    recv) ||
				       recv->next >= hw->ring.entries
			       ? EINVAL
			       : 0;
	ret = hw->adapter->decode_recv(inverbs_dev_copied(bytes), hw->ring.stride, recv);
	recv->next = (esrq->head + 1) & (hw->ring.entries - 1);
	return ret;
}

enum engine_take softhca_engine_srq_take(struct softhca_srq *srq, struct inverbs_dev_recv *recv,
					 uint32_t *slot)
{
	struct hw_srq *hw = srq->hw;
	struct engine_srq *esrq = srq->engine;
	uint8_t bytes[HW_MAX_STRIDE];

	if (!has_receive(srq))
		return ENGINE_NONE;
	if (softhca_view_read(&hw->ring.memory, hw_ring_offset(&hw->ring, esrq->head), bytes,
			      hw->ring.stride))
		return ENGINE_NONE;
	if (softhca_traced(srq->obj.ctx->device->hca))
		softhca_trace_entry(srq->obj.ctx, SOFTHCA_TRACE_KIND_RECEIVE, srq->srqn, esrq->head,
				    1, bytes, hw->ring.stride);
	if (decode_srq_slot(srq, bytes, recv)) {
		fail_srq(srq);
		return ENGINE_NONE;
	}
	/* The link must be read now: the program may overwrite it after the completion. */
	*slot = esrq->head;
	esrq->head = recv->next;
	esrq->taken++;
	esrq->known--;
	hw_ring_publish_index(hw->adapter, &hw->ring, esrq->head);
	check_srq_limit(srq);
	return ENGINE_TAKEN;
}

bool softhca_engine_srq_peek(struct softhca_srq *srq, struct inverbs_dev_recv *recv)
{
	struct hw_srq *hw = srq->hw;
	struct engine_srq *esrq = srq->engine;
	uint8_t bytes[HW_MAX_STRIDE];

	return has_receive(srq) &&
	       !softhca_view_read(&hw->ring.memory, hw_ring_offset(&hw->ring, esrq->head), bytes,
				  hw->ring.stride) &&
	       !decode_srq_slot(srq, bytes, recv);
}

int softhca_engine_srq_created(struct softhca_srq *srq)
{
	srq->engine = calloc(1, sizeof(struct engine_srq));
	return srq->engine ? 0 : ENOMEM;
}

void softhca_engine_srq_modified(struct softhca_srq *srq)
{
	const struct hw_srq *hw = srq->hw;

	if (srq->engine && !hw->adapter->limit_at_receive)
		check_srq_limit(srq);
}

void softhca_engine_srq_moved(struct softhca_srq *srq)
{
	struct engine_srq *esrq = srq->engine;

	esrq->head = 0;
	esrq->taken = 0;
	esrq->known = 0;
}

void softhca_engine_srq_destroyed(struct softhca_srq *srq)
{
	free(srq->engine);
	srq->engine = NULL;
}
