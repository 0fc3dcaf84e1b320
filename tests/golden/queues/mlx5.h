/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files about mlx5's vectors. Include hooks.h first. */
#ifndef GOLDEN_QUEUES_MLX5_H
#define GOLDEN_QUEUES_MLX5_H

#include "queues.h"

extern const struct golden_vocabulary mlx5_words;
/** The same with the calls of Connect-IB. */
const struct golden_vocabulary *connectib_words(void);

#endif
