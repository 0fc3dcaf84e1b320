/* SPDX-License-Identifier: BSD-2-Clause */
/* The transport of a real kernel: /dev/infiniband/uverbsN. */
#ifndef RUNTIME_CHARDEV_H
#define RUNTIME_CHARDEV_H

#include "transport.h"

struct inverbs_transport *inverbs_chardev_open(const struct inverbs_backend *b,
					       const struct inverbs_device_info *info);

/** The kernel's connection manager (chardev_cm.c). */
struct inverbs_transport *inverbs_chardev_open_cm(const struct inverbs_backend *b);

#endif
