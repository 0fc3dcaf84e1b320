/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from spec/kernel/nldev.yaml by `python3 -m codegen gen`. Edit the spec, not this file.
 */
/** Questions to the kernel's RDMA subsystem over netlink. */
#ifndef INVERBS_KERNEL_NLDEV_H
#define INVERBS_KERNEL_NLDEV_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

/** Of the socket. */
#define NLDEV_NETLINK_PROTOCOL 20

/** The part of the subsystem that knows devices. */
#define NLDEV_CLIENT 5

/** A message type is client << this | command. */
#define NLDEV_CLIENT_SHIFT 10

/** What is asked. */
enum nldev_command {
	/** Devices; dumped, one message each. */
	NLDEV_COMMAND_GET = 1,
	/** Settings of the whole system. */
	NLDEV_COMMAND_SYS_GET = 6,
};

/** What an answer tells. */
enum nldev_attribute {
	/** u32, never used twice while the machine runs. */
	NLDEV_ATTRIBUTE_DEV_INDEX = 1,
	/** Text, NUL-terminated. */
	NLDEV_ATTRIBUTE_DEV_NAME = 2,
	/** u8, 1: registered pages are copied for the child at fork. Old kernels leave it out. */
	NLDEV_ATTRIBUTE_SYS_COPY_ON_FORK = 93,
};

#endif
