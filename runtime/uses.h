/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For the checked build: which members of an object refer to other objects; gen/uses.c has the
 * table.
 */
#ifndef RUNTIME_USES_H
#define RUNTIME_USES_H

#include <infiniband/verbs.h>
#include <stddef.h>

struct inverbs_use {
	const char *user;   /**< name of its struct; NULL terminates the table */
	const char *member; /**< a pointer to the used object */
	size_t offset;
};

extern const struct inverbs_use inverbs_uses[];

#endif
