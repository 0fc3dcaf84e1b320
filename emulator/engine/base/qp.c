/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What queue pairs of all transports have in common: a timer, a place on the run list, and rings.
 */
#include <stdlib.h>

#include "engine/base/internal.h"

void softhca_engine_park(struct engine_qp *eq)
{
	eq->waiting = true;
	eq->lost = false;
	softhca_link_remove(&eq->in_parked);
	softhca_list_add_last(&eq->engine->parked, &eq->in_parked);
}

void softhca_engine_stop_waiting(struct engine_qp *eq)
{
	softhca_link_remove(&eq->in_parked);
	softhca_engine_timer_stop(eq->engine, &eq->timer);
	eq->waiting = false;
}

/** Returns the adapter's index after RESET: the producer index, if the ring has one, else 0. */
static uint32_t restart_index(const struct hw_adapter *adapter, struct hw_ring *ring,
			      struct hw_view *record)
{
	uint32_t word;

	if (!adapter->send_posted || !ring->entries || softhca_view_word(record, 0, &word))
		return 0;
	word = adapter->send_posted(word, 0, ring->entries);
	hw_ring_publish_index(adapter, ring, word);
	return word;
}

static void restart_rings(struct engine_qp *eq)
{
	eq->send_index = 0;
	eq->recv_index = 0;
	eq->recv_known = 0;
	if (!eq->hw)
		return;
	eq->send_index = restart_index(eq->hw->adapter, &eq->hw->send, &eq->hw->send_record);
	eq->recv_index = restart_index(eq->hw->adapter, &eq->hw->recv, &eq->hw->recv_record);
}

void softhca_engine_qp_stop(struct engine_qp *eq)
{
	softhca_engine_stop_waiting(eq);
	softhca_link_remove(&eq->in_run);
	softhca_link_remove(&eq->in_failed);
	eq->ahead.count = 0;
	eq->busy = false;
	eq->passage = 0;
	eq->progress = (struct dma_progress){.moved = 0};
	free(eq->late);
	eq->late = NULL;
	eq->held = false;
	eq->draining = false;
	eq->last_wqe_due = false;
	restart_rings(eq);
}
