/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/kernel/nldev.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */
/** Queries to the kernel's RDMA subsystem by netlink. */
#ifndef INVERBS_KERNEL_NLDEV_H
#define INVERBS_KERNEL_NLDEV_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/** Protocol of the socket. */
#define NLDEV_NETLINK_PROTOCOL 20

/** Netlink client of the subsystem that handles devices. */
#define NLDEV_CLIENT 5

/** A message type is client << this | command. */
#define NLDEV_CLIENT_SHIFT 10

/** Commands. */
enum nldev_command {
	/** Devices; dumped, one message each. */
	NLDEV_COMMAND_GET = 1,
	/** The character device of one device. */
	NLDEV_COMMAND_GET_CHARDEV = 15,
	/** Settings of the whole system. */
	NLDEV_COMMAND_SYS_GET = 6,
};

/** Attributes of a response. */
enum nldev_attribute {
	/** u32, not reused while the machine runs. */
	NLDEV_ATTRIBUTE_DEV_INDEX = 1,
	/** Text, NUL-terminated. */
	NLDEV_ATTRIBUTE_DEV_NAME = 2,
	/** u64; its big-endian representation is the GUID. */
	NLDEV_ATTRIBUTE_NODE_GUID = 6,
	/** u8, enum ibv_node_type. */
	NLDEV_ATTRIBUTE_DEV_NODE_TYPE = 14,
	/** Text, in a request: kind of character device, uverbs or rdma_cm. */
	NLDEV_ATTRIBUTE_CHARDEV_TYPE = 69,
	/** Text, uverbs0. */
	NLDEV_ATTRIBUTE_CHARDEV_NAME = 70,
	/** u64, low 32 bits: driver-private ABI. */
	NLDEV_ATTRIBUTE_CHARDEV_ABI = 71,
	/** u64, device number as the kernel packs it. */
	NLDEV_ATTRIBUTE_CHARDEV = 72,
	/** u32, the driver (rdma_driver_id). */
	NLDEV_ATTRIBUTE_DRIVER_ID = 73,
	/** u8, 1: registered pages are copied for the child at fork. Old kernels omit it. */
	NLDEV_ATTRIBUTE_SYS_COPY_ON_FORK = 93,
};

#endif
