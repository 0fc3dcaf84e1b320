/* SPDX-License-Identifier: BSD-2-Clause */
#include "same_mlx5.h"

#include <inverbs/device/mlx5_device.h>

#define RINGS_EXTENDED   1
#define RINGS_CQE        MLX5_CQE_SIZE
#define RINGS_CODES_AT   55, 56, 63 /* syndrome, WQE opcode, opcode and format */
#define RINGS_INSIDE     64
#define RINGS_TELLS      false
#define RINGS_UNIT_SHIFT 0
#define RINGS_WIDE       1
#define RINGS_INDEXES    1
#define RINGS_HAS_TIME   1
#define RINGS_HAS_PATH   1

#include "rings_common.h"
