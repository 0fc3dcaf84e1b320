/* SPDX-License-Identifier: BSD-2-Clause */
/* Component library: small numbers. */
#ifndef COMPLIB_CL_MATH_H
#define COMPLIB_CL_MATH_H

#include <complib/cl_types.h>

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif

/** The least multiple of a power of two that is not below a value. */
#ifndef ROUNDUP
#define ROUNDUP(value, power) (((value) + ((power)-1)) & ~((power)-1))
#endif

#endif
