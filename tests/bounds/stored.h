/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compares a digest of everything that posts store with a file, for each queue pair type and
 * opcode. The decoders of emulated devices read only what those devices use; here no bit of a WQE
 * can change unnoticed.
 */
#ifndef STORED_H
#define STORED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	STORED_RECEIVE = 0x1000, /**< instead of an opcode */
	STORED_FAILURE,          /**< instead of an opcode */
};

/** Add bytes that an accepted request has stored to the digest. */
void stored_take(const char *type, uint32_t opcode, const void *bytes, size_t count);
/** Compare with the file, or write it. If there are differences, prints them and returns false. */
bool stored_compare(const char *file, bool update);

#endif
