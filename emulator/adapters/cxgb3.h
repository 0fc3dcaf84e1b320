/* SPDX-License-Identifier: BSD-2-Clause */
/* The data path of T3A, whose programs post and poll by commands. Its rings are those of T3B. */
#ifndef EMULATOR_ADAPTERS_CXGB3_H
#define EMULATOR_ADAPTERS_CXGB3_H

#include "adapters/common/rings.h"

extern const struct softhca_joint_soft t3a_soft;

int t3a_post_send(struct softhca_qp *qp, const struct ibv_send_wr *wr);
int t3a_post_recv(struct softhca_qp *qp, const struct ibv_recv_wr *wr);
bool t3a_poll_cq(struct softhca_cq *cq, struct ibv_wc *wc);

#endif
