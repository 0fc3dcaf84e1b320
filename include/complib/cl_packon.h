/* SPDX-License-Identifier: BSD-2-Clause */
/* Component library: defines PACK_SUFFIX, which packs a structure if it follows the closing
 * brace. Undefined again by cl_packoff.h. */
#ifndef PACK_SUFFIX
#define PACK_SUFFIX __attribute__((packed))
#endif
