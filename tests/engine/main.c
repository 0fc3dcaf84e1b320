/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * engine_tests [own|copied|shared]: runs every test with each way in which the engine accesses a
 * program's memory, or with the given one.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "rig.h"

static int run_all(void)
{
	int failed = 0;

	failed += test_transfer();
	failed += test_bursts();
	failed += test_burst_failures();
	failed += test_errors();
	failed += test_silence();
	failed += test_faults();
	failed += test_delays();
	failed += test_reasons();
	failed += test_receive();
	failed += test_completion();
	failed += test_states();
	failed += test_windows();
	failed += test_datagram();
	failed += test_timers();
	failed += test_xrc();
	failed += test_hostile();
	failed += test_trace();
	return failed;
}

int main(int argc, char **argv)
{
	static const char *const names[RIG_MODES] = {"own", "copied", "shared"};
	bool found = false;
	int failed = 0;

	for (rig_mode = RIG_OWN; rig_mode < RIG_MODES; rig_mode++) {
		if (argc > 1 && strcmp(argv[1], names[rig_mode]) != 0)
			continue;
		found = true;
		printf("=== %s memory\n", names[rig_mode]);
		failed += run_all();
	}
	return failed != 0 || !found;
}
