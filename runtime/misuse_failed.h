/* SPDX-License-Identifier: BSD-2-Clause */
/* Causes of failed completions that a checked program has been told. */
#ifndef RUNTIME_MISUSE_FAILED_H
#define RUNTIME_MISUSE_FAILED_H

/** The object is freed; a later object at its address has causes of its own. */
void inverbs_failures_forget(const void *object);

#endif
