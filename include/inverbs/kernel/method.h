/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Types of the generated tables that describe methods of the ioctl, for code that interprets them.
 */
#ifndef INVERBS_KERNEL_METHOD_H
#define INVERBS_KERNEL_METHOD_H

#include <inverbs/kernel/command.h>

/** A method that no write() command implements. */
#define UVERBS_NO_COMMAND UINT32_MAX

enum uverbs_attribute_kind {
	UVERBS_KIND_CONSTANT, /**< a number of 8 bytes */
	UVERBS_KIND_BITS,     /**< flags of 4 or 8 bytes */
	UVERBS_KIND_INPUT,    /**< bytes, in the attribute if at most 8, else at an address */
	UVERBS_KIND_OUTPUT,   /**< address of an output buffer */
	UVERBS_KIND_HANDLE,
	UVERBS_KIND_NEW_HANDLE,
	UVERBS_KIND_DESCRIPTOR,
	UVERBS_KIND_NEW_DESCRIPTOR,
};

enum uverbs_attribute_flag {
	UVERBS_ATTR_OPTIONAL = 1, /**< optional */
	UVERBS_ATTR_GROWS = 2, /**< an input may be longer if the bytes beyond `bytes` are zero */
	UVERBS_ATTR_ANY = 4,   /**< an input may have any length from `bytes` on */
};

/**
 * One attribute. Offsets are relative to the core request or response of the command; -1: there is
 * no such field.
 */
struct uverbs_attribute_info {
	uint16_t id;
	uint16_t bytes; /**< size of an input; minimum size of an output */
	uint8_t kind;   /**< enum uverbs_attribute_kind */
	uint8_t flags;  /**< enum uverbs_attribute_flag */
	int16_t at;     /**< offset of its source or destination */
	uint16_t width; /**< bytes at that offset */
	int16_t sets;   /**< offset of a byte that is 1 if the attribute is present */
};

/** One method. */
struct uverbs_method_info {
	const char *name;
	uint16_t object;
	uint16_t method;
	uint32_t command; /**< the command that implements it, as in a command's header; or
			     UVERBS_NO_COMMAND */
	uint16_t driver;  /**< UVERBS_DRIVER_IN, UVERBS_DRIVER_OUT */
	const struct uverbs_attribute_info *attributes;
	size_t count;
};

/** Returns the table's row for an attribute, or NULL. */
static inline const struct uverbs_attribute_info *
uverbs_attribute_info(const struct uverbs_method_info *method, uint16_t id)
{
	for (size_t i = 0; i < method->count; i++) {
		if (method->attributes[i].id == id)
			return &method->attributes[i];
	}
	return NULL;
}

#endif
