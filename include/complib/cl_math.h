/* SPDX-License-Identifier: BSD-2-Clause */
/* Component library: arithmetic. */
#ifndef COMPLIB_CL_MATH_H
#define COMPLIB_CL_MATH_H

#include <complib/cl_types.h>

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif

/** Rounds a value up to a multiple of the other number. */
#ifndef ROUNDUP
#define ROUNDUP(value, other) (((value) / (other) + ((value) % (other) ? 1 : 0)) * (other))
#endif

#endif
