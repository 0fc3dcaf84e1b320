/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/mlx4.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/* Operations of mlx4, for programs that call through function pointers. */
#ifndef PROVIDERS_MLX4_OPS_H
#define PROVIDERS_MLX4_OPS_H

#include <infiniband/verbs.h>

#include <inverbs/adapters/mlx4.h>
#include <inverbs/adapters/list.h>
#include <inverbs/kernel/mlx4_abi.h>
#include <inverbs/print/mlx4_print.h>

#include "providers/common/control.h"
#include "runtime/provider.h"

/** mlx4's table for the shared control path. */
extern const struct inverbs_control mlx4_control;

/** Set the fast path operations of a context. */
void mlx4_set_ops(struct ibv_context *context);

/**
 * The operations that can be built after ibv_wr_start on queue pairs of a type: enum
 * ibv_qp_create_send_ops_flags.
 */
uint64_t mlx4_send_ops(enum ibv_qp_type type);

/** Fields that an extended poll can read. */
#define MLX4_WC_FIELDS                                                                             \
	((uint64_t)(IBV_WC_EX_WITH_BYTE_LEN | IBV_WC_EX_WITH_IMM | IBV_WC_EX_WITH_QP_NUM |         \
		    IBV_WC_EX_WITH_SRC_QP | IBV_WC_EX_WITH_SLID | IBV_WC_EX_WITH_SL |              \
		    IBV_WC_EX_WITH_DLID_PATH_BITS | IBV_WC_EX_WITH_COMPLETION_TIMESTAMP))

/** Set the poll functions of an extended queue, and the readers of the fields in wc_flags. */
void mlx4_set_cq_ops(struct ibv_cq_ex *cq, uint64_t wc_flags);

/** Members of struct inverbs_provider that come from the spec. */
#define MLX4_PROVIDER                                                                              \
	.name = "mlx4", .adapter = INVERBS_ADAPTER_MLX4, .identity = &mlx4_identity,               \
	.control = &mlx4_control, .context_init = inverbs_control_context_init,                    \
	.context_fini = inverbs_control_context_fini, .alloc_pd = inverbs_control_alloc_pd,        \
	.max_cqe = MLX4_MAX_CQE_REQUEST, .max_srq_wr = MLX4_MAX_SRQ_WR,                            \
	.max_srq_sge = MLX4_MAX_SRQ_SGE, .send_ops = mlx4_send_ops,                                \
	.wr_complete = mlx4_wr_complete_full, .create_cq = inverbs_control_create_cq,              \
	.destroy_cq = inverbs_control_destroy_cq, .create_qp = inverbs_control_create_qp,          \
	.modify_qp = inverbs_control_modify_qp, .destroy_qp = inverbs_control_destroy_qp,          \
	.query_qp = inverbs_control_query_qp, .flush_cq = inverbs_control_flush_cq,                \
	.resize_cq = inverbs_control_resize_cq, .create_srq = inverbs_control_create_srq,          \
	.modify_srq = inverbs_control_modify_srq, .destroy_srq = inverbs_control_destroy_srq,      \
	.create_ah = inverbs_control_create_ah, .destroy_ah = inverbs_control_destroy_ah,          \
	.query_clock = inverbs_control_query_clock, .dump = &mlx4_dump,                            \
	.cq_taken = inverbs_control_cq_taken, .sq_kept = inverbs_control_sq_kept

#endif
