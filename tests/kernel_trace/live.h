/* SPDX-License-Identifier: BSD-2-Clause */
/* Traces as kernel_live plays them: verbs commands and mappings of queues, in order. */
#ifndef TESTS_KERNEL_TRACE_LIVE_H
#define TESTS_KERNEL_TRACE_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	LIVE_COMMAND_MAX = 4096,
	LIVE_NOTE_MAX = 160,
};

struct live_command {
	uint8_t bytes[LIVE_COMMAND_MAX];
	size_t len;
	uint8_t answer[LIVE_COMMAND_MAX];
	size_t answered; /**< bytes of it */
	int result;      /**< of write(): bytes, or negative errno */
};

struct live_map {
	uint64_t offset;
	size_t bytes;
	int error; /**< errno, 0: it succeeded */
};

struct live_event {
	int number;
	bool is_map;
	char note[LIVE_NOTE_MAX]; /**< what the program that was traced said of it */
	struct live_command command;
	struct live_map map;
};

struct live_tally {
	int passed;
	int known; /**< differ, and are known to */
	int failed;
};

struct live_trace;

/** A trace, or NULL after a line that says why. */
struct live_trace *live_load(const char *file);
/** The next command or mapping that the process itself made; valid until the next call. NULL: end.
 */
struct live_event *live_next(struct live_trace *trace);
void live_free(struct live_trace *trace);

#endif
