/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reading vector files: numbers that may be strings, byte strings, and the list of things to
 * expect.
 */
#ifndef GOLDEN_VECTOR_H
#define GOLDEN_VECTOR_H

#include <jansson.h>

#include "report.h"

/** A byte string in memory order; data is malloc'ed, NULL when empty. */
struct bytes {
	uint8_t *data;
	size_t len;
};

/**
 * Read a file of vectors. Integers that do not fit 63 bits, which some of them have as bare
 * numbers, become strings. NULL and what is wrong.
 */
json_t *load_vectors(const char *path, json_error_t *error);

/**
 * Replay a vector. It ends early, with a failure, where malformed() is called: nothing that comes
 * of a malformed vector is looked at.
 */
void vector_replay(void (*replay)(const json_t *vector, struct report *r), const json_t *vector,
		   struct report *r);
/** The vector is not what it should be. */
void malformed(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/** Integer, boolean, or string with a number in any C base; nothing or null is 0, and anything else
 * is malformed. */
uint64_t number_of(const json_t *value);
/** Member as a number; fallback when it is absent or null. */
uint64_t number(const json_t *object, const char *key, uint64_t fallback);
/** The same for one that is malformed if it is larger than `most`. */
uint64_t number_up_to(const json_t *object, const char *key, uint64_t fallback, uint64_t most);
/** The same for an index that is malformed unless there are more. */
uint32_t index_in(const json_t *object, const char *key, uint64_t count);
/** The same for one that is malformed unless it is a power of two up to `most`. */
uint32_t power_of_two(const json_t *object, const char *key, uint32_t fallback, uint32_t most);
/** Member as text; "" when it is absent or no text. */
const char *text(const json_t *object, const char *key);
bool is_text(const json_t *object, const char *key, const char *expected);
/** A string value; "" for anything else. */
const char *text_of(const json_t *value);
bool same_text(const char *a, const char *b);
/** Hex digits to bytes; nothing, null or another kind of value gives none, other text is malformed.
 */
struct bytes bytes_of(const json_t *value);
struct bytes bytes(const json_t *object, const char *key);
/** The same for something expected: a failure if it is no byte string. */
struct bytes expected_bytes(const json_t *value, struct report *r);
void free_bytes(struct bytes *b);
/** Bytes as a vector writes them. */
json_t *json_of_bytes(const void *from, size_t len);
/** Copy a byte string into memory of fixed size; the rest stays. */
void copy_bytes(const json_t *object, const char *key, void *to, size_t room);

/**
 * A value by its name in a table that ends with a NULL name; text that is a number stands for
 * itself.
 */
struct name_value {
	const char *name;
	uint64_t value;
};
bool value_named(const struct name_value *names, const char *name, uint64_t *value);
/**
 * OR of the named values of an array; a number stands for itself. False and a failure for an
 * unknown name.
 */
bool flags_named(const struct name_value *names, const json_t *array, uint64_t *value,
		 struct report *r);

/** errno value of its name; -1 for a name not known. */
int errno_named(const char *name);

/** One thing a vector can expect and how it is checked. run is the op's own state. */
struct expectation {
	const char *key;
	void (*check)(void *run, const json_t *value, struct report *r);
};

/**
 * Check every member of the case's "expect" in the order of the table (which ends with a NULL key).
 * A member that is not in the table fails the case: what is expected must be looked at.
 */
void check_expectations(const json_t *expect, const struct expectation *table, void *run,
			struct report *r);

#endif
