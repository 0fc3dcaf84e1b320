/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/* How the checked functions reach the unchecked ones, whose names they have. Linked into checked
 * programs only. */
#include <inverbs/checked/checked_cm_verbs.h>

const struct inverbs_plain_cm_verbs inverbs_plain_cm_verbs = {
	.rdma_create_srq = rdma_create_srq,
	.rdma_create_srq_ex = rdma_create_srq_ex,
	.rdma_destroy_srq = rdma_destroy_srq,
};
