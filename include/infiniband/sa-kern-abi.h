/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/sa_kern_abi.yaml by `python3 -m codegen gen`. Edit the spec, not this
 * file. */

/*
 * Paths in the layout of the kernel's connection manager, from the kernel's own header.
 */
#ifndef INFINIBAND_SA_KERN_ABI_H
#define INFINIBAND_SA_KERN_ABI_H

#include <rdma/ib_user_sa.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * OFED's name for a path in the kernel's layout.
 */

#define ibv_kern_path_rec ib_user_path_rec

#ifdef __cplusplus
}
#endif

#endif
