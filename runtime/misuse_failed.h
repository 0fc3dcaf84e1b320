/* SPDX-License-Identifier: BSD-2-Clause */
/* Remembers which causes of failed completions were explained to a checked program. */
#ifndef RUNTIME_MISUSE_FAILED_H
#define RUNTIME_MISUSE_FAILED_H

/** Call when the object is freed: a later object at the same address has its own causes. */
void inverbs_failures_forget(const void *object);

#endif
