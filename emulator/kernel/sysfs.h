/* SPDX-License-Identifier: BSD-2-Clause */
/* The attributes of a device below /sys/class/infiniband/<device>/. */
#ifndef EMULATOR_KERNEL_SYSFS_H
#define EMULATOR_KERNEL_SYSFS_H

#include "base/objects.h"

/** Text of an attribute of the device. 0, or ENOENT, EINVAL. */
int softhca_read_attr(const struct softhca_dev *device, const char *path, char *buf, size_t room);

/**
 * The names in a directory of that tree, each ending with NUL, directories with a slash before it.
 * 0 or ENOENT.
 */
int softhca_list_attrs(const struct softhca_dev *device, const char *path, char *buf, size_t room,
		       size_t *bytes);

#endif
