/* SPDX-License-Identifier: BSD-2-Clause */
#include <inverbs/adapters/irdma.h>
#include <inverbs/device/irdma_device.h>

#define SAME(call) irdma_##call
#define SAME_TYPES IBV_QPT_RC, IBV_QPT_UD
#define SAME_KINDS 4
#define SAME_CODES                                                                                 \
	IRDMA_OP_SEND, IRDMA_OP_RDMA_WRITE, IRDMA_OP_RDMA_READ, IRDMA_OP_LOCAL_INV, IRDMA_OP_NOP
#define SAME_SHARED true
#define RINGS_OPENS_SHARED
#define RINGS_EVENT IRDMA_MAJOR_EVENT

#include "rings_quanta.h"

/** Opens queues with a shared receive queue so small that it is sometimes full. */
static inline void rings_open(struct bench_queues *q, enum ibv_qp_type type, bool shared,
			      unsigned int max_sge)
{
	struct inverbs_srq *const srq = &q->srq;

	queues_open(q, type, false, max_sge);
	if (!shared)
		return;
	srq->entries = 8;
	srq->shift = 6;
	srq->max_sge = 2;
	srq->counts_fill = 1;
	srq->buf = (uint8_t *)queues_memory(q, (size_t)srq->entries << srq->shift);
	srq->doorbell_record = (uint32_t *)queues_memory(q, 64);
	q->qp.srq = srq;
}
