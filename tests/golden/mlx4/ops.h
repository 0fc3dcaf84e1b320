/* SPDX-License-Identifier: BSD-2-Clause */
/* One function per operation of mlx4 vectors. */
#ifndef GOLDEN_MLX4_OPS_H
#define GOLDEN_MLX4_OPS_H

#include "vector.h"

void mlx4_replay_post_send(const json_t *vector, struct report *r);
void mlx4_replay_post_recv(const json_t *vector, struct report *r); /* also to shared queues */
void mlx4_replay_poll_cq(const json_t *vector, struct report *r);
void mlx4_replay_poll_cq_ex(const json_t *vector, struct report *r);
void mlx4_replay_arm_cq(const json_t *vector, struct report *r);
void mlx4_replay_resize_cq(const json_t *vector, struct report *r);
void mlx4_replay_cq_clean(const json_t *vector, struct report *r);
void mlx4_replay_alloc_context(const json_t *vector, struct report *r);
void mlx4_replay_create_cq(const json_t *vector, struct report *r);
void mlx4_replay_create_qp(const json_t *vector, struct report *r);
void mlx4_replay_create_srq(const json_t *vector, struct report *r);
void mlx4_replay_create_ah(const json_t *vector, struct report *r);

#endif
