/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the two kinds of T3 share: T3B (cxgb3.c), whose programs have the rings, and T3A
 * (cxgb3_t3a.c), whose programs post and poll by commands. The rings are the same.
 */
#ifndef EMULATOR_ADAPTERS_CXGB3_H
#define EMULATOR_ADAPTERS_CXGB3_H

#include <inverbs/kernel/cxgb3_abi.h>
#include <inverbs/device/cxgb3_device.h>

#include "engine/base/adapter.h"
#include "engine/engine.h"
#include "base/driver.h"

struct t3a_cq;
struct t3a_qp;

/** softhca_cq.hw; the engine knows the first member. */
struct t3_cq {
	struct hw_cq hw;
	struct softhca_mapping ring;
	uint64_t counter;    /**< T3B: where the program counts what it consumed */
	bool has_state;      /**< a word behind the ring, that older programs do not know */
	struct t3a_cq *soft; /**< T3A: what the kernel's side polls for the program, else NULL */
};

/** softhca_qp.hw */
struct t3_qp {
	struct hw_qp hw;
	struct softhca_mapping doorbell;
	struct softhca_mapping ring;
	struct t3a_qp *soft; /**< T3A: what the kernel's side posts for the program, else NULL */
};

static inline struct t3_cq *t3_cq_of(const struct softhca_cq *cq)
{
	return (struct t3_cq *)cq->hw;
}

static inline struct t3_qp *t3_qp_of(const struct softhca_qp *qp)
{
	return (struct t3_qp *)qp->hw;
}

/* T3A's part of creation and destruction: 0 or ENOMEM. */
int t3a_cq_init(struct softhca_cq *cq);
void t3a_cq_fini(struct t3_cq *t3);
int t3a_qp_init(struct t3_qp *t3);
void t3a_qp_fini(struct softhca_qp *qp);
/** The queue pair begins again / failed: what is outstanding is forgotten / flushed. */
void t3a_qp_reset(struct softhca_qp *qp);
void t3a_qp_flush(struct softhca_qp *qp);

int t3a_post_send(struct softhca_qp *qp, const struct ibv_send_wr *wr);
int t3a_post_recv(struct softhca_qp *qp, const struct ibv_recv_wr *wr);
bool t3a_poll_cq(struct softhca_cq *cq, struct ibv_wc *wc);

#endif
