/* SPDX-License-Identifier: BSD-2-Clause */
/* State transitions of a queue pair from RESET to RTS. */
#ifndef EXAMPLES_QUEUE_PAIR_H
#define EXAMPLES_QUEUE_PAIR_H

#include "endpoint.h"

enum {
	QUEUE_PAIR_QKEY = 0x11111111, /**< Q_Key for datagrams, as in other programs */
};

/** A random initial packet sequence number. */
unsigned int queue_pair_first_psn(void);

/**
 * Move the queue pair from RESET to INIT. All functions here that return int return 0, or -1 after
 * an error message.
 */
int queue_pair_to_init(struct ibv_qp *qp, const struct endpoint_plan *plan);

/** Move the queue pair from INIT to RTS. For datagrams the remote side is not used. */
int queue_pair_connect(struct ibv_qp *qp, const struct endpoint_plan *plan, unsigned int psn,
		       const struct address *remote);

/** Create an address handle for datagrams. Returns NULL after an error message. */
struct ibv_ah *queue_pair_make_handle(struct ibv_pd *pd, const struct endpoint_plan *plan,
				      const struct address *remote);

#endif
