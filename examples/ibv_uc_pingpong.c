/* SPDX-License-Identifier: BSD-2-Clause */
/* Ping-pong over unreliable connections. There are no retries, so a lost message ends it. */
#include "common/pingpong.h"

int main(int argc, char *argv[])
{
	const struct pingpong_kind kind = {
		.type = IBV_QPT_UC,
		.options = "pdismrnlgec",
		.size = 4096,
	};

	return pingpong_main(argc, argv, &kind);
}
