/* SPDX-License-Identifier: BSD-2-Clause */
/* Commands in a trace, whichever way they went: write(), write() in its extended form, ioctl in the
 * clothes of write(). */
#ifndef GOLDEN_RXE_COMMANDS_H
#define GOLDEN_RXE_COMMANDS_H

#include "vector.h"

/** A command that succeeded. */
struct command {
	uint32_t number;
	bool extended;
	uint64_t fd;
	struct bytes body;   /**< request, from behind its heads on */
	struct bytes answer; /**< the core's part; by write() the driver's stands behind it */
	struct bytes driver; /**< the driver's part where it has a place of its own */
};

/** False: the event is no command, or it failed. Otherwise free what it holds. */
bool command_of(const json_t *event, struct command *out);
void free_command(struct command *c);

/** Take the front of a byte string. False: it has less. */
bool front_of(const struct bytes *b, void *to, size_t len);
/** Take the driver's part of an answer whose core has so many bytes. False: there is less of it. */
bool driver_of(const struct command *c, size_t core, void *to, size_t len);

/** Of an ioctl, the attribute with this name, and what it is after the call. NULL, 0 and false
 * without it. */
const json_t *attr_of(const json_t *event, const char *name);
uint64_t attr_number(const json_t *event, const char *name);
bool attr_memory(const json_t *event, const char *name, void *to, size_t len);

#endif
