/* SPDX-License-Identifier: BSD-2-Clause */
#include <inverbs/adapters/efa.h>
#include <inverbs/device/efa_device.h>

#define SAME(call)  efa_##call
#define SAME_TYPES  IBV_QPT_UD, IBV_QPT_DRIVER
#define SAME_SHARED false
#define SAME_KINDS  4
#define SAME_CODES  EFA_OP_SEND, EFA_OP_SEND, EFA_OP_READ

#define RINGS_EXTENDED   1
#define RINGS_CQE        EFA_CQE_SIZE
#define RINGS_CODES_AT   2, 3 /* status; flags and operation */
#define RINGS_INSIDE     0
#define RINGS_TELLS      true
#define RINGS_UNIT_SHIFT 0
#define RINGS_WIDE       0
#define RINGS_INDEXES    1
#define RINGS_HAS_TIME   0
#define RINGS_HAS_PATH   0

#include "rings_common.h"
