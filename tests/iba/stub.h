/* SPDX-License-Identifier: BSD-2-Clause */
/* A connected pair for tests in which functions of verbs are replaced, by linking with --wrap. */
#ifndef TESTS_IBA_STUB_H
#define TESTS_IBA_STUB_H

#include "pair.h"

extern struct pair stub_pair;
/** False while the pair is opened and closed: then the replacements call the real functions. */
extern bool stub_active;

/** Set-up and teardown of a test; always return 0. */
int stub_open(void **state);
int stub_close(void **state);

#endif
