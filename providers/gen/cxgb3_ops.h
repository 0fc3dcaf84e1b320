/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/cxgb3.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/* Operations of cxgb3, for programs that call through function pointers. */
#ifndef PROVIDERS_CXGB3_OPS_H
#define PROVIDERS_CXGB3_OPS_H

#include <infiniband/verbs.h>

#include <inverbs/adapters/cxgb3.h>
#include <inverbs/adapters/list.h>
#include <inverbs/kernel/cxgb3_abi.h>
#include <inverbs/print/cxgb3_print.h>

#include "providers/common/control.h"
#include "runtime/provider.h"

/** cxgb3's table for the shared control path. */
extern const struct inverbs_control cxgb3_control;

/** Set the fast path operations of a context. */
void cxgb3_set_ops(struct ibv_context *context);

/**
 * The operations that can be built after ibv_wr_start on queue pairs of a type: enum
 * ibv_qp_create_send_ops_flags.
 */
uint64_t cxgb3_send_ops(enum ibv_qp_type type);

/** Members of struct inverbs_provider that come from the spec. */
#define CXGB3_PROVIDER                                                                             \
	.name = "cxgb3", .adapter = INVERBS_ADAPTER_CXGB3, .identity = &cxgb3_identity,            \
	.control = &cxgb3_control, .context_init = inverbs_control_context_init,                   \
	.context_fini = inverbs_control_context_fini, .alloc_pd = inverbs_control_alloc_pd,        \
	.mr_response_bytes = sizeof(struct cxgb3_reg_mr_out), .send_ops = cxgb3_send_ops,          \
	.wr_complete = cxgb3_wr_complete_full, .create_cq = inverbs_control_create_cq,             \
	.destroy_cq = inverbs_control_destroy_cq, .create_qp = inverbs_control_create_qp,          \
	.modify_qp = inverbs_control_modify_qp, .destroy_qp = inverbs_control_destroy_qp,          \
	.qp_event = inverbs_control_qp_event, .flush_cq = inverbs_control_flush_cq,                \
	.dump = &cxgb3_dump, .cq_taken = inverbs_control_cq_taken

#endif
