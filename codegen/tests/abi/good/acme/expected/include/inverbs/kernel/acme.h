/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from acme.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */
/** Commands of the imaginary adapter acme. */
#ifndef INVERBS_KERNEL_ACME_H
#define INVERBS_KERNEL_ACME_H

#include <assert.h>
#include <inverbs/kernel/command.h>
#include <stddef.h>
#include <stdint.h>

/** What both sides speak. */
#define ACME_VERSION 3

/** No place at all. */
#define ACME_NOWHERE -1

/** Name of the device file. */
#define ACME_NODE "/dev/acme"

/** What an anvil is made of. */
enum acme_metal {
	/** The usual. */
	ACME_METAL_IRON = 1,
	/** Heavier. */
	ACME_METAL_GOLD = 7,
};

/** Numbers of the plain commands. */
enum acme_command_number {
	ACME_CMD_HELLO = 0,
	ACME_CMD_FORGOTTEN = 1,
	ACME_CMD_DROP = 3,
	ACME_CMD_LOOK = 4,
};

/** Numbers of the extended commands, without bit 31. */
enum acme_extended_command_number {
	ACME_EX_CMD_TIE = 2,
	ACME_EX_CMD_CUT = 3,
};

/** A place. */
struct acme_point {
	int32_t x;  /**< 0 */
	uint32_t y; /**< 4: big endian; Height above the road */
};
static_assert(sizeof(struct acme_point) == 8 && offsetof(struct acme_point, y) == 4, "layout");

/** Something to step on. */
struct acme_trap {
	struct acme_point where;   /**< 0 */
	struct acme_point path[2]; /**< 8 */
	char label[8];             /**< 24 */
	union {
		uint64_t sign;
		uint64_t key;
	} mark; /**< 32: big endian; One of them */
	union {
		struct acme_point here;
		uint32_t code;
	} either;         /**< 40 */
	uint16_t serial;  /**< 48: big endian */
	uint8_t spare[6]; /**< 50: zero */
};
static_assert(sizeof(struct acme_trap) == 56 && offsetof(struct acme_trap, spare) == 50, "layout");

/** Request of HELLO. */
struct acme_hello_req {
	uint64_t response; /**< 0: address of the response */
};
static_assert(sizeof(struct acme_hello_req) == 8 && offsetof(struct acme_hello_req, response) == 0,
	      "layout");

/** Response of HELLO. */
struct acme_hello_resp {
	uint32_t fd;    /**< 0: file descriptor */
	uint32_t slots; /**< 4 */
};
static_assert(sizeof(struct acme_hello_resp) == 8 && offsetof(struct acme_hello_resp, slots) == 4,
	      "layout");

/** Request of DROP. */
struct acme_drop_req {
	uint64_t from;  /**< 0 */
	uint32_t anvil; /**< 8: handle of a anvil */
	uint32_t flags; /**< 12 */
	uint32_t key;   /**< 16 */
	uint16_t force; /**< 20 */
	uint16_t zero;  /**< 22: zero */
};
static_assert(sizeof(struct acme_drop_req) == 24 && offsetof(struct acme_drop_req, zero) == 22,
	      "layout");

/** Request of LOOK. A list of point follows. */
struct acme_look_req {
	uint64_t response; /**< 0: address of the response */
	uint64_t count;    /**< 8 */
};
static_assert(sizeof(struct acme_look_req) == 16 && offsetof(struct acme_look_req, count) == 8,
	      "layout");

/** Response of LOOK. A list of trap follows. */
struct acme_look_resp {
	uint32_t count; /**< 0 */
};
static_assert(sizeof(struct acme_look_resp) == 4 && offsetof(struct acme_look_resp, count) == 0,
	      "layout");

/** Request of TIE. A list of u32 follows. */
struct acme_ex_tie_req {
	struct acme_point end; /**< 0 */
	int32_t fd;            /**< 8: file descriptor */
	uint32_t tag;          /**< 12 */
	uint32_t rope;         /**< 16: handle of a rope */
	uint32_t more;         /**< 20 */
};
static_assert(sizeof(struct acme_ex_tie_req) == 24 && offsetof(struct acme_ex_tie_req, more) == 20,
	      "layout");

/** Response of TIE. */
struct acme_ex_tie_resp {
	struct acme_hello_resp base; /**< 0 */
	uint32_t rope;               /**< 8: handle of a rope */
	uint32_t response_length;    /**< 12 */
};
static_assert(sizeof(struct acme_ex_tie_resp) == 16 &&
		      offsetof(struct acme_ex_tie_resp, response_length) == 12,
	      "layout");

/** Request of CUT. */
struct acme_ex_cut_req {
	uint32_t rope; /**< 0: handle of a rope */
	uint32_t zero; /**< 4: zero */
};
static_assert(sizeof(struct acme_ex_cut_req) == 8 && offsetof(struct acme_ex_cut_req, zero) == 4,
	      "layout");

/** The table's entry of a command by the number in its header (bit 31: extended), or NULL. */
static inline const struct uverbs_command_info *acme_command_info(uint32_t command)
{
	static const struct uverbs_command_info ordinary[] = {
		{"HELLO", 8, 8, UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT, -1, 0,
		 8, 8, 0},
		{"FORGOTTEN", 0, 0, UVERBS_NEVER, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{"DROP", 24, 0, UVERBS_DRIVER_IN, -1, -1, 24, 0, -1},
		{"LOOK", 16, 4,
		 UVERBS_HAS_RESPONSE | UVERBS_OPTIONAL | UVERBS_REQUEST_LIST | UVERBS_RESPONSE_LIST,
		 -1, -1, 16, 4, 0},
	};
	static const struct uverbs_command_info extended[] = {
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{NULL, 0, 0, 0, -1, -1, 0, 0, -1},
		{"EX_TIE", 24, 16,
		 UVERBS_HAS_RESPONSE | UVERBS_DRIVER_IN | UVERBS_DRIVER_OUT | UVERBS_REQUEST_LIST,
		 8, -1, 24, 16, -1},
		{"EX_CUT", 8, 0, 0, -1, -1, 8, 0, -1},
	};
	const struct uverbs_command_info *table = ordinary;
	uint32_t entries = sizeof(ordinary) / sizeof(ordinary[0]);

	if (command & UVERBS_EXTENDED) {
		table = extended;
		entries = sizeof(extended) / sizeof(extended[0]);
		command &= ~UVERBS_EXTENDED;
	}
	return command < entries && table[command].name ? &table[command] : NULL;
}

/** Name of a command by the number in its header, "?" if there is none. */
static inline const char *acme_command_name(uint32_t command)
{
	const struct uverbs_command_info *info = acme_command_info(command);

	return info ? info->name : "?";
}

#endif
