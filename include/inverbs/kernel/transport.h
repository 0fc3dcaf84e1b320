/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One open file of one device: the kernel's character device or the emulator's socket. Generated
 * marshalling
 * (<inverbs/kernel/uverbs_call.h>) and providers use it; nothing above it knows which one it has.
 */
#ifndef INVERBS_TRANSPORT_H
#define INVERBS_TRANSPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct inverbs_transport;
struct softhca_refusal;

struct inverbs_transport_ops {
	/**
	 * Submit one uverbs command, laid out as for write() on the device file (header, core,
	 * driver part; the response address inside). Returns 0 or a positive errno value; the
	 * response is in the caller's memory when it returns. Descriptors that a response carries
	 * are open in this process. Thread-safe.
	 */
	int (*command)(struct inverbs_transport *t, const void *cmd, size_t bytes);
	/** RDMA_VERBS_IOCTL with a complete header. 0 or positive errno value. */
	int (*ioctl)(struct inverbs_transport *t, void *hdr);
	/** mmap of the device file. MAP_FAILED and errno on failure. Undo with munmap. */
	void *(*map)(struct inverbs_transport *t, size_t bytes, int prot, off_t offset);
	/**
	 * Of a file of management datagrams, whose command() is write(): an ioctl by its number, 0
	 * or a positive errno value; and read(), which waits as its descriptor does and returns the
	 * length or a negative errno value. NULL for other files.
	 */
	int (*mad_ioctl)(struct inverbs_transport *t, unsigned long request, void *argument);
	ssize_t (*mad_read)(struct inverbs_transport *t, void *buf, size_t room);
	/** Tell the device of memory it may reach without copying: `fd` maps to [addr, addr +
	 * bytes). NULL: not needed. */
	int (*share)(struct inverbs_transport *t, void *addr, size_t bytes, int fd);
	void (*unshare)(struct inverbs_transport *t, void *addr, size_t bytes);
	/** A poll found nothing: let the emulator have the processor. Thread-safe.
	 * NULL: there is no emulator. */
	void (*idle)(struct inverbs_transport *t);
	/**
	 * Why a work request failed, from an emulator: `question` has the arguments of
	 * SOFTHCA_OP_WHY. 0 or a positive errno value. NULL: a kernel knows the status only.
	 */
	int (*why)(struct inverbs_transport *t, const uint64_t question[4],
		   struct softhca_refusal *out);
	/** Close the device file and free the transport. */
	void (*close)(struct inverbs_transport *t);
};

struct inverbs_transport {
	const struct inverbs_transport_ops *ops;
	int fd;         /**< what ibv_context.cmd_fd shows */
	uint64_t lacks; /**< bit per plain verbs command that the device's kernel driver has not;
			   they are not submitted */
	bool lacks_extended; /**< the same for all extended ones */
};

#endif
