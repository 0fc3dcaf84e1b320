/* SPDX-License-Identifier: BSD-2-Clause */
/* What generated printers share. */
#ifndef INVERBS_PRINT_H
#define INVERBS_PRINT_H

#include <inverbs/bits.h>
#include <stdio.h>

/** " name=00112233": a byte array in memory order. */
INVERBS_INLINE void inverbs_print_bytes(FILE *out, const char *name, const uint8_t *bytes,
					size_t count)
{
	fprintf(out, " %s=", name);
	for (size_t i = 0; i < count; i++)
		fprintf(out, "%02x", bytes[i]);
}

#endif
