/* SPDX-License-Identifier: BSD-2-Clause */
#include <inverbs/adapters/x722.h>
#include <inverbs/device/x722_device.h>

#define SAME(call)  x722_##call
#define SAME_TYPES  IBV_QPT_RC
#define SAME_KINDS  3
#define SAME_CODES  X722_OP_SEND, X722_OP_RDMA_WRITE, X722_OP_RDMA_READ, X722_OP_LOCAL_INV
#define SAME_SHARED false
#define RINGS_EVENT X722_MAJOR_EVENT

#include "rings_quanta.h"
