/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/adapters/cxgb3.yaml, spec/adapters/mlx4.yaml, spec/adapters/rxe.yaml by
 * `python3 -m codegen gen`. Edit the spec, not this file. */

/* The adapters of Inverbs, and which of them this compilation is bound to. */
#ifndef INVERBS_ADAPTERS_LIST_H
#define INVERBS_ADAPTERS_LIST_H

/** The adapter of a queue; 0 means none. */
enum inverbs_adapter {
	INVERBS_ADAPTER_CXGB3 = 1, /**< spec/adapters/cxgb3.yaml */
	INVERBS_ADAPTER_MLX4 = 2,  /**< spec/adapters/mlx4.yaml */
	INVERBS_ADAPTER_RXE = 3,   /**< spec/adapters/rxe.yaml */
};

/** Apply a macro to the name of each adapter: the only list of adapters in C. */
#define INVERBS_EACH_ADAPTER(apply) apply(cxgb3) apply(mlx4) apply(rxe)

#ifdef INVERBS_CXGB3
#define INVERBS_BINDS_CXGB3 (1U << INVERBS_ADAPTER_CXGB3)
#else
#define INVERBS_BINDS_CXGB3 0U
#endif

#ifdef INVERBS_MLX4
#define INVERBS_BINDS_MLX4 (1U << INVERBS_ADAPTER_MLX4)
#else
#define INVERBS_BINDS_MLX4 0U
#endif

#ifdef INVERBS_RXE
#define INVERBS_BINDS_RXE (1U << INVERBS_ADAPTER_RXE)
#else
#define INVERBS_BINDS_RXE 0U
#endif

/**
 * One bit per adapter named by a -DINVERBS_<ADAPTER> flag; 0: any adapter, through the operations
 * table.
 */
#define INVERBS_BINDING_MASK (INVERBS_BINDS_CXGB3 | INVERBS_BINDS_MLX4 | INVERBS_BINDS_RXE)

/** True if RDMA requests of some adapter contain a destination, as datagrams do. */
#ifndef INVERBS_ADDRESSED_RDMA
#define INVERBS_ADDRESSED_RDMA 0
#endif

/**
 * True at compile time when only this adapter is bound; otherwise a comparison of the queue's
 * adapter id.
 */
#define INVERBS_IS_ADAPTER(id, adapter)                                                            \
	(INVERBS_BINDING_MASK == 1U << INVERBS_ADAPTER_##adapter ||                                \
	 (id) == INVERBS_ADAPTER_##adapter)

#endif
