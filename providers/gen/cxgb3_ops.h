/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/cxgb3.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/* Operations of cxgb3 for programs that reach it through tables. */
#ifndef PROVIDERS_CXGB3_OPS_H
#define PROVIDERS_CXGB3_OPS_H

#include <infiniband/verbs.h>

#include "providers/common/control.h"

/** What the control path of all adapters asks of cxgb3. */
extern const struct inverbs_control cxgb3_control;

/** The context's operations of the fast path. */
void cxgb3_set_ops(struct ibv_context *context);

/** Operations that ibv_wr_start and its sisters have on queue pairs of a type, enum
 * ibv_qp_create_send_ops_flags. */
uint64_t cxgb3_send_ops(enum ibv_qp_type type);

#endif
