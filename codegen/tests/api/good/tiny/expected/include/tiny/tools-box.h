/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from tools.yaml by `python3 -m codegen gen`. Edit the spec, not this file. */

/*
 * What the checked build leaves alone.
 */
#ifndef TINY_TOOLS_BOX_H
#define TINY_TOOLS_BOX_H

#include <tiny/tiny.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * For few programs.
 */

/**
 * Shake a box.
 *
 * box: Box.
 */
void tiny_shake(struct tiny_box *box);

#ifdef __cplusplus
}
#endif

#endif
