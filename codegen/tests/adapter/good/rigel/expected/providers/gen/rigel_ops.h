/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from rigel.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Operations of rigel for programs that reach it through tables. */
#ifndef PROVIDERS_RIGEL_OPS_H
#define PROVIDERS_RIGEL_OPS_H

#include <infiniband/verbs.h>

/** The context's operations of the fast path. */
void rigel_set_ops(struct ibv_context *context);

#endif
