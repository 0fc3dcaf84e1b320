/* SPDX-License-Identifier: BSD-2-Clause */
/* Generated from the headers and spec/adapters/layout.lock by `python3 -m codegen gen`. Edit the
 * spec, not this file. */

/*
 * Object files of a program have to agree with each other and with the archive about queues,
 * handles and adapters' numbers: much of what they do with them is inline. Each says so by an
 * absolute symbol, whose value is made of all those definitions. Linkers accept it twice with one
 * value only; a program with an object file from before a change does not link, and has to be
 * compiled anew. The symbol takes no memory, and no code looks at it.
 */
#ifndef INVERBS_LAYOUT_H
#define INVERBS_LAYOUT_H

#define INVERBS_LAYOUT_SYMBOL "inverbs_headers_layout_differs_between_these_objects"

__asm__(".globl " INVERBS_LAYOUT_SYMBOL "\n"
	".hidden " INVERBS_LAYOUT_SYMBOL "\n"
	".set " INVERBS_LAYOUT_SYMBOL ", 0x1a4cb7f6\n");

#endif
