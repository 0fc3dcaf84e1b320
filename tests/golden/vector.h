/* SPDX-License-Identifier: BSD-2-Clause */
/* Reads vector files: numbers that may be strings, byte strings, and tables of expectations. */
#ifndef GOLDEN_VECTOR_H
#define GOLDEN_VECTOR_H

#include <jansson.h>

#include "report.h"

/** A byte string in memory order; `data` is allocated, NULL if it is empty. */
struct bytes {
	uint8_t *data;
	size_t len;
};

/**
 * Reads a file of vectors. Bare integers that may not fit into 63 bits become strings. Returns NULL
 * and sets `error` on failure.
 */
json_t *load_vectors(const char *path, json_error_t *error);

/** Replays a vector. If malformed() is called, the replay ends at once with a failure. */
void vector_replay(void (*replay)(const json_t *vector, struct report *r), const json_t *vector,
		   struct report *r);
/** Ends the replay because the vector is invalid. */
void malformed(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/** Returns an integer, a boolean, or the number in a string in any C base. Nothing and null give 0;
 * anything else is malformed. */
uint64_t number_of(const json_t *value);
/** Returns a member as a number; `fallback` if it is absent or null. */
uint64_t number(const json_t *object, const char *key, uint64_t fallback);
/** The same, but a number above `most` is malformed. */
uint64_t number_up_to(const json_t *object, const char *key, uint64_t fallback, uint64_t most);
/** The same for an index, which must be less than `count`. */
uint32_t index_in(const json_t *object, const char *key, uint64_t count);
/** The same, but anything else than a power of two up to `most` is malformed. */
uint32_t power_of_two(const json_t *object, const char *key, uint32_t fallback, uint32_t most);
/** Returns a member as text; "" if it is absent or not a string. */
const char *text(const json_t *object, const char *key);
bool is_text(const json_t *object, const char *key, const char *expected);
/** Returns the text of a string; "" for anything else. */
const char *text_of(const json_t *value);
bool same_text(const char *a, const char *b);
/** Converts hex digits to bytes. Nothing, null and values of other types give none; other text is
 * malformed. */
struct bytes bytes_of(const json_t *value);
struct bytes bytes(const json_t *object, const char *key);
/** The same for an expected value; fails unless it is a byte string. */
struct bytes expected_bytes(const json_t *value, struct report *r);
void free_bytes(struct bytes *b);
/** Returns bytes in the form that vectors use. */
json_t *json_of_bytes(const void *from, size_t len);
/** Copy a byte string into memory of fixed size; the rest remains unchanged. */
void copy_bytes(const json_t *object, const char *key, void *to, size_t room);

/**
 * A name and its value, in a table that ends with a NULL name. Text that is a number is its own
 * value.
 */
struct name_value {
	const char *name;
	uint64_t value;
};
bool value_named(const struct name_value *names, const char *name, uint64_t *value);
/**
 * ORs the named values of an array; a number is its own value. Fails and returns false for an
 * unknown name.
 */
bool flags_named(const struct name_value *names, const json_t *array, uint64_t *value,
		 struct report *r);

/** Returns the errno value with this name; -1 if it is unknown. */
int errno_named(const char *name);

/** A member of "expect" and the function that checks it; `run` is the operation's state. */
struct expectation {
	const char *key;
	void (*check)(void *run, const json_t *value, struct report *r);
};

/**
 * Check all members of a case's "expect", in the order of the table, which ends with a NULL key. A
 * member that is not in the table fails the case, so that nothing expected is overlooked.
 */
void check_expectations(const json_t *expect, const struct expectation *table, void *run,
			struct report *r);

#endif
