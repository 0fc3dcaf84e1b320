/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What --json prints: one JSON object on a line, written from its beginning to its end. Its schema
 * is docs/schemas/PROGRAM.schema.json. Errors are kept until document_print().
 */
#ifndef TOOLS_DOCUMENT_H
#define TOOLS_DOCUMENT_H

#include <stdbool.h>
#include <stdint.h>

/** Start with "program" and "version". Without jansson: ends the program with a message. */
void document_open(void);

/** What follows, up to document_end(), belongs to this member. In arrays, `key` is NULL. */
void document_object(const char *key);
void document_array(const char *key);
void document_end(void);

/** Bytes that are not UTF-8 become '?'. */
void document_text(const char *key, const char *text);
void document_format(const char *key, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/** At most INT64_MAX, which readers can be expected to hold. */
void document_number(const char *key, uint64_t value);
void document_real(const char *key, double value);
void document_flag(const char *key, bool value);

/** End all, print it, free it. 0, or -1 after an error message. */
int document_print(void);

/** Free it unprinted. */
void document_discard(void);

#endif
