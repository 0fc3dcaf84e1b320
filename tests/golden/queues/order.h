/* SPDX-License-Identifier: BSD-2-Clause */
/* Checks the order in which a posted WQE was stored. */
#ifndef GOLDEN_QUEUES_ORDER_H
#define GOLDEN_QUEUES_ORDER_H

#include "queues.h"

/** Check that the word that passes ownership was stored last. */
void check_handover(const struct golden_handover *h, const struct region *ring, size_t at,
		    uint32_t bytes, struct report *r);
/** Check that the whole WQE was stored before the first doorbell. */
void check_stored_first(const struct region *ring, size_t at, size_t bytes, struct report *r);

#endif
