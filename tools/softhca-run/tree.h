/* SPDX-License-Identifier: BSD-2-Clause */
/* Creates the files that a program finds in place of device files and sysfs. */
#ifndef SOFTHCA_RUN_TREE_H
#define SOFTHCA_RUN_TREE_H

/**
 * Create the tree below an existing directory. Files whose contents change while the emulator runs
 * are created empty, all others with their contents. Returns 0 or an errno value.
 */
int softhca_tree_make(const char *root);
/** Remove a directory and everything in it. */
void softhca_tree_remove(const char *root);

#endif
