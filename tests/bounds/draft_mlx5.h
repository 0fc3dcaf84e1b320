/* SPDX-License-Identifier: BSD-2-Clause */
#include <inverbs/adapters/mlx5.h>

#define ADAPTER    mlx5
#define RECV_SHIFT 6
/* Type, bytes before a payload, and maximum units of a WQE. With 0 bytes, too much is granted;
 * otherwise they are the control segment with remote and atomic segment, or address vector, or
 * headers. */
#define QUEUES                                                                                     \
	{"RC", IBV_QPT_RC, 0, 1}, {"XRC_SEND", IBV_QPT_XRC_SEND, 0, 3}, {"UD", IBV_QPT_UD, 0, 2},  \
		{"RC", IBV_QPT_RC, 48, 3}, {"RC", IBV_QPT_RC, 48, 16}, {"UC", IBV_QPT_UC, 32, 4},  \
		{"UD", IBV_QPT_UD, 64, 4}, {"XRC_SEND", IBV_QPT_XRC_SEND, 64, 8},                  \
	{                                                                                          \
		"RAW_PACKET", IBV_QPT_RAW_PACKET, 32, 4                                            \
	}
