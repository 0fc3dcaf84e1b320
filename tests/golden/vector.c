/* SPDX-License-Identifier: BSD-2-Clause */
#include "vector.h"

#include <ctype.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_file(const char *path, size_t *len)
{
	FILE *file = fopen(path, "r");
	char *content = NULL;

	if (!file)
		return NULL;
	if (getdelim(&content, len, '\0', file) < 0) {
		free(content);
		content = NULL;
	}
	fclose(file);
	return content;
}

enum {
	SAFE_DIGITS = 18, /* this many digits always fit into 63 bits */
};

/* Copy JSON text, with quotes around long bare integers. */
static size_t quote_long(const char *from, char *to)
{
	bool quoted = false;
	char *at = to;

	while (*from) {
		size_t digits = quoted ? 0 : strspn(from, "0123456789");
		const char *mark = digits > SAFE_DIGITS ? "\"" : "";

		at += sprintf(at, "%s%.*s%s", mark, (int)(digits ? digits : 1), from, mark);
		if (*from == '"')
			quoted = !quoted;
		if (quoted && *from == '\\' && from[1])
			*at++ = *++from;
		from += digits ? digits : 1;
	}
	return (size_t)(at - to);
}

json_t *load_vectors(const char *path, json_error_t *error)
{
	size_t room = 0, len;
	char *content = read_file(path, &room), *text;
	json_t *root;

	if (!content)
		return json_load_file(path, 0, error);
	text = malloc(2 * strlen(content) + 1);
	if (!text)
		abort();
	len = quote_long(content, text);
	root = json_loadb(text, len, 0, error);
	free(content);
	free(text);
	return root;
}

static struct {
	jmp_buf out;
	struct report *report;
} replayed;

void vector_replay(void (*replay)(const json_t *vector, struct report *r), const json_t *vector,
		   struct report *r)
{
	replayed.report = r;
	if (!setjmp(replayed.out))
		replay(vector, r);
}

void malformed(const char *format, ...)
{
	char what[200];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof(what), format, args);
	va_end(args);
	fail(replayed.report, "malformed: %s", what);
	longjmp(replayed.out, 1);
}

static uint64_t number_in(const char *text)
{
	char *end;
	uint64_t value;

	errno = 0;
	value = strtoull(text, &end, 0);
	if (!*text || *end || errno)
		malformed("\"%.40s\" is no number of 64 bits", text);
	return value;
}

uint64_t number_of(const json_t *value)
{
	if (json_is_integer(value))
		return (uint64_t)json_integer_value(value);
	if (json_is_string(value))
		return number_in(json_string_value(value));
	if (json_is_object(value) || json_is_array(value) || json_is_real(value))
		malformed("%s where a number should be",
			  json_is_real(value) ? "a fraction" : "a list or an object");
	return json_is_true(value);
}

uint64_t number(const json_t *object, const char *key, uint64_t fallback)
{
	const json_t *value = json_object_get(object, key);

	return value && !json_is_null(value) ? number_of(value) : fallback;
}

uint64_t number_up_to(const json_t *object, const char *key, uint64_t fallback, uint64_t most)
{
	const uint64_t value = number(object, key, fallback);

	if (value > most)
		malformed("%s is %llu, more than %llu", key, (unsigned long long)value,
			  (unsigned long long)most);
	return value;
}

uint32_t index_in(const json_t *object, const char *key, uint64_t count)
{
	const uint64_t value = number(object, key, 0);

	if (value >= count)
		malformed("%s is %llu of %llu", key, (unsigned long long)value,
			  (unsigned long long)count);
	return (uint32_t)value;
}

uint32_t power_of_two(const json_t *object, const char *key, uint32_t fallback, uint32_t most)
{
	const uint64_t value = number_up_to(object, key, fallback, most);

	if (!value || value & (value - 1))
		malformed("%s is %llu, which is no power of two", key, (unsigned long long)value);
	return (uint32_t)value;
}

const char *text(const json_t *object, const char *key)
{
	return text_of(json_object_get(object, key));
}

const char *text_of(const json_t *value)
{
	const char *s = json_string_value(value);

	return s ? s : "";
}

