/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Output of --json: one JSON object on a line, built from beginning to end. Its schema is
 * docs/schemas/PROGRAM.schema.json. Errors are kept until document_print().
 */
#ifndef TOOLS_DOCUMENT_H
#define TOOLS_DOCUMENT_H

#include <stdbool.h>
#include <stdint.h>

/** Start with the members "program" and "version". Without jansson, exits with a message. */
void document_open(void);

/**
 * Open an object or array as a member with this name; everything up to document_end() belongs to
 * it. `key` is NULL inside arrays.
 */
void document_object(const char *key);
void document_array(const char *key);
void document_end(void);

/** Bytes that are not UTF-8 become '?'. */
void document_text(const char *key, const char *text);
void document_format(const char *key, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/** Larger numbers become INT64_MAX, because readers can be expected to hold that much. */
void document_number(const char *key, uint64_t value);
void document_real(const char *key, double value);
void document_flag(const char *key, bool value);

/** Close, print and free the document. Returns 0, or -1 after an error message. */
int document_print(void);

/** Free the document without printing it. */
void document_discard(void);

#endif
