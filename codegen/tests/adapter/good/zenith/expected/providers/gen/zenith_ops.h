/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from zenith.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/* Operations of zenith for programs that reach it through tables. */
#ifndef PROVIDERS_ZENITH_OPS_H
#define PROVIDERS_ZENITH_OPS_H

#include <infiniband/verbs.h>

/** The context's operations of the fast path. */
void zenith_set_ops(struct ibv_context *context);

#endif
