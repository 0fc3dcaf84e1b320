/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libinverbs-lean.a, for programs that never emulate an adapter in their own process: it stands in
 * front of libinverbs.a and answers what would make the linker take the emulator from there.
 */
#include <errno.h>
#include <inverbs/kernel/inprocess.h>

int softhca_inprocess_connect(const char *devices)
{
	(void)devices;
	return -EOPNOTSUPP;
}
