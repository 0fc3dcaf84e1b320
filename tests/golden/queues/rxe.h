/* SPDX-License-Identifier: BSD-2-Clause */
/* What the kernel's headers say of rxe's rings; they and ours have names in common. */
#ifndef GOLDEN_QUEUES_RXE_H
#define GOLDEN_QUEUES_RXE_H

#include "trace.h"

enum {
	RXE_KERNELS_WORDS = 10, /**< of a WQE, from its status to its place in an SGE */
};

/** Memory of the ring that a case describes, with its head and its indexes watched. Returns slot 0.
 */
uint8_t *rxe_make_ring(const json_t *json, struct ring *ring, const char *name);
/** SGEs that a receive has room for. */
uint16_t rxe_receive_sges(uint32_t slot_bytes);

json_t *rxe_read_send(const struct bytes *slot, const json_t *qp);
json_t *rxe_read_recv(const struct bytes *slot);
void rxe_kernels_words(const uint8_t *wqe, uint32_t words[RXE_KERNELS_WORDS]);

extern const struct golden_rule rxe_rules[];
extern const struct shared_response rxe_qp_response, rxe_srq_response, rxe_cq_response;

#endif
