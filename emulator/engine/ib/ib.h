/* SPDX-License-Identifier: BSD-2-Clause */
/* The engine's interface for features of InfiniBand and RoCE only: SRQs and alternate paths. */
#ifndef EMULATOR_ENGINE_IB_IB_H
#define EMULATOR_ENGINE_IB_IB_H

#include "base/objects.h"

int softhca_engine_srq_created(struct softhca_srq *srq);
/** srq->limit or srq->max_wr has changed: check whether the limit is reached already. */
void softhca_engine_srq_modified(struct softhca_srq *srq);
void softhca_engine_srq_destroyed(struct softhca_srq *srq);
/** The driver has moved the receives of an SRQ to a new ring, from index 0 on. */
void softhca_engine_srq_moved(struct softhca_srq *srq);

/**
 * Migrate an armed connection to its alternate path, at both ends. Raises PATH_MIG or PATH_MIG_ERR.
 */
void softhca_engine_qp_migrate(struct softhca_qp *qp);

#endif
