/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Control path of ConnectX to ConnectX-3 Pro: what providers/common does not do for all adapters.
 * That is what the driver and its ports are like, register pages, the clock, and address vectors.
 */
#ifndef PROVIDERS_MLX4_H
#define PROVIDERS_MLX4_H

#include <inverbs/adapters/list.h>
#include <inverbs/adapters/mlx4.h>
#include <inverbs/kernel/mlx4_abi.h>
#include <inverbs/fast/objects.h>

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

/** Facts of a port, asked once per context. EINVAL without such a port. */
int mlx4_port(struct inverbs_context *ctx, uint32_t port, uint32_t *facts);
int mlx4_create_ah(struct inverbs_pd *pd, const struct ibv_ah_attr *attr, struct inverbs_ah *ah);
int mlx4_destroy_ah(struct inverbs_ah *ah);

#endif
