/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ./ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * The AIX profile (-DINVERBS_AIX): functions of <tiny/tiny.h> by the rules of the AIX manual.
 * Each name becomes that of its wrapper, also where its address is taken. Without the flag this
 * file is empty.
 */
#include <tiny/tiny.h> /* may end by including this file, hence before the guard */

#ifndef TINY_AIX_H
#define TINY_AIX_H

#include <errno.h>
#include <inverbs/checked/misuse.h>

#ifdef __cplusplus
extern "C" {
#endif

static inline const char *inverbs_aix_tiny_color_str(enum tiny_color color)
{
	switch (color) {
	case TINY_RED:
	case TINY_BLUE:
		return tiny_color_str(color);
	default:
		return "<<no colour>>";
	}
}

static inline struct tiny_box *inverbs_aix_tiny_make(struct tiny_box *parent, uint32_t attr[2])
{
	int error = 0;

	if (!parent || (parent && parent->next))
		error = EINVAL;
	else if (parent && (parent->hue & (TINY_LOW | TINY_HIGH)))
		error = ENOTSUP;
	if (error) {
		errno = error;
		return NULL;
	}
	return tiny_make(parent, attr);
}

static inline int inverbs_aix_tiny_throw(struct tiny_box *box)
{
	int error = 0;

	if (!box)
		error = EINVAL;
	if (error) {
		errno = error;
		return -1;
	}
	return tiny_throw(box);
}

/** One work request of tiny_stack(). */
static inline int inverbs_aix_one_tiny_stack(struct tiny_box *first)
{
	int error = 0;

	if (first->color != TINY_RED)
		error = ENOTSUP;
	return error;
}

INVERBS_INLINE int inverbs_aix_tiny_stack(struct tiny_box *first, int height,
					  struct tiny_box **bad_box)
{
	struct tiny_box *refused = first;
	int error = 0;

	if (!first)
		error = EINVAL;
	if (error) {
		if (bad_box)
			*bad_box = first;
		return error;
	}
	for (int at = 1; refused && at <= INVERBS_MOST_REQUESTS && !error; at++) {
		error = inverbs_aix_one_tiny_stack(refused);
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
			full = tiny_stack(&one, height, bad_box);
			if (full) {
				error = full;
				break;
			}
		}
		*bad_box = first;
		return error;
	}
	return tiny_stack(first, height, bad_box);
}

static inline int inverbs_aix_tiny_paint(struct tiny_box *box)
{
	int error = 0;

	if (!inverbs_within(box->low, LLONG_MIN, 64))
		error = EINVAL;
	if (error) {
		errno = error;
		return -error;
	}
	return tiny_paint(box) ? -errno : 0;
}

static inline int inverbs_aix_tiny_dry(void)
{
	return tiny_dry() ? -errno : 0;
}

static inline int inverbs_aix_tiny_polish(struct tiny_box *box, struct tiny_box **bad_box,
					  int cloth INVERBS_UNUSED)
{
	if (bad_box)
		*bad_box = box;
	return ENOSYS;
}

#ifdef __cplusplus
}
#endif

#define tiny_color_str inverbs_aix_tiny_color_str
#define tiny_make      inverbs_aix_tiny_make
#define tiny_throw     inverbs_aix_tiny_throw
#define tiny_stack     inverbs_aix_tiny_stack
#define tiny_paint     inverbs_aix_tiny_paint
#define tiny_dry       inverbs_aix_tiny_dry
#define tiny_polish    inverbs_aix_tiny_polish

#endif
