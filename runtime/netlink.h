/* SPDX-License-Identifier: BSD-2-Clause */
/* Queries that only RDMA netlink supports. */
#ifndef RUNTIME_NETLINK_H
#define RUNTIME_NETLINK_H

#include "runtime.h"

/**
 * Set index, driver id and device number of each device that the kernel finds by name; others are
 * left unchanged.
 */
void inverbs_netlink_describe(struct inverbs_device_info *infos, int count);
/**
 * List devices without sysfs, in a malloc'ed array (caller frees). PCI ids are missing, because
 * only sysfs has them. Returns the number of devices, 0 also if the kernel does not respond, or
 * -ENOMEM.
 */
int inverbs_netlink_list(struct inverbs_device_info **out);
/**
 * Does fork copy registered pages for the child? Returns false also if the kernel does not report
 * it.
 */
bool inverbs_netlink_copies_on_fork(void);

#endif
