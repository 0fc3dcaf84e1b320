/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Operations of mlx4's vectors that need a provider: creating objects, resizing and cleaning
 * queues.
 */
#ifndef GOLDEN_MLX4_OPS_H
#define GOLDEN_MLX4_OPS_H

#include "queues/queues.h"

extern const struct golden_vocabulary mlx4_words;

void mlx4_replay_resize_cq(const json_t *vector, struct report *r);
void mlx4_replay_cq_clean(const json_t *vector, struct report *r);
void mlx4_replay_alloc_context(const json_t *vector, struct report *r);
void mlx4_replay_create_cq(const json_t *vector, struct report *r);
void mlx4_replay_create_qp(const json_t *vector, struct report *r);
void mlx4_replay_create_srq(const json_t *vector, struct report *r);
void mlx4_replay_create_ah(const json_t *vector, struct report *r);

#endif
