/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ioctl of the device file. ioctl.c parses the header; ioctl_attrs.c checks the attributes
 * against the tables generated from the spec; ioctl_command.c converts methods that a write()
 * command implements to that command; ioctl_device.c has the others. All functions return 0 or a
 * positive errno value.
 */
#ifndef EMULATOR_KERNEL_IOCTL_H
#define EMULATOR_KERNEL_IOCTL_H

#include <inverbs/kernel/uverbs_methods.h>

#include "kernel/commands.h"

enum {
	IOCTL_ATTRS_MAX = (UVERBS_IOCTL_MAX - sizeof(struct uverbs_ioctl_hdr)) /
			  sizeof(struct uverbs_ioctl_attr),
	IOCTL_KNOWN_MAX = 32, /**< maximum attributes of a method, including the driver's */
	IOCTL_IN_PLACE = 8,   /**< inputs of up to this many bytes are in the attribute itself */
};

/** An ioctl call. */
struct softhca_ioctl {
	struct softhca_context *ctx;
	const struct dma_space *memory; /**< the caller's memory */
	bool other_process;             /**< the caller is not the process that opened the file */
	const int *fds; /**< descriptors sent with it, in the order of the attributes */
	unsigned int num_fds;
	const struct uverbs_method_info *method;
	/**
	 * The attributes that were passed, by index in the table of the method; the last two are
	 * the driver's. NULL: absent.
	 */
	struct uverbs_ioctl_attr *given[IOCTL_KNOWN_MAX];
	int given_fd[IOCTL_KNOWN_MAX]; /**< our descriptor for each; -1: none */
	struct uverbs_ioctl_hdr *hdr;  /**< attributes follow; both change as in the kernel */
	/* fields of the response */
	int fd;          /**< -1: none; closed by the receiver */
	uint16_t fd_at;  /**< offset in header and attributes where the client stores its number, or
			  */
	uint64_t fd_far; /**< if not 0: address to which the client stores it */
	uint64_t delay;  /**< nanoseconds by which a fault rule delays it */
};

/** Execute a call. On success, header and attributes are changed as the kernel changes them. */
int softhca_ioctl(struct softhca_ioctl *call, size_t bytes);

/* --- ioctl_attrs.c ----------------------------------------------------------------------- */

/** Check all attributes, and record which were passed. */
int softhca_ioctl_take_attrs(struct softhca_ioctl *call);
/** Returns the call's attribute with this id, or NULL if it is absent. */
struct uverbs_ioctl_attr *softhca_ioctl_find_attr(const struct softhca_ioctl *call, uint16_t id);
/** Read an input of at most `bytes` bytes, zero-extended. Returns 0 or EFAULT. */
int softhca_ioctl_read(const struct softhca_ioctl *call, const struct uverbs_ioctl_attr *attr,
		       void *to, size_t bytes);
/**
 * Check that an input's bytes beyond the known ones, which a later kernel would interpret, are
 * zero.
 */
int softhca_ioctl_check_tail(const struct softhca_ioctl *call, const struct uverbs_ioctl_attr *attr,
			     size_t known);
/**
 * Fill an output, if it was passed: truncated to its room, or zero-extended. Returns 0 or EFAULT.
 */
int softhca_ioctl_fill(const struct softhca_ioctl *call, uint16_t id, const void *from,
		       size_t bytes);
/** The same for an attribute, which may be NULL (absent). */
int softhca_ioctl_fill_attr(const struct softhca_ioctl *call, struct uverbs_ioctl_attr *attr,
			    const void *from, size_t bytes);

/* --- ioctl_command.c ---------------------------------------------------------------------- */

/** INVOKE_WRITE: execute the command that it names. */
int softhca_ioctl_invoke_write(struct softhca_ioctl *call);
/** Execute the command that implements the method. */
int softhca_ioctl_by_command(struct softhca_ioctl *call);

/* --- ioctl_device.c: methods that no command implements ----------------------------------- */

int softhca_ioctl_get_context(struct softhca_ioctl *call);
int softhca_ioctl_gid_table(struct softhca_ioctl *call);
int softhca_ioctl_gid_entry(struct softhca_ioctl *call);
int softhca_ioctl_query_mr(struct softhca_ioctl *call);
int softhca_ioctl_alloc_async(struct softhca_ioctl *call);

#endif
