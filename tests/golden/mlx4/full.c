/* SPDX-License-Identifier: BSD-2-Clause */
/* The full paths, whose stores are watched like those of the inlined ones. */
#include "hooks.h"

#include "providers/gen/mlx4_full.c"
