/* SPDX-License-Identifier: BSD-2-Clause */
/* Tracks the objects of a checked program, and which others each of them uses. */
#ifndef RUNTIME_MISUSE_USERS_H
#define RUNTIME_MISUSE_USERS_H

#include <stdbool.h>

void inverbs_user_made(const void *object, const char *kind);
void inverbs_user_going(const void *object);
void inverbs_user_gone(const void *object, bool freed);

#endif
