/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ioctl of the device file. ioctl.c looks at the head; ioctl_attrs.c checks the attributes
 * against the tables of the spec; ioctl_command.c has methods that do what a command does served as
 * that command, and ioctl_device.c has the others. Everything answers 0 or a positive errno value.
 */
#ifndef EMULATOR_KERNEL_IOCTL_H
#define EMULATOR_KERNEL_IOCTL_H

#include <inverbs/kernel/uverbs_methods.h>

#include "kernel/commands.h"

enum {
	IOCTL_ATTRS_MAX = (UVERBS_IOCTL_MAX - sizeof(struct uverbs_ioctl_hdr)) /
			  sizeof(struct uverbs_ioctl_attr),
	IOCTL_KNOWN_MAX = 32, /**< attributes of one method, those of the driver included */
	IOCTL_IN_PLACE = 8,   /**< bytes of an input that lie in the attribute itself */
};

/** One call. */
struct softhca_ioctl {
	struct softhca_context *ctx;
	const struct dma_space *memory; /**< of the caller */
	bool stranger;                  /**< the caller is not who opened the file */
	const int *fds; /**< descriptors that came with it, in the attributes' order */
	unsigned int num_fds;
	const struct uverbs_method_info *method;
	/** What is given, by place in the table of the method; the last two are the driver's. NULL:
	 * not there. */
	struct uverbs_ioctl_attr *given[IOCTL_KNOWN_MAX];
	int given_fd[IOCTL_KNOWN_MAX]; /**< our descriptor of one, -1: none */
	struct uverbs_ioctl_hdr *hdr;  /**< attributes behind; changed where the kernel does */
	/* of the answer */
	int fd;          /**< -1: none; the receiver closes it */
	uint16_t fd_at;  /**< where its number goes in head and attributes; or */
	uint64_t fd_far; /**< if not 0, the address where it goes */
};

/** Serve one call. On success head and attributes are changed as the kernel changes them. */
int softhca_ioctl(struct softhca_ioctl *call, size_t bytes);

/* --- ioctl_attrs.c ----------------------------------------------------------------------- */

/** Check all of them, and note what is given. */
int softhca_ioctl_take_attrs(struct softhca_ioctl *call);
/** The attribute of that number of the call's method, NULL: not given. */
struct uverbs_ioctl_attr *softhca_ioctl_given(const struct softhca_ioctl *call, uint16_t id);
/** An input of at most so many bytes, zeros behind it. EFAULT. */
int softhca_ioctl_read(const struct softhca_ioctl *call, const struct uverbs_ioctl_attr *attr,
		       void *to, size_t bytes);
/** What lies behind the bytes that are known, and a later kernel would understand, must be zero. */
int softhca_ioctl_check_tail(const struct softhca_ioctl *call, const struct uverbs_ioctl_attr *attr,
			     size_t known);
/** Fill an output if it is given: as much as there is room for, zeros behind. EFAULT. */
int softhca_ioctl_fill(const struct softhca_ioctl *call, uint16_t id, const void *from,
		       size_t bytes);
/** The same, of an attribute in hand; NULL: not given. */
int softhca_ioctl_fill_attr(const struct softhca_ioctl *call, struct uverbs_ioctl_attr *attr,
			    const void *from, size_t bytes);

/* --- ioctl_command.c ---------------------------------------------------------------------- */

/** Any command, as INVOKE_WRITE names it. */
int softhca_ioctl_invoke_write(struct softhca_ioctl *call);
/** The command that does what the method does. */
int softhca_ioctl_by_command(struct softhca_ioctl *call);

/* --- ioctl_device.c: what no command does ------------------------------------------------ */

int softhca_ioctl_get_context(struct softhca_ioctl *call);
int softhca_ioctl_gid_table(struct softhca_ioctl *call);
int softhca_ioctl_gid_entry(struct softhca_ioctl *call);
int softhca_ioctl_query_mr(struct softhca_ioctl *call);
int softhca_ioctl_alloc_async(struct softhca_ioctl *call);

#endif
