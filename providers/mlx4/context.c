/* SPDX-License-Identifier: BSD-2-Clause */
/* The control path of ConnectX to ConnectX-3 Pro, all of which is generated from the spec. */
#include "providers/gen/mlx4_ops.h"

const struct inverbs_provider inverbs_provider_mlx4 = {MLX4_PROVIDER};
