/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/api/ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The unchecked functions, which have the names of the checked ones. Linked into checked programs
 * only.
 */
#include <inverbs/checked/checked_cm_verbs.h>

const struct inverbs_plain_cm_verbs inverbs_plain_cm_verbs = {
	.rdma_create_srq = rdma_create_srq,
	.rdma_create_srq_ex = rdma_create_srq_ex,
	.rdma_destroy_srq = rdma_destroy_srq,
};
