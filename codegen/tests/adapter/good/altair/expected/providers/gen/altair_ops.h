/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from altair.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Operations of altair, for programs that call through function pointers. */
#ifndef PROVIDERS_ALTAIR_OPS_H
#define PROVIDERS_ALTAIR_OPS_H

#include <infiniband/verbs.h>

#include <inverbs/adapters/altair.h>
#include <inverbs/adapters/list.h>
#include <inverbs/kernel/altair_abi.h>
#include <inverbs/print/altair_print.h>

#include "providers/common/control.h"
#include "runtime/provider.h"

/** altair's table for the shared control path. */
extern const struct inverbs_control altair_control;

/** Set the context's operations of the fast path. */
void altair_set_ops(struct ibv_context *context);

/** Operations of ibv_wr_start on queue pairs of a type, enum ibv_qp_create_send_ops_flags. */
uint64_t altair_send_ops(enum ibv_qp_type type);

/** Fields that an extended poll can read. */
#define ALTAIR_WC_FIELDS                                                                           \
	((uint64_t)(IBV_WC_EX_WITH_BYTE_LEN | IBV_WC_EX_WITH_IMM | IBV_WC_EX_WITH_QP_NUM |         \
		    IBV_WC_EX_WITH_SRC_QP | IBV_WC_EX_WITH_SLID | IBV_WC_EX_WITH_SL |              \
		    IBV_WC_EX_WITH_DLID_PATH_BITS | IBV_WC_EX_WITH_COMPLETION_TIMESTAMP))

/** Set the poll functions of an extended queue, and the readers of the fields in wc_flags. */
void altair_set_cq_ops(struct ibv_cq_ex *cq, uint64_t wc_flags);

/** Members of struct inverbs_provider that the spec says. */
#define ALTAIR_PROVIDER                                                                            \
	.name = "altair", .adapter = INVERBS_ADAPTER_ALTAIR, .identity = &altair_identity,         \
	.control = &altair_control, .context_init = inverbs_control_context_init,                  \
	.context_fini = inverbs_control_context_fini, .alloc_pd = inverbs_control_alloc_pd,        \
	.send_ops = altair_send_ops, .wr_complete = altair_wr_complete_full,                       \
	.create_cq = inverbs_control_create_cq, .destroy_cq = inverbs_control_destroy_cq,          \
	.create_qp = inverbs_control_create_qp, .modify_qp = inverbs_control_modify_qp,            \
	.destroy_qp = inverbs_control_destroy_qp, .query_qp = inverbs_control_query_qp,            \
	.flush_cq = inverbs_control_flush_cq, .resize_cq = inverbs_control_resize_cq,              \
	.create_srq = inverbs_control_create_srq, .modify_srq = inverbs_control_modify_srq,        \
	.destroy_srq = inverbs_control_destroy_srq, .dump = &altair_dump,                          \
	.cq_taken = inverbs_control_cq_taken

#endif
