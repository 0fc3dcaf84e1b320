/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ioctl of the device file. ioctl.c parses the header; ioctl_attrs.c checks the attributes
 * against the tables of the spec; ioctl_command.c turns methods that a command implements into that
 * command; ioctl_device.c has the others. All functions return 0 or a positive errno value.
 */
#ifndef EMULATOR_KERNEL_IOCTL_H
#define EMULATOR_KERNEL_IOCTL_H

#include <inverbs/kernel/uverbs_methods.h>

#include "kernel/commands.h"

enum {
	IOCTL_ATTRS_MAX = (UVERBS_IOCTL_MAX - sizeof(struct uverbs_ioctl_hdr)) /
			  sizeof(struct uverbs_ioctl_attr),
	IOCTL_KNOWN_MAX = 32, /**< attributes of one method, those of the driver included */
	IOCTL_IN_PLACE = 8,   /**< bytes of an input that are in the attribute itself */
};

/** One call. */
struct softhca_ioctl {
	struct softhca_context *ctx;
	const struct dma_space *memory; /**< of the caller */
	bool other_process;             /**< the caller is not the process that opened the file */
	const int *fds;                 /**< descriptors sent with it, in the attributes' order */
	unsigned int num_fds;
	const struct uverbs_method_info *method;
	/**
	 * The given attributes, by index in the table of the method; the last two are the driver's.
	 * NULL: absent.
	 */
	struct uverbs_ioctl_attr *given[IOCTL_KNOWN_MAX];
	int given_fd[IOCTL_KNOWN_MAX]; /**< our descriptor of each, -1: none */
	struct uverbs_ioctl_hdr
		*hdr; /**< the attributes after it; changed where the kernel changes them */
	/* fields of the response */
	int fd;          /**< -1: none; closed by the receiver */
	uint16_t fd_at;  /**< where its number goes in header and attributes; or */
	uint64_t fd_far; /**< address to store the number at, if not 0 */
	uint64_t delay;  /**< nanoseconds until it is sent, by a rule */
};

/** Serve one call. On success header and attributes are changed as the kernel changes them. */
int softhca_ioctl(struct softhca_ioctl *call, size_t bytes);

/* --- ioctl_attrs.c ----------------------------------------------------------------------- */

/** Check all of them, and record which are given. */
int softhca_ioctl_take_attrs(struct softhca_ioctl *call);
/** The attribute with this number of the call's method, NULL: absent. */
struct uverbs_ioctl_attr *softhca_ioctl_given(const struct softhca_ioctl *call, uint16_t id);
/** An input of at most so many bytes, zero-extended. EFAULT. */
int softhca_ioctl_read(const struct softhca_ioctl *call, const struct uverbs_ioctl_attr *attr,
		       void *to, size_t bytes);
/** Bytes of an input beyond the known ones, which a later kernel would interpret, must be zero. */
int softhca_ioctl_check_tail(const struct softhca_ioctl *call, const struct uverbs_ioctl_attr *attr,
			     size_t known);
/** Fill an output if it is given: truncated to its room, or zero-extended. EFAULT. */
int softhca_ioctl_fill(const struct softhca_ioctl *call, uint16_t id, const void *from,
		       size_t bytes);
/** The same for a given attribute; NULL: absent. */
int softhca_ioctl_fill_attr(const struct softhca_ioctl *call, struct uverbs_ioctl_attr *attr,
			    const void *from, size_t bytes);

/* --- ioctl_command.c ---------------------------------------------------------------------- */

/** Any command, as INVOKE_WRITE names it. */
int softhca_ioctl_invoke_write(struct softhca_ioctl *call);
/** The command that implements the method. */
int softhca_ioctl_by_command(struct softhca_ioctl *call);

/* --- ioctl_device.c: methods that no command implements ----------------------------------- */

int softhca_ioctl_get_context(struct softhca_ioctl *call);
int softhca_ioctl_gid_table(struct softhca_ioctl *call);
int softhca_ioctl_gid_entry(struct softhca_ioctl *call);
int softhca_ioctl_query_mr(struct softhca_ioctl *call);
int softhca_ioctl_alloc_async(struct softhca_ioctl *call);

#endif
