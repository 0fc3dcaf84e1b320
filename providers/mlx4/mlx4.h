/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Control path of ConnectX to ConnectX-3 Pro. What rings, records and address vectors look like is
 * in the generated headers; here is what happens around them: sizes, memory, kernel commands,
 * cleaning up behind a queue pair.
 */
#ifndef PROVIDERS_MLX4_H
#define PROVIDERS_MLX4_H

#include <inverbs/adapters/list.h>
#include <inverbs/adapters/mlx4.h>
#include <inverbs/adapters/mlx4_abi.h>
#include <inverbs/objects.h>

#include "providers/gen/mlx4_ops.h"
#include "runtime/provider.h"

/**
 * Where the destination MAC and VLAN of an IP-based GID come from; vlan stays as it is without one.
 */
struct mlx4_neighbour {
	uint8_t mac[6];
	uint16_t vlan; /**< MLX4_NO_VLAN: untagged */
};

enum {
	MLX4_NO_VLAN = 0xffff,
};

/** What the context knows beyond the common part. */
struct mlx4_context {
	uint8_t cqe_shift; /**< log2 of a completion entry in bytes */
	uint32_t max_wr;   /**< limits of one queue */
	uint32_t max_sge;
	uint32_t max_inline_recv;
	uint32_t device_cap_flags;
	const uint8_t *clock_page;           /**< NULL: no raw clock */
	uint32_t clock_offset;               /**< of the clock in its page */
	uint32_t port_facts[MLX4_MAX_PORTS]; /**< enum mlx4_port_fact, 0: not asked yet */
	/* The two questions an address handle may have to ask; tests put their own answers here. */
	int (*source_gid)(struct inverbs_context *ctx, uint8_t port, uint8_t index,
			  union ibv_gid *gid);
	int (*neighbour)(struct inverbs_context *ctx, const struct ibv_ah_attr *attr,
			 struct mlx4_neighbour *out);
};

enum mlx4_port_fact {
	MLX4_PORT_KNOWN = 1,
	MLX4_PORT_ETHERNET = 2,
	MLX4_PORT_IP_GIDS = 4,
	MLX4_PORT_NEEDS_GRH = 8,
};

static inline struct mlx4_context *mlx4_context_of(const struct inverbs_context *ctx)
{
	return (struct mlx4_context *)ctx->provider_data;
}

/** How one queue pair is laid out, and what it can hold. */
struct mlx4_geometry {
	uint32_t sq_entries; /**< 0: no send queue (and no other field of it) */
	uint32_t sq_shift;
	uint32_t sq_spare;
	uint32_t sq_offset;
	uint32_t max_post;
	uint32_t max_send_sge;
	uint32_t max_inline;
	uint32_t rq_entries;
	uint32_t rq_shift;
	uint32_t rq_offset;
	size_t bytes;
};

/**
 * Sizes of a queue pair's rings for requested capabilities. has_rq: it owns a receive ring (no SRQ,
 * not XRC). tso_header: longest header of segmentation offload, 0 without. EINVAL if no slot is
 * large enough.
 */
int mlx4_qp_geometry(int qp_type, const struct ibv_qp_cap *cap, uint32_t tso_header, bool has_rq,
		     struct mlx4_geometry *out);

/** log2 of an SRQ slot with room for max_sge segments. */
uint32_t mlx4_srq_shift(uint32_t max_sge);

/** Exponent of the smallest power of two that is at least v. */
static inline uint32_t mlx4_log2_up(uint32_t v)
{
	return v <= 1 ? 0 : 32 - (uint32_t)__builtin_clz(v - 1);
}

/** Facts of a port, asked once per context. EINVAL without such a port. */
int mlx4_port(struct inverbs_context *ctx, uint32_t port, uint32_t *facts);
/** Read the free-running clock. EOPNOTSUPP without. */
int mlx4_query_clock(struct inverbs_context *ctx, uint64_t *count);

/**
 * Drop a queue pair's entries (or, with an XRC srq, those of the srq) from a completion queue whose
 * lock is held, and give dropped receives back to srq (NULL: they came from no shared queue).
 */
void mlx4_cq_clean(struct inverbs_cq *cq, uint32_t qpn, struct inverbs_srq *srq);
/**
 * Lock one or two completion queues (either may be NULL, both may be the same) in the order of
 * their numbers.
 */
void mlx4_lock_cqs(struct inverbs_cq *a, struct inverbs_cq *b);
void mlx4_unlock_cqs(struct inverbs_cq *a, struct inverbs_cq *b);

int mlx4_alloc_pd(struct inverbs_context *ctx, struct inverbs_pd *pd);
int mlx4_create_cq(struct inverbs_context *ctx, const struct ibv_cq_init_attr_ex *attr,
		   bool extended, struct inverbs_cq *cq);
int mlx4_resize_cq(struct inverbs_cq *cq, int cqe);
int mlx4_destroy_cq(struct inverbs_cq *cq, uint32_t *comp_events, uint32_t *async_events);
int mlx4_create_qp(struct inverbs_context *ctx, struct ibv_qp_init_attr_ex *attr,
		   struct inverbs_qp *qp);
int mlx4_modify_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask);
int mlx4_query_qp(struct inverbs_qp *qp, struct ibv_qp_attr *attr, int attr_mask,
		  struct ibv_qp_init_attr *init_attr);
int mlx4_destroy_qp(struct inverbs_qp *qp, uint32_t *events);
int mlx4_create_srq(struct inverbs_context *ctx, struct ibv_srq_init_attr_ex *attr,
		    struct inverbs_srq *srq);
int mlx4_modify_srq(struct inverbs_srq *srq, struct ibv_srq_attr *attr, int attr_mask);
int mlx4_destroy_srq(struct inverbs_srq *srq, uint32_t *events);
int mlx4_create_ah(struct inverbs_pd *pd, const struct ibv_ah_attr *attr, struct inverbs_ah *ah);
int mlx4_destroy_ah(struct inverbs_ah *ah);

/* explain.c: members of struct inverbs_provider of these names */
bool mlx4_cq_taken(const struct inverbs_cq *cq, uint32_t index, void *entry);
const void *mlx4_sq_kept(const struct inverbs_sq *sq, uint32_t index);

#endif
