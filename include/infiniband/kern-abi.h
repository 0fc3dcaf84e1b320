/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/kern_abi.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Structures of the kernel's commands, from the kernel's own header.
 */
#ifndef INFINIBAND_KERN_ABI_H
#define INFINIBAND_KERN_ABI_H

#include <rdma/ib_user_verbs.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * OFED's names for definitions of the kernel's headers.
 */

#define ibv_kern_global_route ib_uverbs_global_route

#define ibv_kern_ah_attr ib_uverbs_ah_attr

#define ibv_kern_qp_attr ib_uverbs_qp_attr

#ifdef __cplusplus
}
#endif

#endif
