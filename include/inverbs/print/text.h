/* SPDX-License-Identifier: BSD-2-Clause */
/* Builds text in a caller's buffer, without allocation and never beyond its end. */
#ifndef INVERBS_TEXT_H
#define INVERBS_TEXT_H

#include <inverbs/fast/bits.h>
#include <stdarg.h>
#include <stdio.h>

/** A text buffer; initialize it with inverbs_text_in(). NUL-terminated if there is room. */
struct inverbs_text {
	char *at;
	size_t room; /**< bytes at `at`, NUL included */
	size_t len;  /**< length of the whole text, including what did not fit */
};

/** An empty text in a buffer of `room` bytes at `at`. */
static inline struct inverbs_text inverbs_text_in(char *at, size_t room)
{
	struct inverbs_text text = {NULL, room, 0};

	text.at = at;
	if (room)
		at[0] = '\0';
	return text;
}

/** Append text, like printf. */
static inline __attribute__((unused, format(printf, 2, 3))) void
inverbs_text_add(struct inverbs_text *text, const char *format, ...)
{
	const size_t used = text->len < text->room ? text->len : text->room;
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(used ? text->at + used : text->at, text->room - used, format, args);
	va_end(args);
	if (n > 0)
		text->len += (size_t)n;
}

/** Append " name=00112233" for a byte array in memory order. */
static inline __attribute__((unused)) void
inverbs_text_bytes(struct inverbs_text *text, const char *name, const uint8_t *bytes, size_t count)
{
	inverbs_text_add(text, " %s=", name);
	for (size_t i = 0; i < count; i++)
		inverbs_text_add(text, "%02x", bytes[i]);
}

#endif
