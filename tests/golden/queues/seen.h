/* SPDX-License-Identifier: BSD-2-Clause */
/* What the device makes of the WQEs that were posted: they are decoded again and compared. */
#ifndef GOLDEN_QUEUES_SEEN_H
#define GOLDEN_QUEUES_SEEN_H

#include "queues.h"

/** Compare the WQEs from unit `first` up to `last` with the requests that they were made of. */
void check_seen_sends(const struct golden_vocabulary *words, const struct golden_qp *q,
		      const struct ibv_send_wr *wr, uint32_t first, uint32_t last,
		      struct report *r);
/** The same of receives. */
void check_seen_receives(const struct golden_vocabulary *words, const struct golden_qp *q,
			 const struct ibv_recv_wr *wr, uint32_t first, uint32_t last,
			 struct report *r);
/** The same of `count` slots of a shared queue, the first of which is `slot`. */
void check_seen_slots(const struct golden_vocabulary *words, const struct inverbs_srq *srq,
		      const struct region *ring, const struct ibv_recv_wr *wr, uint32_t slot,
		      uint32_t count, struct report *r);

#endif
