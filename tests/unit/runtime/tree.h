/* SPDX-License-Identifier: BSD-2-Clause */
/* A fake sysfs for tests, in a temporary directory to which SYSFS_PATH points. */
#ifndef TESTS_TREE_H
#define TESTS_TREE_H

#include <stdint.h>

/** Create the root directory and set SYSFS_PATH. */
void tree_begin(void);
/** Remove it and unset the variable. */
void tree_end(void);
/** Fixture of a test that finds devices only in the tree, not an emulator. Both return 0. */
int tree_setup(void **state);
int tree_teardown(void **state);
/** Write a file below the root, creating its directories. */
void tree_write(const char *path, const char *text);
/** Add infiniband_verbs/uverbs<n> and infiniband/<name> for a device with this GUID. */
void tree_device(int n, const char *name, const char *guid);
/** Remove a file or an empty directory. */
void tree_remove(const char *path);

#endif