bool same_text(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

bool is_text(const json_t *object, const char *key, const char *expected)
{
	return same_text(text(object, key), expected);
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)tolower((unsigned char)c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

struct bytes bytes_of(const json_t *value)
{
	struct bytes b = {NULL, 0};
	const char *s = json_string_value(value);
	size_t digits = s ? strlen(s) : 0;

	if (digits % 2)
		malformed("%zu hexadecimal digits are no bytes", digits);
	if (!digits)
		return b;
	b.data = malloc(digits / 2);
	if (!b.data)
		abort();
	for (; b.len < digits / 2; b.len++) {
		int high = digit(s[2 * b.len]), low = digit(s[2 * b.len + 1]);

		if (high < 0 || low < 0)
			malformed("\"%.40s\" are no hexadecimal digits", s);
		b.data[b.len] = (uint8_t)(high << 4 | low);
	}
	return b;
}

struct bytes bytes(const json_t *object, const char *key)
{
	return bytes_of(json_object_get(object, key));
}

struct bytes expected_bytes(const json_t *value, struct report *r)
{
	struct bytes b = bytes_of(value);

	if (!b.len && !(json_is_string(value) && !*json_string_value(value)))
		fail(r, "the vector expects a byte string and has none");
	return b;
}

void free_bytes(struct bytes *b)
{
	free(b->data);
	b->data = NULL;
	b->len = 0;
}

json_t *json_of_bytes(const void *from, size_t len)
{
	static const char digits[] = "0123456789abcdef";
	const uint8_t *at = from;
	char *text = malloc(2 * len + 1);
	json_t *json;

	if (!text)
		abort();
	for (size_t i = 0; i < len; i++) {
		text[2 * i] = digits[at[i] >> 4];
		text[2 * i + 1] = digits[at[i] & 15];
	}
	json = json_stringn(text, 2 * len);
	free(text);
	return json;
}

void copy_bytes(const json_t *object, const char *key, void *to, size_t room)
{
	struct bytes b = bytes(object, key);

	if (b.len)
		memcpy(to, b.data, b.len < room ? b.len : room);
	free_bytes(&b);
}

bool value_named(const struct name_value *names, const char *name, uint64_t *value)
{
	char *end;

	for (; names->name; names++) {
		if (same_text(names->name, name)) {
			*value = names->value;
			return true;
		}
	}
	errno = 0;
	*value = strtoull(name, &end, 0);
	return *name && !*end && !errno;
}

bool flags_named(const struct name_value *names, const json_t *array, uint64_t *value,
		 struct report *r)
{
	uint64_t flag;

	*value = 0;
	for (size_t i = 0; i < json_array_size(array); i++) {
		const json_t *item = json_array_get(array, i);

		if (json_is_integer(item)) {
			flag = number_of(item);
		} else if (!json_is_string(item) ||
			   !value_named(names, json_string_value(item), &flag)) {
			fail(r, "unknown flag name %s", text_of(item));
			return false;
		}
		*value |= flag;
	}
	return true;
}

int errno_named(const char *name)
{
	static const struct name_value names[] = {
		{"EINVAL", EINVAL},       {"ENOMEM", ENOMEM},
		{"ENOTSUP", ENOTSUP},     {"EOPNOTSUPP", EOPNOTSUPP},
		{"EPERM", EPERM},         {"ENOENT", ENOENT},
		{"ENOSYS", ENOSYS},       {"EBUSY", EBUSY},
		{"ETIMEDOUT", ETIMEDOUT}, {NULL, 0},
	};
	uint64_t value;

	return value_named(names, name, &value) ? (int)value : -1;
}

static const struct expectation *find_expectation(const struct expectation *table, const char *key)
{
	for (; table->key; table++) {
		if (same_text(table->key, key))
			return table;
	}
	return NULL;
}

void check_expectations(const json_t *expect, const struct expectation *table, void *run,
			struct report *r)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)(uintptr_t)expect, key, value)
	{
		if (!find_expectation(table, key))
			fail(r, "the vector expects '%s', which this replayer does not know", key);
	}
	for (; table->key && !r->failed; table++) {
		value = json_object_get(expect, table->key);
		if (value)
			table->check(run, value, r);
	}
}
