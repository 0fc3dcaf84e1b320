/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libinverbs-lean.a, for programs that never run the emulator in their own process. Linked before
 * libinverbs.a, it defines the one symbol for which the linker would pull in the emulator.
 */
#include <errno.h>
#include <inverbs/kernel/inprocess.h>

int softhca_inprocess_connect(const char *devices)
{
	(void)devices;
	return -EOPNOTSUPP;
}
