/* SPDX-License-Identifier: BSD-2-Clause */
/* Decodes posted WQEs as the device does, and compares them with the requests. */
#ifndef GOLDEN_QUEUES_SEEN_H
#define GOLDEN_QUEUES_SEEN_H

#include "queues.h"

/** Compare the WQEs in units [first, last) with their requests. */
void check_seen_sends(const struct golden_vocabulary *words, const struct golden_qp *q,
		      const struct ibv_send_wr *wr, uint32_t first, uint32_t last,
		      struct report *r);
/** Compare a recorded WQE with its request. `readable`: whether the device can decode it. */
void check_seen_recorded(const struct golden_vocabulary *words, const struct golden_qp *q,
			 const struct ibv_send_wr *wr, const uint8_t *wqe, bool readable,
			 struct report *r);
/** The same for receives. */
void check_seen_receives(const struct golden_vocabulary *words, const struct golden_qp *q,
			 const struct ibv_recv_wr *wr, uint32_t first, uint32_t last,
			 struct report *r);
typedef int (*decode_receive)(const struct inverbs_dev_copy *, uint32_t, struct inverbs_dev_recv *);
/** Compare a receive WQE with its request. Returns the next slot that it names. */
uint32_t check_seen_receive(const struct golden_vocabulary *words, decode_receive decode,
			    const uint8_t *wqe, uint32_t bytes, const struct ibv_recv_wr *wr,
			    struct report *r);
/** The same for `count` slots of a shared queue, starting at `slot`. */
void check_seen_slots(const struct golden_vocabulary *words, const struct inverbs_srq *srq,
		      const struct region *ring, const struct ibv_recv_wr *wr, uint32_t slot,
		      uint32_t count, struct report *r);

#endif
