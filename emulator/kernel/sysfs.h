/* SPDX-License-Identifier: BSD-2-Clause */
/* Attributes of a device, as the kernel has them below /sys/class/infiniband/<device>/. */
#ifndef EMULATOR_KERNEL_SYSFS_H
#define EMULATOR_KERNEL_SYSFS_H

#include "base/objects.h"

/** Read the text of an attribute of the device. Returns 0, ENOENT or EINVAL. */
int softhca_read_attr(const struct softhca_dev *device, const char *path, char *buf, size_t room);

/**
 * List the names in a directory of that tree, each followed by a NUL; names of directories end with
 * a slash. Returns 0 or ENOENT.
 */
int softhca_list_attrs(const struct softhca_dev *device, const char *path, char *buf, size_t room,
		       size_t *bytes);

#endif
