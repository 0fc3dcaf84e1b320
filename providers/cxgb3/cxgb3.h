/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Control path of Chelsio T3. The kernel driver sizes and allocates the rings; here they are mapped
 * and the books beside them are kept. Devices that take posts and polls as commands have the same
 * objects, whose queues divert (see docs/language-adapter.md).
 */
#ifndef PROVIDERS_CXGB3_H
#define PROVIDERS_CXGB3_H

#include <inverbs/adapters/cxgb3.h>
#include <inverbs/kernel/cxgb3_abi.h>
#include <inverbs/adapters/list.h>

#include "providers/gen/cxgb3_ops.h"
#include "runtime/provider.h"

/** What the context knows beyond the common part. */
struct cxgb3_context {
	bool by_command; /**< posts and polls are commands of the kernel */
	bool cq_state;   /**< the driver keeps a state word behind completion rings */
};

static inline const struct cxgb3_context *cxgb3_context_of(const struct inverbs_context *ctx)
{
	return (const struct cxgb3_context *)ctx->provider_data;
}

/** Bytes in whole pages. */
size_t cxgb3_whole_pages(size_t bytes);

/** Drop the completions of a queue pair that is gone or was reset, wherever they wait. Takes the
 * lock. */
void cxgb3_cq_forget(struct inverbs_cq *cq, uint32_t qpn);

/* Members of struct inverbs_provider of these names. */
int cxgb3_create_cq(struct inverbs_context *ctx, const struct ibv_cq_init_attr_ex *attr,
		    bool extended, struct inverbs_cq *cq);
int cxgb3_destroy_cq(struct inverbs_cq *cq, uint32_t *comp_events, uint32_t *async_events);
int cxgb3_create_qp(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
		    struct inverbs_qp *qp);
int cxgb3_modify_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask);
int cxgb3_destroy_qp(struct inverbs_qp *qp, uint32_t *events);
void cxgb3_qp_event(struct inverbs_qp *qp, enum ibv_event_type type);

#endif
