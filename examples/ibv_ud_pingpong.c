/* SPDX-License-Identifier: BSD-2-Clause */
/* Ping-pong with unreliable datagrams. */
#include "common/pingpong.h"

int main(int argc, char *argv[])
{
	const struct pingpong_kind kind = {
		.type = IBV_QPT_UD,
		.options = "pdisrnlgec",
		.size = 1024, /* fits into the MTU of any Ethernet port */
	};

	return pingpong_main(argc, argv, &kind);
}
