/* SPDX-License-Identifier: BSD-2-Clause */
#include <inverbs/adapters/efa.h>

#define ADAPTER    efa
#define RECV_SHIFT 4
#define QUEUES                                                                                     \
	{"UD", IBV_QPT_UD, 32, 1},                                                                 \
	{                                                                                          \
		"SRD", IBV_QPT_DRIVER, 32, 1                                                       \
	}
