/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How commands reach a device: through the kernel's character device or the emulator's socket. A
 * backend finds devices; a transport is one open file of one device. Code above this interface does
 * not depend on which one is in use.
 */
#ifndef RUNTIME_TRANSPORT_H
#define RUNTIME_TRANSPORT_H

#include <inverbs/kernel/transport.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/** What discovery finds out about a device before it is opened. Strings are NUL-terminated. */
struct inverbs_device_info {
	char name[64];        /**< mlx4_0 */
	char dev_name[64];    /**< uverbs0 */
	uint32_t abi_version; /**< driver-private ABI, uverbsN/abi_version */
	int node_type;        /**< enum ibv_node_type, -1 unknown */
	uint64_t node_guid;   /**< network byte order */
	uint16_t vendor_id;   /**< PCI; 0 unknown */
	uint16_t device_id;
	int driver_id;      /**< rdma_driver_id, -1 unknown */
	int index;          /**< number that is never reused for another device, -1 unknown */
	dev_t number;       /**< of the character device, 0 unknown */
	char modalias[128]; /**< empty if unknown */
};

struct inverbs_backend {
	const char *name; /**< "kernel" or "emulator" */
	/**
	 * List devices in a malloc'ed array (caller frees). Returns the number, 0 if there are
	 * none, or a negative errno value: -ECONNREFUSED or -ENOENT if INVERBS_EMULATOR names an
	 * emulator that is absent, after printing an explanation.
	 */
	int (*list)(const struct inverbs_backend *b, struct inverbs_device_info **out);
	/**
	 * Read an attribute below the device's sysfs directory /sys/class/infiniband/<device>/,
	 * e.g. "ports/1/gids/0", without trailing newline. Returns the length or a negative errno
	 * value.
	 */
	ssize_t (*read_attr)(const struct inverbs_backend *b, const char *device, const char *path,
			     char *buf, size_t bytes);
	/** Whether fork copies registered pages for the child. Returns false if unknown. */
	bool (*copies_on_fork)(const struct inverbs_backend *b);
	/** Open a device. Returns NULL with errno on failure. */
	struct inverbs_transport *(*open)(const struct inverbs_backend *b,
					  const struct inverbs_device_info *dev);
	/**
	 * Open a file of the connection manager. Programs poll its fd; the command GET_EVENT waits
	 * for an event unless the fd is non-blocking. Returns NULL with errno on failure.
	 */
	struct inverbs_transport *(*open_cm)(const struct inverbs_backend *b);
	/**
	 * Open a port's file for management datagrams; with issm, the file that marks the port as
	 * having a subnet manager. Programs poll its fd. Returns NULL with errno on failure: ENODEV
	 * if the port has no such file (iWARP has none, Ethernet has no issm), or if ib_umad is not
	 * loaded or has a different version; EAGAIN if another process has the issm file open; or
	 * an errno value of open(), such as EACCES.
	 */
	struct inverbs_transport *(*open_mad)(const struct inverbs_backend *b, const char *device,
					      unsigned int port, bool issm);
};

/**
 * Issue a write() command through the ioctl method, which does not check credentials (for a child
 * after fork, or a descriptor that was passed on). *driver_id must be -1 before the first call,
 * which stores the id found. Returns 0 or an errno value.
 */
int inverbs_invoke_write(struct inverbs_transport *t, int *driver_id, const void *cmd,
			 size_t bytes);

extern const struct inverbs_backend inverbs_backend_kernel;
extern const struct inverbs_backend inverbs_backend_emulator;

#endif
