/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/rxe.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/* Operations of rxe, for programs that call through function pointers. */
#ifndef PROVIDERS_RXE_OPS_H
#define PROVIDERS_RXE_OPS_H

#include <infiniband/verbs.h>

#include <inverbs/adapters/rxe.h>
#include <inverbs/adapters/list.h>
#include <inverbs/kernel/rxe_abi.h>
#include <inverbs/print/rxe_print.h>

#include "providers/common/control.h"
#include "runtime/provider.h"

/** rxe's table for the shared control path. */
extern const struct inverbs_control rxe_control;

/** Set the fast path operations of a context. */
void rxe_set_ops(struct ibv_context *context);

/**
 * The operations that can be built after ibv_wr_start on queue pairs of a type: enum
 * ibv_qp_create_send_ops_flags.
 */
uint64_t rxe_send_ops(enum ibv_qp_type type);

/** Fields that an extended poll can read. */
#define RXE_WC_FIELDS                                                                              \
	((uint64_t)(IBV_WC_EX_WITH_BYTE_LEN | IBV_WC_EX_WITH_IMM | IBV_WC_EX_WITH_QP_NUM |         \
		    IBV_WC_EX_WITH_SRC_QP | IBV_WC_EX_WITH_SLID | IBV_WC_EX_WITH_SL |              \
		    IBV_WC_EX_WITH_DLID_PATH_BITS))

/** Set the poll functions of an extended queue, and the readers of the fields in wc_flags. */
void rxe_set_cq_ops(struct ibv_cq_ex *cq, uint64_t wc_flags);

/** Members of struct inverbs_provider that come from the spec. */
#define RXE_PROVIDER                                                                               \
	.name = "rxe", .adapter = INVERBS_ADAPTER_RXE, .identity = &rxe_identity,                  \
	.control = &rxe_control, .context_init = inverbs_control_context_init,                     \
	.context_fini = inverbs_control_context_fini, .alloc_pd = inverbs_control_alloc_pd,        \
	.send_ops = rxe_send_ops, .wr_complete = rxe_wr_complete_full,                             \
	.create_cq = inverbs_control_create_cq, .destroy_cq = inverbs_control_destroy_cq,          \
	.create_qp = inverbs_control_create_qp, .modify_qp = inverbs_control_modify_qp,            \
	.destroy_qp = inverbs_control_destroy_qp, .query_qp = inverbs_control_query_qp,            \
	.flush_cq = inverbs_control_flush_cq, .resize_cq = inverbs_control_resize_cq,              \
	.create_srq = inverbs_control_create_srq, .modify_srq = inverbs_control_modify_srq,        \
	.destroy_srq = inverbs_control_destroy_srq, .create_ah = inverbs_control_create_ah,        \
	.destroy_ah = inverbs_control_destroy_ah

#endif
