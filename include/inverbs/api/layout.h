/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from the headers and spec/adapters/layout.lock by `python3 -m codegen gen`. Edit the
 * spec, not this file. */

/*
 * Object files of a program must agree with each other and with the archive about queues, handles
 * and adapters' numbers, because much of the code is inline. Each has an absolute symbol whose
 * value is a hash of those definitions. Linkers accept several definitions only if they have the
 * same value, so a program with an older object file does not link and must be recompiled. The
 * symbol takes no memory, and no code uses it.
 */
#ifndef INVERBS_LAYOUT_H
#define INVERBS_LAYOUT_H

#define INVERBS_LAYOUT_SYMBOL "inverbs_headers_layout_differs_between_these_objects"

__asm__(".globl " INVERBS_LAYOUT_SYMBOL "\n"
	".hidden " INVERBS_LAYOUT_SYMBOL "\n"
	".set " INVERBS_LAYOUT_SYMBOL ", 0x432d7666\n");

#endif
