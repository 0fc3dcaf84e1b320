/* SPDX-License-Identifier: BSD-2-Clause */
/* Types of the generated tables that describe kernel commands, for code that interprets them. */
#ifndef INVERBS_KERNEL_COMMAND_H
#define INVERBS_KERNEL_COMMAND_H

#include <stddef.h>
#include <stdint.h>

/** Bit 31 of the command number in a header: the command is extended. */
#define UVERBS_EXTENDED 0x80000000U

enum uverbs_command_flag {
	UVERBS_HAS_RESPONSE = 1, /**< there is a response */
	UVERBS_DRIVER_IN = 2,    /**< driver-private data may follow the request */
	UVERBS_DRIVER_OUT = 4,   /**< driver-private data may follow the response */
	UVERBS_OPTIONAL = 8,     /**< only drivers that declare it have this command */
	UVERBS_NEVER = 16, /**< the number is assigned, but no kernel implements the command */
	UVERBS_REQUEST_LIST = 32,  /**< a list follows the request */
	UVERBS_RESPONSE_LIST = 64, /**< a list follows the response */
};

/**
 * One command. Offsets are relative to the core request or response; -1: there is no such field.
 */
struct uverbs_command_info {
	const char *name; /**< NULL: no such command */
	uint16_t request_bytes;
	uint16_t response_bytes;
	uint16_t flags;          /**< enum uverbs_command_flag */
	int16_t request_fd;      /**< offset of a file descriptor in the request */
	int16_t response_fd;     /**< offset of a file descriptor in the response */
	uint16_t request_least;  /**< minimum size of the request */
	uint16_t response_least; /**< minimum size of the response buffer */
	int16_t response_at;     /**< offset of the response's address in the request */
};

/** How a trace prints a value. */
enum uverbs_field_kind {
	UVERBS_FIELD_NUMBER,
	UVERBS_FIELD_SIGNED,
	UVERBS_FIELD_HEX,
	UVERBS_FIELD_BYTES,
	UVERBS_FIELD_NOTHING, /**< reserved; printed only if not zero */
};

/** One scalar in a request; nested structs are flattened ("dest.dlid"). */
struct uverbs_field_info {
	const char *name;
	uint16_t offset;
	uint16_t bytes;
	uint8_t kind; /**< enum uverbs_field_kind */
};

/** The scalars in a command's request. */
struct uverbs_request_info {
	uint32_t command; /**< as in the header */
	const struct uverbs_field_info *fields;
	size_t rows;
};

#endif
