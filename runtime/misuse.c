/* SPDX-License-Identifier: BSD-2-Clause */
/* The archive's part of the checked build. Only checked programs link this file. */
#include <inverbs/checked/misuse.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "misuse_failed.h"
#include "misuse_users.h"

enum {
	LINE_BYTES = 512,
	SLOT_BITS = 12,
	BEING_DESTROYED =
		1, /* being freed; addresses of objects are aligned, so the lowest bit is unused */
};

__attribute__((noinline)) void inverbs_misuse(const char *function, int at, const char *format, ...)
{
	const char *wish = getenv("INVERBS_MISUSE");
	char line[LINE_BYTES], request[32] = "";
	int saved = errno;
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	if (at)
		snprintf(request, sizeof(request), "request %d: ", at);
	/* one call, so that lines of different threads do not mix */
	fprintf(stderr, "inverbs: misuse of %s: %s%s\n", function, request, line);
	if (wish && !strcmp(wish, "abort"))
		abort();
	errno = saved;
}

/*
 * The most recently freed objects. Each has one slot, chosen by its address, which a later one may
 * overwrite. This needs neither locks nor allocation, so it cannot fail, and it never reports a
 * live object as freed if checked code created it.
 */
static uintptr_t slots[1U << SLOT_BITS];

static uintptr_t *slot_of(const void *object)
{
	const uint64_t spread = UINT64_C(0x9e3779b97f4a7c15); /* 2^64 / golden ratio */

	return &slots[((uintptr_t)object * spread) >> (64 - SLOT_BITS)];
}

/* Only the expected value is replaced; the slot of another object stays. */
static void replace_entry(const void *object, uintptr_t from, uintptr_t to)
{
	__atomic_compare_exchange_n(slot_of(object), &from, to, false, __ATOMIC_ACQ_REL,
				    __ATOMIC_ACQUIRE);
}

void inverbs_object_made(const void *object, const char *kind)
{
	if (!object)
		return;
	inverbs_user_made(object, kind);
	/* freed, or being freed: the freeing thread may not have returned yet */
	replace_entry(object, (uintptr_t)object, 0);
	replace_entry(object, (uintptr_t)object | BEING_DESTROYED, 0);
}

void inverbs_object_going(const void *object)
{
	if (!object)
		return;
	inverbs_user_going(object);
	__atomic_store_n(slot_of(object), (uintptr_t)object | BEING_DESTROYED, __ATOMIC_RELEASE);
}

void inverbs_object_gone(const void *object, bool freed)
{
	if (!object)
		return;
	inverbs_user_gone(object, freed);
	if (freed)
		inverbs_failures_forget(object);
	replace_entry(object, (uintptr_t)object | BEING_DESTROYED, freed ? (uintptr_t)object : 0);
}

bool inverbs_is_freed(const void *object)
{
	return object && __atomic_load_n(slot_of(object), __ATOMIC_ACQUIRE) == (uintptr_t)object;
}
