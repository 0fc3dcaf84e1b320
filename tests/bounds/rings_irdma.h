/* SPDX-License-Identifier: BSD-2-Clause */
#include <inverbs/adapters/irdma.h>
#include <inverbs/device/irdma_device.h>

#define SAME(call) irdma_##call
#define SAME_TYPES IBV_QPT_RC, IBV_QPT_UD
#define SAME_KINDS 4
#define SAME_CODES                                                                                 \
	IRDMA_OP_SEND, IRDMA_OP_RDMA_WRITE, IRDMA_OP_RDMA_READ, IRDMA_OP_LOCAL_INV, IRDMA_OP_NOP
#define RINGS_EVENT IRDMA_MAJOR_EVENT

#include "rings_quanta.h"
