/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Descriptors that clients pass. They may be of a FUSE file, whose server responds when it likes:
 * fstat(), fstatfs(), poll(), epoll_ctl() and close() may wait for it, so the daemon's loop calls
 * none of them before it knows what the descriptor is. carrier.h has the call that closes it.
 */
#ifndef EMULATOR_BASE_PASSED_H
#define EMULATOR_BASE_PASSED_H

#include <stdbool.h>
#include <sys/types.h>

/** The inode of a descriptor. */
struct softhca_inode {
	ino_t number;
	dev_t device;
	mode_t mode;
};

/** From what the kernel knows, without asking a server. False: not a descriptor. */
bool softhca_inode_of(int fd, struct softhca_inode *inode);

#endif
