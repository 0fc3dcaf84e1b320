/* SPDX-License-Identifier: BSD-2-Clause */
/* The transitions of a queue pair from RESET to RTS. */
#ifndef EXAMPLES_QUEUE_PAIR_H
#define EXAMPLES_QUEUE_PAIR_H

#include "endpoint.h"

enum {
	QUEUE_PAIR_QKEY = 0x11111111, /**< Q_Key of datagrams; that of the usual programs */
};

/** A random initial packet sequence number. */
unsigned int queue_pair_first_psn(void);

/** RESET to INIT. Like all of these: 0, or -1 after an error message. */
int queue_pair_to_init(struct ibv_qp *qp, const struct endpoint_plan *plan);

/** INIT to RTR to RTS; datagrams need no remote side for it. */
int queue_pair_connect(struct ibv_qp *qp, const struct endpoint_plan *plan, unsigned int psn,
		       const struct address *remote);

/** Address handle for datagrams; NULL after an error message. */
struct ibv_ah *queue_pair_make_handle(struct ibv_pd *pd, const struct endpoint_plan *plan,
				      const struct address *remote);

#endif
