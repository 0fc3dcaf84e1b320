/* SPDX-License-Identifier: BSD-2-Clause */
/* Every test twice: with memory that the engine reaches directly, and with memory it copies. */
#include <stdio.h>

#include "rig.h"

static int run_all(void)
{
	int failed = 0;

	failed += test_transfer();
	failed += test_errors();
	failed += test_receive();
	failed += test_completion();
	failed += test_states();
	failed += test_windows();
	failed += test_datagram();
	failed += test_timers();
	return failed;
}

int main(void)
{
	int failed = 0;

	for (rig_mode = RIG_MAPPED; rig_mode <= RIG_COPIED; rig_mode++) {
		printf("=== %s memory\n", rig_mode == RIG_MAPPED ? "mapped" : "copied");
		failed += run_all();
	}
	return failed != 0;
}
