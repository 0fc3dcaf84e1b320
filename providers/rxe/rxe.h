/* SPDX-License-Identifier: BSD-2-Clause */
/* What the files of this provider share. */
#ifndef PROVIDERS_RXE_RXE_H
#define PROVIDERS_RXE_RXE_H

#include <inverbs/adapters/rxe.h>
#include <inverbs/adapters/rxe_abi.h>

#include "providers/gen/rxe_ops.h"
#include "runtime/provider.h"

/** A mapped queue. */
struct rxe_mapping {
	uint8_t *slots; /**< slot 0 */
	size_t bytes;   /**< mapped, from the head on */
	uint32_t entries;
	uint8_t shift; /**< log2 of a slot in bytes */
};

/** Map the queue that an answer named; each can be mapped once. 0 or a positive errno value. */
int rxe_map(struct inverbs_context *ctx, uint64_t offset, uint32_t bytes, struct rxe_mapping *out);
/** Undo it. Nothing happens without slots. */
void rxe_unmap(uint8_t *slots, size_t bytes);

int rxe_create_cq(struct inverbs_context *ctx, const struct ibv_cq_init_attr_ex *attr,
		  bool extended, struct inverbs_cq *cq);
int rxe_resize_cq(struct inverbs_cq *cq, int cqe);
/** Drop the completions of a queue pair that is gone. Called with the queue's lock. */
void rxe_clean_cq(struct inverbs_cq *cq, uint32_t qpn);
int rxe_destroy_cq(struct inverbs_cq *cq, uint32_t *comp_events, uint32_t *async_events);
int rxe_create_qp(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
		  struct inverbs_qp *qp);
int rxe_modify_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask);
int rxe_query_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask,
		 struct ibv_qp_init_attr *init_attr);
int rxe_destroy_qp(struct inverbs_qp *qp, uint32_t *events);
int rxe_create_srq(struct inverbs_context *ctx, struct ibv_srq_init_attr_ex *attr,
		   struct inverbs_srq *srq);
int rxe_modify_srq(struct inverbs_srq *srq, struct ibv_srq_attr *attr, int attr_mask);
int rxe_destroy_srq(struct inverbs_srq *srq, uint32_t *events);
int rxe_create_ah(struct inverbs_pd *pd, const struct ibv_ah_attr *attr, struct inverbs_ah *ah);
int rxe_destroy_ah(struct inverbs_ah *ah);

#endif
