/* SPDX-License-Identifier: BSD-2-Clause */
/* In which order a posted WQE was stored. */
#ifndef GOLDEN_QUEUES_ORDER_H
#define GOLDEN_QUEUES_ORDER_H

#include "queues.h"

/** Compare the order of a WQE's stores with how it is handed over. */
void check_handover(const struct golden_handover *h, const struct region *ring, size_t at,
		    uint32_t bytes, struct report *r);
/** The WQE was stored, all of it before the first doorbell. */
void check_stored_first(const struct region *ring, size_t at, size_t bytes, struct report *r);

#endif
