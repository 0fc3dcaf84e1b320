/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the kernel's headers say about rxe's rings. Separate, because they have names in common with
 * ours.
 */
#ifndef GOLDEN_QUEUES_RXE_H
#define GOLDEN_QUEUES_RXE_H

#include "trace.h"

enum {
	RXE_KERNELS_WORDS = 10, /**< of a WQE, from its status to its offset in an SGE */
};

/** Allocate the ring that a case describes; its header and its indexes are watched. Returns slot
 * 0. */
uint8_t *rxe_make_ring(const json_t *json, struct ring *ring, const char *name);
/** Returns the number of SGEs that a receive has room for. */
uint16_t rxe_receive_sges(uint32_t slot_bytes);

json_t *rxe_read_send(const struct bytes *slot, const json_t *qp);
json_t *rxe_read_recv(const struct bytes *slot);
void rxe_kernels_words(const uint8_t *wqe, uint32_t words[RXE_KERNELS_WORDS]);

extern const struct golden_rule rxe_rules[];
extern const struct shared_response rxe_qp_response, rxe_srq_response, rxe_cq_response;

#endif
