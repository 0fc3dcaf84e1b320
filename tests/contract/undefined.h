/* SPDX-License-Identifier: BSD-2-Clause */
/* Verbs called from a source file that has undefined all macros of their names. */
#ifndef TESTS_CONTRACT_UNDEFINED_H
#define TESTS_CONTRACT_UNDEFINED_H

#include <infiniband/verbs.h>
#include <stdbool.h>

typedef int (*undefined_poll_fn)(struct ibv_cq *, int, struct ibv_wc *);

bool undefined_has_all(void);
int undefined_poll(struct ibv_cq *cq, int n, struct ibv_wc *wc);
int undefined_post(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad);
struct ibv_mr *undefined_reg_mr(struct ibv_pd *pd, void *at, size_t bytes, int access);
int undefined_query_port(struct ibv_context *ctx, uint8_t port, struct ibv_port_attr *attr);
/** The address of ibv_poll_cq() in that source file. */
undefined_poll_fn undefined_poll_address(void);

#endif
