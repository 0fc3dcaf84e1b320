/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/mlx4.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/* Operations of mlx4 for programs that reach it through tables. */
#ifndef PROVIDERS_MLX4_OPS_H
#define PROVIDERS_MLX4_OPS_H

#include <infiniband/verbs.h>

#include "providers/common/control.h"

/** What the control path of all adapters asks of mlx4. */
extern const struct inverbs_control mlx4_control;

/** The context's operations of the fast path. */
void mlx4_set_ops(struct ibv_context *context);

/** Operations that ibv_wr_start and its sisters have on queue pairs of a type, enum
 * ibv_qp_create_send_ops_flags. */
uint64_t mlx4_send_ops(enum ibv_qp_type type);

/** What an extended poll can be asked to read. */
#define MLX4_WC_FIELDS                                                                             \
	((uint64_t)(IBV_WC_EX_WITH_BYTE_LEN | IBV_WC_EX_WITH_IMM | IBV_WC_EX_WITH_QP_NUM |         \
		    IBV_WC_EX_WITH_SRC_QP | IBV_WC_EX_WITH_SLID | IBV_WC_EX_WITH_SL |              \
		    IBV_WC_EX_WITH_DLID_PATH_BITS | IBV_WC_EX_WITH_COMPLETION_TIMESTAMP))

/** Poll functions of an extended queue, and the readers for the fields in wc_flags. */
void mlx4_set_cq_ops(struct ibv_cq_ex *cq, uint64_t wc_flags);

#endif
