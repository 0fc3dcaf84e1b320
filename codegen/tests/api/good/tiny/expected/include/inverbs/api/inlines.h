/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ./ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Inline verbs that only call a function pointer of an extended object, or another function.
 * Included by <inverbs/fast/fastpath.h>, after the types.
 */
#ifndef INVERBS_API_INLINES_H
#define INVERBS_API_INLINES_H

#include <infiniband/verbs.h>
#include <inverbs/api/small.h>
#include <inverbs/api/checkable.h>

#include <inverbs/api/binding.h>
#if INVERBS_BINDING_MASK
#include <inverbs/fast/builder.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

static inline int INVERBS_PLAIN(tiny_open)(struct tiny_box *box, const uint32_t *key)
{
#if INVERBS_BINDING_MASK
	return inverbs_open(box, key);
#else
	return box->open(box, key);
#endif
}

static inline void tiny_close(struct tiny_box *box)
{
	box->close(box);
}

static inline int tiny_post_one(struct tiny_box *box, struct tiny_box **bad_box, int unused)
{
	(void)unused;
	return tiny_post(box, bad_box);
}

#ifdef __cplusplus
}
#endif

#endif
