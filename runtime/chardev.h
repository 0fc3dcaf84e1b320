/* SPDX-License-Identifier: BSD-2-Clause */
/* Transports for a real kernel: files below /dev/infiniband. */
#ifndef RUNTIME_CHARDEV_H
#define RUNTIME_CHARDEV_H

#include "transport.h"

struct inverbs_transport *inverbs_chardev_open(const struct inverbs_backend *b,
					       const struct inverbs_device_info *info);

/**
 * Open the device node that sysfs lists under this name and class, with these open() flags. If
 * sysfs does not list it, open the node with the number `otherwise` (0: none). Waits for a node
 * that is about to appear. Returns the descriptor, or a negative errno value.
 */
int inverbs_chardev_open_node(const char *class, const char *dev_name, dev_t otherwise, int flags);

/** The kernel's connection manager (chardev_cm.c). */
struct inverbs_transport *inverbs_chardev_open_cm(const struct inverbs_backend *b);

/** The kernel's files for management datagrams, umadN and issmN of a port (chardev_mad.c). */
struct inverbs_transport *inverbs_chardev_open_mad(const struct inverbs_backend *b,
						   const char *device, unsigned int port,
						   bool issm);

#endif
