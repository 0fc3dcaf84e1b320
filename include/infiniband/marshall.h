/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/marshall.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */

/*
 * Conversion between structures of the kernel and of programs.
 */
#ifndef INFINIBAND_MARSHALL_H
#define INFINIBAND_MARSHALL_H

#include <infiniband/verbs.h>
#include <infiniband/sa.h>
#include <infiniband/kern-abi.h>
#include <infiniband/sa-kern-abi.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Conversion between structures of the connection manager's file and those of programs.
 */

/**
 * Copy the attributes of an address.
 *
 * dst (written): In the program's layout.
 * src: In the kernel's layout.
 */
void ibv_copy_ah_attr_from_kern(struct ibv_ah_attr *dst, struct ib_uverbs_ah_attr *src);

/**
 * Copy the attributes of a queue pair.
 *
 * dst (written): In the program's layout.
 * src: In the kernel's layout.
 */
void ibv_copy_qp_attr_from_kern(struct ibv_qp_attr *dst, struct ib_uverbs_qp_attr *src);

/**
 * Copy a path.
 *
 * dst (written): In the program's layout.
 * src: In the kernel's layout.
 */
void ibv_copy_path_rec_from_kern(struct ibv_sa_path_rec *dst, struct ib_user_path_rec *src);

/**
 * Copy a path for the kernel.
 *
 * dst (written): In the kernel's layout.
 * src: In the program's layout.
 */
void ibv_copy_path_rec_to_kern(struct ib_user_path_rec *dst, struct ibv_sa_path_rec *src);

#ifdef __cplusplus
}
#endif

#endif
