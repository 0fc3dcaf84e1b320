/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs every test with programs in this process, then with programs whose memory is accessed by
 * system calls.
 */
#include "rig.h"

int main(void)
{
	int failed = 0;

	for (int copied = 0; copied < 2; copied++) {
		rig_copied = copied;
		failed += test_connection();
		failed += test_transfer();
		failed += test_faults();
		failed += test_purpose();
	}
	return failed != 0;
}
