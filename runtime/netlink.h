/* SPDX-License-Identifier: BSD-2-Clause */
/* Queries that only RDMA netlink supports. */
#ifndef RUNTIME_NETLINK_H
#define RUNTIME_NETLINK_H

#include "runtime.h"

/**
 * Set index, driver id and device number of each device whose name the kernel knows; others are
 * left as they are.
 */
void inverbs_netlink_describe(struct inverbs_device_info *infos, int count);
/**
 * List devices without sysfs, into a malloc'ed array (caller frees), without PCI ids, which only
 * sysfs has. The number of devices; 0 also when the kernel does not respond; -ENOMEM.
 */
int inverbs_netlink_list(struct inverbs_device_info **out);
/** Does fork copy registered pages for the child? False also when the kernel does not say. */
bool inverbs_netlink_copies_on_fork(void);

#endif
