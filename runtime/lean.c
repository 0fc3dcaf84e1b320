/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libinverbs-lean.a, for programs that never emulate an adapter in their own process: linked before
 * libinverbs.a, it defines the one symbol that would make the linker take the emulator from there.
 */
#include <errno.h>
#include <inverbs/kernel/inprocess.h>

int softhca_inprocess_connect(const char *devices)
{
	(void)devices;
	return -EOPNOTSUPP;
}
