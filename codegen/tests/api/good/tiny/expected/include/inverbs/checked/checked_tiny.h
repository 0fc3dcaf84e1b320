/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ./ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The checked build (-DINVERBS_CHECKED): every function that a program can use wrongly, after the
 * checks of its contract. A check that fails calls inverbs_misuse(), which prints a line; the call
 * is refused with the errno value at the end of the line. Without the flag this file is empty.
 */
#include <tiny/tiny.h> /* may end by including this file, hence before the guard */

#ifndef INVERBS_CHECKED_CHECKED_TINY_H
#define INVERBS_CHECKED_CHECKED_TINY_H

#include <inverbs/checked/misuse.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The archive's functions, for the checked ones of the same names. */
struct inverbs_plain_tiny {
	struct tiny_box *(*tiny_make)(struct tiny_box *parent, uint32_t attr[2]);
	int (*tiny_throw)(struct tiny_box *box);
	void (*tiny_drop)(struct tiny_box *box);
	int (*tiny_stack)(struct tiny_box *first, int height, struct tiny_box **bad_box);
	int (*tiny_paint)(struct tiny_box *box);
	int (*tiny_polish)(struct tiny_box *box, struct tiny_box **bad_box, int cloth);
	int (*tiny_find)(int place, struct tiny_box **box);
};

extern const struct inverbs_plain_tiny inverbs_plain_tiny;

#ifdef INVERBS_CHECKED

#define INVERBS_BITS_MASK (TINY_LOW | TINY_HIGH)

/** NULL: no member. */
static inline const char *inverbs_name_of_tiny_color(int value)
{
	switch (value) {
	case TINY_RED:
		return "TINY_RED";
	case TINY_BLUE:
		return "TINY_BLUE";
	default:
		return NULL;
	}
}

static inline bool inverbs_tiny_color_goes_with(int value, int other)
{
	switch (value) {
	case TINY_RED:
		return other == TINY_LOW || other == TINY_HIGH;
	default:
		return true;
	}
}

static inline struct tiny_box *tiny_make(struct tiny_box *parent, uint32_t attr[2])
{
	int error = 0;
	struct tiny_box *result;

	if (inverbs_is_freed(parent))
		error = INVERBS_REFUSED(EINVAL, "tiny_make", 0,
					"parent was acknowledged before (EINVAL)");
	else if (!attr)
		error = INVERBS_REFUSED(EINVAL, "tiny_make", 0, "attr is NULL (EINVAL)");
	else if (parent && inverbs_is_freed(parent->next))
		error = INVERBS_REFUSED(EINVAL, "tiny_make", 0,
					"parent.next was freed before (EINVAL)");
	else if (parent && parent->next && inverbs_within(parent->low, LLONG_MIN, 5) &&
		 parent->id.whole != parent->at.x)
		error = INVERBS_REFUSED(EINVAL, "tiny_make", 0,
					"parent.id.whole is not parent.at.x (EINVAL)");
	if (error) {
		errno = error;
		return NULL;
	}
	result = inverbs_plain_tiny.tiny_make(parent, attr);
	inverbs_object_made(result, "tiny_box");
	return result;
}

