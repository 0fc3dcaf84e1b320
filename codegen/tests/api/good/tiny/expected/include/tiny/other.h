/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from tiny.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * Another spelling of tiny/tiny.h.
 */
#ifndef TINY_OTHER_H
#define TINY_OTHER_H

#include <tiny/tiny.h>

#endif
