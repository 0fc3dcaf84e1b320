/* SPDX-License-Identifier: BSD-2-Clause */
/* A sysfs for a test, in a temporary directory to which SYSFS_PATH points. */
#ifndef TESTS_TREE_H
#define TESTS_TREE_H

#include <stdint.h>

/** Make the root, set SYSFS_PATH. */
void tree_begin(void);
/** Remove it and unset the variable. */
void tree_end(void);
/** Write one file below the root; directories are made. */
void tree_write(const char *path, const char *text);
/** infiniband_verbs/uverbs<n> and infiniband/<name> of one device with its GUID. */
void tree_device(int n, const char *name, const char *guid);
/** Remove one file or empty directory. */
void tree_remove(const char *path);

#endif