static inline int tiny_throw(struct tiny_box *box)
{
	int error = 0;
	int result;

	if (!box)
		error = INVERBS_REFUSED(EINVAL, "tiny_throw", 0, "box is NULL (EINVAL)");
	else if (inverbs_is_freed(box))
		error = INVERBS_REFUSED(EINVAL, "tiny_throw", 0,
					"box was acknowledged before (EINVAL)");
	else if (box->secret)
		error = INVERBS_REFUSED(EINVAL, "tiny_throw", 0,
					"box.secret is not NULL; take it out first (EINVAL)");
	else if (!inverbs_tiny_color_goes_with((int)box->color, (int)box->low))
		error = INVERBS_REFUSED(
			EINVAL, "tiny_throw", 0,
			"box.color is %s, which does not go with box.low %lld (EINVAL)",
			inverbs_named(inverbs_name_of_tiny_color((int)box->color)),
			(long long)box->low);
	else if (box->shelf->next && !inverbs_within(box->shelf->next->low, LLONG_MIN, 9))
		error = INVERBS_REFUSED(EINVAL, "tiny_throw", 0,
					"box.shelf.next.low is %lld, more than 9 (EINVAL)",
					(long long)box->shelf->next->low);
	else if (box->color == TINY_BLUE)
		error = INVERBS_REFUSED(EINVAL, "tiny_throw", 0, "box.color is %s (EINVAL)",
					inverbs_named(inverbs_name_of_tiny_color((int)box->color)));
	else if (box->color != TINY_RED && box->color != TINY_BLUE)
		error = INVERBS_REFUSED(EINVAL, "tiny_throw", 0,
					"box.color is %s, not TINY_RED or TINY_BLUE (EINVAL)",
					inverbs_named(inverbs_name_of_tiny_color((int)box->color)));
	else if (box->low % 4 != 0)
		error = INVERBS_REFUSED(EINVAL, "tiny_throw", 0,
					"box.low is 0x%llx, not a multiple of 4 (EINVAL)",
					(unsigned long long)box->low);
	if (error) {
		errno = error;
		return -1;
	}
	inverbs_object_going(box);
	result = inverbs_plain_tiny.tiny_throw(box);
	inverbs_object_gone(box, result == 0);
	return result;
}

static inline void tiny_drop(struct tiny_box *box)
{
	int error = 0;

	if (inverbs_is_freed(box))
		error = INVERBS_REFUSED(EINVAL, "tiny_drop", 0,
					"box was acknowledged before (EINVAL)");
	if (error)
		return;
	inverbs_object_going(box);
	inverbs_plain_tiny.tiny_drop(box);
	inverbs_object_gone(box, true);
}

/** One work request of tiny_stack(). */
static inline int inverbs_check_one_tiny_stack(struct tiny_box *first, int height, int at)
{
	int error = 0;

	if (!inverbs_name_of_tiny_color((int)first->color))
		error = INVERBS_REFUSED(EINVAL, "tiny_stack", at,
					"first.color is %d, no enum tiny_color (EINVAL)",
					(int)first->color);
	else if (inverbs_beyond(first->hue, INVERBS_BITS_MASK | TINY_LIMIT))
		error = INVERBS_REFUSED(EINVAL, "tiny_stack", at,
					"first.hue has bits 0x%llx that are not in enum mask or "
					"TINY_LIMIT (EINVAL)",
					inverbs_beyond(first->hue, INVERBS_BITS_MASK | TINY_LIMIT));
	else if ((first->hue & (TINY_LOW | TINY_HIGH)) &&
		 !inverbs_within(first->low, LLONG_MIN, first->high - 1LL))
		error = INVERBS_REFUSED(
			EINVAL, "tiny_stack", at,
			"first.low is %lld, not below first.high, which is %lld (EINVAL)",
			(long long)first->low, (long long)first->high);
	else if (!inverbs_within(first->low, 3, height - 1LL))
		error = INVERBS_REFUSED(
			EINVAL, "tiny_stack", at,
			"first.low is %lld, not from 3 to below height, which is %lld (EINVAL)",
			(long long)first->low, (long long)height);
	else if (first->high & TINY_HIGH)
		error = INVERBS_REFUSED(EINVAL, "tiny_stack", at,
					"first.high has bits of TINY_HIGH (EINVAL)");
	return error;
}

