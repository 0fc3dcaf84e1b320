/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from rigel.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Operations of rigel for programs that reach it through tables. */
#ifndef PROVIDERS_RIGEL_OPS_H
#define PROVIDERS_RIGEL_OPS_H

#include <infiniband/verbs.h>

#include "providers/common/control.h"

/** What the control path of all adapters asks of rigel. */
extern const struct inverbs_control rigel_control;

/** The context's operations of the fast path. */
void rigel_set_ops(struct ibv_context *context);

/** Operations that ibv_wr_start and its sisters have on queue pairs of a type, enum
 * ibv_qp_create_send_ops_flags. */
uint64_t rigel_send_ops(enum ibv_qp_type type);

#endif
