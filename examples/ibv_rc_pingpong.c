/* SPDX-License-Identifier: BSD-2-Clause */
/* Ping-pong over reliable connections. */
#include "common/pingpong.h"

int main(int argc, char *argv[])
{
	const struct pingpong_kind kind = {
		.type = IBV_QPT_RC,
		.options = "pdismrnlgeoOPtcjN",
		.size = 4096,
	};

	return pingpong_main(argc, argv, &kind);
}
