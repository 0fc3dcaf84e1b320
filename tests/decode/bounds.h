/* SPDX-License-Identifier: BSD-2-Clause */
/* An adapter's part of the test of bounds: where its queues lie and how one is made empty. */
#ifndef TESTS_DECODE_BOUNDS_H
#define TESTS_DECODE_BOUNDS_H

#include <inverbs/objects.h>

/** A ring of slots that a post writes to. */
struct bounds_ring {
	uint8_t **slots; /**< the queue's own pointer to slot 0 */
	uint32_t entries;
	uint8_t shift;
};

/** Bytes in front of slot 0 that belong to the queue, too. */
extern const size_t bounds_head;

struct bounds_ring bounds_sends(struct inverbs_qp *qp);
struct bounds_ring bounds_receives(struct inverbs_qp *qp);
struct bounds_ring bounds_shared(struct inverbs_srq *srq);
/** Empty the send queue, so that the next entry goes to this slot. */
void bounds_next_send(struct inverbs_qp *qp, uint32_t slot);
/** The slot of the next shared receive. */
uint32_t bounds_next_shared(const struct inverbs_srq *srq);

#endif
