/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Queues of adapters whose sends and receives share a ring: the kernel makes it, the program maps
 * it, and software puts completions in order (<inverbs/fast/reorder.h>). Devices that take posts
 * and polls as commands have the same objects, whose queues divert (see docs/language-adapter.md).
 */
#ifndef PROVIDERS_JOINT_H
#define PROVIDERS_JOINT_H

#include "control.h"

/** CREATE_CQ, and the ring that the answer names. */
int inverbs_joint_create_cq(struct inverbs_context *ctx, const struct ibv_cq_init_attr_ex *attr,
			    struct inverbs_cq *cq);
/** What is not the kernel's; the ring is unmapped. */
void inverbs_joint_free_cq(struct inverbs_cq *cq);
/** The device is gone: the queue pairs of this completion queue fail. */
void inverbs_joint_fail_cq(struct inverbs_cq *cq);
/** Drop the completions of a queue pair, wherever they are queued; the caller holds the lock. */
void inverbs_joint_clean_cq(struct inverbs_cq *cq, uint32_t number);

int inverbs_joint_create_qp(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
			    struct inverbs_qp *qp);
/** A queue pair that failed, or is about to go: what is outstanding is flushed. */
void inverbs_joint_flush(struct inverbs_qp *qp);
bool inverbs_joint_has_failed(const struct inverbs_qp *qp);
void inverbs_joint_reset_qp(struct inverbs_qp *qp);
void inverbs_joint_free_qp(struct inverbs_qp *qp);
#endif
