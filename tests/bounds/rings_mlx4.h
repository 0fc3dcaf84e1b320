/* SPDX-License-Identifier: BSD-2-Clause */
#include "same_mlx4.h"

#include <inverbs/device/mlx4_device.h>

#define RINGS_EXTENDED   1
#define RINGS_CQE        MLX4_CQE_SIZE
#define RINGS_CODES_AT   27, 31, 31 /* syndrome, opcode */
#define RINGS_INSIDE     0
#define RINGS_TELLS      false
#define RINGS_UNIT_SHIFT 0
#define RINGS_WIDE       1
#define RINGS_INDEXES    1
#define RINGS_HAS_TIME   1
#define RINGS_HAS_PATH   1

#include "rings_common.h"
