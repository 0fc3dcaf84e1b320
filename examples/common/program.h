/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions that every example needs: printing errors, parsing numbers, opening a device. */
#ifndef EXAMPLES_PROGRAM_H
#define EXAMPLES_PROGRAM_H

#include <infiniband/verbs.h>
#include <stdbool.h>

/**
 * Print "program: message" to stderr. Returns -1, so that callers can write `return complain(...)`.
 */
int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** The same, with the text of an errno value appended. */
int complain_errno(int error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Parse a decimal or 0x number in [min, max]. Returns 0, or -1 after an error message. */
int parse_number(const char *text, const char *what, unsigned long min, unsigned long max,
		 unsigned long *out);

/**
 * Open the device with this name, or the first one if name is NULL. Returns NULL after an error
 * message.
 */
struct ibv_context *open_device(const char *name);

/** Convert 256, 512 ... 4096 bytes to enum ibv_mtu; 0 for other numbers. */
enum ibv_mtu mtu_from_bytes(unsigned long bytes);
unsigned int mtu_to_bytes(enum ibv_mtu mtu);

/** Monotonic clock in nanoseconds. */
uint64_t now_ns(void);

#endif
