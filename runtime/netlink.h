/* SPDX-License-Identifier: BSD-2-Clause */
/* Questions to the kernel that only RDMA netlink answers. */
#ifndef RUNTIME_NETLINK_H
#define RUNTIME_NETLINK_H

#include "runtime.h"

/** Set the index of each device that the kernel knows by its name; others are left as they are. */
void inverbs_netlink_indices(struct inverbs_device_info *infos, int count);
/** Does a fork copy registered pages for the child? False also when the kernel does not say. */
bool inverbs_netlink_copies_on_fork(void);

#endif
