/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from rigel.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Operations of rigel, for programs that call through function pointers. */
#ifndef PROVIDERS_RIGEL_OPS_H
#define PROVIDERS_RIGEL_OPS_H

#include <infiniband/verbs.h>

#include <inverbs/adapters/rigel.h>
#include <inverbs/adapters/list.h>
#include <inverbs/kernel/rigel_abi.h>
#include <inverbs/print/rigel_print.h>

#include "providers/common/control.h"
#include "runtime/provider.h"

/** rigel's table for the shared control path. */
extern const struct inverbs_control rigel_control;

/** Set the context's operations of the fast path. */
void rigel_set_ops(struct ibv_context *context);

/** Operations of ibv_wr_start on queue pairs of a type, enum ibv_qp_create_send_ops_flags. */
uint64_t rigel_send_ops(enum ibv_qp_type type);

/** Members of struct inverbs_provider that the spec says. */
#define RIGEL_PROVIDER                                                                             \
	.name = "rigel", .adapter = INVERBS_ADAPTER_RIGEL, .identity = &rigel_identity,            \
	.control = &rigel_control, .context_init = inverbs_control_context_init,                   \
	.context_fini = inverbs_control_context_fini, .alloc_pd = inverbs_control_alloc_pd,        \
	.send_ops = rigel_send_ops, .wr_complete = rigel_wr_complete_full,                         \
	.create_cq = inverbs_control_create_cq, .destroy_cq = inverbs_control_destroy_cq,          \
	.create_qp = inverbs_control_create_qp, .modify_qp = inverbs_control_modify_qp,            \
	.destroy_qp = inverbs_control_destroy_qp, .qp_event = inverbs_control_qp_event,            \
	.flush_cq = inverbs_control_flush_cq, .dump = &rigel_dump,                                 \
	.cq_taken = inverbs_control_cq_taken

#endif
