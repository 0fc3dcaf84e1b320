/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Descriptors that clients pass. They may refer to a FUSE file, whose server responds when it
 * likes: fstat(), fstatfs(), poll(), epoll_ctl() and close() may wait for it, so the daemon's loop
 * calls none of them before it has identified the file. carrier.h has the call that closes it.
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

/**
 * Get the inode from the kernel, without a request to a FUSE server. Returns false if fd is not
 * open.
 */
bool softhca_inode_of(int fd, struct softhca_inode *inode);

#endif
