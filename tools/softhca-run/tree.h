/* SPDX-License-Identifier: BSD-2-Clause */
/* The files that a program finds where device files and sysfs would be. */
#ifndef SOFTHCA_RUN_TREE_H
#define SOFTHCA_RUN_TREE_H

/**
 * Create them below an existing directory: the names of files whose contents change while the
 * emulator runs, and the contents of all others. 0 or an errno value.
 */
int softhca_tree_make(const char *root);
/** Remove a directory and all that is in it. */
void softhca_tree_remove(const char *root);

#endif
