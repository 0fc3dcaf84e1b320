/* SPDX-License-Identifier: BSD-2-Clause */
/* The transport of a real kernel: /dev/infiniband/uverbsN. */
#ifndef RUNTIME_CHARDEV_H
#define RUNTIME_CHARDEV_H

#include "transport.h"

struct inverbs_transport *inverbs_chardev_open(const struct inverbs_backend *b,
					       const struct inverbs_device_info *info);

/** The kernel's connection manager (chardev_cm.c). */
struct inverbs_transport *inverbs_chardev_open_cm(const struct inverbs_backend *b);

/**
 * Issue a write() command by the ioctl method, which has no check of credentials (a child after
 * fork, a descriptor that was passed on). driver_id is found out on first use and kept; -1 before.
 * 0 or a positive errno value.
 */
int inverbs_invoke_write(int fd, int *driver_id, const void *cmd, size_t bytes);

#endif
