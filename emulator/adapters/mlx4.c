/* SPDX-License-Identifier: BSD-2-Clause */
/* The driver of mlx4 (ConnectX-3): all of it is in the spec. */
#include "adapters/drivers.h"
#include "adapters/gen/mlx4.h"

const struct softhca_driver softhca_driver_mlx4 = {MLX4_DEVICE};
