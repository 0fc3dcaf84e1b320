/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What posts store, in one number for each type of queue pair and each opcode, compared with a
 * file. The decoders of the emulated devices read only what those devices act on; here no bit of a
 * WQE changes unseen.
 */
#ifndef STORED_H
#define STORED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	STORED_RECEIVE = 0x1000, /**< in place of an opcode */
	STORED_FAILURE,          /**< likewise */
};

/** Bytes that an accepted request has stored. */
void stored_take(const char *type, uint32_t opcode, const void *bytes, size_t count);
/** Compare with the file, or write it. False, with a line for each difference, if it has others. */
bool stored_compare(const char *file, bool update);

#endif
