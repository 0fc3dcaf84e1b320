/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from ./ by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Functions that are declared and documented but not implemented. Each fails with the error that
 * its comment names.
 */
#include <errno.h>
#include <tiny/tiny.h>

#define UNUSED __attribute__((unused))

int tiny_post(struct tiny_box *box, struct tiny_box **bad_box)
{
	*bad_box = box;
	return EOPNOTSUPP;
}

int tiny_weigh(struct tiny_box *box UNUSED)
{
	errno = EOPNOTSUPP;
	return -1;
}

int tiny_list(struct tiny_box **boxes UNUSED, size_t room UNUSED)
{
	return -EOPNOTSUPP;
}

void tiny_forget(void)
{
}
