/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A simulated kernel that logs commands and mappings, and gives prepared responses. A wrapper of
 * munmap() (--wrap) logs what the provider unmaps, so a process has only one log.
 */
#ifndef GOLDEN_CXGB3_KERNEL_H
#define GOLDEN_CXGB3_KERNEL_H

#include <inverbs/kernel/transport.h>

#include "vector.h"

enum {
	KERNEL_MAX_COMMANDS = 64,
	KERNEL_MAX_CALLS = 64,
	KERNEL_MAX_RESPONSE = 16384,
};

struct kernel_command {
	uint8_t *bytes; /**< as passed to write(), header first */
	size_t len;
};

/** An mmap() or munmap() of the device file's memory. */
struct kernel_call {
	bool unmapped;
	uint8_t *at;
	size_t bytes;
	int prot;
	uint64_t offset;
};

struct kernel {
	struct inverbs_transport transport;
	struct kernel_command commands[KERNEL_MAX_COMMANDS];
	size_t command_count;
	struct kernel_call calls[KERNEL_MAX_CALLS];
	size_t call_count;
	uint8_t response[KERNEL_MAX_RESPONSE]; /**< for the next command; zeros by default */
	size_t response_bytes;
	int error;             /**< for the next command */
	unsigned int fail_map; /**< this many mappings from now, one fails; 0 if none does */
	int events;            /**< write end of the pipe for asynchronous events */
};

/** Returns the process's only kernel, reset. */
struct kernel *kernel_start(void);

static inline struct kernel *kernel_of(struct inverbs_transport *t)
{
	return (struct kernel *)t;
}

/** Set the response to the next command, and an errno value unless it is 0. */
void kernel_response(struct kernel *k, const void *bytes, size_t len, int error);
/** Append the driver-private data to that response. */
void kernel_response_more(struct kernel *k, const void *bytes, size_t len);

/** Forget everything logged so far. */
void kernel_mark(struct kernel *k);

/** Compare what was logged since kernel_mark() with "uverbs" and "memory_calls" of a vector. */
void kernel_check_commands(const struct kernel *k, const json_t *expected, struct report *r);
void kernel_check_calls(const struct kernel *k, const json_t *expected, struct report *r);

#endif