static inline int tiny_stack(struct tiny_box *first, int height, struct tiny_box **bad_box)
{
	struct tiny_box *refused = first;
	int error = 0;

	if (!first)
		error = INVERBS_REFUSED(EINVAL, "tiny_stack", 0, "first is NULL (EINVAL)");
	else if (inverbs_is_freed(first))
		error = INVERBS_REFUSED(EINVAL, "tiny_stack", 0,
					"first was acknowledged before (EINVAL)");
	else if (!bad_box)
		error = INVERBS_REFUSED(EINVAL, "tiny_stack", 0, "bad_box is NULL (EINVAL)");
	else if (!inverbs_within(height, 1, 10))
		error = INVERBS_REFUSED(ENOSPC, "tiny_stack", 0,
					"height is %lld, not from 1 to 10 (ENOSPC)",
					(long long)height);
	if (error) {
		if (bad_box)
			*bad_box = first;
		return error;
	}
	for (int at = 1; refused && at <= INVERBS_MOST_REQUESTS && !error; at++) {
		error = inverbs_check_one_tiny_stack(refused, height, at);
		if (!error)
			refused = refused->next;
	}
	if (error) {
		/*
		 * those before it are posted one by one, because the caller's list must not be
		 * changed
		 */
		for (; first != refused; first = first->next) {
			struct tiny_box one = *first;
			int full;

			one.next = NULL;
			full = inverbs_plain_tiny.tiny_stack(&one, height, bad_box);
			if (full) {
				error = full;
				break;
			}
		}
		*bad_box = first;
		return error;
	}
	return inverbs_plain_tiny.tiny_stack(first, height, bad_box);
}

static inline int tiny_paint(struct tiny_box *box)
{
	int error = 0;

	if (!box)
		error = INVERBS_REFUSED(EINVAL, "tiny_paint", 0, "box is NULL (EINVAL)");
	else if (inverbs_is_freed(box))
		error = INVERBS_REFUSED(EINVAL, "tiny_paint", 0,
					"box was acknowledged before (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	return inverbs_plain_tiny.tiny_paint(box);
}

static inline int tiny_polish(struct tiny_box *box, struct tiny_box **bad_box, int cloth)
{
	int error = 0;

	if (!box)
		error = INVERBS_REFUSED(EINVAL, "tiny_polish", 0, "box is NULL (EINVAL)");
	else if (inverbs_is_freed(box))
		error = INVERBS_REFUSED(EINVAL, "tiny_polish", 0,
					"box was acknowledged before (EINVAL)");
	else if (!bad_box)
		error = INVERBS_REFUSED(EINVAL, "tiny_polish", 0, "bad_box is NULL (EINVAL)");
	else if (inverbs_lacking_attribute(box, bad_box, cloth))
		error = INVERBS_REFUSED(EINVAL, "tiny_polish", 0, "cloth %s (EINVAL)",
					inverbs_lacking_attribute(box, bad_box, cloth));
	if (error) {
		if (bad_box)
			*bad_box = box;
		return error;
	}
	return inverbs_plain_tiny.tiny_polish(box, bad_box, cloth);
}

static inline int tiny_find(int place, struct tiny_box **box)
{
	int error = 0;
	int result;

	if (!box)
		error = INVERBS_REFUSED(EINVAL, "tiny_find", 0, "box is NULL (EINVAL)");
	if (error) {
		errno = error;
		return -1;
	}
	result = inverbs_plain_tiny.tiny_find(place, box);
	if (result == 0) {
		inverbs_object_made(*box, "tiny_box");
		inverbs_object_made((*box)->shelf->next, "tiny_box");
	}
	return result;
}

static inline int tiny_open(struct tiny_box *box, const uint32_t *key)
{
	int error = 0;

	if (!box)
		error = INVERBS_REFUSED(EINVAL, "tiny_open", 0, "box is NULL (EINVAL)");
	else if (inverbs_is_freed(box))
		error = INVERBS_REFUSED(EINVAL, "tiny_open", 0,
					"box was acknowledged before (EINVAL)");
	else if (!key)
		error = INVERBS_REFUSED(EINVAL, "tiny_open", 0, "key is NULL (EINVAL)");
	if (error)
		return error;
	return inverbs_plain_tiny_open(box, key);
}

#endif

#ifdef __cplusplus
}
#endif

#endif
