/* SPDX-License-Identifier: BSD-2-Clause */
/* Builds a JSON document with jansson, for programs with --json. */
#include "document.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "version.h"

#ifdef INVERBS_JSON

#include <jansson.h>

enum {
	MAX_DEPTH = 8,
	TEXT_ROOM = 256,
};

/** The stack of open objects and arrays; the first one is the document. */
static struct {
	json_t *open[MAX_DEPTH];
	unsigned int depth;
	bool failed;
} doc;

/** Add `value` to the innermost object or array. NULL if the value could not be created. */
static void append_value(const char *key, json_t *value)
{
	json_t *into = doc.depth ? doc.open[doc.depth - 1] : NULL;
	int bad;

	if (json_is_array(into))
		bad = json_array_append_new(into, value);
	else
		bad = json_object_set_new(into, key, value);
	doc.failed |= bad != 0;
}

static void open_container(const char *key, json_t *value)
{
	if (!value || doc.depth == MAX_DEPTH) {
		json_decref(value);
		doc.failed = true;
		return;
	}
	if (doc.depth)
		append_value(key, value);
	doc.open[doc.depth++] = value;
}

void document_open(void)
{
	open_container(NULL, json_object());
	document_text("program", program_invocation_short_name);
	document_text("version", program_version);
}

void document_object(const char *key)
{
	open_container(key, json_object());
}

void document_array(const char *key)
{
	open_container(key, json_array());
}

void document_end(void)
{
	if (doc.depth > 1)
		doc.depth--;
}

void document_text(const char *key, const char *text)
{
	char plain[TEXT_ROOM];
	json_t *value = json_string(text);
	size_t n = 0;

	if (!value) { /* names may come from outside the program, and not be UTF-8 */
		for (; text[n] && n < sizeof(plain) - 1; n++)
			plain[n] = text[n] >= ' ' && text[n] <= '~' ? text[n] : '?';
		plain[n] = '\0';
		value = json_string(plain);
	}
	append_value(key, value);
}

void document_format(const char *key, const char *format, ...)
{
	char text[TEXT_ROOM];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	document_text(key, text);
}

void document_number(const char *key, uint64_t value)
{
	append_value(key, json_integer(value > INT64_MAX ? INT64_MAX : (json_int_t)value));
}

void document_real(const char *key, double value)
{
	append_value(key, json_real(value));
}

void document_flag(const char *key, bool value)
{
	append_value(key, json_boolean(value));
}

void document_discard(void)
{
	if (doc.depth)
		json_decref(doc.open[0]);
	doc.depth = 0;
	doc.failed = false;
}

int document_print(void)
{
	int bad = doc.failed;

	if (bad)
		fprintf(stderr, "%s: --json: the document is incomplete: no memory\n",
			program_invocation_short_name);
	else
		bad = json_dumpf(doc.open[0], stdout, JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(9));
	document_discard();
	if (!bad)
		putchar('\n'); /* write errors are reported at exit */
	return bad ? -1 : 0;
}

#else

void document_open(void)
{
	fprintf(stderr,
		"%s: --json: this program was built without jansson; try installing "
		"libjansson-dev, then configure and build again\n",
		program_invocation_short_name);
	exit(EXIT_FAILURE);
}

/* Without jansson none of these is reached. */
void document_object(const char *key)
{
	(void)key;
}

void document_array(const char *key)
{
	(void)key;
}

void document_end(void)
{
}

void document_text(const char *key, const char *text)
{
	(void)key;
	(void)text;
}

void document_format(const char *key, const char *format, ...)
{
	(void)key;
	(void)format;
}

void document_number(const char *key, uint64_t value)
{
	(void)key;
	(void)value;
}

void document_real(const char *key, double value)
{
	(void)key;
	(void)value;
}

void document_flag(const char *key, bool value)
{
	(void)key;
	(void)value;
}

void document_discard(void)
{
}

int document_print(void)
{
	return -1;
}

#endif
