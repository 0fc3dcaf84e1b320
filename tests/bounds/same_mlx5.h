/* SPDX-License-Identifier: BSD-2-Clause */
#include <inverbs/adapters/mlx5.h>

#define SAME(call)              mlx5_##call
#define SAME_POST_SRQ_RECV_FULL mlx5_post_srq_recv_full
#define SAME_TYPES              IBV_QPT_RC, IBV_QPT_UC, IBV_QPT_UD
#define SAME_SHARED             true
#define SAME_LATE               false
#define SAME_RING_HEAD          0
#define SAME_KINDS              4
#define SAME_CODES                                                                                 \
	MLX5_OP_SEND, MLX5_OP_SEND, MLX5_OP_RDMA_WRITE, MLX5_OP_SEND_IMM, MLX5_OP_RDMA_READ,       \
		MLX5_OP_ATOMIC_CS, MLX5_OP_ATOMIC_FA

#include "same_lap.h"
