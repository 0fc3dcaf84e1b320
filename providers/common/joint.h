/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Queues of adapters whose sends and receives share a ring. The kernel allocates the ring, the
 * program maps it, and software reorders completions (<inverbs/fast/reorder.h>). Devices with posts
 * and polls by command have the same objects, but post and poll through inverbs/fast/datapath.h.
 */
#ifndef PROVIDERS_JOINT_H
#define PROVIDERS_JOINT_H

#include "control.h"

/** Issue CREATE_CQ and map the ring. */
int inverbs_joint_create_cq(struct inverbs_context *ctx, const struct ibv_cq_init_attr_ex *attr,
			    struct inverbs_cq *cq);
/** Unmap the ring, and free all other memory that the library allocated for it. */
void inverbs_joint_free_cq(struct inverbs_cq *cq);
/** The device is gone: mark all queue pairs of this CQ as failed. */
void inverbs_joint_fail_cq(struct inverbs_cq *cq);
/**
 * Drop the completions of a queue pair from the ring and from software's queue. The caller holds
 * the lock.
 */
void inverbs_joint_clean_cq(struct inverbs_cq *cq, uint32_t number);

int inverbs_joint_create_qp(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
			    struct inverbs_qp *qp);
/** Flush outstanding work requests of a queue pair that has failed or is being destroyed. */
void inverbs_joint_flush(struct inverbs_qp *qp);
bool inverbs_joint_has_failed(const struct inverbs_qp *qp);
void inverbs_joint_reset_qp(struct inverbs_qp *qp);
void inverbs_joint_free_qp(struct inverbs_qp *qp);
#endif
