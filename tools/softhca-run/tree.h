/* SPDX-License-Identifier: BSD-2-Clause */
/* The files that a program finds where device files and sysfs would be. */
#ifndef SOFTHCA_RUN_TREE_H
#define SOFTHCA_RUN_TREE_H

/**
 * Make them below a directory that exists: names of what changes while the emulator runs, and the
 * text of what does not. 0 or an errno value.
 */
int softhca_tree_make(const char *root);
/** Remove a directory and all that is in it. */
void softhca_tree_remove(const char *root);

#endif
