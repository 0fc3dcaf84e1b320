/* SPDX-License-Identifier: BSD-2-Clause */
/* Component library: from here on structures may be packed, which is said behind their braces; up
 * to cl_packoff.h. */
#ifndef PACK_SUFFIX
#define PACK_SUFFIX __attribute__((packed))
#endif
