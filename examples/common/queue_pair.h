/* SPDX-License-Identifier: BSD-2-Clause */
/* The walk of a queue pair from RESET to RTS. */
#ifndef EXAMPLES_QUEUE_PAIR_H
#define EXAMPLES_QUEUE_PAIR_H

#include "endpoint.h"

enum {
	QUEUE_PAIR_QKEY = 0x11111111, /**< of datagrams; the one that the usual programs take */
};

/** A random number to begin counting packets with. */
unsigned int queue_pair_first_psn(void);

/** RESET to INIT. Like all of these: 0, or -1 after a complaint. */
int queue_pair_to_init(struct ibv_qp *qp, const struct endpoint_plan *plan);

/** INIT to RTR to RTS; datagrams need no remote side for it. */
int queue_pair_connect(struct ibv_qp *qp, const struct endpoint_plan *plan, unsigned int psn,
		       const struct address *remote);

/** Where datagrams go; NULL after a complaint. */
struct ibv_ah *queue_pair_make_handle(struct ibv_pd *pd, const struct endpoint_plan *plan,
				      const struct address *remote);

#endif
