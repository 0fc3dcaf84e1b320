/* SPDX-License-Identifier: BSD-2-Clause */
#include <inverbs/adapters/connectib.h>

#define SAME(call)              connectib_##call
#define SAME_POST_SRQ_RECV_FULL connectib_post_srq_recv_full
#define SAME_TYPES              IBV_QPT_RC, IBV_QPT_UC, IBV_QPT_UD
#define SAME_SHARED             true
#define SAME_LATE               false
#define SAME_RING_HEAD          0
#define SAME_KINDS              4
#define SAME_CODES                                                                                 \
	CONNECTIB_OP_SEND, CONNECTIB_OP_SEND, CONNECTIB_OP_RDMA_WRITE, CONNECTIB_OP_SEND_IMM,      \
		CONNECTIB_OP_RDMA_READ, CONNECTIB_OP_ATOMIC_CS, CONNECTIB_OP_ATOMIC_FA

#include "same_lap.h"
