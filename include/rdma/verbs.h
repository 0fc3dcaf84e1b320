/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/headers.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * <infiniband/verbs.h> under the path that programs written to the AIX manual include.
 */
#ifndef RDMA_VERBS_OF_AIX_H
#define RDMA_VERBS_OF_AIX_H

#include <infiniband/verbs.h>

#endif
