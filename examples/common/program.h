/* SPDX-License-Identifier: BSD-2-Clause */
/* What every example needs: one way to complain, one way to read a number, one way to open a
 * device. */
#ifndef EXAMPLES_PROGRAM_H
#define EXAMPLES_PROGRAM_H

#include <infiniband/verbs.h>
#include <stdbool.h>

/** "program: message" on stderr. Returns -1, so that a caller can say `return complain(...)`. */
int complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** The same, with the meaning of an errno value behind it. */
int complain_errno(int error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Read a whole decimal or 0x number in [min, max]; complains about anything else and returns -1.
 */
int parse_number(const char *text, const char *what, unsigned long min, unsigned long max,
		 unsigned long *out);

/** Open the device of this name, or the first one if name is NULL. NULL after a complaint. */
struct ibv_context *open_device(const char *name);

/** Path MTU of 256, 512 ... 4096 bytes as the verbs spell it; 0 for other numbers. */
enum ibv_mtu mtu_from_bytes(unsigned long bytes);
unsigned int mtu_to_bytes(enum ibv_mtu mtu);

/** Monotonic clock in nanoseconds. */
uint64_t now_ns(void);

#endif
