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
 * Structures of the connection manager's file in the form of programs, and back.
 */

/**
 * Copy the attributes of an address.
 *
 * dst (written): As programs know it.
 * src: As the kernel writes it.
 */
void ibv_copy_ah_attr_from_kern(struct ibv_ah_attr *dst, struct ib_uverbs_ah_attr *src);

/**
 * Copy the attributes of a queue pair.
 *
 * dst (written): As programs know it.
 * src: As the kernel writes it.
 */
void ibv_copy_qp_attr_from_kern(struct ibv_qp_attr *dst, struct ib_uverbs_qp_attr *src);

/**
 * Copy a path.
 *
 * dst (written): As programs know it.
 * src: As the kernel writes it.
 */
void ibv_copy_path_rec_from_kern(struct ibv_sa_path_rec *dst, struct ib_user_path_rec *src);

/**
 * Copy a path for the kernel.
 *
 * dst (written): As the kernel reads it.
 * src: As programs know it.
 */
void ibv_copy_path_rec_to_kern(struct ib_user_path_rec *dst, struct ibv_sa_path_rec *src);

#ifdef __cplusplus
}
#endif

#endif
