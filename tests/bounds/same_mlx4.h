/* SPDX-License-Identifier: BSD-2-Clause */
#include <inverbs/adapters/mlx4.h>

#define SAME(call)              mlx4_##call
#define SAME_POST_SRQ_RECV_FULL mlx4_post_srq_recv_full
#define SAME_TYPES              IBV_QPT_RC, IBV_QPT_UC, IBV_QPT_UD
#define SAME_SHARED             true
#define SAME_LATE               false
#define SAME_RING_HEAD          0
#define SAME_KINDS              4
#define SAME_CODES                                                                                 \
	MLX4_OP_SEND, MLX4_OP_SEND, MLX4_OP_RDMA_WRITE, MLX4_OP_SEND_IMM, MLX4_OP_RDMA_READ,       \
		MLX4_OP_ATOMIC_CS, MLX4_OP_ATOMIC_FA, MLX4_OP_LOCAL_INVAL

#include "same_lap.h"
