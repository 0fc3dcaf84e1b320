/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from knock.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */
/** Knocking on a door of the imaginary device /dev/door. */
#ifndef INVERBS_KERNEL_KNOCK_H
#define INVERBS_KERNEL_KNOCK_H

#include <assert.h>
#include <inverbs/kernel/command.h>
#include <inverbs/kernel/post.h>
#include <stddef.h>
#include <stdint.h>

/** Numbers of the plain commands. */
enum knock_command_number {
	KNOCK_CMD_KNOCK = 0,
	KNOCK_CMD_LISTEN = 1,
};

/** Request of KNOCK. */
struct knock_knock_req {
	uint32_t door;           /**< 0: handle of a door */
	uint32_t times;          /**< 4 */
	uint64_t response;       /**< 8: address of the response */
	struct post_letter note; /**< 16 */
};
static_assert(sizeof(struct knock_knock_req) == 24 && offsetof(struct knock_knock_req, note) == 16,
	      "layout");

/** Response of KNOCK. */
struct knock_knock_resp {
	uint32_t voices;           /**< 0 */
	struct post_letter answer; /**< 4 */
};
static_assert(sizeof(struct knock_knock_resp) == 12 &&
		      offsetof(struct knock_knock_resp, answer) == 4,
	      "layout");

/** The table's entry of a command by the number in its header (bit 31: extended), or NULL. */
static inline const struct uverbs_command_info *knock_command_info(uint32_t command)
{
	static const struct uverbs_command_info ordinary[] = {
		{"KNOCK", 24, 12, UVERBS_HAS_RESPONSE, -1, -1, 16, 4, 8},
		{"LISTEN", 0, 0, UVERBS_NEVER, -1, -1, 0, 0, -1},
	};
	const struct uverbs_command_info *table = ordinary;
	uint32_t entries = sizeof(ordinary) / sizeof(ordinary[0]);

	return command < entries && table[command].name ? &table[command] : NULL;
}

/** Name of a command by the number in its header, "?" if there is none. */
static inline const char *knock_command_name(uint32_t command)
{
	const struct uverbs_command_info *info = knock_command_info(command);

	return info ? info->name : "?";
}

#endif
