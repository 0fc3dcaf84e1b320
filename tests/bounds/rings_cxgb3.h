/* SPDX-License-Identifier: BSD-2-Clause */
#include "same_cxgb3.h"

#include <inverbs/device/cxgb3_device.h>

#define RINGS_EXTENDED   0
#define RINGS_CQE        CXGB3_CQE_SIZE
#define RINGS_CODES_AT   2, 3 /* status, queue type, operation */
#define RINGS_INSIDE     0
#define RINGS_TELLS      false
#define RINGS_UNIT_SHIFT 0
#define RINGS_WIDE       0
#define RINGS_INDEXES    0
#define RINGS_HAS_TIME   0
#define RINGS_HAS_PATH   0

#include "rings_common.h"
