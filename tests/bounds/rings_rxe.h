/* SPDX-License-Identifier: BSD-2-Clause */
#include "same_rxe.h"

#include <inverbs/device/rxe_device.h>

#define RINGS_EXTENDED   1
#define RINGS_CQE        RXE_CQE_SIZE
#define RINGS_CODES_AT   8, 12, 36 /* status, opcode, flags; in native byte order */
#define RINGS_INSIDE     0
#define RINGS_TELLS      false
#define RINGS_UNIT_SHIFT 0
#define RINGS_WIDE       0
#define RINGS_INDEXES    0
#define RINGS_HAS_TIME   0
#define RINGS_HAS_PATH   1

#include "rings_common.h"
