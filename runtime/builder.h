/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Setup of ibv_wr_start() and its sisters (<inverbs/fast/builder.h>): memory, and the function
 * pointers of struct ibv_qp_ex.
 */
#ifndef RUNTIME_BUILDER_H
#define RUNTIME_BUILDER_H

#include <inverbs/fast/objects.h>

/**
 * Prepare a queue pair for these operations (enum ibv_qp_create_send_ops_flags). Its send queue
 * must be set up. Returns 0 or ENOMEM.
 */
int inverbs_builder_init(struct inverbs_qp *qp, uint64_t ops, int (*complete)(struct ibv_qp_ex *));
void inverbs_builder_fini(struct inverbs_qp *qp);

#endif
