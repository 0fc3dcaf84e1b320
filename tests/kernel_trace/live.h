/* SPDX-License-Identifier: BSD-2-Clause */
/* Traces as kernel_live plays them: verbs commands, ioctls and mappings of queues, in order. */
#ifndef TESTS_KERNEL_TRACE_LIVE_H
#define TESTS_KERNEL_TRACE_LIVE_H

#include <inverbs/kernel/protocol.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	LIVE_BYTES_MAX = 4096,
	LIVE_NOTE_MAX = 160,
	LIVE_ATTRS_MAX = 16,
	LIVE_UNTOUCHED = 0xee, /**< what our memory has where the trace does not say */
};

struct live_bytes {
	uint8_t at[LIVE_BYTES_MAX];
	size_t len;
};

struct live_command {
	struct live_bytes request;
	struct live_bytes answer;
	int result; /**< of write(): bytes, or negative errno */
};

/** What an attribute pointed to; `is` false: to nothing that the tracer looked at. */
struct live_memory {
	bool is;
	struct live_bytes before;
	struct live_bytes after;
};

struct live_ioctl {
	struct live_bytes before; /**< head and attributes */
	struct live_bytes after;
	struct live_memory memory[LIVE_ATTRS_MAX]; /**< by place of the attribute */
	int error;                                 /**< errno, 0: it succeeded */
};

struct live_map {
	uint64_t offset;
	size_t bytes;
	int error; /**< errno, 0: it succeeded */
};

struct live_event {
	int number;
	enum {
		LIVE_COMMAND,
		LIVE_IOCTL,
		LIVE_MAP
	} is;
	char note[LIVE_NOTE_MAX]; /**< what the program that was traced said of it */
	struct live_command command;
	struct live_ioctl ioctl;
	struct live_map map;
};

struct live_tally {
	int passed;
	int known; /**< differ, and are known to */
	int failed;
};

/* --- live_trace.c ------------------------------------------------------------------------- */

struct live_trace;

/** A trace, or NULL after a line that says why. */
struct live_trace *live_load(const char *file);
/** The next command, ioctl or mapping that the process itself made; valid until the next call.
 * NULL: end. */
struct live_event *live_next(struct live_trace *trace);
void live_free(struct live_trace *trace);

/* --- live_names.c: what the kernel gave then, and what we have now ------------------------- */

enum live_name {
	LIVE_DESCRIPTOR,
	LIVE_OFFSET, /**< of a queue, for mapping it */
	LIVE_NAMES
};

void live_forget_names(void);
void live_remember(enum live_name kind, uint64_t then, uint64_t now);
/** The last one that was called so, for numbers are used again; what is not known stays. */
uint64_t live_name_now(enum live_name kind, uint64_t then);

/* --- live_answer.c: the same request and the same answer but for what differs from run to run ---
 */

/** Addresses, memory and descriptors of ours in a core request; `fails` with EFAULT in the trace.
 */
void live_put_core(uint32_t command, uint8_t *core, bool fails);
/** And in the driver's part. */
void live_put_driver(uint32_t command, uint8_t *driver, size_t bytes);
/** The trace is of one side of two: nothing comes from the other, so what it would change is not
 * compared. */
void live_one_side(bool is);
/** Compare an answer of so many bytes, learning names. A line says where it differs. */
bool live_same_answer(uint32_t of, const struct live_bytes *then, uint8_t *now);
/** The same for an output of a method. */
bool live_same_output(uint16_t object, uint16_t method, uint16_t attr,
		      const struct live_bytes *then, uint8_t *now);
/** Where the queue is that no answer told of: a MODIFY_SRQ stored it. */
uint64_t live_offset_now(uint64_t then);

/* --- live_ioctl.c ------------------------------------------------------------------------- */

bool live_ioctl(struct inverbs_transport *device, const struct live_ioctl *call);

#endif
